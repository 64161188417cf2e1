"""Questions about tickets that players handed in and that wait for the keeper's decision."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.rules.events import Ticket
from companion.table.edits import other_holder
from companion.table.session import GameSession
from companion.table.snapshot import Snapshot
from companion.ui.kit.buttons import SecondaryButton
from companion.ui.kit.containers import Card, Column, card_of
from companion.ui.kit.debounce import ignore_touches
from companion.ui.kit.layout import set_children
from companion.ui.kit.sheet import Sheet
from companion.ui.kit.text import SecondaryText, Text, TitleText
from companion.ui.look.translator import translator

Decide = Callable[[str, bool, Ticket | None], object]
"""Called with the player, whether the tickets are accepted, and a single ticket or None."""


def decision_cards(snapshot: Snapshot, player: str, decide: Decide) -> Iterator[Card]:
    """What the keeper has to decide about a player's tickets: the whole list, or each ticket."""
    tr = translator.tr
    tickets = snapshot.waiting_tickets(player)
    titles = [snapshot.board.ticket_title(ticket) for ticket in tickets]

    def card(ticket: Ticket | None, title: str, detail: str, accept: str, decline: str) -> Card:
        def answer(accepted: bool) -> None:
            # The next card moves under the finger.
            ignore_touches()
            decide(player, accepted, ticket)

        return card_of(
            Text(text=title, bold=True),
            SecondaryText(text=detail),
            SecondaryButton(text=accept, on_tap=lambda _: answer(True)),
            SecondaryButton(text=decline, on_tap=lambda _: answer(False)),
        )

    if tickets and snapshot.hand_ins[player].replaces:
        yield card(
            None,
            tr("{player} handed in different tickets from the ones you entered:", player=player),
            "\n".join(titles),
            tr("Use {player}’s list", player=player),
            # Translators: the tickets that the keeper entered.
            tr("Keep what I entered"),
        )
        return
    for ticket, title in zip(tickets, titles, strict=True):
        holder = other_holder(snapshot.game.state, player, ticket)
        yield card(
            ticket,
            title,
            tr("{player} handed it in, but {other} has it.", player=player, other=holder)
            if holder
            else tr("{player} handed it in.", player=player),
            tr("Give it to {player}", player=player),
            tr("Leave it with {player}", player=holder) if holder else tr("Leave it out"),
        )


class HandInSheet(Sheet):
    """Asks about the tickets of all players that wait, then closes and calls `go_on`."""

    def __init__(self, session: GameSession, go_on: Callable[[], object]) -> None:
        super().__init__()
        self._session, self._go_on = session, go_on
        self._cards = Column(spacing=self.spacing)
        self.add_widget(TitleText(text=translator.tr("Tickets that wait for your decision")))
        self.add_widget(self._cards)
        self.show(session.now)

    def show(self, snapshot: Snapshot) -> None:
        """Show what still waits."""
        players = snapshot.waiting_players
        cards = (card for each in players for card in decision_cards(snapshot, each, self._decide))
        set_children(self._cards, cards)

    def _decide(self, player: str, accepted: bool, ticket: Ticket | None) -> None:
        self._session.decide(player, accepted, ticket)
        if not self._session.now.waiting_players:
            self.close()
            self._go_on()
