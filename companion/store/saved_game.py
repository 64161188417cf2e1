"""A game with what the app notes about it: which it is, when it was played and for how long."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from os import urandom
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.game import Game
    from companion.rules.record import Record

LONGEST_BREAK = timedelta(minutes=30)
"""Whoever enters nothing for longer is not playing: that time is not counted."""

_ID, _DIGITS = re.compile(r"[0-9a-f]{32}"), b"0123456789abcdef"
NOTED = ("id", "started", "changed", "finished", "seconds_played", "turned", "renamed", "forgotten")
"""What is noted about a game in its record, apart from the game itself."""
SUMMARY = "summary"
"""The field of a kept record that says how the game stands; made again whenever it is written."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game as it lies on disk."""

    id: str
    """The same for as long as the game is kept; also the name of its file."""
    game: Game
    started: datetime | None
    """When it began, if that is known: it is not for some games from elsewhere."""
    changed: datetime
    """When the last entry was made; where that is not noted, when the file was read."""
    finished: datetime | None = None
    played: timedelta = timedelta()
    """Time at the table, without long breaks."""
    turned: int = 0
    """By how many quarters the board is turned to lie as the keeper sees it."""
    renamed: int = 0
    """The last of the changes of names on this shelf that the game has followed."""
    forgotten: tuple[str, ...] = ()
    """Players of this game who do not want to be counted any more."""
    extra: Mapping[str, object] = field(default_factory=dict)
    """Fields of the record that nobody here knows; they stay as they are."""

    @classmethod
    def begun(cls, game: Game, now: datetime, renamed: int = 0) -> SavedGame:
        """A game that is kept from now on."""
        return cls(new_id(), game, started=now, changed=now, renamed=renamed)

    @classmethod
    def of(cls, record: Record, id: str) -> SavedGame:
        """The game in a record; what it notes wrongly counts as not noted."""
        extra = record.extra
        finished = moment(extra.get("finished"))
        return cls(
            id,
            record.game,
            started=moment(extra.get("started")),
            changed=moment(extra.get("changed")) or finished or local_time(),
            finished=finished,
            played=timedelta(seconds=_whole(extra.get("seconds_played"), 10**8)),
            turned=_whole(extra.get("turned"), 4),
            renamed=_whole(extra.get("renamed"), 10**9),
            forgotten=_among(record.game.setup.names, extra.get("forgotten")),
            extra={
                name: value
                for name, value in extra.items()
                if name not in NOTED and name != SUMMARY
            },
        )

    @property
    def record(self) -> Record:
        """The game as a record that carries all of this."""
        from companion.rules.record import Record

        noted: dict[str, object] = {"id": self.id}
        for name, when in (
            ("started", self.started),
            ("changed", self.changed),
            ("finished", self.finished),
        ):
            if when is not None:
                noted[name] = when.isoformat()
        more = {
            "seconds_played": int(self.played.total_seconds()),
            "turned": self.turned,
            "renamed": self.renamed,
            "forgotten": list(self.forgotten),
        }
        noted |= {name: value for name, value in more.items() if value}
        return Record(self.game, {**noted, **self.extra})

    @property
    def scores(self) -> dict[str, int]:
        """Each player's points for routes so far."""
        return {name: player.route_points for name, player in self.game.state.players.items()}

    def with_game(self, game: Game, now: datetime) -> SavedGame:
        """The same after one more entry, or one fewer."""
        since = now - self.changed
        counts = timedelta() < since <= LONGEST_BREAK
        return replace(
            self,
            game=game,
            changed=now,
            finished=None,
            played=self.played + since if counts else self.played,
        )

    def content_id(self) -> str:
        """An id that follows from the game alone, whatever is noted about it."""
        from companion.rules.record import Record, record_to_json

        return content_id(record_to_json(Record(self.game, self.extra)))


def content_id(value: Mapping[str, object]) -> str:
    """The same from a record, if it is written as this app writes them."""
    from hashlib import sha256

    game = {name: value[name] for name in value if name not in NOTED and name != SUMMARY}
    content = json.dumps(game, sort_keys=True)
    return sha256(content.encode("ascii")).hexdigest()[:32]


def new_id() -> str:
    """An id no game has."""
    return urandom(16).hex()


def is_id(value: object) -> bool:
    """Whether a value can be the id of a game, and so the name of a file."""
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def are_ids(values: Sequence[str]) -> set[str]:
    """Those of some texts of 32 characters that can be ids of games."""
    # Of ten thousand the rule is none that is not: one look at all is quicker than one at each.
    all_are = not "".join(values).encode("utf-8", "replace").translate(None, _DIGITS)
    return set(values) if all_are else {value for value in values if is_id(value)}


def local_time() -> datetime:
    """Now, with the offset of the time zone: records travel."""
    return datetime.now().astimezone().replace(microsecond=0)


def moment(value: object) -> datetime | None:
    """The time a file notes, if it is one; without a time zone it is taken for the local one."""
    try:
        when = datetime.fromisoformat(value) if isinstance(value, str) else None
        if when and when.tzinfo and 1970 < when.year < 2038:
            return when
        # A time that this machine's clock cannot show is as good as none.
        local = when.astimezone() if when else None
        return local if when and when.tzinfo is None else when
    except (ValueError, OverflowError, OSError):
        return None


def _whole(value: object, below: int) -> int:
    return value if type(value) is int and 0 <= value < below else 0


def _among(names: Sequence[str], value: object) -> tuple[str, ...]:
    """Those of some names that a file lists."""
    listed = value if isinstance(value, list) else ()
    return tuple(name for name in names if name in listed)
