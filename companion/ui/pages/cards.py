"""Learned tickets: the bundled decks lack them or have them with another value."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.report.ticket_search import suggest_known, suggestion_note
from companion.rules.board import Board
from companion.rules.events import Ticket
from companion.rules.tickets import MAX_TICKET_POINTS, MIN_TICKET_POINTS
from companion.rules.wording import phrase
from companion.table.snapshot import Snapshot
from companion.ui.kit.containers import Card
from companion.ui.kit.debounce import ignore_touches
from companion.ui.kit.events import register_events
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.page import Page


@register_events("on_value", "on_wrong", "on_remove")
class LearnedTicketCard(Card):
    """One ticket, whose value can be changed, with a Remove button."""

    title = StringProperty("")
    board_name = StringProperty("")
    note = StringProperty("")
    """How the bundled deck differs."""
    points = NumericProperty(MIN_TICKET_POINTS)
    minimum, maximum = MIN_TICKET_POINTS, MAX_TICKET_POINTS


class CardsPage(Page):
    """Lists the learned tickets of all boards."""

    has_tickets = BooleanProperty(False)

    def refresh(self, _: Snapshot | None) -> None:
        """List the tickets."""
        rows = self.ids.rows
        rows.clear_widgets()
        for board in self.context.boards.values():
            tickets = self.context.store.learned.tickets(board)
            for ticket in sorted(tickets, key=board.ticket_title):
                rows.add_widget(self._card(board, ticket))
        self.has_tickets = bool(rows.children)

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
        done = self.attempt(
            lambda: (
                learned.correct_ticket(board, ticket, right)
                if right is not None
                else learned.forget_ticket(board, ticket)
            )
        )
        self.session.reload_known_tickets()
        before = len(self.ids.rows.children)
        self.redraw()
        if len(self.ids.rows.children) < before:
            # The next card moves under the finger that tapped the stepper.
            ignore_touches()
        return done

    def _card(self, board: Board, ticket: Ticket) -> LearnedTicketCard:
        difference = suggestion_note(board, suggest_known(board, ticket))
        card = LearnedTicketCard(
            title=board.ticket_title(ticket),
            board_name=translator.render(board.display_name),
            note=translator.render(difference) if difference else "",
            points=ticket.points,
        )
        card.bind(
            on_value=lambda _, points: self.revalue(board, ticket, points),
            on_wrong=lambda _: self.refuse_value(),
            on_remove=lambda _: self.remove(board, ticket),
        )
        return card


load("pages/cards")
