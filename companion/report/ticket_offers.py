"""What a few letters may mean when a ticket is entered."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from companion.report.finding import best_matches, plain
from companion.rules.board import Board
from companion.rules.events import Pairs, Ticket
from companion.rules.network import shortest_distance
from companion.rules.other_names import Names, names_of_ends
from companion.rules.state import GameState
from companion.rules.tickets import MAX_TICKET_POINTS, MIN_TICKET_POINTS
from companion.rules.wording import Phrase, phrase
from companion.table import ticket_edits

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
    typed: bool = False
    """Whether the value stands in the line that was typed, so that nothing has to be asked."""
    holder: str = ""
    """Who has it already: then it is only named."""

    @property
    def ticket(self) -> Ticket:
        """The card with all its ends."""
        assert self.end is not None
        return Ticket(self.start, self.end, self.points, self.others)


def end_at(board: Board, place: str) -> str | None:
    """The ticket end a place of the board stands for."""
    return next((end.id for end in board.ticket_ends.values() if place in end.places), None)


def known_card(board: Board, card: Ticket) -> Offer:
    """A card of the deck or one this table has met."""
    return Offer(
        card.start,
        card.end,
        card.points,
        known=True,
        own=not board.has_card(card),
        others=card.other_ends,
    )


def new_card(board: Board, start: str, end: str, value: int | None = None) -> Offer:
    """A card nobody has met, with the value that was typed or else is likely."""
    if value is not None and MIN_TICKET_POINTS <= value <= MAX_TICKET_POINTS:
        return Offer(start, end, value, typed=True)
    likely = shortest_distance(board, start, end) or MIN_TICKET_POINTS
    return Offer(start, end, min(max(likely, MIN_TICKET_POINTS), MAX_TICKET_POINTS))


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
    return known_card(board, known) if known else new_card(board, one, other)


def holders(state: GameState) -> Mapping[Pairs, str]:
    """Every card of which no copy is left in the box, with who has it."""
    gone = ticket_edits.unavailable_cards(state)
    return {
        ticket.pairs: name
        for name, player in state.players.items()
        for ticket in player.tickets
        if ticket.pairs in gone
    }


def offers(
    board: Board,
    cards: Collection[Ticket],
    held: Mapping[Pairs, str],
    letters: str,
    first: str | None = None,
) -> tuple[Offer, ...]:
    """What the letters fit: known cards, those that somebody holds, then new ones and single ends.

    A number among the letters is the value on the card. `first` is the end that is settled
    already; then only the other one is looked for.
    """
    letters, value = _split(letters)
    if first is None and not letters:
        return ()
    worth = [card for card in cards if value is None or _is_worth(card, value)]
    if first is None:
        named = [
            (card, names_of_ends(board, card.start), names_of_ends(board, *card.points_by_end))
            for card in worth
        ]
        pairs = _pairs(board, letters)
    else:
        named = [
            (card, _other(board, card, first), Names()) for card in worth if first in _ends(card)
        ]
        pairs = tuple((first, end) for end in _matching_ends(board, letters) if end != first)
    fitting = sorted(best_matches(letters, named), key=lambda card: not _is_just(card, value))
    free = [card for card in fitting if card.pairs not in held][:MOST_CARDS]
    gone = [card for card in fitting if card.pairs in held][:MOST_OTHERS]
    # With its value, a card is meant as it is printed at this table, whatever the deck says.
    spoken_for = {*held, *(card.pairs for card in (cards if value is None else free))}
    new = [new_card(board, *pair, value) for pair in pairs if _pair(*pair) not in spoken_for]
    single: tuple[str, ...] = ()
    if first is None:
        new = [] if free else new[:MOST_OTHERS]
        single = _matching_ends(board, letters)[:MOST_OTHERS]
    return (
        *(known_card(board, card) for card in free),
        *(replace(known_card(board, card), holder=held[card.pairs]) for card in gone),
        *new,
        *(Offer(end) for end in single),
    )


def note(board: Board, offer: Offer) -> Phrase | None:
    """What is special about an offer, if anything is."""
    if offer.end is None:
        return phrase("another card from here")
    if offer.holder:
        return phrase("{player} has it", player=offer.holder)
    if not offer.known and board.card(offer.ticket) is None:
        return phrase("not in the deck")
    if offer.known and not offer.own:
        return None
    card = board.card(offer.ticket)
    if card is None:
        return phrase("not in the deck, remembered")
    return phrase("as your cards have it; the deck says {points}", points=card.ticket.points)


def _pair(one: str, other: str) -> Pairs:
    return Ticket(one, other, MIN_TICKET_POINTS).pairs


def _ends(card: Ticket) -> tuple[str, ...]:
    return (card.start, *card.points_by_end)


def _other(board: Board, card: Ticket, first: str) -> Names:
    return names_of_ends(board, *(end for end in _ends(card) if end != first))


def _split(line: str) -> tuple[str, int | None]:
    """The letters in a line, and the value if there is a number among them."""
    words = plain(line).split()
    numbers = [word for word in words if word.isdecimal()]
    letters = " ".join(word for word in words if not word.isdecimal())
    return letters, int(numbers[-1]) if numbers else None


def _is_worth(card: Ticket, value: int) -> bool:
    """Whether a value on the card is this one, or may be once all of it is typed."""
    return any(str(points).startswith(str(value)) for points in card.points_by_end.values())


def _is_just(card: Ticket, value: int | None) -> bool:
    return value in card.points_by_end.values()


def _matching_ends(board: Board, letters: str) -> tuple[str, ...]:
    ends = sorted(board.ticket_ends.values(), key=lambda end: end.name)
    return best_matches(letters, ((end.id, names_of_ends(board, end.id), Names()) for end in ends))


def _pairs(board: Board, letters: str) -> tuple[tuple[str, str], ...]:
    """Two ends that the words fit together, at least one word each, the best first."""
    typed = letters.split()
    if len(typed) < 2:
        return ()
    fitting = {end for word in typed for end in _matching_ends(board, word)}
    named = {end: names_of_ends(board, end) for end in board.ticket_ends if end in fitting}
    return best_matches(
        letters, (((one, other), named[one], named[other]) for one, other in combinations(named, 2))
    )
