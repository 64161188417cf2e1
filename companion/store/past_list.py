"""The list of past games: a file with a line for each, which can always be made again.

A line is a game's id, when it was finished, and as much of the first line of its record as a list
shows: the shorter it is, the sooner ten thousand are read. The last line of an id counts; an id
alone says that its record has to be asked. So a change is one line at the end of the file, and it
does not matter if that line is lost.
"""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from datetime import datetime, timezone
from pathlib import Path
from threading import Lock
from typing import Any

from companion.rules.format import FORMAT
from companion.store.database import parsed
from companion.store.errors import NotSaved
from companion.store.files import append_line, copy_of, make_folder, read_file, write_file
from companion.store.heads import Head, past_game
from companion.store.saved_game import SUMMARY, is_id, moment

_LOST = "lost"
"""The field of a game whose record is gone: its result is all there is of it."""
_LOST_MARK = '"lost":'
_LISTED = ("map", "players", "finished", "seconds_played", "renamed", "forgotten", _LOST)

ID = slice(32)
"""The part of a line that is the game's id."""
_WHEN = slice(33, 52)
_HEAD = 53
_NEVER = datetime.min.isoformat()


class PastList:
    """The file. Any thread may use it."""

    def __init__(self, root: Path) -> None:
        # Another number is another file: no version has to read the list of another.
        self._path = root / "history.2.jsonl"
        self._first = root / "history.json"
        self._one_at_a_time = Lock()

    def read(self, present: Set[str]) -> tuple[dict[str, str], int]:
        """The lines of the games whose record is present, and of those whose record is lost.

        Beside them, how many lines were read for these: it only grows until it is `replace`d.
        """
        lines, found = self._first_list(present), list[str]()
        with suppress(OSError):
            found = _text(read_file(self._path)).rstrip("\n").split("\n")
            # The last line of an id is the one that stays; an id alone tells nothing.
            lines |= {line[ID]: line for line in found}
        if lines.keys() == present and min(map(len, lines.values()), default=0) > _HEAD:
            return lines, len(found)
        return {
            id: line
            for id, line in lines.items()
            if len(line) > _HEAD and (id in present or _LOST_MARK in line)
        }, len(found)

    def add(self, line: str, *, lasting: bool = False) -> None:
        """Note how a game stands; unless this has to last, its record can be asked as well."""
        try:
            with self._one_at_a_time:
                append_line(self._path, line.encode("utf-8"), lasting=lasting)
        except OSError as error:
            if lasting:
                raise NotSaved.because(error) from error

    def doubt(self, *ids: str) -> None:
        """Note for good that some records have to be asked; `NotSaved` if that cannot be."""
        if not ids:
            return
        try:
            with self._one_at_a_time:
                append_line(self._path, "\n".join(ids).encode("ascii"), lasting=True)
        except OSError as error:
            raise NotSaved.because(error) from error

    def size(self) -> int:
        """How large the file is now, to tell whether somebody adds to it."""
        try:
            return self._path.stat().st_size
        except OSError:
            return 0

    def replace(self, lines: list[str], size: int) -> None:
        """Write the file anew, unless something was added to it since it had this size."""
        with self._one_at_a_time, suppress(NotSaved, OSError):
            if self.size() == size:
                write_file(self._path, "\n".join(lines))
                self._put_first_aside()

    def _put_first_aside(self) -> None:
        if self._first.exists():
            older = self._first.parent / "older"
            make_folder(older)
            self._first.replace(older / "history.1.json")

    def _first_list(self, present: Container[str]) -> dict[str, str]:
        """The list as the first version of the app kept it, if there is one."""
        for path in (self._first, copy_of(self._first)):
            try:
                rows = json.loads(read_file(path))["games"].values()
            except (OSError, ValueError, RecursionError, LookupError, TypeError, AttributeError):
                continue
            heads = {head["id"]: head for head in parsed(rows, _from_first)}
            return {
                id: line_of(head if id in present else {**head, _LOST: True}, id)
                for id, head in heads.items()
            }
        return {}


def line_of(head: Head, id: str) -> str:
    """The line of a game."""
    listed = {name: head[name] for name in _LISTED if name in head}
    listed[SUMMARY] = {name: head[SUMMARY][name] for name in ("scores", "winners")}
    dumped = json.dumps(listed, ensure_ascii=False, separators=(",", ": "))
    return f"{id} {_sortable(head.get('finished'))} {dumped}"


def line_from(head: Head, id: str) -> str:
    """The same from what a file says; `UNREADABLE` if it is not in order."""
    past_game(head, id)
    line = line_of(head, id)
    line.encode("utf-8")
    return line


def strange_ids(lines: Mapping[str, str], boards: Iterable[str]) -> list[str]:
    """The games among lines by id that are on none of some boards, at a glance at thousands."""
    ours = tuple(f'{{"map": "{board}"' for board in boards)
    return [id for id, line in lines.items() if not line.startswith(ours, _HEAD)]


def when(line: str) -> str:
    """What lines are sorted by: the time and, so that it is always the same, the id."""
    return line[_WHEN] + line[ID]


def head_in(line: str) -> Any:
    """The first line of the record in a line of the list; `ValueError` if it is damaged."""
    return json.loads(line[_HEAD:])


def heads_in(lines: Sequence[str]) -> list[Any]:
    """The same of many lines, which takes less time than one by one."""
    heads = json.loads(f"[{','.join([line[_HEAD:] for line in lines])}]")
    assert isinstance(heads, list)
    return heads


def _text(content: bytes) -> str:
    """The text of a file; a line that is none is as good as not there."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        lines = (line.decode("utf-8", "replace") for line in content.split(b"\n"))
        return "\n".join(line for line in lines if "\N{REPLACEMENT CHARACTER}" not in line)


def _sortable(value: object) -> str:
    finished = moment(value)
    try:
        when = finished.astimezone(timezone.utc).replace(tzinfo=None) if finished else None
    except OverflowError:
        when = None
    return when.isoformat(timespec="seconds") if when else _NEVER


def _from_first(row: Any) -> dict[str, Any]:
    """The first line of a record from a row of the first version."""
    head = {
        "format": FORMAT,
        "map": row["board"],
        "players": [{"name": name, "color": color} for name, color in row["players"]],
        "id": row["id"],
        "finished": row["date"],
        "seconds_played": row["seconds"] or 0,
        SUMMARY: {"entries": 0, "scores": row["scores"], "winners": row["winners"]},
    }
    past_game(head, row["id"])
    if not is_id(row["id"]) or row.get("unsure"):
        raise ValueError("not a past game")
    return head
