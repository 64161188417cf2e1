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
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.rules.board_summary import summary_from_json, summary_of, summary_to_json
from companion.rules.format import FORMAT
from companion.rules.setup import Player, checked_players
from companion.rules.wording import Phrase
from companion.store.files import read_first_line
from companion.store.saved_game import NOTE_FIELDS, SUMMARY, SavedGame, parse_time

if TYPE_CHECKING:
    from companion.rules.board_summary import BoardSummary
    from companion.rules.boards import Boards

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
    winners, forgotten = summary["winners"], header.get("forgotten", [])
    for some in (winners, forgotten):
        if not isinstance(some, list) or len(set(some)) < len(some) or not scores.keys() >= {*some}:
            raise ValueError("not names of players")
    final = _boolean(summary["final"])
    return FinishedGame(
        id,
        board.id,
        players,
        finished,
        scores,
        tuple(winners),
        tuple(forgotten),
        final,
        board.variant,
        own_board,
    )


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
    from companion.rules.ending import is_tally_begun, open_turns, without_tickets
    from companion.rules.final_tally import tally

    state, names = saved.game.state, saved.game.setup.names
    summary: dict[str, Any] = {
        "entries": len(saved.game.events),
        "scores": list(saved.scores.values()),
        "final": state.is_over,
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
        summary["winners"] = list(result.winners)
    return summary


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
