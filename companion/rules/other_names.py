"""What places are called in other languages, long ago, or for short: names to find them by."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from companion.bundled import bundled

if TYPE_CHECKING:
    from companion.rules.board import Board

NAMES = bundled("data/other_names.json")
"""By board, then by city or country."""


class Names(NamedTuple):
    """Everything something may be called."""

    printed: tuple[str, ...] = ()
    """On the board; several for what has several."""
    others: tuple[str, ...] = ()


def names_of_ends(board: Board, *ends: str) -> Names:
    """What one of these ticket ends may be called."""
    named = [board.ticket_ends[end] for end in ends]
    spelled = (
        name for end in named for place in end.places for name in board.places[place].aliases
    )
    others = (name for end in ends for name in _others(board, end))
    return Names(tuple(end.name for end in named), tuple(dict.fromkeys((*spelled, *others))))


def names_of_place(board: Board, id: str) -> Names:
    """What a place may be called: an entrance like its country too."""
    place = board.places[id]
    country = names_of_ends(board, place.country) if place.country is not None else Names()
    others = (*place.aliases, *_others(board, id), *country.printed, *country.others)
    return Names((place.name,), tuple(dict.fromkeys(others)))


def _others(board: Board, id: str) -> tuple[str, ...]:
    return tuple(_bundled().get(board.id, {}).get(id, ()))


@cache
def _bundled() -> Mapping[str, Mapping[str, list[str]]]:
    names: Mapping[str, Mapping[str, list[str]]] = json.loads(NAMES.read_text(encoding="utf-8"))
    return names
