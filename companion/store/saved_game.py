"""A game with the notes the app saves with it: id, times, orientation, selection, renamings."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from os import urandom
from typing import TYPE_CHECKING

from companion.rules.errors import Refused
from companion.rules.names import check_note, check_title

if TYPE_CHECKING:
    from companion.rules.game import Game
    from companion.rules.record import Record

LONGEST_BREAK = timedelta(minutes=30)
"""A longer time between two entries is not counted as playing time."""
SHORTEST_GAME = timedelta(minutes=5)
LONGEST_GAME = timedelta(hours=12)
"""Shorter and longer times are not those of a game, but of one that was entered later."""

ID_PATTERN = "[0-9a-f]{32}"
_ID = re.compile(ID_PATTERN)
NOTE_FIELDS = (
    "id",
    "started",
    "changed",
    "finished",
    "seconds_played",
    "turned",
    "selected",
    "renamed",
    "forgotten",
    "title",
    "note",
)
"""Fields of a saved record that hold the app's notes, not the game itself."""
SUMMARY = "summary"
"""Field of a saved record with scores and winners, recomputed with every write."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game and the notes in its file."""

    id: str
    """Never changes; also the name of the file."""
    game: Game
    started: datetime | None
    """When it began; unknown for some imported games."""
    changed: datetime
    """When the last entry was made; without a note of it, when the file was read."""
    finished: datetime | None = None
    """When the last entry before finishing was made; None while it is in progress."""
    played: timedelta = timedelta()
    """Playing time until the game was over, without long breaks."""
    turned: int = 0
    """Quarter turns of the board picture, 0 to 3."""
    selected: int = 0
    """Seat of the player the keeper chose to act next, from 1; 0 for the one whose turn it is."""
    renamed: int = 0
    """Number of the last renaming of players that is applied to this game, see `players`."""
    forgotten: tuple[str, ...] = ()
    """Players of this game who are left out of the statistics."""
    title: str = ""
    """The keeper's title of the game, such as "Final of the championship"."""
    note: str = ""
    """The keeper's note about the game; may have several lines."""
    unknown_fields: Mapping[str, object] = field(default_factory=dict)
    """Unknown fields of the record; they are written back unchanged."""

    @classmethod
    def new(cls, game: Game, now: datetime, renamed: int = 0) -> SavedGame:
        """A game that begins now."""
        return cls(new_id(), game, started=now, changed=now, renamed=renamed)

    @classmethod
    def from_record(cls, record: Record, id: str) -> SavedGame:
        """The game in a record; malformed notes are ignored."""
        notes = record.unknown_fields
        finished = parse_time(notes.get("finished"))
        return cls(
            id,
            record.game,
            started=parse_time(notes.get("started")),
            changed=parse_time(notes.get("changed")) or finished or local_time(),
            finished=finished,
            played=timedelta(seconds=_integer(notes.get("seconds_played"), 10**8)),
            turned=_integer(notes.get("turned"), 4),
            selected=_integer(notes.get("selected"), len(record.game.setup.players) + 1),
            renamed=_integer(notes.get("renamed"), 10**16),
            forgotten=_selected(record.game.setup.names, notes.get("forgotten")),
            title=_text(notes.get("title"), check_title),
            note=_text(notes.get("note"), check_note),
            unknown_fields={
                name: value
                for name, value in notes.items()
                if name not in (*NOTE_FIELDS, SUMMARY, "check")
            },
        )

    @property
    def record(self) -> Record:
        """The game as a record with all notes."""
        from companion.rules.record import Record

        notes: dict[str, object] = {"id": self.id}
        for name, when in (
            ("started", self.started),
            ("changed", self.changed),
            ("finished", self.finished),
        ):
            if when is not None:
                notes[name] = when.isoformat()
        more = {
            "seconds_played": int(self.played.total_seconds()),
            "turned": self.turned,
            "selected": self.selected,
            "renamed": self.renamed,
            "forgotten": list(self.forgotten),
            "title": self.title,
            "note": self.note,
        }
        notes |= {name: value for name, value in more.items() if value}
        return Record(self.game, {**notes, **self.unknown_fields})

    @property
    def scores(self) -> dict[str, int]:
        """Each player's running score."""
        return {name: player.score for name, player in self.game.state.players.items()}

    def with_game(self, game: Game, now: datetime) -> SavedGame:
        """The saved game after an entry, an undo or a correction made now."""
        since = now - self.changed
        is_playing = self.finished is None and not self.game.state.is_over
        counts = is_playing and timedelta() < since <= LONGEST_BREAK
        return replace(
            self,
            game=game,
            changed=now,
            finished=None,
            played=self.played + since if counts else self.played,
        )

    @property
    def minutes_played(self) -> int | None:
        """The playing time without long breaks; None if it is unknown or makes no sense."""
        if self.game.setup.counted or self.started is None:
            return None
        possible = min(LONGEST_GAME, self.changed - self.started)
        if not SHORTEST_GAME <= self.played <= possible:
            return None
        return round(self.played.total_seconds() / 60)

    def content_id(self) -> str:
        """An id computed from the game alone, without the notes."""
        from companion.rules.record import Record, record_to_json

        return content_id(record_to_json(Record(self.game, self.unknown_fields)))


def content_id(value: Mapping[str, object]) -> str:
    """The content id of a record in the form that `record_to_json` gives it."""
    from hashlib import sha256

    game = {name: value[name] for name in value if name not in NOTE_FIELDS and name != SUMMARY}
    content = json.dumps(game, sort_keys=True)
    return sha256(content.encode("ascii")).hexdigest()[:32]


def new_id() -> str:
    """A random 128-bit id in hexadecimal."""
    return urandom(16).hex()


def is_id(value: object) -> bool:
    """Whether a value has the form of an id, so that it is safe as a file name."""
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def local_time() -> datetime:
    """The current time with its UTC offset, since records are exchanged between time zones."""
    return datetime.now().astimezone().replace(microsecond=0)


def parse_time(value: object) -> datetime | None:
    """Parse an ISO time; None if it is malformed or out of range; no offset means local time."""
    try:
        when = datetime.fromisoformat(value) if isinstance(value, str) else None
        if when and when.tzinfo and 1970 < when.year < 2038:
            return when
        # Raises for a time that this system cannot convert to local time.
        local = when.astimezone() if when else None
        return local if when and when.tzinfo is None else when
    except (ValueError, OverflowError, OSError):
        return None


def _integer(value: object, below: int) -> int:
    return value if type(value) is int and 0 <= value < below else 0


def _text(value: object, check: Callable[[str], str]) -> str:
    with suppress(Refused):
        return check(value) if isinstance(value, str) else ""
    return ""


def _selected(names: Sequence[str], value: object) -> tuple[str, ...]:
    """The names that a list in a file contains."""
    listed = value if isinstance(value, list) else ()
    return tuple(name for name in names if name in listed)
