"""The tickets at the end of a game: entered card by card, each judged at once."""

from __future__ import annotations

from collections.abc import Callable

from kivy.properties import BooleanProperty, ListProperty, StringProperty

from companion.report import ticket_facts
from companion.report.highlights import ticket_highlight
from companion.report.odd_hands import odd_hands
from companion.rules.events import Ticket, TicketsTaken
from companion.rules.final_tally import PlayerTally, TicketResult
from companion.rules.state import GameState
from companion.rules.wording import signed
from companion.table.snapshot import Snapshot
from companion.ui.context import AppContext
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.page import Page
from companion.ui.pages.tickets.ticket_row import TicketRow
from companion.ui.pages.tickets.ticket_sheet import TicketSheet


class TicketsPage(Page):
    """Per player: the tickets, how to enter one more, and what they add up to."""

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
    question = StringProperty("")
    """About a hand that does not fit what was dealt, once there is a hand."""
    tabs = ListProperty()

    def __init__(self, context: AppContext) -> None:
        self._shown = ""
        """The id of the game that was shown last."""
        super().__init__(context)
        self.entry = self.ids.entry
        """Where one more is entered."""

    # Lifecycle hooks

    def opening(self) -> None:
        """Let the keeper type at once."""
        self.entry.write()

    def refresh(self, snapshot: Snapshot | None) -> None:
        """Judge every ticket anew: one more may change what a station is best used for."""
        if snapshot is None:
            return
        if self._shown != snapshot.saved.id or self.player not in snapshot.setup.names:
            self.player = _first(snapshot)
        self._shown = snapshot.saved.id
        self.entry.show(snapshot, self.player)
        self._describe()

    def closing(self) -> None:
        """Put the keyboard away."""
        self.entry.rest()

    def handle_back(self) -> bool:
        """Leave what was begun, one step at a time; False if nothing was."""
        return bool(self.entry.step_back())

    # What is shown

    @property
    def _state(self) -> GameState:
        return self.session.now.game.state

    @property
    def _mine(self) -> PlayerTally:
        players = self.session.now.tally.players
        return next(each for each in players if each.name == self.player)

    def _describe(self) -> None:
        setup = self._state.setup
        number, count = setup.names.index(self.player) + 1, len(setup.names)
        self.subtitle = translator.tr(
            "{number} of {count} · {player}", number=number, count=count, player=self.player
        )
        self.last = number == count
        self.onward = (
            translator.tr("Next: {player}", player=setup.names[number])
            if number < count
            else translator.tr("Result")
        )
        self.total = translator.render(ticket_facts.total(self._mine))
        self.help = (
            ""
            if self._mine.tickets
            else translator.tr("Type letters of one or both ends, or tap them on the board.")
        )
        asked = odd_hands(self._state).get(self.player, ()) if self._mine.tickets else ()
        self.question = "\n".join(translator.render(each) for each in asked)
        self.tabs = [
            (player.name, player.color, *self._count(player.name)) for player in setup.players
        ]
        self._fill()

    def _count(self, player: str) -> tuple[str, str]:
        count = len(self._state.players[player].tickets)
        if not count:
            return "–", "–"
        return translator.tr_plural("{count} ticket", "{count} tickets", count), str(count)

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
                detail="\n".join(translator.render(each) for each in told),
                points=signed(result.points),
                completed=result.completed,
                result=result,
            )
            row.bind(on_tap=lambda row: self.open_ticket(row.result))
            rows.add_widget(row)
        if isinstance(self.sheet, TicketSheet):
            self._refill_sheet(self.sheet)

    # What is entered

    def enter(self, ticket: Ticket) -> None:
        """Put a card into the player's hand."""
        before = self.session.now
        self.session.take_ticket(self.player, ticket)
        if self.session.now is before:
            # Refused: the letters stay.
            return
        self.entry.clear()
        self.ids.scroll.scroll_y = 1
        if self.entry.picking:
            self.show_on_board(ticket)
        self.entry.write()

    def revalue(self, ticket: Ticket, points: int) -> None:
        """Correct the printed value of a card; what is refused is not left in sight."""
        before = self.session.now
        self.session.revalue_ticket(self.player, ticket, points)
        if self.session.now is before:
            self._fill()

    # What is looked at

    def open_ticket(self, result: TicketResult) -> None:
        """Offer what can be done with a ticket."""
        self.entry.rest()
        ticket = result.ticket
        sheet = TicketSheet(self._state, self._mine, result)

        def closing(do: Callable[..., object]) -> Callable[..., None]:
            def close_then(_: TicketSheet, *arguments: object) -> None:
                sheet.close()
                do(*arguments)

            return close_then

        sheet.bind(
            on_revalue=lambda _, points: self.revalue(ticket, points),
            on_show=closing(lambda: self.show_on_board(ticket)),
            on_type=closing(lambda: self.entry.correct_value(ticket)),
            on_move=closing(lambda player: self.session.move_ticket(self.player, ticket, player)),
            on_remove=closing(lambda: self.session.drop_ticket(self.player, ticket)),
        )
        self.open_sheet(sheet)

    def _refill_sheet(self, sheet: TicketSheet) -> None:
        """Undo may have changed the ticket a sheet speaks of, or taken it away."""
        result = self._result(sheet.ticket)
        if result is None:
            sheet.close()
        else:
            sheet.fill(self._state, self._mine, result)

    def show_on_board(self, ticket: Ticket) -> None:
        """Light the walk of one of the player's tickets."""
        result = self._result(ticket)
        if result is not None:
            self.entry.show_walk(result, ticket_highlight(self._state, self._mine, result))

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
            self.context.navigator.go("result")

    def choose(self, player: str) -> None:
        """Show one player's tickets."""
        if player != self.player:
            while self.step_back():
                pass
            self.entry.clear()
            self.player = player
            self.redraw()
        self.entry.write()


def _first(snapshot: Snapshot) -> str:
    """Whose tickets to begin with: in a game that is not over, who was given the last ones."""
    entries = () if snapshot.finished else reversed(snapshot.game.events)
    given = (entry.player for entry in entries if isinstance(entry, TicketsTaken))
    return next(given, snapshot.setup.names[0])


load("pages/tickets/page")
