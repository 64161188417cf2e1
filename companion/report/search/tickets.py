"""Suggests ticket cards for typed letters or two tapped cities."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

from companion.report.search.text import SearchNames, names_of_ends, normalized, ranked_matches
from companion.rules.board import Board
from companion.rules.events import Pairs, Ticket
from companion.rules.graph import shortest_distance
from companion.rules.state import GameState
from companion.rules.tickets import MAX_TICKET_POINTS, MIN_TICKET_POINTS
from companion.rules.wording import Phrase, phrase
from companion.table import edits

MOST_CARDS = 15
"""Known cards suggested at once: as many as a deck has with one end."""
MOST_OTHERS = 3
"""New cards, held cards and single ends suggested at once: they are rarely wanted."""


@dataclass(frozen=True, slots=True)
class TicketSuggestion:
    """A ticket card, or its first end, that the typed letters match."""

    start: str
    card: Ticket | None = None
    """None if choosing the suggestion sets only the first end."""
    is_known: bool = False
    """Whether the card is in a deck of the board or has been entered before."""
    is_of_other_deck: bool = False
    """Whether the card is in a deck of the board that is not played with."""
    has_typed_value: bool = False
    """Whether the value was typed, so that it need not be asked for."""
    holder: str = ""
    """The player who holds the card, so that it cannot be chosen; empty if nobody does."""
    rank: int = field(default=0, compare=False)
    """The rank of the match, see `ranked_matches`."""

    @property
    def ticket(self) -> Ticket:
        """The card of a suggestion that has one."""
        assert self.card is not None
        return self.card


def ticket_end_at(board: Board, place: str) -> str | None:
    """The ticket end a place belongs to."""
    return next((end.id for end in board.ticket_ends.values() if place in end.places), None)


def suggest_known(board: Board, card: Ticket) -> TicketSuggestion:
    """A card of the deck, or one that has been entered before."""
    is_of_other_deck = board.is_of_other_deck(card)
    return TicketSuggestion(card.start, card, is_known=True, is_of_other_deck=is_of_other_deck)


def suggest_new(board: Board, start: str, end: str, value: int | None = None) -> TicketSuggestion:
    """A card that is not known, with the typed value or else the shortest distance."""
    if value is not None and MIN_TICKET_POINTS <= value <= MAX_TICKET_POINTS:
        return TicketSuggestion(start, Ticket(start, end, value), has_typed_value=True)
    likely = shortest_distance(board, start, end) or MIN_TICKET_POINTS
    return TicketSuggestion(start, Ticket(start, end, min(likely, MAX_TICKET_POINTS)))


def suggest_between(
    board: Board, cards: Iterable[Ticket], held: Collection[Pairs], one: str, other: str
) -> TicketSuggestion | None:
    """The card with these two ends, known or new; None if it is held or the ends are equal."""
    pairs = _pair(one, other)
    if one == other or pairs in held:
        return None
    candidates = [card for card in cards if pairs <= card.pairs and card.pairs not in held]
    # A card with only these ends is preferred, then one that starts where the drag started.
    known = min(candidates, key=lambda card: (card.pairs != pairs, card.start != one), default=None)
    return suggest_known(board, known) if known else suggest_new(board, one, other)


def possible_ends(
    board: Board, cards: Iterable[Ticket], held: Collection[Pairs], first: str
) -> frozenset[str]:
    """The other ends of the cards with a first end that a player can still have."""
    free = (card for card in cards if card.pairs not in held)
    in_play = (card for card in free if not board.is_of_other_deck(card))
    pairs = (pair for card in in_play for pair in card.pairs if first in pair)
    return frozenset(end for pair in pairs for end in pair - {first})


def card_holders(state: GameState) -> Mapping[Pairs, str]:
    """The cards of which all copies are held, each with a holder."""
    unavailable = edits.unavailable_cards(state)
    return {
        ticket.pairs: name
        for name, player in state.players.items()
        for ticket in player.tickets
        if ticket.pairs in unavailable
    }


def suggest_tickets(
    board: Board,
    cards: Collection[Ticket],
    held: Mapping[Pairs, str],
    letters: str,
    first: str | None = None,
) -> tuple[TicketSuggestion, ...]:
    """Known cards that match the letters, then held ones, new ones and single ends.

    A number among the letters is the value on the card. `first` is an end that has been chosen
    already; then the letters are matched with the other end.
    """
    letters, value = _split(letters)
    if first is None and not letters:
        return ()
    # A value on the card begins with the digits typed so far.
    with_value = [
        card
        for card in cards
        if value is None
        or any(str(points).startswith(str(value)) for points in card.points_by_end.values())
    ]
    if first is None:
        named = [
            (card, names_of_ends(board, card.start), names_of_ends(board, *card.points_by_end))
            for card in with_value
        ]
        pairs = _pairs(board, letters)
    else:
        named = [
            (card, names_of_ends(board, *_other_ends(card, first)), SearchNames())
            for card in with_value
            if first in (card.start, *card.points_by_end)
        ]
        ends = _matching_ends(board, letters)
        pairs = [(rank, (first, end)) for rank, end in ends if end != first]
    matching = [
        replace(suggest_known(board, card), holder=held.get(card.pairs, ""), rank=rank)
        for rank, card in ranked_matches(letters, named)
    ]
    matching.sort(
        key=lambda each: (
            each.is_of_other_deck,
            value not in each.ticket.points_by_end.values(),
        )
    )
    free = [each for each in matching if not each.holder][:MOST_CARDS]
    taken = [each for each in matching if each.holder][:MOST_OTHERS]
    # A typed value that differs from the deck means another printing, which is a new card.
    known = cards if value is None else [each.ticket for each in free]
    not_new = {*held, *(card.pairs for card in known)}
    new = [
        replace(suggest_new(board, *pair, value), rank=rank)
        for rank, pair in pairs
        if _pair(*pair) not in not_new
    ]
    single: list[TicketSuggestion] = []
    if first is None:
        new = [] if free else new[:MOST_OTHERS]
        ends = _matching_ends(board, letters)[:MOST_OTHERS]
        single = [TicketSuggestion(end, rank=rank) for rank, end in ends]
    return (*free, *taken, *new, *single)


def single_suggestion(suggestions: Collection[TicketSuggestion]) -> TicketSuggestion | None:
    """The only known card with the best rank or, without known cards, the only suggestion.

    Cards of decks that are not played with count only if no other card is known.
    """
    known = [each for each in suggestions if each.is_known]
    candidates = [each for each in known if not each.is_of_other_deck] or known or suggestions
    best = max((each.rank for each in candidates), default=0)
    matching = [each for each in candidates if each.rank == best]
    return matching[0] if len(matching) == 1 else None


def suggestion_points(suggestion: TicketSuggestion) -> str:
    """The value of a suggestion, with a question mark if a tap asks for it."""
    card = suggestion.card
    if card is None or card.other_ends:
        return ""
    is_certain = suggestion.is_known or suggestion.has_typed_value
    return str(card.points) if is_certain else f"{card.points}?"


def suggestion_caption(board: Board, suggestion: TicketSuggestion) -> Phrase | None:
    """A caption below a suggestion that is not a free card of the deck."""
    if suggestion.card is None:
        return phrase("a ticket from here to…")
    if suggestion.holder:
        return phrase("{player} has it", player=suggestion.holder)
    card = board.card(suggestion.ticket)
    if card is None and suggestion.is_known:
        return phrase("not in the app’s deck, entered before")
    if card is None:
        return phrase("not in the app’s deck")
    if suggestion.is_of_other_deck:
        return phrase("not in this deck")
    if suggestion.is_known and board.has_card(suggestion.ticket):
        return None
    return phrase("your own value; {points} in the app’s deck", points=card.ticket.points)


def _pair(one: str, other: str) -> Pairs:
    return Ticket(one, other, MIN_TICKET_POINTS).pairs


def _other_ends(card: Ticket, first: str) -> Iterator[str]:
    return (end for end in (card.start, *card.points_by_end) if end != first)


def _split(typed: str) -> tuple[str, int | None]:
    """The typed letters and the value, if a number was typed."""
    words = normalized(typed).split()
    numbers = [word for word in words if word.isdecimal()]
    letters = " ".join(word for word in words if not word.isdecimal())
    return letters, int(numbers[-1]) if numbers else None


def _matching_ends(board: Board, letters: str) -> list[tuple[int, str]]:
    """Rank and id of the ends that match the letters, the best match first."""
    ends = sorted(board.ticket_ends.values(), key=lambda end: end.name)
    return ranked_matches(
        letters, ((end.id, names_of_ends(board, end.id), SearchNames()) for end in ends)
    )


def _pairs(board: Board, letters: str) -> list[tuple[int, tuple[str, str]]]:
    """Rank and ends of pairs that match at least one typed word each, the best match first."""
    typed = letters.split()
    if len(typed) < 2:
        return []
    matching = {end for word in typed for _, end in _matching_ends(board, word)}
    named = {end: names_of_ends(board, end) for end in board.ticket_ends if end in matching}
    return ranked_matches(
        letters, (((one, other), named[one], named[other]) for one, other in combinations(named, 2))
    )
