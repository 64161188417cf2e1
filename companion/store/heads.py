"""The first line of a kept record: all that a list shows of a game, so that none reads the rest.

The line holds what is noted about the game and a summary of how it stands; the log follows on the
next one. Together they are one JSON object, a record like any other. The list of past games is
made of such lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from companion.rules.format import FORMAT
from companion.rules.names import check_name
from companion.rules.setup import Player
from companion.store.files import first_line
from companion.store.saved_game import NOTED, SUMMARY, SavedGame, moment

Head = Mapping[str, Any]
"""A first line, read from JSON."""

_LONGEST = 16 * 1024
_MOST = 1_000_000
"""More points than any game has; nobody averages numbers of a thousand digits."""
_IN_FRONT = ("format", "map", "players", *NOTED)


class WaitingGame(NamedTuple):
    """A game in progress as a list shows it."""

    id: str
    board: str
    """The board's id."""
    players: tuple[Player, ...]
    """In turn order."""
    changed: datetime
    """When the last entry was made."""
    scores: Mapping[str, int]
    """Points for routes so far, by name."""
    entries: int
    """How many entries the log has."""


class PastGame(NamedTuple):
    """A finished game as a list shows it."""

    id: str
    board: str
    """The board's id."""
    players: tuple[Player, ...]
    """In turn order."""
    date: datetime
    """When it was finished."""
    duration: timedelta | None
    """Time at the table, if that is known."""
    scores: Mapping[str, int]
    """Final points by name."""
    winners: tuple[str, ...]
    forgotten: tuple[str, ...] = ()
    """Players who do not want to be counted."""


def latest_first(games: Iterable[WaitingGame]) -> list[WaitingGame]:
    """In the order of a list; whichever of them are there, each has its place among the others."""
    return sorted(games, key=lambda game: (game.changed, game.id), reverse=True)


def head_of(saved: SavedGame) -> Head:
    """The first line of a game."""
    return _split(saved)[0]


def record_text(saved: SavedGame) -> str:
    """The text of a game's file."""
    head, rest = (json.dumps(part, ensure_ascii=False) for part in _split(saved))
    return f"{head[:-1]},\n{rest[1:]}\n"


def with_head(head: bytes, value: Mapping[str, Any]) -> str:
    """The text of a game's file from its first line and a record that says the same."""
    rest = {name: value[name] for name in value if name not in (*_IN_FRONT, SUMMARY)}
    return f"{head.decode('utf-8')[:-1]},\n{json.dumps(rest, ensure_ascii=False)[1:]}\n"


def read_head(folder: Path, id: str) -> Head | None:
    """The first line of a game's file, if it is one of today; `OSError` if it cannot be read."""
    # Ten thousand of them may be read one after the other: a path made of parts takes its time.
    line = first_line(f"{folder}/{id}.json", _LONGEST)
    if not line.endswith(b","):
        return None
    try:
        head = json.loads(line[:-1].decode("utf-8") + "}")
    except (ValueError, RecursionError):
        return None
    return head if head.get("format") == FORMAT and SUMMARY in head and "map" in head else None


def waiting_game(head: Head, id: str) -> WaitingGame:
    """A game in progress from its first line; `UNREADABLE` if that is not in order."""
    players, scores = _players(head), head[SUMMARY]["scores"]
    changed, entries = moment(head.get("changed")), head[SUMMARY]["entries"]
    if changed is None or type(entries) is not int:
        raise ValueError("not a game in progress")
    return WaitingGame(id, _text(head["map"]), players, changed, _scored(players, scores), entries)


def past_game(head: Head, id: str) -> PastGame:
    """A finished game from its first line; `UNREADABLE` if that is not in order."""
    players, summary = _players(head), head[SUMMARY]
    date, seconds = moment(head.get("finished")), head.get("seconds_played")
    scores, winners = _scored(players, summary["scores"]), tuple(summary["winners"])
    if date is None or not scores.keys() >= set(winners):
        raise ValueError("not a past game")
    forgotten = head.get("forgotten", ())
    return PastGame(
        id=id,
        board=_text(head["map"]),
        players=players,
        date=date,
        duration=timedelta(seconds=seconds) if type(seconds) is int and seconds > 0 else None,
        scores=scores,
        winners=winners,
        forgotten=tuple([name for name in forgotten if name in scores]) if forgotten else (),
    )


def _split(saved: SavedGame) -> tuple[dict[str, Any], dict[str, Any]]:
    """A record's first line and the rest of it."""
    from companion.rules.record import record_to_json

    value = record_to_json(saved.record)
    head = {name: value.pop(name) for name in _IN_FRONT if name in value}
    return head | {SUMMARY: _summary(saved)}, value


def _summary(saved: SavedGame) -> dict[str, Any]:
    from companion.rules.final_tally import tally

    if saved.finished is None:
        return {"entries": len(saved.game.events), "scores": list(saved.scores.values())}
    result = tally(saved.game.state)
    scores = {player.name: player.total for player in result.players}
    return {
        "entries": len(saved.game.events),
        "scores": [scores[name] for name in saved.game.setup.names],
        "winners": list(result.winners),
    }


@lru_cache(maxsize=256)
def _player(name: str, color: str) -> Player:
    # What is shown of a game unread must be as good as what is read of it.
    if check_name(_text(name)) != name:
        raise ValueError("not a name as it is written")
    return Player(name, _text(color))


def _players(head: Head) -> tuple[Player, ...]:
    return tuple([_player(each["name"], each["color"]) for each in head["players"]])


def _scored(players: tuple[Player, ...], scores: list[Any]) -> dict[str, int]:
    if set(map(type, scores)) != {int} or max(scores) > _MOST or min(scores) < -_MOST:
        raise ValueError("points are whole numbers that a table can count")
    return dict(zip([player.name for player in players], scores, strict=True))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("not text")
    return value
