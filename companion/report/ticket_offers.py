"""What a few letters may mean when a ticket is entered."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import combinations

from companion.report.finding import best_matches
from companion.rules import Board, Ticket, shortest_distance
from companion.rules.tickets import FEWEST_POINTS, MOST_POINTS

Ends = frozenset[str]

MOST_CARDS = 12
"""Known cards shown at once; more letters make them fewer."""
MOST_OTHERS = 3
"""New cards and ends shown where the whole deck is known: such cards are rare."""
MOST_UNKNOWN = 8
"""New cards and ends shown where the deck is still being learned."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something the keeper may have meant."""

    start: str
    end: str | None = None
    """None where only the first end is settled by taking this."""
    points: int = 0
    """The printed value, or what it is likely to be."""
    known: bool = False
    """Whether it is a card of the deck, and no guess."""

    @property
    def ticket(self) -> Ticket:
        """The card with both ends."""
        assert self.end is not None
        return Ticket(self.start, self.end, self.points)


def names_of(board: Board, end: str) -> tuple[str, ...]:
    """Everything an end may be called."""
    named = board.ticket_ends[end]
    aliases = (name for place in named.places for name in board.places[place].aliases)
    return (named.name, *aliases)


def end_at(board: Board, place: str) -> str | None:
    """The ticket end a place of the board stands for."""
    return next((end.id for end in board.ticket_ends.values() if place in end.places), None)


def new_card(board: Board, start: str, end: str) -> Offer:
    """A card nobody has met, with the value it is likely to have."""
    likely = shortest_distance(board, start, end) or FEWEST_POINTS
    return Offer(start, end, min(max(likely, FEWEST_POINTS), MOST_POINTS))


def card_between(
    board: Board, cards: Iterable[Ticket], held: Collection[Ends], one: str, other: str
) -> Offer | None:
    """The card with these ends, known or new; None if somebody holds it or no card can be."""
    ends = frozenset((one, other))
    if len(ends) < 2 or ends in held:
        return None
    known = next((card for card in cards if card.ends == ends), None)
    return _known(known) if known else new_card(board, one, other)


def offers(
    board: Board,
    cards: Collection[Ticket],
    held: Collection[Ends],
    letters: str,
    first: str | None = None,
) -> tuple[Offer, ...]:
    """What the letters fit: known cards first, then new ones, then single ends.

    `first` is the end that is settled already; then only the other one is looked for.
    """
    free = [card for card in cards if card.ends not in held]
    spoken_for = {card.ends for card in free} | set(held)
    most = MOST_OTHERS if board.tickets else MOST_UNKNOWN
    if first is not None:
        known = [(card, _other(board, card, first), ()) for card in free if first in card.ends]
        ends = [
            (end.id, names_of(board, end.id), ())
            for end in sorted(board.ticket_ends.values(), key=lambda end: end.name)
            if end.id != first and frozenset((first, end.id)) not in spoken_for
        ]
        found = best_matches(letters, known)[:MOST_CARDS]
        others = best_matches(letters, ends)
        return (*map(_known, found), *(new_card(board, first, end) for end in others))
    if not letters.strip():
        return ()
    named = [(card, names_of(board, card.start), names_of(board, card.end)) for card in free]
    found = best_matches(letters, named)[:MOST_CARDS]
    pairs = [pair for pair in _pairs(board, letters) if frozenset(pair) not in spoken_for]
    if board.tickets and found:
        pairs = []
    single = best_matches(letters, ((end, names_of(board, end), ()) for end in board.ticket_ends))
    return (
        *map(_known, found),
        *(new_card(board, *pair) for pair in pairs[:most]),
        *(Offer(end) for end in single[:most]),
    )


def _known(card: Ticket) -> Offer:
    return Offer(card.start, card.end, card.points, known=True)


def _other(board: Board, card: Ticket, end: str) -> tuple[str, ...]:
    return names_of(board, card.end if card.start == end else card.start)


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
