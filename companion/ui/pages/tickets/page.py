"""The tickets page: entering tickets per player; each is evaluated at once."""

from __future__ import annotations

from collections.abc import Callable

from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from companion.report.highlights import ticket_highlight
from companion.report.words.setup import first_tickets, later_draws
from companion.report.words.tickets import (
    borrowed_routes,
    explain_ticket,
    hand_in_summary,
    hand_questions,
    shortfall,
    stops,
    total,
)
from companion.rules.board import Board
from companion.rules.events import Ticket, TicketsTaken
from companion.rules.final_tally import PlayerTally
from companion.rules.state import GameState
from companion.rules.ticket_results import TicketResult
from companion.rules.tickets import MAX_TICKET_POINTS, MIN_TICKET_POINTS
from companion.rules.wording import format_signed, phrase
from companion.table.edits import handed_in_cards
from companion.table.session import GameSession
from companion.table.snapshot import Snapshot
from companion.ui.context import AppContext
from companion.ui.game.hand_ins import decision_cards
from companion.ui.game.players import player_chips
from companion.ui.kit.buttons import Chip, Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.layout import set_children
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import PageName, Request, ShowPlayer
from companion.ui.page import Page


class TicketRow(Tappable):
    """A player's ticket; a tap opens its sheet."""

    title = StringProperty("")
    spaces = NumericProperty(0)
    """The spaces of the walk that completes it or lacks fewest."""
    missing = NumericProperty(0)
    """Those of them that the player lacks."""
    color_name = StringProperty("blue")
    stops = ListProperty()
    """The cities on the walk that completes it."""
    detail = StringProperty("")
    """The missing spaces, or the borrowed route."""
    points = StringProperty("")
    is_completed = BooleanProperty(False)
    icon = StringProperty("")
    ticket = ObjectProperty()
    chosen = BooleanProperty(False)
    """Whether its sheet is open."""


@register_events("on_show", "on_type")
class TicketSheet(Sheet):
    """Changes a ticket; dispatches `on_show` to show it on the board, `on_type` to type its value.

    The sheet closes before what is shown elsewhere.
    """

    title = StringProperty("")
    outcome = StringProperty("")
    points = NumericProperty(0)
    minimum, maximum = MIN_TICKET_POINTS, MAX_TICKET_POINTS
    is_on_board = BooleanProperty(False)
    """Whether the board beside it shows the walk."""

    def __init__(self, session: GameSession, player: str, ticket: Ticket) -> None:
        super().__init__()
        self._session, self._player, self.ticket = session, player, ticket
        now = session.now
        self.title = now.board.ticket_title(ticket)
        if ticket.other_ends:
            # A ticket with several destinations has several values.
            self.ids.value.parent.remove_widget(self.ids.value)
        others = (each for each in now.setup.players if each.name != player)
        set_children(self.ids.others, player_chips(others, self._move))
        self.show(now)

    def show(self, snapshot: Snapshot) -> None:
        """Update value and outcome; close the sheet if Undo has removed its ticket or player."""
        board, player = snapshot.board, _tally_of(snapshot, self._player)
        result = _result_of(player, self.ticket) if player is not None else None
        if player is None or result is None:
            self.close()
        elif self.ticket.other_ends:
            self.outcome = translator.render(explain_ticket(board, result))
        else:
            self.points = result.ticket.points
            # A refused value must not stay visible.
            self.ids.stepper.value = self.points
            if result.completed:
                self.outcome = " · ".join(stops(board, result))
            else:
                self.outcome = translator.render(shortfall(board, player, result))
            self._show_editions(board)

    def _show_editions(self, board: Board) -> None:
        """Show the values of this ticket in other editions."""
        values = {
            points
            for card in board.all_tickets
            if card.ticket.pairs == self.ticket.pairs
            for points in (card.ticket.points, card.points_2004)
            if points is not None
        }
        chips = (
            Chip(
                # Translators: a button; {points} is a number without the word.
                text=translator.tr("Worth {points}", points=points),
                on_tap=lambda _, points=points: self.revalue(points),
            )
            for points in sorted(values - {self.points})
        )
        set_children(self.ids.editions, chips)

    def revalue(self, points: int) -> None:
        """Correct the value; after a refusal the old value is shown again."""
        self._session.revalue_ticket(self._player, self.ticket, points)
        self.show(self._session.now)

    def _move(self, player: str) -> None:
        self.close()
        self._session.move_ticket(self._player, self.ticket, player)

    def remove(self) -> None:
        """Remove the ticket."""
        self.close()
        self._session.drop_ticket(self._player, self.ticket)

    def leave_for(self, event: str) -> None:
        """Close the sheet and dispatch an event."""
        self.close()
        self.dispatch(event)


