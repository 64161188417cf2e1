"""Learned tickets: the bundled decks lack them or have them with another value."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion.report.search.tickets import suggest_known, suggestion_caption
from companion.rules.board import Board
from companion.rules.events import Ticket
from companion.rules.tickets import MAX_TICKET_POINTS, MIN_TICKET_POINTS
from companion.rules.wording import phrase, plural_phrase
from companion.store.learned import Row
from companion.table.snapshot import Snapshot
from companion.ui.kit.containers import Card
from companion.ui.kit.debounce import ignore_touches
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.page import Page


class LearnedTicketCard(Card):
    """One ticket, whose value can be changed, with a Remove button."""

    title = StringProperty("")
    board_name = StringProperty("")
    difference = StringProperty("")
    """How the bundled deck differs."""
    points = NumericProperty(MIN_TICKET_POINTS, force_dispatch=True)
    minimum, maximum = MIN_TICKET_POINTS, MAX_TICKET_POINTS
    board = ObjectProperty(None, allownone=True)
    ticket = ObjectProperty(None, allownone=True)
    page = ObjectProperty(None, allownone=True)

    def on_points(self, *_: object) -> None:
        """Show the stored value, also in place of a refused one."""
        if "stepper" in self.ids:
            self.ids.stepper.value = self.points
            self.ids.stepper.on_value()


class OwnTicketsPage(Page):
    """Lists the learned tickets of all boards."""

    has_tickets = BooleanProperty(False)

    def refresh(self, _: Snapshot | None) -> None:
        """List the tickets."""
        learned = self.context.store.learned
        self.ids.list.data = [
            self._row(board, ticket)
            for board in self.context.boards.readable(learned.board_ids("tickets"))
            for ticket in sorted(learned.tickets(board), key=board.ticket_title)
        ]
        self.has_tickets = bool(self.ids.list.data)

    def _row(self, board: Board, ticket: Ticket) -> dict[str, object]:
        difference = suggestion_caption(board, suggest_known(board, ticket))
        return {
            "page": self,
            "board": board,
            "ticket": ticket,
            "title": board.ticket_title(ticket),
            "board_name": translator.render(board.display_name),
            "difference": translator.render(difference) if difference else "",
            "points": ticket.points,
        }

    def revalue(self, board: Board, ticket: Ticket, points: int) -> None:
        """Change the value of a ticket."""
        self._change(board, ticket, ticket.with_points(points))

    def remove(self, board: Board, ticket: Ticket) -> None:
        """Remove a ticket, with Undo in the notification."""
        if self._change(board, ticket, None):
            line = phrase("Removed: {ticket}", ticket=board.ticket_title(ticket))
            self.notify(
                line, button=translator.tr("Undo"), act=lambda: self._change(board, ticket, ticket)
            )

    def remove_all(self) -> None:
        """Remove the tickets of all boards, with Undo in the notification."""
        learned, removed = self.context.store.learned, []
        if self.attempt(lambda: removed.extend(learned.clear("tickets"))):
            line = plural_phrase("{count} ticket removed", "{count} tickets removed", len(removed))
            self.notify(line, button=translator.tr("Undo"), act=lambda: self._put_back(removed))
        self._show_change()

    def _put_back(self, tickets: list[Row]) -> None:
        self.attempt(lambda: self.context.store.learned.merge({"tickets": tickets}))
        self._show_change()

    def _show_change(self) -> None:
        self.context.sessions.reload_known_tickets()
        self.redraw()

    def refuse_value(self) -> None:
        """Show the stored value again and which values are allowed."""
        self.redraw()
        line = phrase(
            "A ticket is worth {fewest} to {most} points.",
            fewest=MIN_TICKET_POINTS,
            most=MAX_TICKET_POINTS,
        )
        self.notify(line, refused=True)

    def _change(self, board: Board, ticket: Ticket, right: Ticket | None) -> bool:
        """Replace a ticket, or remove it; False with a notification if that is refused."""
        learned = self.context.store.learned
        if right is None:
            done = self.attempt(lambda: learned.forget_ticket(board, ticket))
        else:
            done = self.attempt(lambda: learned.remember_ticket(board, right))
        before = len(self.ids.list.data)
        self._show_change()
        if len(self.ids.list.data) < before:
            # The next card moves under the finger that tapped the stepper.
            ignore_touches()
        return done


load("pages/own_tickets")
