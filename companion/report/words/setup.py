"""The setup in words: colours of trains, what to deal, and the rule for double routes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.rules.wording import Phrase, context_phrase, phrase, plural_phrase

if TYPE_CHECKING:
    from companion.rules.board import Board, TicketDeal
    from companion.rules.setup import Setup


# Translators: the colour of a player's trains; stands alone or after "Colour:".
TRAIN_COLOR_NAMES = {
    "blue": context_phrase("trains", "blue"),
    "red": context_phrase("trains", "red"),
    "green": context_phrase("trains", "green"),
    "yellow": context_phrase("trains", "yellow"),
    "black": context_phrase("trains", "black"),
    "purple": context_phrase("trains", "purple"),
    "white": context_phrase("trains", "white"),
}
"""The names of train colours, by id."""


def dealing(setup: Setup) -> Phrase:
    """Tickets, terrain cards and double routes: "3 tickets each, keep 2 or more · …"."""
    first, *others = (*dealing_facts(setup), *_double_routes(setup))
    for part in others:
        # Translators: goes on with a list of short facts.
        first = phrase("{facts} · {fact}", facts=first, fact=part)
    return first


def dealing_facts(setup: Setup) -> Iterator[Phrase]:
    """The tickets and terrain cards to deal, one fact each."""
    board = setup.board
    yield first_tickets(board)
    if board.terrain and board.terrain.dealt_at_start:
        yield plural_phrase(
            "{count} terrain card each", "{count} terrain cards each", board.terrain.dealt_at_start
        )
    if board.terrain and board.terrain.face_up:
        # Translators: terrain cards that lie open beside the deck.
        yield plural_phrase(
            "{count} terrain card face up", "{count} terrain cards face up", board.terrain.face_up
        )


def first_tickets(board: Board) -> Phrase:
    """The tickets dealt at the start: "3 tickets each, keep 2 or more"."""
    dealt = board.start_tickets
    tickets = phrase("{tickets}, keep {least} or more", tickets=_tickets(dealt), least=dealt.keep)
    # One long ticket each and at most one kept needs no words.
    if dealt.keep_long is None or 0 < dealt.deal_long <= dealt.keep_long:
        return tickets
    return plural_phrase(
        "{tickets}, at most {count} long ticket",
        "{tickets}, at most {count} long tickets",
        dealt.keep_long,
        tickets=tickets,
    )


def later_draws(board: Board) -> Phrase:
    """The tickets drawn in a later turn: "Later: draw 3 tickets, keep 1 or more"."""
    return plural_phrase(
        "Later: draw {count} ticket, keep {least} or more",
        "Later: draw {count} tickets, keep {least} or more",
        board.draw_tickets.deal,
        least=board.draw_tickets.keep,
    )


def most_tracks(board: Board) -> int:
    """The largest number of tracks that join the same two places."""
    return max(2 if route.double_with else len(route.tracks) for route in board.routes.values())


def _double_routes(setup: Setup) -> Iterator[Phrase]:
    tracks = most_tracks(setup.board)
    if tracks > 2:
        yield (
            phrase("double and triple routes: all tracks")
            if setup.both_tracks_open
            else phrase("double and triple routes: only one track")
        )
    elif tracks > 1:
        yield (
            phrase("double routes: both tracks")
            if setup.both_tracks_open
            else phrase("double routes: only one track")
        )


def _tickets(deal: TicketDeal) -> Phrase:
    if deal.deal_long:
        return phrase(
            "{tickets} and {long} each",
            tickets=plural_phrase("{count} ticket", "{count} tickets", deal.deal),
            long=plural_phrase("{count} long ticket", "{count} long tickets", deal.deal_long),
        )
    return plural_phrase("{count} ticket each", "{count} tickets each", deal.deal)
