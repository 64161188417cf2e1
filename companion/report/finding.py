"""Finding routes and tickets by a few typed letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from companion.rules.board import Board, Route
from companion.rules.other_names import Names, names_of_place
from companion.rules.wording import ENGLISH, Catalog

Found = TypeVar("Found")

_PLAIN = str.maketrans(
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
def plain(text: str) -> str:
    """Text as somebody in a hurry types it: no capitals, accents or signs."""
    letters = unicodedata.normalize("NFKD", text.lower().translate(_PLAIN))
    saved = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.findall(r"[a-z0-9]+", saved))


def route_names(board: Board, route: Route, language: Catalog = ENGLISH) -> tuple[Names, Names]:
    """Everything the two ends of a route may be called, and its length where a title has it."""
    length = (str(route.length),) if route.double_with else ()
    start, end = (
        names_of_place(board, place)._replace(
            printed=(board.places[place].display_name.render(language),)
        )
        for place in (route.start, route.end)
    )
    return start, end._replace(others=(*end.others, *length))


def find_routes(board: Board, query: str, language: Catalog = ENGLISH) -> tuple[Route, ...]:
    """Routes whose ends begin with the typed letters, the best match first."""
    routes = ((route, *route_names(board, route, language)) for route in board.routes.values())
    return best_matches(query, routes)


def best_matches(query: str, candidates: Iterable[tuple[Found, Names, Names]]) -> tuple[Found, ...]:
    """Of things with two named ends, those that every typed word fits, the best first."""
    typed = plain(query).split()
    ranked = []
    for number, (thing, start, end) in enumerate(candidates):
        fit = _fit(typed, start, end)
        if fit is not None:
            ranked.append((fit, number, thing))
    ranked.sort(key=lambda each: (-each[0], each[1]))
    return tuple(thing for _, _, thing in ranked)


def fitting_letters(name: str, query: str) -> tuple[bool, ...]:
    """For every letter of a name, whether it is one of those that were typed."""
    spelled = [(number, plain(letter)) for number, letter in enumerate(name)]
    words: list[list[tuple[int, str]]] = [[]]
    for number, letter in spelled:
        if letter:
            words[-1].append((number, letter))
        elif words[-1]:
            words.append([])
    words = [word for word in words if word]
    whole = [letter for word in words for letter in word]
    initials = [word[0] for word in words]
    found = {
        number for typed in plain(query).split() for number in _begin(typed, whole, words, initials)
    }
    return tuple(number in found for number, _ in spelled)


def _begin(
    typed: str,
    whole: list[tuple[int, str]],
    words: list[list[tuple[int, str]]],
    initials: list[tuple[int, str]],
) -> tuple[int, ...]:
    """Where the letters stand that a typed word fits, looked for as `_fits_name` does."""
    for letters in (whole, *words, initials if len(typed) > 1 else []):
        spelled = "".join(letter for _, letter in letters)
        if spelled.startswith(typed):
            left, reached = len(typed), []
            for number, letter in letters:
                if left <= 0:
                    break
                reached.append(number)
                left -= len(letter)
            return tuple(reached)
    return ()


def _fit(typed: Sequence[str], start: Names, end: Names) -> int | None:
    """How well the typed words fit two ends; None if one of them fits neither."""
    if not typed:
        return 0
    fits = [(_fits_name(word, start), _fits_name(word, end)) for word in typed]
    if any(max(fit) == 0 for fit in fits):
        return None
    both = any(
        fits[first][0] and fits[second][1]
        for first in range(len(fits))
        for second in range(len(fits))
        if first != second
    )
    return sum(max(fit) for fit in fits) + (10 if both else 0)


def _fits_name(typed: str, names: Names) -> int:
    """How well a word fits what something is called, a printed name best; 0 if it does not."""
    printed = max((_fits_spelling(typed, name) for name in names.printed), default=0)
    other = max((_fits_spelling(typed, name) for name in names.others), default=0)
    return max(printed + 1 if printed else 0, other)


def _fits_spelling(typed: str, name: str) -> int:
    """3 for how a name begins, 2 for one of its later words, 1 for its initials, 0 for no."""
    spelled = plain(name).split()
    if spelled[0].startswith(typed) or "".join(spelled).startswith(typed):
        return 3
    if any(word.startswith(typed) for word in spelled[1:]):
        return 2
    if len(typed) > 1 and "".join(word[0] for word in spelled).startswith(typed):
        return 1
    return 0
