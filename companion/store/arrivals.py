"""Looking at a file that somebody else may have written: what would come in, what is broken.

Nothing in it is trusted. Sizes, depths and numbers are limited, every game is replayed, and the
only thing taken for a name is an id of 32 hexadecimal digits; any other game gets an id of our own
making. What was found says where in the file a game stands, not what it is: however large the
file, little of it is held.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from companion.rules.board import Board
from companion.rules.errors import Malformed, Refused
from companion.rules.format import RECORD, Format
from companion.rules.json_reader import read_json
from companion.rules.record import MAX_RECORD_BYTES, players_from_json, record_from_json
from companion.rules.setup import Player
from companion.rules.wording import Phrase, phrase, plural_phrase
from companion.store.database import parsed
from companion.store.errors import Stopped, UnusableFile, unread_because
from companion.store.heads import head_of, with_head
from companion.store.records import check_board_known
from companion.store.saved_game import SavedGame, content_id, is_id, moment
from companion.store.settings import setting_from

if TYPE_CHECKING:
    from companion.store.work import Cancelled, Progress

ARCHIVE = Format("railkeeper-archive", phrase("The archive"))
LARGEST_ARCHIVE = 512 * 1024 * 1024
"""Bytes an archive may have."""
_MOST_PARTS, _MOST_VALUES = 200_000, 1_000_000
"""Objects and values a record may have: a file of nothing but brackets is small, what they stand
for is not."""
MOST_GAMES = 50_000
"""Games an archive may have."""
MOST_SHOWN = 100
"""How many broken ones are told one by one; the others are counted."""
_HOPELESS = 1000
"""So many broken ones before the first good one, and it is no archive."""

Standing = Literal["new", "different", "there", "broken"]
"""New; here, but not the same, so that it comes in beside the other; here; not a game."""


class Arrival(NamedTuple):
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
    head: bytes = b""
    """The first line of the record it becomes."""
    start: int = 0
    """Where in the file it begins."""
    size: int = 0
    """How many bytes it has there."""
    mark: bytes = b""
    """What tells whether they are still the same."""

    @property
    def comes(self) -> bool:
        """Whether it would come in."""
        return self.standing in ("new", "different")


_NO_GAME = Arrival("broken", phrase("not a game"))


class Things(NamedTuple):
    """How many of each kind come in."""

    games: int = 0
    players: int = 0
    tickets: int = 0
    corrections: int = 0
    settings: int = 0


@dataclass(frozen=True, slots=True)
class ImportPreview:
    """What a file holds, sorted by what would become of it."""

    games: tuple[Arrival, ...]
    """The games in the order of the file; of the broken ones the first hundred."""
    learned: Mapping[str, list[dict[str, Any]]]
    """Players, tickets and corrections that are not here yet."""
    settings: Mapping[str, Any]
    """Settings that were never changed here."""
    path: Path = Path()
    """The file."""
    more_broken: int = 0
    """How many more are broken."""

    @property
    def coming(self) -> tuple[Arrival, ...]:
        """The games that would come in."""
        return tuple(each for each in self.games if each.comes)

    @property
    def things(self) -> Things:
        """All that would come in, counted."""
        players, tickets, corrections = (
            len(self.learned.get(table, ())) for table in ("players", "tickets", "corrections")
        )
        return Things(len(self.coming), players, tickets, corrections, len(self.settings))

    def count(self, standing: Standing) -> int:
        """How many games are new, there, or broken."""
        more = self.more_broken if standing == "broken" else 0
        return sum(each.standing == standing for each in self.games) + more


class ImportResult(NamedTuple):
    """What an import brought, told by what is here afterwards."""

    things: Things
    """What was not here before, and is."""
    rest: ImportPreview
    """The file, as it stands now."""
    problem: Phrase | None = None
    """Why the rest is still to come, in a sentence."""


def read_arrivals(
    path: Path, reader: Reader, progress: Progress, cancelled: Cancelled
) -> ImportPreview:
    """What a file holds; `Refused` if it is not ours at all."""
    try:
        if not path.is_file():
            raise Malformed(phrase("{file} is not a file.", file=path.name))
        with path.open("rb") as file:
            return _read(file, path, reader, progress, cancelled)
    except OSError as error:
        raise UnusableFile(
            phrase("{file} cannot be read: {reason}.", file=path.name, reason=unread_because(error))
        ) from error


def text_at(file: IO[bytes], arrival: Arrival) -> str | None:
    """The file a game becomes, from where it stands; None if it does not stand there any more."""
    file.seek(arrival.start)
    line = file.read(arrival.size)
    if _mark(line) != arrival.mark:
        return None
    return with_head(arrival.head, RECORD.upgraded(_json(line)))


def _read(
    file: IO[bytes], path: Path, reader: Reader, progress: Progress, cancelled: Cancelled
) -> ImportPreview:
    first = file.readline(MAX_RECORD_BYTES + 1)
    header = _header(first)
    if header is None:
        whole = first + file.read(MAX_RECORD_BYTES + 1 - len(first))
        return ImportPreview((reader.arrival(whole, 0),), {}, {}, path)
    total = path.stat().st_size
    games: list[Arrival] = []
    good = broken = 0
    for start, line in _lines(file, path):
        if cancelled():
            raise Stopped(phrase("Stopped. Nothing was imported."))
        progress(start, total)
        # Cheap first: a file may hold millions of lines that are nothing.
        arrival = reader.arrival(line, start) if b'"format"' in line else _NO_GAME
        if arrival.standing != "broken":
            good += 1
        else:
            broken += 1
            if broken > MOST_SHOWN:
                _check_hope(path, good, broken)
                continue
        games.append(arrival)
        if good > MOST_GAMES:
            raise Malformed(phrase("{file} is too large.", file=path.name))
    expected = header.get("games")
    missing = expected - good - broken if type(expected) is int else 0
    if missing > 0:
        games.append(Arrival("broken", _ends_early(missing)))
    learned = header.get("learned")
    return ImportPreview(
        games=tuple(games),
        learned=learned if isinstance(learned, dict) else {},
        settings=_settings(header),
        path=path,
        more_broken=max(0, broken - MOST_SHOWN),
    )


def _check_hope(path: Path, good: int, broken: int) -> None:
    if broken > _HOPELESS and not good:
        raise Malformed(phrase("{file} is no archive: no game in it can be read.", file=path.name))


def _ends_early(missing: int) -> Phrase:
    return plural_phrase(
        "The file ends early: {count} game is missing.",
        "The file ends early: {count} games are missing.",
        missing,
    )


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


def _lines(file: IO[bytes], path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines that hold something, each with where it begins."""
    start = file.tell()
    while line := file.readline(MAX_RECORD_BYTES + 1):
        if start > LARGEST_ARCHIVE:
            raise Malformed(phrase("{file} is too large.", file=path.name))
        if not line.isspace():
            yield start, line
        start += len(line)


