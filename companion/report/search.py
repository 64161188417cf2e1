"""Searches routes, tickets and other objects with two named ends by typed letters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from companion.report.search_names import SearchNames, names_of_place
from companion.rules.board import Board, Route
from companion.rules.wording import ENGLISH, Catalog

Found = TypeVar("Found")

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
    letters = unicodedata.normalize("NFKD", text.lower().translate(_ASCII))
    unaccented = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.findall(r"[a-z0-9]+", unaccented))


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
    routes = ((route, *route_names(board, route, language)) for route in board.routes.values())
    return best_matches(query, routes)


def best_matches(
    query: str, candidates: Iterable[tuple[Found, SearchNames, SearchNames]]
) -> tuple[Found, ...]:
    """The candidates whose two ends match every typed word, the best match first."""
    typed = normalized(query).split()
    ranked = []
    for number, (candidate, start, end) in enumerate(candidates):
        score = _match_score(typed, start, end)
        if score is not None:
            ranked.append((score, number, candidate))
    ranked.sort(key=lambda each: (-each[0], each[1]))
    return tuple(candidate for _, _, candidate in ranked)


def matched_letters(name: str, query: str) -> tuple[bool, ...]:
    """For every letter of a name, whether the query matches it, to print it bold."""
    spelled = [(number, normalized(letter)) for number, letter in enumerate(name)]
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
        number
        for typed in normalized(query).split()
        for number in _matched_at(typed, whole, words, initials)
    }
    return tuple(number in found for number, _ in spelled)


def _matched_at(
    typed: str,
    whole: list[tuple[int, str]],
    words: list[list[tuple[int, str]]],
    initials: list[tuple[int, str]],
) -> tuple[int, ...]:
    """The positions of the letters a typed word matches, by the rules of `_spelling_score`."""
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


def _match_score(typed: Sequence[str], start: SearchNames, end: SearchNames) -> int | None:
    """How well the typed words match two ends; None if a word matches neither."""
    if not typed:
        return 0
    scores = [(_name_score(word, start), _name_score(word, end)) for word in typed]
    if any(max(score) == 0 for score in scores):
        return None
    both = any(
        scores[first][0] and scores[second][1]
        for first in range(len(scores))
        for second in range(len(scores))
        if first != second
    )
    return sum(max(score) for score in scores) + (10 if both else 0)


def _name_score(typed: str, names: SearchNames) -> int:
    """How well a word matches names, printed ones best; 0 if it does not."""
    printed = max((_spelling_score(typed, name) for name in names.printed), default=0)
    other = max((_spelling_score(typed, name) for name in names.others), default=0)
    return max(printed + 1 if printed else 0, other)


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