class TicketsPage(Page):
    """A player's tickets, the input and the total."""

    player = StringProperty("")
    """Whose tickets are shown."""
    subtitle = StringProperty("")
    total = StringProperty("")
    is_last_player = BooleanProperty(False)
    next_text = StringProperty("")
    """The text of the button to the next player or the result."""
    help = StringProperty("")
    """How to enter a ticket, while there is none."""
    handed_in = StringProperty("")
    """Who has handed in tickets, while the game is shared."""
    is_sharing = BooleanProperty(False)
    """Whether the other players can hand in their tickets."""
    questions = StringProperty("")
    """Questions about the player's tickets, one per line."""
    are_tickets_missing = BooleanProperty(False)
    """Whether neither tickets nor that there are none have been entered for the player."""
    tabs = ListProperty()
    shows_list = BooleanProperty(True)
    """Whether there is room for the player's tickets."""

    def __init__(self, context: AppContext) -> None:
        self._game_id = ""
        """The game shown last."""
        super().__init__(context)
        self.input = self.ids.input
        """The widget that enters a ticket."""
        self.bind(wide=self._arrange)
        self.input.bind(uses_board=self._arrange)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        """Show the board beside the player's tickets, or in their place."""
        if self.wide:
            self.input.uses_board = False
        self.input.beside = self.ids.beside if self.wide else None
        self.shows_list = not self.input.uses_board

    # Lifecycle

    def opening(self) -> None:
        """Focus the search field, which is empty unless the keeper returns to the page."""
        if not self.context.navigator.is_returning:
            self.input.clear()
        self.input.focus_search()

    def refresh(self, snapshot: Snapshot | None) -> None:
        """Evaluate all tickets again: a new one may change the best use of a station."""
        if snapshot is None:
            return
        if self._game_id != snapshot.saved.id or self.player not in snapshot.setup.names:
            self.player = _initial_player(snapshot)
        self._game_id = snapshot.saved.id
        self.input.show(snapshot, self.player)
        self._describe()

    def open_with(self, request: Request) -> None:
        """Show the tickets of a player."""
        assert isinstance(request, ShowPlayer)
        self.choose_player(request.name)

    def closing(self) -> None:
        """Close the on-screen keyboard."""
        self.input.unfocus()

    def handle_back(self) -> bool:
        """Undo one step of an unfinished ticket; False if there is none."""
        return bool(self.input.step_back())

    def handle_key(self, key: int, modifiers: frozenset[str]) -> bool:
        """Move between the search field and the suggestions."""
        ids = self.input.ids
        return self.handle_search_key(ids.search, ids.suggestions, key, modifiers)

    # Display

    @property
    def _state(self) -> GameState:
        return self.session.now.game.state

    @property
    def _tally(self) -> PlayerTally:
        tally = _tally_of(self.session.now, self.player)
        assert tally is not None
        return tally

    def _describe(self) -> None:
        setup = self._state.setup
        number, count = setup.names.index(self.player) + 1, len(setup.names)
        self.subtitle = translator.tr(
            "{number} of {count} · {player}", number=number, count=count, player=self.player
        )
        self.is_last_player = number == count
        self.next_text = (
            translator.tr("Next: {player}", player=setup.names[number])
            if number < count
            else translator.tr("Result")
        )
        player = self._state.players[self.player]
        self.total = translator.render(total(self._tally, player.has_no_tickets))
        help_lines = (
            phrase("Type part of one or both names, or tap the places on the board."),
            first_tickets(setup.board),
            later_draws(setup.board),
        )
        self.help = (
            "" if self._tally.tickets else "\n".join(translator.render(each) for each in help_lines)
        )
        self.are_tickets_missing = player.are_tickets_missing
        waits = self.player in self.session.now.waiting_players
        asked = hand_questions(self._state, player)
        self.questions = "" if waits else "\n".join(map(translator.render, asked))
        self._show_handed_in()
        self.tabs = [
            (player.name, player.color, *self._caption(player.name)) for player in setup.players
        ]
        self._show_tickets()

    def _show_handed_in(self) -> None:
        """Show who has handed in tickets, and what of the player's the keeper has to decide."""
        self.is_sharing = self.context.shared_session is not None
        snapshot = self.session.now
        shows = self.is_sharing or snapshot.hand_ins
        self.handed_in = translator.render(hand_in_summary(snapshot)) if shows else ""
        cards = decision_cards(snapshot, self.player, self.session.decide)
        set_children(self.ids.decisions, cards)

    def _caption(self, player: str) -> tuple[bool, str, str]:
        """Whether the player's tab is marked, its caption and a shorter one."""
        if player in self.session.now.waiting_players:
            # Translators: on the tab of a player whose tickets wait for the keeper's decision.
            return True, translator.tr_context("caption", "Decide"), "!"
        count = len(self._state.players[player].tickets)
        if self._state.players[player].are_tickets_missing:
            return False, "–", "–"
        return False, translator.tr_plural("{count} ticket", "{count} tickets", count), str(count)

    def _show_tickets(self) -> None:
        """List the player's tickets, the newest first."""
        set_children(self.ids.rows, map(self._row, reversed(self._tally.tickets)))
        self.on_sheet()

    def on_sheet(self, *_: object) -> None:
        """Mark the ticket whose sheet is open."""
        pairs = self.sheet.ticket.pairs if isinstance(self.sheet, TicketSheet) else None
        for row in self.ids.rows.children:
            row.chosen = row.ticket.pairs == pairs

    def _row(self, result: TicketResult) -> TicketRow:
        board, tally = self._state.setup.board, self._tally
        details = borrowed_routes(board, tally, result)
        if result.ticket.pairs in handed_in_cards(self.session.now.game, self.player):
            # Translators: below a ticket in a list.
            details = (*details, phrase("handed in"))
        if not result.completed:
            details = (shortfall(board, tally, result), *details)
        return TicketRow(
            title=board.ticket_title(result.ticket),
            spaces=result.walk.length if result.walk else 0,
            missing=result.missing,
            color_name=self._state.setup.colors[self.player],
            stops=stops(board, result),
            detail="\n".join(translator.render(each) for each in details),
            points=format_signed(result.points),
            is_completed=result.completed,
            icon="check" if result.completed else "gap",
            ticket=result.ticket,
            on_tap=lambda _: self.open_ticket(result),
        )

    # Entries

    def enter(self, ticket: Ticket) -> None:
        """Enter a ticket for the player."""
        if not self.session.take_ticket(self.player, ticket).accepted:
            return
        self.input.clear()
        self.ids.scroll.scroll_y = 1
        if self.input.picker is not None:
            self.show_on_board(ticket)
        self.input.focus_search()

    # Sheet and board

    def open_ticket(self, result: TicketResult) -> None:
        """Open the sheet of a ticket."""
        self.input.unfocus()
        ticket = result.ticket
        if self.wide:
            self.show_on_board(ticket)
        sheet = TicketSheet(self.session, self.player, ticket)
        sheet.is_on_board = self.roomy
        sheet.bind(
            on_show=lambda _: self.show_on_board(ticket),
            on_type=lambda _: self.input.correct_value(ticket),
        )
        self.open_sheet(sheet)

    def show_on_board(self, ticket: Ticket) -> None:
        """Show the walk of one of the player's tickets on the board."""
        result = _result_of(self._tally, ticket)
        if result is not None:
            self.input.show_walk(result, ticket_highlight(self._state, self._tally, result))

    # Navigation

    def go_next(self) -> None:
        """Go to the next player, or to the result."""
        names = self._state.setup.names
        following = names.index(self.player) + 1
        if following < len(names):
            self._leave_ticket(lambda: self.choose_player(names[following]))
        else:
            self.go_to("result")

    def go_to(self, page: PageName) -> None:
        """Go to the reveal or the result, once no tickets wait for a decision."""
        go = self.context.navigator.go
        self._leave_ticket(lambda: self.decide_hand_ins(lambda: go(page)))

    def _leave_ticket(self, go_on: Callable[[], object]) -> None:
        """Call `go_on`; with an unfinished ticket only once the keeper discards that."""

        def discard() -> None:
            self.input.clear()
            go_on()

        if self.input.is_unfinished:
            line = phrase("A ticket is begun but not entered.")
            button = translator.tr("Discard it")
            self.notify(line, refused=True, button=button, act=discard)
        else:
            go_on()

    def choose_player(self, player: str) -> None:
        """Show a player's tickets and discard an unfinished ticket."""
        if player != self.player:
            while self.step_back():
                pass
            self.input.clear()
            self.player = player
            self.redraw()
        self.input.focus_search()


def _tally_of(snapshot: Snapshot, player: str) -> PlayerTally | None:
    return next((each for each in snapshot.tally.players if each.name == player), None)


def _result_of(player: PlayerTally, ticket: Ticket) -> TicketResult | None:
    return next((each for each in player.tickets if each.ticket.pairs == ticket.pairs), None)


def _initial_player(snapshot: Snapshot) -> str:
    """The player who took the last tickets, or the first player if the game is finished."""
    events = () if snapshot.is_finished else reversed(snapshot.game.events)
    given = (event.player for event in events if isinstance(event, TicketsTaken))
    return next(given, snapshot.setup.names[0])


load("pages/tickets")
