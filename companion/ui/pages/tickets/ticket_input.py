"""Entering a ticket by letters or on the board, and its value if it is not known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.drawing.highlight import Highlight
from companion.report.search.text import matched_letters
from companion.report.search.tickets import (
    TicketSuggestion,
    card_holders,
    possible_ends,
    single_suggestion,
    suggest_between,
    suggest_tickets,
    suggestion_caption,
    suggestion_points,
    ticket_end_at,
)
from companion.rules.board import Board
from companion.rules.events import Ticket
from companion.rules.state import GameState
from companion.rules.ticket_results import TicketResult
from companion.rules.tickets import MAX_TICKET_POINTS, MIN_TICKET_POINTS
from companion.rules.wording import format_signed, phrase
from companion.table.snapshot import Snapshot
from companion.ui.board.view import BoardView
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.containers import Card
from companion.ui.kit.events import register_events
from companion.ui.kit.rows import Divided
from companion.ui.kit.surface import Panel
from companion.ui.look.theme import TOUCH
from companion.ui.look.translator import translator


class SuggestionRow(Divided, Tappable):
    """One suggestion, with the matching letters in bold."""

    title = StringProperty("")
    letters = ObjectProperty(())
    """The letters of the title, each with whether it matches."""
    caption = StringProperty("")
    points = StringProperty("")
    icon = StringProperty("")
    """Marks a ticket that is not in the deck and was not entered before."""
    is_faint = BooleanProperty(False)
    """Whether a player has the ticket already."""
    has_bold_points = BooleanProperty(True)
    """Whether a tap enters the ticket with these points."""
    suggestion = ObjectProperty(None, allownone=True)

    def show(self, board: Board, suggestion: TicketSuggestion, letters: str) -> None:
        """Show another suggestion."""
        if suggestion.card is None:
            names = (board.ticket_ends[suggestion.start].name, "…")
        else:
            names = board.ticket_names(suggestion.ticket)
        marked = [tuple(zip(name, matched_letters(name, letters), strict=True)) for name in names]
        caption = suggestion_caption(board, suggestion)
        self.caption = translator.render(caption) if caption else ""
        dash = tuple((letter, False) for letter in " – ")
        self.title, self.letters = " – ".join(names), (*marked[0], *dash, *marked[1])
        self.points = suggestion_points(suggestion)
        self.suggestion, self.icon = suggestion, "" if suggestion.is_known else "plus"
        self.is_faint = bool(suggestion.holder)
        self.has_bold_points = suggestion.is_known and not suggestion.holder


@register_events("on_choose")
class SuggestionList(Panel):
    """Suggestions on a card; dispatches `on_choose` for the one tapped."""

    has_rows = BooleanProperty(False)
    content_height = NumericProperty(0)
    """The height of all rows."""

    def __init__(self, **properties: object) -> None:
        self._spare: list[SuggestionRow] = []
        super().__init__(**properties)

    def show(self, board: Board, suggestions: tuple[TicketSuggestion, ...], letters: str) -> None:
        """Show other suggestions; rows are reused, as creating them takes 50 ms per letter."""
        rows = self.ids.rows
        while len(rows.children) > len(suggestions):
            self._spare.append(rows.children[0])
            rows.remove_widget(rows.children[0])
        while len(rows.children) < len(suggestions):
            rows.add_widget(self._spare.pop() if self._spare else self._new_row())
        for row, suggestion in zip(reversed(rows.children), suggestions, strict=True):
            row.show(board, suggestion, letters)
            row.has_divider = suggestion is not suggestions[-1]
        self.has_rows = bool(suggestions)
        self.ids.scroll.scroll_y = 1

    def _new_row(self) -> SuggestionRow:
        row = SuggestionRow()
        row.bind(on_tap=lambda row: self.dispatch("on_choose", row.suggestion))
        return row

    @property
    def single(self) -> TicketSuggestion | None:
        """The suggestion that Enter chooses, if there is only one."""
        return single_suggestion([row.suggestion for row in self.ids.rows.children])


@register_events("on_enter", "on_cancel")
class ValueCard(Card):
    """Asks for the value of a ticket that is not in the deck."""

    title = StringProperty("")
    points = NumericProperty(1)
    button = StringProperty("")
    problem = StringProperty("")
    """Why the typed value is not allowed."""
    minimum, maximum = MIN_TICKET_POINTS, MAX_TICKET_POINTS

    def focus_field(self) -> None:
        """Focus the value field."""
        self.ids.stepper.focus()

    def enter(self) -> None:
        """Dispatch the displayed value, or show why it is not allowed."""
        points = self.ids.stepper.entered
        if points is None:
            self.problem = translator.tr(
                "A ticket is worth {fewest} to {most} points.",
                fewest=self.minimum,
                most=self.maximum,
            )
        else:
            self.problem = ""
            self.dispatch("on_enter", points)


@register_events("on_ticket", "on_refuse", "on_revalue")
class TicketInput(BoxLayout):
    """Dispatches `on_ticket` for a ticket to enter and `on_refuse` with the reason against one."""

    snapshot = ObjectProperty(None, allownone=True)
    """The current snapshot, with the board, the known tickets and their holders."""
    player = StringProperty("")
    """The player who gets the ticket."""
    first_end = StringProperty("")
    """The end chosen first, while the other one is missing."""
    uses_board = BooleanProperty(False)
    """Whether ends are tapped on the board instead of typed."""
    prompt = StringProperty("")
    """The next step, or the ticket shown on the board."""
    beside = ObjectProperty(None, allownone=True)
    """Where the board is always shown; None if it takes turns with the letters."""
    max_height = NumericProperty(0)
    """The available height."""

    def __init__(self, **properties: object) -> None:
        self.value_card: ValueCard | None = None
        """The card that asks for a value, while it is shown."""
        self.picker: BoardView | None = None
        """The board, while it is shown."""
        super().__init__(**properties)
        self.bind(
            first_end=self.suggest,
            beside=self._place_board,
            uses_board=self._place_board,
        )

    def prompt_height(self, text_height: float, prompt: str, first_end: str) -> float:
        """The height of the prompt, with a button to choose the first end again."""
        if not prompt:
            return 0.0
        return float(max(text_height + dp(16), dp(TOUCH) if first_end else 0))

    def list_height(self, content: float, above: float, most: float) -> float:
        """The height of the suggestions above the tickets: some are always visible."""
        return float(min(content, max(dp(TOUCH) * 1.5, most - above - dp(24))))

    def show(self, snapshot: Snapshot, player: str) -> None:
        """Update the suggestions; in another game an unfinished ticket is discarded."""
        before: Snapshot | None = self.snapshot
        if player != self.player and self.picker is not None:
            # A walk of the player before may be shown large.
            self.picker.show_all()
        self.snapshot, self.player = snapshot, player
        if self.picker is None:
            self._place_board()
        if before is not None and before.saved.id != snapshot.saved.id:
            self.uses_board = False
            self.clear()
            self.focus_search()
        else:
            self.suggest()

    @property
    def state(self) -> GameState:
        """The state of the game."""
        state: GameState = self.snapshot.game.state
        return state

    def focus_search(self) -> None:
        """Focus the search field, unless the board or the value is shown."""
        if not self.uses_board and self.value_card is None:
            Clock.schedule_once(lambda _: self.ids.search.focus())

    def unfocus(self) -> None:
        """Close the on-screen keyboard."""
        self.ids.search.unfocus()

    def clear(self) -> None:
        """Discard an unfinished ticket."""
        self._close_value_card()
        self.first_end = ""
        self.ids.search.clear()
        self.suggest()

    @property
    def is_unfinished(self) -> bool:
        """Whether a ticket has been begun but not entered."""
        is_typed = bool(self.ids.search.text.strip())
        return is_typed or bool(self.first_end) or self.value_card is not None

    def step_back(self) -> bool:
        """Undo one step of an unfinished ticket; False if there is none."""
        if self.value_card is not None:
            self._close_value_card()
            self.suggest()
            self.focus_search()
        elif self.first_end:
            self.first_end = ""
        elif self.uses_board:
            self.toggle_board()
        else:
            return False
        return True

    # By letters

    def search(self) -> None:
        """Show suggestions for the letters and close the board."""
        if self.ids.search.text:
            self.uses_board = False
            self._close_value_card()
        self.suggest()

    def suggest(self, *_: object) -> None:
        """Update the suggestions, the board and the prompt."""
        if self.snapshot is None:
            return
        state = self.state
        board, letters = state.setup.board, self.ids.search.text
        found: tuple[TicketSuggestion, ...] = ()
        if not self.uses_board and self.value_card is None:
            held = card_holders(state)
            found = suggest_tickets(
                board, self.snapshot.cards, held, letters, self.first_end or None
            )
        self.ids.suggestions.show(board, found, letters)
        self._update_board()
        self._mark_ends(self.first_end)
        if self.value_card is not None:
            self.prompt = ""
        elif letters.strip() and not found and not self.uses_board:
            self.prompt = translator.tr("No matching ticket.")
        elif self.first_end:
            first = board.ticket_ends[self.first_end].name
            self.prompt = translator.tr("From {place} to…", place=first)
        else:
            tap = translator.tr("Tap the ticket’s two places")
            self.prompt = tap if self.uses_board else ""

    def choose(self, suggestion: TicketSuggestion) -> None:
        """Enter a suggested ticket, ask for its value or other end, or refuse it if it is held."""
        if suggestion.card is None:
            self.ids.search.clear()
            self.first_end = suggestion.start
            self.focus_search()
        elif suggestion.holder:
            self._refuse(suggestion.ticket, suggestion.holder)
        elif suggestion.is_known or suggestion.has_typed_value:
            self.dispatch("on_ticket", suggestion.ticket)
        else:
            self._ask_value(suggestion.ticket)

    def choose_single(self) -> None:
        """Choose the only match when Enter is pressed; refuse if there are several."""
        suggestions = self.ids.suggestions
        if suggestions.single is not None:
            self.choose(suggestions.single)
        elif suggestions.has_rows:
            several = phrase("Several tickets match: choose one, or type more letters.")
            self.dispatch("on_refuse", several)

    # Value

    def correct_value(self, ticket: Ticket) -> None:
        """Ask for another value of an entered ticket; dispatches `on_revalue`."""
        self.uses_board = False
        self._ask_value(ticket, entered=True)

    def _ask_value(self, ticket: Ticket, entered: bool = False) -> None:
        self._close_value_card()
        title = self.state.setup.board.ticket_title(ticket)
        button = (
            translator.tr("Set the value")
            if entered
            else translator.tr("Add for {player}", player=self.player)
        )
        card = ValueCard(title=title, points=ticket.points, button=button)

        def done(points: int) -> None:
            if entered:
                self.step_back()
                self.dispatch("on_revalue", ticket, points)
            else:
                self.dispatch("on_ticket", Ticket(ticket.start, ticket.end, points))

        card.bind(on_enter=lambda _, points: done(points), on_cancel=lambda _: self.step_back())
        self.unfocus()
        self.value_card = card
        self.ids.value.add_widget(card)
        self.suggest()
        self._mark_ends(ticket.start, ticket.end)
        if not self.uses_board:
            # In the next frame, because the search field still has the keyboard.
            Clock.schedule_once(lambda _: card.focus_field())

    def _close_value_card(self) -> None:
        self.ids.value.clear_widgets()
        self.value_card = None

    # On the board

    def toggle_board(self) -> None:
        """Switch between letters and board."""
        self.clear()
        self.uses_board = not self.uses_board
        if self.uses_board:
            self.unfocus()
        self.suggest()
        self.focus_search()

    def _place_board(self, *_: object) -> None:
        """Create or remove the board."""
        if self.picker is not None:
            self.picker.parent.remove_widget(self.picker)
            self.picker = None
        if self.snapshot is not None and (self.beside or self.uses_board):
            self.picker = BoardView()
            self.picker.bind(on_city=lambda _, place: self._pick(place), size=self._focus)
            self._update_board()
            (self.beside or self.ids.board).add_widget(self.picker)

    def _update_board(self) -> None:
        """Show the current state; every tap means the nearest place of a ticket."""
        if self.picker is not None:
            board = self.state.setup.board
            ends = board.ticket_ends.values()
            self.picker.places_to_pick = [place for end in ends for place in end.places]
            self.picker.board, self.picker.state = board, self.state

    def _pick(self, place: str) -> None:
        end = ticket_end_at(self.state.setup.board, place)
        assert end
        self.choose_end(end)

    def choose_end(self, end: str) -> None:
        """Choose the first end, or the second one, which completes the ticket."""
        first = self.first_end
        if self.value_card is not None:
            self._close_value_card()
            first = ""
        if not first or end == first:
            self.first_end = "" if end == first else end
            self.suggest()
            return
        self.first_end = ""
        board = self.state.setup.board
        suggestion = suggest_between(
            board, self.snapshot.cards, card_holders(self.state), first, end
        )
        if suggestion is not None:
            self.choose(suggestion)
            return
        taken = Ticket(first, end, MIN_TICKET_POINTS)
        self._refuse(taken, card_holders(self.state)[taken.pairs])

    def _refuse(self, ticket: Ticket, holder: str) -> None:
        title = self.state.setup.board.ticket_title(ticket)
        line = phrase("{player} already has the ticket {ticket}.", player=holder, ticket=title)
        self.dispatch("on_refuse", line)

    def show_walk(self, result: TicketResult, highlight: Highlight) -> None:
        """Show the walk of an entered ticket on the board."""
        self.uses_board = not self.beside
        self.suggest()
        picker, board = self.picker, self.state.setup.board
        assert picker
        picker.highlight = replace(highlight, trail=())
        if self.uses_board:
            title = board.ticket_title(result.ticket)
            self.prompt = f"{title}   {format_signed(result.points)}"
        self._focus()

    def _focus(self, *_: object) -> None:
        """Zoom to the walk; a new board gets its size in the next frame."""
        if self.picker is not None and self.picker.highlight.tracks:
            self.picker.focus(self.picker.highlight)

    def _mark_ends(self, *ends: str) -> None:
        """Mark the chosen ends on the board and, after the first one, the possible other ends."""
        if self.picker is None:
            return
        board, chosen = self.state.setup.board, [end for end in ends if end]
        others: Iterable[str] = ()
        if len(chosen) == 1:
            held = card_holders(self.state)
            others = possible_ends(board, self.snapshot.cards, held, chosen[0])

        def places(ends: Iterable[str]) -> tuple[str, ...]:
            return tuple(place for end in ends for place in board.ticket_ends[end].places)

        self.picker.highlight = Highlight(places=places(chosen), targets=places(others))
