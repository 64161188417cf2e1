"""Renamed and forgotten players: records follow when they are read.

Renamings are rows with rising numbers in the file of learned data. A record notes the number of
the last renaming applied to it; reading applies the later ones, and the next write of the record
saves the result. So renaming a player is one write of one file however many games there are, and
a game begun later is not affected. Numbers are seconds, so that a file that had to be started
again continues above the numbers that records have noted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timezone
from typing import Any, NamedTuple

from companion.rules.names import matching_name, name_key

_EPOCH = datetime(2020, 1, 1, tzinfo=timezone.utc)
"""Seconds since then fit into nine digits for thirty years."""
_HIGHEST = 999_999_999
"""The highest number a row of a file may have."""


class Renaming(NamedTuple):
    """One change of a player's name."""

    name: str
    to: str | None
    """The new name; None for a player who is forgotten."""
    number: int
    """Higher than the numbers of earlier renamings."""


def last_number(renamings: Sequence[Renaming]) -> int:
    """The number of the last renaming, 0 if there is none."""
    return renamings[-1].number if renamings else 0


def next_number(numbers: Iterable[int], now: datetime) -> int:
    """The number of a new renaming, after those with these numbers."""
    later = (number + 1 for number in numbers if number < _HIGHEST)
    return max(1, min(_HIGHEST, int((now - _EPOCH).total_seconds())), *later)


def apply_renamings(value: Mapping[str, Any], renamings: Sequence[Renaming]) -> Mapping[str, Any]:
    """A record or header with the current names; a malformed one is returned unchanged."""
    applied = value.get("renamed", 0)
    if type(applied) is not int or not 0 <= applied < last_number(renamings):
        return value
    names, forgotten = _names_in(value), {name.strip() for name in _texts(value.get("forgotten"))}
    if not names:
        return value
    current = {name: name for name in names}
    for renaming in renamings:
        for name in names if renaming.number > applied else ():
            if name_key(current[name]) == name_key(renaming.name):
                if renaming.to is None:
                    forgotten.add(name)
                else:
                    current[name] = renaming.to
    if len({name_key(name) for name in current.values()}) < len(names):
        # Two players of one game must not get the same name.
        return value
    return _with_names(value, current) | {
        "renamed": last_number(renamings),
        "forgotten": [current[name] for name in names if name in forgotten],
    }


def _with_names(value: Mapping[str, Any], current: Mapping[str, str]) -> dict[str, Any]:
    renamed = {**value, "players": [_with_name(each, "name", current) for each in value["players"]]}
    if isinstance(value.get("events"), list):
        renamed["events"] = [_with_name(each, "player", current) for each in value["events"]]
    return renamed


def _with_name(value: Any, field: str, current: Mapping[str, str]) -> Any:
    name = value.get(field) if isinstance(value, dict) else None
    old = matching_name(name, current) if isinstance(name, str) else None
    return value if old is None else {**value, field: current[old]}


def _names_in(value: Mapping[str, Any]) -> list[str]:
    players = value.get("players")
    names = [each.get("name") for each in _dicts(players)]
    return [name.strip() for name in names if isinstance(name, str)]


def _dicts(value: object) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _texts(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
