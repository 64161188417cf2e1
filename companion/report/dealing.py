"""What to deal at the beginning, and the rule for double routes, in one line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.rules.wording import Phrase, phrase, plural_phrase

if TYPE_CHECKING:
    from companion.rules.board import TicketDeal
    from companion.rules.setup import Setup


def dealing(setup: Setup) -> Phrase:
    """Tickets, terrain cards and double routes: "3 tickets each, keep 2 or more · …"."""
    first, *others = _parts(setup)
    for part in others:
        # Translators: goes on with a list of short facts.
        first = phrase("{facts} · {fact}", facts=first, fact=part)
    return first


def _parts(setup: Setup) -> Iterator[Phrase]:
    board = setup.board
    yield phrase(
        "{tickets}, keep {least} or more",
        tickets=_tickets(board.start_tickets),
        least=board.start_tickets.keep,
    )
    if board.terrain and board.terrain.dealt_at_start:
        yield plural_phrase(
            "{count} terrain card each", "{count} terrain cards each", board.terrain.dealt_at_start
        )
    if any(len(route.tracks) > 1 or route.double_with for route in board.routes.values()):
        yield (
            phrase("double routes: both tracks")
            if setup.both_tracks_open
            else phrase("double routes: one track")
        )


def _tickets(deal: TicketDeal) -> Phrase:
    if deal.deal_long:
        return plural_phrase(
            "{count} ticket and {long} long one each",
            "{count} tickets and {long} long one each",
            deal.deal,
            long=deal.deal_long,
        )
    return plural_phrase("{count} ticket each", "{count} tickets each", deal.deal)
