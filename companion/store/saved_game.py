"""The file of a game: the game, its metadata, and the header that lists show.

The header is the first line of the file. It holds the metadata (id, times, orientation, selection,
renamings) and a summary of the scores; the events follow on the second line. Both lines together
are one JSON object, a record like any other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache
from os import urandom
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.rules.boards import (
    Boards,
    BoardSummary,
    listed_fields,
    summary_from_json,
)
from companion.rules.errors import Refused
from companion.rules.json_reader import EVENT_KINDS, RECORD
from companion.rules.names import check_note, check_title
from companion.rules.setup import Player
from companion.rules.wording import Phrase

if TYPE_CHECKING:
    from companion.rules.final_tally import PlayerTally, Tally
    from companion.rules.game import Game
    from companion.rules.record import Record

LONGEST_BREAK = timedelta(minutes=30)
"""A longer time between two entries is not counted as playing time."""
SHORTEST_GAME = timedelta(minutes=5)
LONGEST_GAME = timedelta(hours=12)
"""Shorter and longer times are not those of a game, but of one that was entered later."""

ID_PATTERN = "[0-9a-f]{32}"
_ID = re.compile(ID_PATTERN)
METADATA_FIELDS = (
    *("id", "started", "changed", "finished", "seconds_played", "turned", "selected"),
    *("renamed", "forgotten", "title", "note", "ending"),
)
"""Fields of a saved record that hold metadata, not the game itself."""
SUMMARY = "summary"
"""Field of a saved record with scores and winners, recomputed with every write."""
_HEADER_FIELDS = ("format", "map", "variant", "players", *METADATA_FIELDS)


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game and the metadata in its file."""

    id: str
    """Never changes; also the name of the file."""
    game: Game
    started: datetime | None
    """When it began; unknown for some imported games."""
    changed: datetime
    """When the last entry was made; if that is unknown, when the file was read."""
    finished: datetime | None = None
    """When the last entry before finishing was made; None while it is in progress."""
    played: timedelta = timedelta()
    """Playing time until the game was over, without long breaks."""
    turned: int = 0
    """Quarter turns of the board picture, 0 to 3."""
    selected: int = 0
    """The player the keeper chose to act next, by turn order from 1; 0: whose turn it is."""
    renamed: int = 0
    """Number of the last renaming of players that is applied to this game, see `players`."""
    forgotten: tuple[str, ...] = ()
    """Players of this game who are left out of the statistics."""
    title: str = ""
    """The keeper's title of the game, such as "Final of the championship"."""
    note: str = ""
    """The keeper's note about the game; may have several lines."""
    ending: Mapping[str, Any] = field(default_factory=dict)
    """The end of the game on the phones of guests, see `table.ending`; it is not exported."""
    unknown_fields: Mapping[str, object] = field(default_factory=dict)
    """Unknown fields of the record; they are written back unchanged."""

    @classmethod
    def new(cls, game: Game, now: datetime, renamed: int = 0) -> SavedGame:
        """A game that begins now."""
        return cls(new_id(), game, started=now, changed=now, renamed=renamed)

    @classmethod
    def from_record(cls, record: Record, id: str) -> SavedGame:
        """The game in a record; malformed metadata is ignored."""
        metadata = record.unknown_fields
        finished = parse_time(metadata.get("finished"))
        return cls(
            id,
            record.game,
            started=parse_time(metadata.get("started")),
            changed=parse_time(metadata.get("changed")) or finished or local_time(),
            finished=finished,
            played=timedelta(seconds=_integer(metadata.get("seconds_played"), 10**8)),
            turned=_integer(metadata.get("turned"), 4),
            selected=_integer(metadata.get("selected"), len(record.game.setup.players) + 1),
            renamed=_integer(metadata.get("renamed"), 10**16),
            forgotten=_selected(record.game.setup.names, metadata.get("forgotten")),
            title=_text(metadata.get("title"), check_title),
            note=_text(metadata.get("note"), check_note),
            ending=ending if isinstance(ending := metadata.get("ending"), dict) else {},
            unknown_fields={
                name: value
                for name, value in metadata.items()
                if name not in (*METADATA_FIELDS, SUMMARY, "check")
            },
        )

    @classmethod
    def from_elsewhere(cls, record: Record, id: str) -> SavedGame:
        """The game in a record of any program: without times, one that is over is finished."""
        saved = cls.from_record(record, id)
        if saved.started is None and saved.finished is None and saved.game.state.is_over:
            date = parse_time(record.unknown_fields.get("date")) or saved.changed
            return replace(saved, finished=date)
        return saved

    @property
    def record(self) -> Record:
        """The game as a record with all metadata."""
        from companion.rules.record import Record

        metadata = {
            "id": self.id,
            "started": self.started and self.started.isoformat(),
            "changed": self.changed.isoformat(),
            "finished": self.finished and self.finished.isoformat(),
            "seconds_played": int(self.played.total_seconds()),
            "turned": self.turned,
            "selected": self.selected,
            "renamed": self.renamed,
            "forgotten": list(self.forgotten),
            "title": self.title,
            "note": self.note,
            "ending": self.ending,
        }
        kept = {name: value for name, value in metadata.items() if value}
        return Record(self.game, {**kept, **self.unknown_fields})

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
        """An id computed from the game alone, without the metadata."""
        from companion.rules.record import Record, record_to_json

        return content_id(record_to_json(Record(self.game, self.unknown_fields)))


