"""Looking at a file that somebody else may have written: what would come in, what is broken.

Nothing in it is trusted. Sizes and depths are limited, every game is replayed, and the only thing
taken for a name is an id of 32 hexadecimal digits; any other game gets an id of our own making.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import IO, Any, Literal

from companion.rules import Board, Malformed, Player, Refused, record_from, written
from companion.rules.format import RECORD, Format
from companion.rules.reading import read_json
from companion.rules.record import LARGEST
from companion.rules.wording import Phrase, say, say_count
from companion.store.errors import LeftAlone, NoSuchGame, reason_of
from companion.store.kept_game import KeptGame, is_id, moment
from companion.store.record_folder import check_board_known
from companion.store.settings import setting_from

ARCHIVE = Format("railkeeper-archive", say("The archive"))
LARGEST_ARCHIVE = 256 * 1024 * 1024
"""Bytes an archive may have; each line of it no more than a record."""

Standing = Literal["new", "different", "there", "broken"]
"""New; here, but not the same, so that it comes in beside the other; here; not a game."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """One game of the file."""

    standing: Standing
    problem: Phrase | None = None
    """What is wrong with a broken one."""
    board: str = ""
    """The board's id."""
    players: tuple[Player, ...] = ()
    date: datetime | None = None
    """When it was finished or, if it is in progress, last changed."""
    finished: bool = False
    """Whether it belongs to the history."""
    id: str = ""
    """The id it is kept under."""
    record: str = ""
    """The record as it will be kept."""


@dataclass(frozen=True, slots=True)
class Arrivals:
    """What a file holds, sorted by what would become of it."""

    games: tuple[Arrival, ...]
    """Every game in the order of the file."""
    learned: Mapping[str, list[dict[str, Any]]]
    """Players, tickets and corrections that are not here yet."""
    settings: Mapping[str, Any]
    """Settings that were never changed here."""

    @property
    def coming(self) -> tuple[Arrival, ...]:
        """The games that would come in."""
        return tuple(each for each in self.games if each.standing in ("new", "different"))

    def count(self, standing: Standing) -> int:
        """How many games are new, there, or broken."""
        return sum(each.standing == standing for each in self.games)

    def only(
        self, learned: Mapping[str, list[dict[str, Any]]], settings: Mapping[str, Any]
    ) -> Arrivals:
        """The same games with less beside them."""
        return replace(self, learned=learned, settings=settings)


Find = Callable[[str], KeptGame | None]


def read_arrivals(path: Path, boards: Mapping[str, Board], find: Find) -> Arrivals:
    """What a file holds, compared with what `find` knows; `Refused` if it is not ours at all."""
    try:
        if not path.is_file():
            raise Malformed(say("{file} is not a file.", file=path.name))
        with path.open("rb") as file:
            return _read(file, path, _Reader(boards, find))
    except OSError as error:
        raise LeftAlone(
            say("{file} cannot be read: {reason}.", file=path.name, reason=reason_of(error))
        ) from error


def _read(file: IO[bytes], path: Path, reader: _Reader) -> Arrivals:
    first = file.readline(LARGEST + 1)
    header = _header(first)
    if header is None:
        arrival = reader.arrival(first + file.read(LARGEST + 1 - len(first)))
        return Arrivals((arrival,), {}, {})
    games = [reader.arrival(line) for line in _lines(file, path)]
    expected = header.get("games")
    missing = expected - len(games) if isinstance(expected, int) else 0
    if missing > 0:
        games.append(
            Arrival(
                "broken",
                say_count(
                    "The file ends early: {count} game is missing.",
                    "The file ends early: {count} games are missing.",
                    missing,
                ),
            )
        )
    learned = header.get("learned")
    return Arrivals(tuple(games), learned if isinstance(learned, dict) else {}, _settings(header))


def _header(line: bytes) -> dict[str, Any] | None:
    """The first line of an archive; None if the file is something else."""
    try:
        value = _json(line)
    except Malformed:
        return None
    stamp = value.get("format") if isinstance(value, dict) else None
    if not isinstance(stamp, str) or stamp.partition("/")[0] != ARCHIVE.name:
        return None
    return ARCHIVE.upgraded(value)


def _settings(header: Mapping[str, Any]) -> dict[str, object]:
    given = header.get("settings")
    settings = {}
    for name, value in given.items() if isinstance(given, dict) else ():
        try:
            setting_from({"name": name, "value": value})
        except Malformed:
            continue
        settings[name] = value
    return settings


def _lines(file: IO[bytes], path: Path) -> Iterator[bytes]:
    size = 0
    while line := file.readline(LARGEST + 1):
        size += len(line)
        if size > LARGEST_ARCHIVE:
            raise Malformed(say("{file} is too large.", file=path.name))
        if not line.isspace():
            yield line


def _json(text: bytes) -> object:
    if len(text) > LARGEST:
        raise Malformed(say("larger than {limit} MB", limit=LARGEST // 1024**2))
    try:
        return read_json(text.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Malformed(say("not text")) from None


class _Reader:
    """Reads one game after the other and remembers which it has seen."""

    def __init__(self, boards: Mapping[str, Board], find: Find) -> None:
        self._boards = boards
        self._find = find
        self._seen: dict[str, str] = {}

    def arrival(self, text: bytes) -> Arrival:
        """What would become of a game."""
        try:
            kept = self._game(text)
        except Refused as problem:
            return Arrival("broken", problem.phrase)
        standing, id = self._standing(kept)
        self._seen[id] = kept.content_id()
        kept = replace(kept, id=id)
        return Arrival(
            standing,
            board=kept.game.setup.board.id,
            players=kept.game.setup.players,
            date=kept.finished or kept.changed,
            finished=kept.finished is not None,
            id=id,
            record=json.dumps(written(kept.record)),
        )

    def _game(self, text: bytes) -> KeptGame:
        value = RECORD.upgraded(_json(text))
        check_board_known(value, self._boards)
        record = record_from(value, self._boards)
        id = record.extra.get("id")
        kept = KeptGame.of(record, id if isinstance(id, str) and is_id(id) else "")
        if kept.started is None and kept.finished is None and kept.game.state.over:
            # Not begun in this app, and played to its end: nobody is going to continue it.
            date = moment(record.extra.get("date")) or kept.changed
            kept = replace(kept, finished=date)
        return kept if kept.id else replace(kept, id=kept.content_id())

    def _standing(self, kept: KeptGame) -> tuple[Standing, str]:
        """Whether the game is here, and the id it would be kept under."""
        content = kept.content_id()
        choices: tuple[tuple[Standing, str], ...] = (("new", kept.id), ("different", content))
        for standing, id in choices:
            here = self._content_of(id)
            if here is None:
                return standing, id
            if here == content:
                break
        return "there", id

    def _content_of(self, id: str) -> str | None:
        """The game that has this id, by its content; None if the id is free."""
        if id in self._seen:
            return self._seen[id]
        try:
            here = self._find(id)
        except (LeftAlone, NoSuchGame):
            return ""
        return here.content_id() if here else None
