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
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.rules.board_summary import summary_from_json, summary_of, summary_to_json
from companion.rules.format import FORMAT
from companion.rules.names import check_note, check_title
from companion.rules.setup import Player, checked_players
from companion.rules.wording import Phrase
from companion.store.files import read_first_line
from companion.store.saved_game import NOTE_FIELDS, SUMMARY, SavedGame, parse_time

if TYPE_CHECKING:
    from companion.rules.board_summary import BoardSummary
    from companion.rules.boards import Boards
    from companion.rules.final_tally import PlayerTally, Tally

Header = Mapping[str, Any]
"""A header as read from JSON."""

_LONGEST_HEADER = 16 * 1024
_MOST_POINTS = 10_000_000
"""More points or entries than any game has; larger numbers come from damage."""
_HEADER_FIELDS = ("format", "map", "variant", "players", *NOTE_FIELDS)


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
    file: str
    """The name of its file."""
    problem: Phrase
    """The reason, in a sentence."""


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
    is_record = header.get("format") == FORMAT and SUMMARY in header
    return header if is_record else None


def listed_game(header: Header, id: str, boards: Boards) -> GameInProgress | FinishedGame:
    """The game that a header describes; one of `PARSE_ERRORS` if a list could not show it.

    Board, players and colours are checked as in a record, which may be refused nevertheless.
    """
    board, own_board = _board(header, boards)
    players = _players(board, tuple([(each["name"], each["color"]) for each in header["players"]]))
    changed, finished = (
        parse_time(header[name]) if name in header else None for name in ("changed", "finished")
    )
    summary = header[SUMMARY]
    names = [player.name for player in players]
    scores = dict(zip(names, _integers(summary["scores"], -_MOST_POINTS), strict=True))
    (entries,) = _integers([summary["entries"]], 0)
    if finished is None:
        if changed is None or "finished" in header:
            raise ValueError("not a time")
        open_turns, without_tickets = (
            _names_at(names, summary[field]) for field in ("open_turns", "without_tickets")
        )
        final = _boolean(summary["final"])
        return GameInProgress(
            id,
            board.id,
            players,
            changed,
            scores,
            entries,
            final,
            open_turns,
            without_tickets,
            board.variant,
            own_board,
        )
    forgotten = header.get("forgotten", [])
    if not isinstance(forgotten, list) or len(set(forgotten)) < len(forgotten):
        raise ValueError("not a list of names")
    if not scores.keys() >= {*forgotten}:
        raise ValueError("not names of players")
    results = _results(summary, scores)
    minutes, counted = summary.get("minutes"), summary.get("counted", False)
    return FinishedGame(
        id,
        board.id,
        players,
        finished,
        scores,
        tuple([name for name, result in results.items() if result.rank == 1]),
        tuple(forgotten),
        _boolean(summary["final"]),
        board.variant,
        own_board,
        results,
        minutes if minutes is None else _integers([minutes], 0)[0],
        _boolean(counted),
        check_title(_text(header["title"])) if "title" in header else "",
        check_note(_text(header["note"])) if "note" in header else "",
    )


def _results(summary: Mapping[str, Any], scores: Mapping[str, int]) -> dict[str, PlayerResult]:
    """Each player's result; the points of the parts must add up to the score."""
    ids, rows = summary["parts"], summary["players"]
    for id in ids:
        _text(id)
    results = {}
    for (name, score), (points, rank, *counts) in zip(scores.items(), rows, strict=True):
        parts = dict(zip(ids, _integers(points, -_MOST_POINTS), strict=True))
        if sum(parts.values()) != score:
            raise ValueError("not the points of a score")
        (place,) = _integers([rank], 1)
        results[name] = PlayerResult(place, parts, *_integers(counts, -_MOST_POINTS))
    if all(result.rank > 1 for result in results.values()):
        raise ValueError("no winner")
    return results


def _board(header: Header, boards: Boards) -> tuple[BoardSummary, BoardSummary | None]:
    """The board of a game in its variant, and the same if the record contains the board."""
    id, variant, own = _text(header["map"]), header.get("variant", ""), header[SUMMARY].get("board")
    if own is None:
        return boards.summary(id).in_variant(_text(variant)), None
    board = summary_from_json(own, imported=True).in_variant(_text(variant))
    if board.id != id or id in boards.bundled:
        raise ValueError("not the board of the game")
    return board, board


def _split(saved: SavedGame) -> tuple[dict[str, Any], dict[str, Any]]:
    """The header of a record and the rest of it."""
    from companion.rules.record import record_to_json

    value = record_to_json(saved.record)
    header = {name: value.pop(name) for name in _HEADER_FIELDS if name in value}
    return header | {SUMMARY: _summary(saved)}, value


def _summary(saved: SavedGame) -> dict[str, Any]:
    from companion.rules.ending import is_decided, is_tally_begun, open_turns, without_tickets
    from companion.rules.final_tally import tally

    state, names = saved.game.state, saved.game.setup.names
    summary: dict[str, Any] = {
        "entries": len(saved.game.events),
        "scores": list(saved.scores.values()),
        "final": state.is_over if saved.finished is None else is_decided(state),
    }
    board = saved.game.setup.board
    if board.source is not None:
        summary["board"] = summary_to_json(summary_of(board))
    if saved.finished is None:
        # Positions, because a player may be renamed.
        summary["open_turns"] = [names.index(name) for name in open_turns(state)]
        summary["without_tickets"] = [names.index(name) for name in without_tickets(state)]
        if not is_tally_begun(state):
            return summary
    result = tally(state)
    summary["scores"] = [player.total for player in result.players]
    if saved.finished is not None:
        summary |= _final_summary(saved, result)
    return summary


def _final_summary(saved: SavedGame, result: Tally) -> dict[str, Any]:
    """What the statistics need, by position, because a player may be renamed."""
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
def _players(board: BoardSummary, players: tuple[tuple[str, str], ...]) -> tuple[Player, ...]:
    given = tuple(Player(_text(name), _text(color)) for name, color in players)
    if checked_players(board, given) != given:
        raise ValueError("names with spaces around them")
    return given


def _integers(values: object, least: int) -> list[int]:
    if not isinstance(values, list):
        raise ValueError("not a list")
    for value in values:
        if type(value) is not int or not least <= value <= _MOST_POINTS:
            raise ValueError("not a number of a game")
    return values


def _names_at(names: list[str], positions: object) -> tuple[str, ...]:
    return tuple([names[each] for each in _integers(positions, 0)])


def _boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("not true or false")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("not text")
    return value
