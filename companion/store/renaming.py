"""Names that were changed for good, and records that follow them.

Changes of names are a list that only grows, and their numbers rise. A record notes the last one it
has followed; it follows the later ones whenever it is read, and for good when it is next written.
So a change of a name is one line in one file, however many games there are, and a game begun
afterwards is not touched by it. The numbers rise with the clock: a list that had to be begun anew
is not taken for one that was followed already.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timezone
from typing import Any, NamedTuple

from companion.rules.names import name_key

_BEGINNING = datetime(2020, 1, 1, tzinfo=timezone.utc)
"""Seconds since then have nine digits for a long time."""
_LAST = 999_999_999
"""The highest number a row of a file may have."""


class Renaming(NamedTuple):
    """One change of a name."""

    name: str
    to: str | None
    """The name from now on; None for somebody who shall be forgotten."""
    number: int
    """Above those of the changes before it."""


def latest(renamings: Sequence[Renaming]) -> int:
    """What a record notes that has followed all of these."""
    return renamings[-1].number if renamings else 0


def following(numbers: Iterable[int], now: datetime) -> int:
    """The number of the next change after those with these numbers."""
    later = (number + 1 for number in numbers if number < _LAST)
    return max(1, min(_LAST, int((now - _BEGINNING).total_seconds())), *later)


def followed(value: Mapping[str, Any], renamings: Sequence[Renaming]) -> Mapping[str, Any]:
    """A record, or its first line, with the names of today; what makes no sense stays as it is."""
    noted = value.get("renamed", 0)
    if type(noted) is not int or not 0 <= noted < latest(renamings):
        return value
    names, forgotten = _names_in(value), {name.strip() for name in _texts(value.get("forgotten"))}
    if not names:
        return value
    now = {name: name for name in names}
    for renaming in renamings:
        for name in names if renaming.number > noted else ():
            if name_key(now[name]) == name_key(renaming.name):
                if renaming.to is None:
                    forgotten.add(name)
                else:
                    now[name] = renaming.to
    if len({name_key(name) for name in now.values()}) < len(names):
        # Nobody may be called like somebody else at the same table.
        return value
    return _named(value, now) | {
        "renamed": latest(renamings),
        "forgotten": [now[name] for name in names if name in forgotten],
    }


def _named(value: Mapping[str, Any], now: Mapping[str, str]) -> dict[str, Any]:
    named = {**value, "players": [_with_name(each, "name", now) for each in value["players"]]}
    if isinstance(value.get("events"), list):
        named["events"] = [_with_name(each, "player", now) for each in value["events"]]
    summary = value.get("summary")
    if isinstance(summary, dict) and "winners" in summary:
        winners = [now.get(name, name) for name in _texts(summary["winners"])]
        named["summary"] = {**summary, "winners": winners}
    return named


def _with_name(value: Any, field: str, now: Mapping[str, str]) -> Any:
    name = value.get(field) if isinstance(value, dict) else None
    # Whoever reads a record takes no notice of the space around a name.
    known = now.get(name.strip()) if isinstance(name, str) else None
    return value if known is None else {**value, field: known}


def _names_in(value: Mapping[str, Any]) -> list[str]:
    players = value.get("players")
    names = [each.get("name") for each in _dicts(players)]
    return [name.strip() for name in names if isinstance(name, str)]


def _dicts(value: object) -> list[dict[str, Any]]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def _texts(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