# Headers


class GameInProgress(NamedTuple):
    """A game in progress as a list shows it."""

    id: str
    board: str
    """The board's id."""
    players: tuple[Player, ...]
    """In turn order."""
    date: datetime
    """When the last entry was made."""
    scores: Mapping[str, int]
    """Points by name: as on the table page or, once the game is over, the totals so far."""
    entries: int
    """Number of events in the log."""
    final: bool = False
    """Whether every player has had the last turn."""
    open_turns: tuple[str, ...] = ()
    """In the last round, the players who still have a turn."""
    without_tickets: tuple[str, ...] = ()
    """The players whose tickets have not been entered."""
    variant: str = ""
    """The id of the ticket variant; empty if it is the first or the only one."""
    own_board: BoardSummary | None = None
    """The imported board that the record contains, in its variant; None for a bundled board."""


class PlayerResult(NamedTuple):
    """The result of one player in a finished game."""

    rank: int
    """1 for the winners."""
    parts: Mapping[str, int]
    """Points by id of score part, for the parts that the game has."""
    tickets: int
    """How many tickets were held; 0 also if they were not entered."""
    tickets_completed: int
    ticket_points: int
    """The value of the completed tickets."""
    longest_route: int
    """Train spaces of the player's longest route."""
    doubled: int | None = None
    """How many claims were doubled; None on a board without terrain."""
    doubled_points: int | None = None
    """The points for these claims."""


class FinishedGame(NamedTuple):
    """A finished game as a list shows it."""

    id: str
    board: str
    """The board's id."""
    players: tuple[Player, ...]
    """In turn order."""
    date: datetime
    """When the last entry before finishing was made."""
    scores: Mapping[str, int]
    """Final points by name."""
    winners: tuple[str, ...]
    """The leaders if the game was not played to the end."""
    forgotten: tuple[str, ...] = ()
    """Players who are left out of the statistics."""
    final: bool = True
    """Whether it was played to the end."""
    variant: str = ""
    """The id of the ticket variant; empty if it is the first or the only one."""
    own_board: BoardSummary | None = None
    """The imported board that the record contains, in its variant; None for a bundled board."""
    results: Mapping[str, PlayerResult] = MappingProxyType({})
    """Each player's result by name."""
    minutes: int | None = None
    """The playing time; None if it is unknown."""
    counted: bool = False
    """Whether the finished board was counted, so that the order of the turns is unknown."""
    title: str = ""
    note: str = ""


class UnreadableGame(NamedTuple):
    """A game whose file exists but cannot be read by this version of the app."""

    id: str
    problem: Phrase
    """The reason, in a sentence."""
    is_newer: bool = False
    """Whether it was made with a newer version of the app."""


def by_last_change(games: Iterable[GameInProgress]) -> list[GameInProgress]:
    """Sorted for a list: the game changed last comes first."""
    return sorted(games, key=lambda game: (game.date, game.id), reverse=True)


def by_date(games: Iterable[FinishedGame]) -> list[FinishedGame]:
    """Sorted for a list: the game finished last comes first."""
    return sorted(games, key=lambda game: (game.date.timestamp(), game.id), reverse=True)


def record_parts(saved: SavedGame) -> tuple[dict[str, Any], dict[str, Any]]:
    """The header of a record and the rest of it."""
    from companion.rules.record import record_to_json

    value: dict[str, Any] = record_to_json(saved.record, with_phone_ids=True)
    header = {name: value.pop(name) for name in _HEADER_FIELDS if name in value}
    kinds = sorted({event["do"] for event in value["events"]})
    return header | {SUMMARY: {"kinds": kinds, **_summary(saved)}}, value


