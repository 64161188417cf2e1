"""The table's own cards: tickets that our decks do not have, or not with this value."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.report.ticket_offers import known_card, note
from companion.rules.board import Board
from companion.rules.events import Ticket
from companion.rules.tickets import FEWEST_POINTS, MOST_POINTS
from companion.rules.wording import phrase
from companion.table.snapshot import Snapshot
from companion.ui.kit.containers import Card
from companion.ui.kit.debounce import ignore_touches
from companion.ui.kit.events import register_events
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.page import Page


@register_events("on_value", "on_wrong", "on_remove")
class OwnCard(Card):
    """One card: how it is printed here, to be corrected or removed."""

    title = StringProperty("")
    board_name = StringProperty("")
    note = StringProperty("")
    """What our deck says instead."""
    points = NumericProperty(FEWEST_POINTS)
    fewest, most = FEWEST_POINTS, MOST_POINTS


class CardsPage(Page):
    """Every card that was met at the table, board by board."""

    anything = BooleanProperty(False)
    """Whether there are such cards."""

    def refresh(self, _: Snapshot | None) -> None:
        """List what is remembered."""
        rows = self.ids.rows
        rows.clear_widgets()
        for board in self.context.boards.values():
            cards = self.context.store.learned.tickets(board)
            for card in sorted(cards, key=board.ticket_title):
                rows.add_widget(self._card(board, card))
        self.anything = bool(rows.children)

    def revalue(self, board: Board, card: Ticket, points: int) -> None:
        """Remember a card with another value."""
        self._change(board, card, card.worth(points))

    def remove(self, board: Board, card: Ticket) -> None:
        """Forget a card, until somebody enters it again."""
        if self._change(board, card, None):
            line = phrase("Removed: {ticket}", ticket=board.ticket_title(card))
            self.tell(
                line, offer=translator.tr("Undo"), act=lambda: self._change(board, card, card)
            )

    def refuse(self) -> None:
        """Say what a value may be; the one that is remembered comes back into sight."""
        self.redraw()
        line = phrase(
            "A ticket is worth {fewest} to {most} points.", fewest=FEWEST_POINTS, most=MOST_POINTS
        )
        self.tell(line, refused=True)

    def _change(self, board: Board, card: Ticket, right: Ticket | None) -> bool:
        """Remember a card otherwise, or not at all; False and told if that is refused."""
        learned = self.context.store.learned
        done = self.attempt(
            lambda: (
                learned.correct_ticket(board, card, right)
                if right is not None
                else learned.forget_ticket(board, card)
            )
        )
        self.session.recall_cards()
        before = len(self.ids.rows.children)
        self.redraw()
        if len(self.ids.rows.children) < before:
            # Steps may follow each other quickly, but not on to the next card.
            ignore_touches()
        return done

    def _card(self, board: Board, card: Ticket) -> OwnCard:
        special = note(board, known_card(board, card))
        row = OwnCard(
            title=board.ticket_title(card),
            board_name=translator.render(board.called),
            note=translator.render(special) if special else "",
            points=card.points,
        )
        row.bind(
            on_value=lambda _, points: self.revalue(board, card, points),
            on_wrong=lambda _: self.refuse(),
            on_remove=lambda _: self.remove(board, card),
        )
        return row


load("pages/cards")
