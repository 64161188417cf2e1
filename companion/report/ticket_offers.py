"""What a few letters may mean when a ticket is entered."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import combinations

from companion.report.finding import best_matches
from companion.rules import (
    FEWEST_POINTS,
    MOST_POINTS,
    Board,
    Pairs,
    Phrase,
    Ticket,
    say,
    shortest_distance,
)

MOST_CARDS = 12
"""Known cards shown at once; more letters make them fewer."""
MOST_OTHERS = 3
"""New cards and ends shown beside them: such cards are rare."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something the keeper may have meant."""

    start: str
    end: str | None = None
    """None where only the first end is settled by taking this."""
    points: int = 0
    """The printed value, or what it is likely to be."""
    known: bool = False
    """Whether it is a card of the deck or one this table has met, and no guess."""
    own: bool = False
    """Whether this table has it and the bundled deck has not, or not with this value."""
    others: tuple[tuple[str, int], ...] = ()
    """Further ends of the card, each with its value."""

    @property
    def ticket(self) -> Ticket:
        """The card with all its ends."""
        assert self.end is not None
        return Ticket(self.start, self.end, self.points, self.others)


def names_of(board: Board, *ends: str) -> tuple[str, ...]:
    """Everything one of these ends may be called."""
    named = [board.ticket_ends[end] for end in ends]
    aliases = (
        name for end in named for place in end.places for name in board.places[place].aliases
    )
    return (*(end.name for end in named), *dict.fromkeys(aliases))


def end_at(board: Board, place: str) -> str | None:
    """The ticket end a place of the board stands for."""
    return next((end.id for end in board.ticket_ends.values() if place in end.places), None)


def new_card(board: Board, start: str, end: str) -> Offer:
    """A card nobody has met, with the value it is likely to have."""
    likely = shortest_distance(board, start, end) or FEWEST_POINTS
    return Offer(start, end, min(max(likely, FEWEST_POINTS), MOST_POINTS))


def card_between(
    board: Board, cards: Iterable[Ticket], held: Collection[Pairs], one: str, other: str
) -> Offer | None:
    """The card with these two ends, known or new; None if it is held or no card can be."""
    pairs = _pair(one, other)
    if one == other or pairs in held:
        return None
    fitting = [card for card in cards if pairs <= card.pairs and card.pairs not in held]
    # The card with just these ends goes before one of several, and where the finger began counts.
    known = min(fitting, key=lambda card: (card.pairs != pairs, card.start != one), default=None)
    return _known(board, known) if known else new_card(board, one, other)


def offers(
    board: Board,
    cards: Collection[Ticket],
    held: Collection[Pairs],
    letters: str,
    first: str | None = None,
) -> tuple[Offer, ...]:
    """What the letters fit: known cards first, then new ones, then single ends.

    `first` is the end that is settled already; then only the other one is looked for.
    """
    free = [card for card in cards if card.pairs not in held]
    spoken_for = {card.pairs for card in free} | set(held)
    if first is not None:
        known = [(card, _other(board, card, first), ()) for card in free if first in _ends(card)]
        ends = [
            (end.id, names_of(board, end.id), ())
            for end in sorted(board.ticket_ends.values(), key=lambda end: end.name)
            if end.id != first and _pair(first, end.id) not in spoken_for
        ]
        found = best_matches(letters, known)[:MOST_CARDS]
        others = best_matches(letters, ends)
        return (
            *(_known(board, card) for card in found),
            *(new_card(board, first, end) for end in others),
        )
    if not letters.strip():
        return ()
    named = [(card, names_of(board, card.start), names_of(board, *card.values)) for card in free]
    found = best_matches(letters, named)[:MOST_CARDS]
    pairs = [pair for pair in _pairs(board, letters) if _pair(*pair) not in spoken_for]
    if found:
        pairs = []
    single = best_matches(letters, ((end, names_of(board, end), ()) for end in board.ticket_ends))
    return (
        *(_known(board, card) for card in found),
        *(new_card(board, *pair) for pair in pairs[:MOST_OTHERS]),
        *(Offer(end) for end in single[:MOST_OTHERS]),
    )


def note(board: Board, offer: Offer) -> Phrase | None:
    """What is special about an offer, if anything is."""
    if offer.end is None:
        return say("another card from here")
    if not offer.known:
        return say("not in the deck")
    if not offer.own:
        return None
    card = board.card(offer.ticket)
    if card is None:
        return say("not in the deck, remembered")
    return say("as your cards have it; the deck says {points}", points=card.ticket.points)


def _known(board: Board, card: Ticket) -> Offer:
    return Offer(
        card.start,
        card.end,
        card.points,
        known=True,
        own=not board.has_card(card),
        others=card.others,
    )


def _pair(one: str, other: str) -> Pairs:
    return Ticket(one, other, FEWEST_POINTS).pairs


def _ends(card: Ticket) -> tuple[str, ...]:
    return (card.start, *card.values)


def _other(board: Board, card: Ticket, first: str) -> tuple[str, ...]:
    return names_of(board, *(end for end in _ends(card) if end != first))


def _pairs(board: Board, letters: str) -> tuple[tuple[str, str], ...]:
    """Two ends that the words fit together, at least one word each, the best first."""
    typed = letters.split()
    if len(typed) < 2:
        return ()
    fitting = {
        end
        for word in typed
        for end in best_matches(
            word, ((end, names_of(board, end), ()) for end in board.ticket_ends)
        )
    }
    named = {end: names_of(board, end) for end in board.ticket_ends if end in fitting}
    return best_matches(
        letters, (((one, other), named[one], named[other]) for one, other in combinations(named, 2))
    )
