"""Searches routes, tickets and other objects with two named ends by typed letters."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple, TypeVar

from companion.bundled import bundled
from companion.rules.board import Board, Route
from companion.rules.wording import ENGLISH, Catalog

OTHER_NAMES = bundled("data/other_names.json")
"""Names in other languages, former names and abbreviations by board, then by city or country."""


class SearchNames(NamedTuple):
    """The names a search for a place or ticket end matches."""

    printed: tuple[str, ...] = ()
    """As printed on the board; several for a card with several ends."""
    others: tuple[str, ...] = ()


def names_of_ends(board: Board, *ends: str) -> SearchNames:
    """The names of all these ticket ends together."""
    ticket_ends = [board.ticket_ends[end] for end in ends]
    aliases = (
        name for end in ticket_ends for place in end.places for name in board.places[place].aliases
    )
    others = (name for end in ends for name in _other_names(board, end))
    return SearchNames(
        tuple(end.name for end in ticket_ends), tuple(dict.fromkeys((*aliases, *others)))
    )


def names_of_place(board: Board, id: str) -> SearchNames:
    """The names of a place; for an entrance also those of its country."""
    place = board.places[id]
    country = names_of_ends(board, place.country) if place.country is not None else SearchNames()
    others = (*place.aliases, *_other_names(board, id), *country.printed, *country.others)
    return SearchNames((place.name,), tuple(dict.fromkeys(others)))


def _other_names(board: Board, id: str) -> tuple[str, ...]:
    return tuple(_bundled().get(board.id, {}).get(id, ()))


@cache
def _bundled() -> Mapping[str, Mapping[str, list[str]]]:
    names: Mapping[str, Mapping[str, list[str]]] = json.loads(
        OTHER_NAMES.read_text(encoding="utf-8")
    )
    return names


Found = TypeVar("Found")

_NO_MATCH = (-1, 0)
"""Rank and score of a word that does not match."""

_ASCII = str.maketrans(
    {
        "ø": "o",
        "ł": "l",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "ß": "ss",
        "æ": "ae",
        "œ": "oe",
        "ı": "i",
    }
)


@lru_cache(maxsize=8192)
def normalized(text: str) -> str:
    """Text in lower-case ASCII letters and digits, without accents and punctuation."""
    return " ".join(re.findall(r"[a-z0-9]+", unaccented(text)))


def unaccented(text: str) -> str:
    """Text of any script in lower case, without accents."""
    letters = unicodedata.normalize("NFKD", text.lower().translate(_ASCII))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def route_names(
    board: Board, route: Route, language: Catalog = ENGLISH
) -> tuple[SearchNames, SearchNames]:
    """The names of the two ends of a route, and its length if the title has it."""
    length = (str(route.length),) if route.double_with else ()
    start, end = (
        names_of_place(board, place)._replace(
            printed=(board.places[place].display_name.render(language),)
        )
        for place in (route.start, route.end)
    )
    return start, end._replace(others=(*end.others, *length))


def find_routes(board: Board, query: str, language: Catalog = ENGLISH) -> tuple[Route, ...]:
    """Routes whose ends match the typed words, the best match first."""
    return tuple(route for _, route in ranked_matches(query, _named_routes(board, language)))


def find_single_route(board: Board, query: str, language: Catalog = ENGLISH) -> Route | None:
    """The only route with the best rank, or None."""
    ranked = ranked_matches(query, _named_routes(board, language))
    best = [route for rank, route in ranked if rank == ranked[0][0]]
    return best[0] if len(best) == 1 else None


def find_place(board: Board, query: str) -> str | None:
    """The place that all typed words name, or None if none or several do."""
    words = normalized(query).split()
    names = {id: names_of_place(board, id) for id in board.places}
    found = _best_end(words, names) if words else None
    return found[1] if found else None


def find_two_ends(board: Board, query: str) -> tuple[str, str] | None:
    """The two cities or countries that the typed words name one after the other, or None."""
    words = normalized(query).split()
    ends = {end: names_of_ends(board, end) for end in board.ticket_ends}
    found = []
    for split in range(1, len(words)):
        one, other = (_best_end(part, ends) for part in (words[:split], words[split:]))
        if one and other and one[1] != other[1]:
            found.append((one[0] + other[0], one[1], other[1]))
    return max(found)[1:] if found else None


def _best_end(words: Sequence[str], ends: Mapping[str, SearchNames]) -> tuple[int, str] | None:
    """The one end whose names match all words best, after its score; None if none or several do."""
    scores: dict[str, int] = {}
    for end, names in ends.items():
        matches = [_match_name(word, names) for word in words]
        if _NO_MATCH not in matches:
            scores[end] = sum(10 * rank + score for rank, score in matches)
    best = [end for end, score in scores.items() if score == max(scores.values())]
    return (scores[best[0]], best[0]) if len(best) == 1 else None


def _named_routes(
    board: Board, language: Catalog
) -> Iterator[tuple[Route, SearchNames, SearchNames]]:
    return ((route, *route_names(board, route, language)) for route in board.routes.values())


def ranked_matches(
    query: str, candidates: Iterable[tuple[Found, SearchNames, SearchNames]]
) -> list[tuple[int, Found]]:
    """The candidates whose two ends match every typed word, each after its rank, the best first.

    Rank 2: each typed word begins a word of a printed name. Rank 1: one begins another name of
    the place. Rank 0: one only matches initials or a later word of another name.
    """
    typed = normalized(query).split()
    ranked = []
    for number, (candidate, start, end) in enumerate(candidates):
        match = _match(typed, start, end)
        if match is not None:
            ranked.append((match, number, candidate))
    ranked.sort(key=lambda each: (-each[0][0], -each[0][1], each[1]))
    return [(rank, candidate) for (rank, _), _, candidate in ranked]


def matched_letters(name: str, query: str) -> tuple[bool, ...]:
    """For every letter of a name, whether the query matches it, to print it bold."""
    spelled = [normalized(letter) for letter in name]
    letters = [number for number, letter in enumerate(spelled) if letter]
    initials = [number for number in letters if number == 0 or not spelled[number - 1]]
    found: set[int] = set()
    for typed in normalized(query).split():
        ways = [[number for number in letters if number >= first] for first in initials]
        ways += [initials] if len(typed) > 1 else []
        matched = (_matched_at(typed, spelled, way) for way in ways)
        found.update(next(filter(None, matched), ()))
    return tuple(number in found for number in range(len(name)))


def _matched_at(typed: str, spelled: Sequence[str], way: Iterable[int]) -> list[int]:
    """The letters of the way that a typed word begins with; none if it does not begin it."""
    text, reached = "", []
    for number in way:
        if len(text) < len(typed):
            text += spelled[number]
            reached.append(number)
    return reached if text.startswith(typed) else []


def _match(typed: Sequence[str], start: SearchNames, end: SearchNames) -> tuple[int, int] | None:
    """Rank and score of the typed words for two ends; None if a word matches neither."""
    if not typed:
        return 0, 0
    matches = [(_match_name(word, start), _match_name(word, end)) for word in typed]
    if any(max(match) == _NO_MATCH for match in matches):
        return None
    both = any(
        matches[first][0] != _NO_MATCH and matches[second][1] != _NO_MATCH
        for first in range(len(matches))
        for second in range(len(matches))
        if first != second
    )
    best = [max(match) for match in matches]
    return min(rank for rank, _ in best), sum(score for _, score in best) + (10 if both else 0)


def _match_name(typed: str, names: SearchNames) -> tuple[int, int]:
    """Rank and score of a word for the names of one end."""
    printed = max((_spelling_score(typed, name) for name in names.printed), default=0)
    other = max((_spelling_score(typed, name) for name in names.others), default=0)
    return max(
        (2 if printed > 1 else 0, printed + 1) if printed else _NO_MATCH,
        (1 if other > 2 else 0, other) if other else _NO_MATCH,
    )


def _spelling_score(typed: str, name: str) -> int:
    """3 if a name begins with a word, 2 if a later word does, 1 if the initials do, else 0."""
    spelled = normalized(name).split()
    if spelled[0].startswith(typed) or "".join(spelled).startswith(typed):
        return 3
    if any(word.startswith(typed) for word in spelled[1:]):
        return 2
    if len(typed) > 1 and "".join(word[0] for word in spelled).startswith(typed):
        return 1
    return 0
