"""Names to search places by: printed names, aliases, and names in other languages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from companion.bundled import bundled

if TYPE_CHECKING:
    from companion.rules.board import Board

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