def _json(text: bytes) -> object:
    if len(text) > MAX_RECORD_BYTES:
        raise Malformed(phrase("larger than {limit} MB", limit=MAX_RECORD_BYTES // 1024**2))
    if text.count(b"{") + text.count(b"[") > _MOST_PARTS or text.count(b",") > _MOST_VALUES:
        raise Malformed(phrase("of too many parts"))
    try:
        return read_json(text.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Malformed(phrase("not text")) from None


def _mark(line: bytes) -> bytes:
    return hashlib.sha256(line).digest()


class Here(Protocol):
    """What an import asks about the games that are here."""

    def content(self, id: str) -> str | None:
        """The content id of a game, empty if it cannot be read; None if no game has the id."""
        ...

    def is_same(self, id: str, saved: SavedGame) -> bool:
        """Whether a game is the same as another, however it is written and whoever was renamed."""
        ...


class Reader:
    """Reads one game after the other and remembers which it has seen."""

    def __init__(self, boards: Mapping[str, Board], renamed: int, here: Here) -> None:
        self._boards = boards
        self._renamed = renamed
        self._here = here
        self._seen: dict[str, str] = {}

    def arrival(self, text: bytes, start: int) -> Arrival:
        """What would become of a game."""
        try:
            value = self._value(text)
            for arrival in parsed([value], self._known):
                return arrival
            saved = self._game(value)
        except Refused as problem:
            return Arrival("broken", problem.phrase)
        standing, id = self._standing(saved)
        saved = replace(saved, id=id)
        arrival = Arrival(
            standing,
            board=saved.game.setup.board.id,
            players=saved.game.setup.players,
            date=saved.finished or saved.changed,
            finished=saved.finished is not None,
            id=id,
        )
        if standing == "there":
            return arrival
        head = json.dumps(head_of(saved), ensure_ascii=False).encode("utf-8")
        return arrival._replace(head=head, start=start, size=len(text), mark=_mark(text))

    def _value(self, text: bytes) -> dict[str, Any]:
        value = RECORD.upgraded(_json(text))
        check_board_known(value, self._boards)
        return value

    def _known(self, value: dict[str, Any]) -> Arrival:
        """A game that is here word for word, so that it need not be replayed."""
        id = value["id"]
        if id in self._seen or not is_id(id) or self._here.content(id) != content_id(value):
            raise ValueError("not here word for word")
        if value["map"] not in self._boards:
            raise ValueError("here, but not understood")
        finished = moment(value.get("finished"))
        return Arrival(
            "there",
            board=value["map"],
            players=players_from_json(value),
            date=finished or moment(value.get("changed")),
            finished=finished is not None,
            id=id,
        )

    def _game(self, value: dict[str, Any]) -> SavedGame:
        record = record_from_json(value, self._boards)
        id = record.extra.get("id")
        saved = SavedGame.of(record, id if isinstance(id, str) and is_id(id) else "")
        saved = replace(saved, renamed=self._renamed)
        if saved.started is None and saved.finished is None and saved.game.state.is_over:
            # Not begun in this app, and played to its end: nobody is going to continue it.
            date = moment(record.extra.get("date")) or saved.changed
            saved = replace(saved, finished=date)
        return saved

    def _standing(self, saved: SavedGame) -> tuple[Standing, str]:
        """Whether the game is here, and the id it would be kept under."""
        content = saved.content_id()
        choices: tuple[tuple[Standing, str], ...] = (
            ("new", saved.id or content),
            ("different", content),
        )
        for standing, id in choices:
            if id in self._seen:
                same = self._seen[id] == content
            elif self._here.content(id) is None:
                self._seen[id] = content
                return standing, id
            else:
                same = self._here.is_same(id, saved)
            if same:
                break
        return "there", id
