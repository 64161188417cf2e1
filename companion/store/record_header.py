"""The header of a saved record: its first line, which holds the data that lists show.

The header holds the app's notes about the game and a summary of its scores; the events follow on
the second line. Both lines together are one JSON object, a record like any other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from companion.rules.format import FORMAT
from companion.rules.names import check_name
from companion.rules.setup import Player
from companion.store.files import read_first_line
from companion.store.saved_game import NOTE_FIELDS, SUMMARY, SavedGame, parse_time

Header = Mapping[str, Any]
"""A header as read from JSON."""

_LONGEST_HEADER = 16 * 1024
_MOST_POINTS = 1_000_000
"""More points than any game has; larger numbers come from damage."""
_HEADER_FIELDS = ("format", "map", "players", *NOTE_FIELDS)


class GameInProgress(NamedTuple):
    """A game in progress as a list shows it."""

    id: str
    board: str
    """The board's id."""
    players: tuple[Player, ...]
    """In turn order."""
    changed: datetime
    """When the last entry was made."""
    scores: Mapping[str, int]
    """Points by name: for routes or, once the tally has begun, the totals so far."""
    entries: int
    """Number of events in the log."""
    final: bool = False
    """Whether every player has had the last turn."""
    open_turns: tuple[str, ...] = ()
    """In the last round, the players who still have a turn."""
    without_tickets: tuple[str, ...] = ()
    """The players whose tickets have not been entered."""


class FinishedGame(NamedTuple):
    """A finished game as a list shows it."""

    id: str
    board: str
    """The board's id."""
    players: tuple[Player, ...]
    """In turn order."""
    date: datetime
    """When it was finished."""
    scores: Mapping[str, int]
    """Final points by name."""
    winners: tuple[str, ...]
    """The leaders if the game was not played to the end."""
    forgotten: tuple[str, ...] = ()
    """Players who are left out of the statistics."""
    final: bool = True
    """Whether it was played to the end."""


def by_last_change(games: Iterable[GameInProgress]) -> list[GameInProgress]:
    """Sorted for a list: the game changed last comes first."""
    return sorted(games, key=lambda game: (game.changed, game.id), reverse=True)


def by_date(games: Iterable[FinishedGame]) -> list[FinishedGame]:
    """Sorted for a list: the game finished last comes first."""
    return sorted(games, key=lambda game: (game.date.timestamp(), game.id), reverse=True)


def header_of(saved: SavedGame) -> Header:
    """The header of a game."""
    return _split(saved)[0]


def record_text(saved: SavedGame) -> str:
    """The content of a game's file."""
    header, rest = (json.dumps(part, ensure_ascii=False) for part in _split(saved))
    return f"{header[:-1]},\n{rest[1:]}\n"


def record_text_with(header: bytes, value: Mapping[str, Any]) -> str:
    """The content of a game's file from its header and a record of the same game."""
    rest = {name: value[name] for name in value if name not in (*_HEADER_FIELDS, SUMMARY)}
    return f"{header.decode('utf-8')[:-1]},\n{json.dumps(rest, ensure_ascii=False)[1:]}\n"


def read_header(folder: Path, id: str) -> Header | None:
    """The header of a game's file, None if it has none; `OSError` if it cannot be read."""
    # An f-string: with thousands of files, joining `Path` objects takes a third of the time.
    line = read_first_line(f"{folder}/{id}.json", _LONGEST_HEADER)
    if not line.endswith(b","):
        return None
    try:
        header = json.loads(line[:-1].decode("utf-8") + "}")
    except (ValueError, RecursionError):
        return None
    is_record = header.get("format") == FORMAT and SUMMARY in header and "map" in header
    return header if is_record else None


def game_in_progress(header: Header, id: str) -> GameInProgress:
    """The game in progress described by a header; one of `PARSE_ERRORS` if it is malformed."""
    players, summary = _players(header), header[SUMMARY]
    changed, entries = parse_time(header.get("changed")), summary["entries"]
    if changed is None or type(entries) is not int:
        raise ValueError("not a game in progress")
    return GameInProgress(
        id=id,
        board=_text(header["map"]),
        players=players,
        changed=changed,
        scores=_scores(players, summary["scores"]),
        entries=entries,
        final=_boolean(summary["final"]),
        open_turns=_names_at(players, summary["open_turns"]),
        without_tickets=_names_at(players, summary["without_tickets"]),
    )


def finished_game(header: Header, id: str) -> FinishedGame:
    """The finished game described by a header; one of `PARSE_ERRORS` if it is malformed."""
    players, summary = _players(header), header[SUMMARY]
    date = parse_time(header.get("finished"))
    scores, winners = _scores(players, summary["scores"]), tuple(summary["winners"])
    if date is None or not scores.keys() >= set(winners):
        raise ValueError("not a finished game")
    forgotten = header.get("forgotten", ())
    return FinishedGame(
        id=id,
        board=_text(header["map"]),
        players=players,
        date=date,
        scores=scores,
        winners=winners,
        forgotten=tuple([name for name in forgotten if name in scores]) if forgotten else (),
        final=_boolean(summary["final"]),
    )


def _split(saved: SavedGame) -> tuple[dict[str, Any], dict[str, Any]]:
    """The header of a record and the rest of it."""
    from companion.rules.record import record_to_json

    value = record_to_json(saved.record)
    header = {name: value.pop(name) for name in _HEADER_FIELDS if name in value}
    return header | {SUMMARY: _summary(saved)}, value


def _summary(saved: SavedGame) -> dict[str, Any]:
    from companion.rules.ending import is_tally_begun, open_turns, without_tickets
    from companion.rules.final_tally import tally

    state, names = saved.game.state, saved.game.setup.names
    summary = {
        "entries": len(saved.game.events),
        "scores": list(saved.scores.values()),
        "final": state.is_over,
    }
    if saved.finished is None:
        # Positions, because a player may be renamed.
        summary["open_turns"] = [names.index(name) for name in open_turns(state)]
        summary["without_tickets"] = [names.index(name) for name in without_tickets(state)]
        if not is_tally_begun(state):
            return summary
    result = tally(state)
    summary["scores"] = [player.total for player in result.players]
    if saved.finished is not None:
        summary["winners"] = list(result.winners)
    return summary


@lru_cache(maxsize=256)
def _player(name: str, color: str) -> Player:
    # A list must not show a name that opening the game would refuse.
    if check_name(_text(name)) != name:
        raise ValueError("not a valid name")
    return Player(name, _text(color))


def _players(header: Header) -> tuple[Player, ...]:
    return tuple([_player(each["name"], each["color"]) for each in header["players"]])


def _scores(players: tuple[Player, ...], scores: list[Any]) -> dict[str, int]:
    for score in scores:
        if type(score) is not int or abs(score) > _MOST_POINTS:
            raise ValueError("not points of a game")
    return dict(zip([player.name for player in players], scores, strict=True))


def _names_at(players: tuple[Player, ...], positions: list[Any]) -> tuple[str, ...]:
    if not all(type(each) is int and 0 <= each < len(players) for each in positions):
        raise ValueError("not positions of players")
    return tuple([players[each].name for each in positions])


def _boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("not true or false")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("not text")
    return value
