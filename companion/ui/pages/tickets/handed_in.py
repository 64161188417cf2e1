"""What players handed in from their own phones, above their tickets: who has, and what waits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kivy.properties import ObjectProperty, StringProperty

from companion.rules.wording import Phrase, join_names, phrase
from companion.table.edits import other_holder
from companion.ui.kit.containers import Card
from companion.ui.kit.events import register_events
from companion.ui.look.kv import load
from companion.ui.look.translator import translator

if TYPE_CHECKING:
    from companion.rules.events import Ticket
    from companion.table.snapshot import Snapshot


@register_events("on_accept", "on_decline")
class DecisionCard(Card):
    """A list or a card that was handed in, with two buttons."""

    title = StringProperty("")
    detail = StringProperty("")
    accept_text = StringProperty("")
    decline_text = StringProperty("")
    ticket = ObjectProperty(None, allownone=True)
    """The card; None for a whole list."""


def summary(snapshot: Snapshot) -> Phrase:
    """Who has handed in tickets, and who has not."""
    names = snapshot.setup.names
    done = [name for name in names if name in snapshot.hand_ins]
    missing = [name for name in names if name not in done]
    if not done:
        return phrase("Nobody has handed in tickets yet.")
    if not missing:
        return phrase("Everybody has handed in tickets.")
    return phrase(
        "Handed in: {players}. Not yet: {others}.",
        players=join_names(done),
        others=join_names(missing),
    )


def decisions(snapshot: Snapshot, player: str) -> Iterator[DecisionCard]:
    """What the keeper has to decide about a player's tickets."""
    tickets = snapshot.waiting_tickets(player)
    if not tickets:
        return
    if snapshot.hand_ins[player].replaces:
        yield _list_card(snapshot, player, tickets)
    else:
        for ticket in tickets:
            holder = other_holder(snapshot.game.state, player, ticket)
            yield _ticket_card(snapshot, player, ticket, holder)


def _list_card(snapshot: Snapshot, player: str, tickets: tuple[Ticket, ...]) -> DecisionCard:
    tr = translator.tr
    return DecisionCard(
        title=tr("{player} handed in other tickets than you entered:", player=player),
        detail="\n".join(snapshot.board.ticket_title(ticket) for ticket in tickets),
        accept_text=tr("Use {player}’s list", player=player),
        # Translators: the tickets that the keeper entered.
        decline_text=tr("Keep mine"),
    )


def _ticket_card(
    snapshot: Snapshot, player: str, ticket: Ticket, holder: str | None
) -> DecisionCard:
    tr = translator.tr
    return DecisionCard(
        ticket=ticket,
        title=snapshot.board.ticket_title(ticket),
        detail=tr("{player} handed it in, but {other} has it.", player=player, other=holder)
        if holder
        else tr("{player} handed it in.", player=player),
        accept_text=tr("Give it to {player}", player=player),
        decline_text=tr("Leave it with {player}", player=holder) if holder else tr("Leave it out"),
    )


load("pages/tickets/handed_in")
