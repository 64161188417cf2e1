"""The tickets at the end of a game: entered card by card, each judged at once."""

from __future__ import annotations

from collections.abc import Callable

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from companion.report import ticket_facts
from companion.rules import GameState, Phrase, PlayerTally, Tally, Ticket, TicketResult, tally
from companion.rules.wording import say, signed
from companion.table import hands
from companion.ui.keeping import Keeping
from companion.ui.look.kv import load
from companion.ui.look.words import words
from companion.ui.pages.tickets import ticket_entry
from companion.ui.pages.tickets.ticket_row import TicketRow
from companion.ui.pages.tickets.ticket_sheet import TicketSheet
from companion.ui.widgets import bar, notice, player_tabs
from companion.ui.widgets.page import Page


class TicketsPage(Page):
    """Per player: the tickets, how to enter one more, and what they add up to."""

    keeping = ObjectProperty(None, allownone=True, rebind=True)
    """The `Keeping` of the game."""
    cards = ObjectProperty(())
    """The cards of the deck, as far as they are known."""
    player = StringProperty("")
    """Whose tickets are shown."""
    subtitle = StringProperty("")
    total = StringProperty("")
    last = BooleanProperty(False)
    """Whether nobody comes after this player, so that the result can be told."""
    onward = StringProperty("")
    """What the button that goes on says."""
    help = StringProperty("")
    """How to begin, while there is nothing else to look at."""
    tabs = ListProperty()

    __events__ = ("on_back", "on_result", "on_ceremony")

    def __init__(self, **properties: object) -> None:
        self.sheet: TicketSheet | None = None
        self.tally: Tally | None = None
        """Of the whole game as it stands."""
        super().__init__(**properties)
        self.entry = self.ids.entry
        """Where one more is entered."""
        words.bind(say=self._describe)

    # What is shown

    def on_keeping(self, *_: object) -> None:
        """Show another game, from the first player on."""
        keeping: Keeping = self.keeping
        keeping.bind(
            state=self._show,
            on_told=lambda _, line, __: self._tell(line, undoable=True),
            on_refused=lambda _, reason: self._tell(reason, refused=True),
        )
        self.close_all()
        self.tally = None
        self.player = keeping.state.setup.names[0]
        self._show()

    def on_pre_enter(self, *_: object) -> None:
        """Come without an old answer."""
        self.ids.notice.clear()

    def on_enter(self, *_: object) -> None:
        """Let the keeper type at once."""
        self.entry.write()

    def on_pre_leave(self, *_: object) -> None:
        """Put the keyboard away."""
        self.entry.rest()

    def on_player(self, *_: object) -> None:
        """Show somebody else's tickets."""
        self.close_all()
        self._describe()

    def _show(self, *_: object) -> None:
        """Judge every ticket anew: one more may change what a station is best used for."""
        self.tally = tally(self._state)
        self.entry.state = self._state
        self._describe()

    @property
    def _state(self) -> GameState:
        state: GameState = self.keeping.state
        return state

    @property
    def _mine(self) -> PlayerTally:
        assert self.tally
        return next(each for each in self.tally.players if each.name == self.player)

    def _describe(self, *_: object) -> None:
        if self.tally is None:
            return
        setup = self._state.setup
        number, count = setup.names.index(self.player) + 1, len(setup.names)
        self.subtitle = words.say(
            "{number} of {count} · {player}", number=number, count=count, player=self.player
        )
        self.last = number == count
        self.onward = (
            words.say("Next: {player}", player=setup.names[number])
            if number < count
            else words.say("Result")
        )
        self.total = words.told(ticket_facts.total(self._mine))
        self.help = (
            ""
            if self._mine.tickets
            else words.say("Type letters of one or both ends, or tap them on the board.")
        )
        self.tabs = [
            (player.name, player.color, *self._count(player.name)) for player in setup.players
        ]
        self._fill()

    def _count(self, player: str) -> tuple[str, str]:
        count = len(self._state.players[player].tickets)
        if not count:
            return "–", "–"
        return words.count("{count} ticket", "{count} tickets", count), str(count)

    def _fill(self) -> None:
        """The player's tickets, the newest on top."""
        rows = self.ids.rows
        rows.clear_widgets()
        board, mine = self._state.setup.board, self._mine
        usable = ticket_facts.usable_routes(mine)
        for result in reversed(mine.tickets):
            told = ticket_facts.borrowing(board, mine, result)
            if not result.completed:
                told = (ticket_facts.shortfall(board, result, usable),)
            row = TicketRow(
                title=board.ticket_title(result.ticket),
                stops=ticket_facts.stops(board, result),
                detail="\n".join(words.told(each) for each in told),
                points=signed(result.points),
                completed=result.completed,
                result=result,
            )
            row.bind(on_tap=lambda row: self.open_ticket(row.result))
            rows.add_widget(row)
        if self.sheet is not None:
            self._refill_sheet(self.sheet)

    # What is entered

    def enter(self, ticket: Ticket) -> None:
        """Put a card into the player's hand."""
        player = self.player
        if not self.keeping.apply(
            lambda game: hands.taken(game, player, ticket), self._line(ticket)
        ):
            return
        self.entry.clear()
        self.ids.scroll.scroll_y = 1
        if self.entry.picking:
            self.show_on_board(ticket)
        self.entry.write()

    def revalue(self, ticket: Ticket, points: int) -> None:
        """Correct the printed value of a card."""
        line = say(
            "{player}: {ticket} is worth {points}",
            player=self.player,
            ticket=self._state.setup.board.ticket_title(ticket),
            points=points,
        )
        holder = self.player
        self.keeping.apply(lambda game: hands.revalued(game, holder, ticket, points), line)

    def move(self, ticket: Ticket, player: str) -> None:
        """Give a card to the player who really held it."""
        line = self._line(ticket, player)
        holder = self.player
        self.keeping.apply(lambda game: hands.moved(game, holder, ticket, player), line)

    def remove(self, ticket: Ticket) -> None:
        """Take a card out again."""
        line = say("Removed: {entry}", entry=self._line(ticket))
        holder = self.player
        self.keeping.apply(lambda game: hands.dropped(game, holder, ticket), line)

    def _line(self, ticket: Ticket, player: str | None = None) -> Phrase:
        title = self._state.setup.board.ticket_title(ticket)
        return say("{player}: {ticket}", player=player or self.player, ticket=title)

    # What is looked at

    def open_ticket(self, result: TicketResult) -> None:
        """Offer what can be done with a ticket."""
        self.entry.rest()
        ticket = result.ticket
        sheet = TicketSheet(self._state, self._mine, result)

        def closing(do: Callable[..., None]) -> Callable[..., None]:
            def close_then(_: TicketSheet, *arguments: object) -> None:
                sheet.close()
                do(*arguments)

            return close_then

        sheet.bind(
            on_revalue=lambda _, points: self.revalue(ticket, points),
            on_show=closing(lambda: self.show_on_board(ticket)),
            on_type=closing(lambda: self.entry.correct_value(ticket)),
            on_move=closing(lambda player: self.move(ticket, player)),
            on_remove=closing(lambda: self.remove(ticket)),
            on_closed=lambda _: setattr(self, "sheet", None),
        )
        self.sheet = sheet
        sheet.open(self.ids.layer)

    def _refill_sheet(self, sheet: TicketSheet) -> None:
        """Undo may have changed the ticket a sheet speaks of, or taken it away."""
        result = self._result(sheet.ticket)
        if result is None:
            sheet.close()
        else:
            sheet.show(self._state, self._mine, result)

    def show_on_board(self, ticket: Ticket) -> None:
        """Light the walk of one of the player's tickets."""
        result = self._result(ticket)
        if result is not None:
            self.entry.show(
                result,
                [
                    use.borrowed.route.id
                    for use in self._mine.stations
                    if use.borrowed.route is not None and result.ticket in use.serves
                ],
            )

    def _result(self, ticket: Ticket) -> TicketResult | None:
        return next(
            (each for each in self._mine.tickets if each.ticket.pairs == ticket.pairs), None
        )

    # Ways

    def go_on(self) -> None:
        """On to the next player, or to the result."""
        names = self._state.setup.names
        following = names.index(self.player) + 1
        if following < len(names):
            self.choose(names[following])
        else:
            self.dispatch("on_result")

    def choose(self, player: str) -> None:
        """Show one player's tickets."""
        self.player = player
        self.entry.write()

    def close_sheet(self) -> bool:
        """Leave what was begun, one step at a time; False if nothing was."""
        if self.sheet is None:
            stepped: bool = self.entry.step_back()
            return stepped
        self.sheet.close()
        return True

    def close_all(self) -> None:
        """Leave everything that was begun."""
        while self.close_sheet():
            pass
        self.entry.clear()

    def _tell(self, line: Phrase, refused: bool = False, undoable: bool = False) -> None:
        offers_undo = undoable and self.keeping.can_undo
        self.ids.notice.tell(words.told(line), refused=refused, undoable=offers_undo)

    def on_back(self) -> None:
        """Something to bind to."""

    def on_result(self) -> None:
        """Something to bind to."""

    def on_ceremony(self) -> None:
        """Something to bind to."""


_NEEDED = (bar, notice, player_tabs, ticket_entry)
"""Modules whose widgets the kv file names."""

load("pages/tickets/page")