def listed_game(
    header: Mapping[str, Any], id: str, boards: Boards, *, is_finished: bool
) -> GameInProgress | FinishedGame:
    """The game that a header describes.

    One of `PARSE_ERRORS` if it lacks the results of a finished game, or if a newer version of the
    app has added something that a list cannot show.
    """
    summary, own = header[SUMMARY], header[SUMMARY].get("board")
    RECORD.check(header)
    if not set(summary["kinds"]) <= set(EVENT_KINDS):
        raise ValueError("made with a newer version")
    board = boards.summary(header["map"]) if own is None else summary_from_json(own, imported=True)
    board = board.in_variant(header.get("variant", ""))
    own_board = None if own is None else board
    players = _players(tuple([(each["name"], each["color"]) for each in header["players"]]))
    if any(player.color not in board.train_colors for player in players):
        raise ValueError("made with a newer version")
    names = [player.name for player in players]
    if not is_finished:
        open_turns, without_tickets = (
            tuple([names[each] for each in summary[field]])
            for field in ("open_turns", "without_tickets")
        )
        return GameInProgress(
            id,
            board.id,
            players,
            datetime.fromisoformat(header["changed"]),
            dict(zip(names, summary["scores"], strict=True)),
            summary["entries"],
            summary["final"],
            open_turns,
            without_tickets,
            board.variant,
            own_board,
        )
    results = {
        name: PlayerResult(rank, dict(zip(summary["parts"], points, strict=True)), *counts)
        for name, (points, rank, *counts) in zip(names, summary["players"], strict=True)
    }
    return FinishedGame(
        id,
        board.id,
        players,
        datetime.fromisoformat(header.get("finished", header["changed"])),
        {name: sum(result.parts.values()) for name, result in results.items()},
        tuple([name for name, result in results.items() if result.rank == 1]),
        tuple(header.get("forgotten", ())),
        summary["final"],
        board.variant,
        own_board,
        results,
        summary.get("minutes"),
        summary.get("counted", False),
        header.get("title", ""),
        header.get("note", ""),
    )


def _summary(saved: SavedGame) -> dict[str, Any]:
    """What lists show of a game in progress, and of a finished one what statistics need.

    By position, because a player may be renamed.
    """
    from companion.rules.final_tally import tally
    from companion.rules.turns import is_decided, open_turns, without_tickets

    state, names = saved.game.state, saved.game.setup.names
    missing = without_tickets(state)
    # A counted game is always over: its totals count once somebody's tickets are entered.
    is_counting = state.setup.counted and len(missing) == len(names)
    shows_totals = state.is_over and not is_counting
    result = tally(state) if shows_totals or saved.finished is not None else None
    summary: dict[str, Any] = {
        "entries": len(saved.game.events),
        "scores": (
            [player.total for player in result.players]
            if shows_totals and result is not None
            else list(saved.scores.values())
        ),
        "final": state.is_over if saved.finished is None else is_decided(state),
        "open_turns": [names.index(name) for name in open_turns(state)],
        "without_tickets": [names.index(name) for name in missing],
    }
    board = saved.game.setup.board
    if board.source is not None:
        summary["board"] = listed_fields(board.source)
    if saved.finished is not None and result is not None:
        summary |= _final_summary(saved, result)
    return summary


def _final_summary(saved: SavedGame, result: Tally) -> dict[str, Any]:
    """What the statistics need."""
    setup = saved.game.setup
    more = {"minutes": saved.minutes_played, "counted": setup.counted}
    return {
        "parts": list(result.part_ids),
        "players": [
            [
                [part.points for part in player.parts],
                result.ranks[player.name],
                len(player.tickets),
                player.tickets_completed,
                sum(each.points for each in player.tickets if each.completed),
                player.longest_route.length,
                *(_doubled(player) if setup.board.terrain else ()),
            ]
            for player in result.players
        ],
        **{name: value for name, value in more.items() if value},
    }


def _doubled(player: PlayerTally) -> tuple[int, int]:
    """How many claims of a player are doubled, and their points."""
    points = [claim.points for claim in player.claims if claim.doubled]
    return len(points), sum(points)


@lru_cache(maxsize=256)
def _players(players: tuple[tuple[str, str], ...]) -> tuple[Player, ...]:
    return tuple(Player(name, color) for name, color in players)


# Ids and times


def content_id(value: Mapping[str, object]) -> str:
    """The content id of a record in the form that `record_to_json` gives it."""
    from hashlib import sha256

    game = {name: value[name] for name in value if name not in METADATA_FIELDS and name != SUMMARY}
    # The number of the first version: a game keeps its id when the record format gets a new one.
    content = json.dumps(game | {"format": f"{RECORD.name}/1"}, sort_keys=True)
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
        when = datetime.fromisoformat(value)  # type: ignore[arg-type]
        # Raises for a time that this system cannot convert to local time.
        local = when.astimezone()
    except (TypeError, ValueError, OverflowError, OSError):
        return None
    return when if when.tzinfo else local


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
