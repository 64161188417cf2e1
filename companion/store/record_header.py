"""The header of a saved record: its first line, which holds the data that lists show.

The header holds the app's notes about the game and a summary of its scores; the events follow on
the second line. Both lines together are one JSON object, a record like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.rules.boards import summary_from_json, summary_of, summary_to_json
from companion.rules.json_reader import EVENT_KINDS, FORMAT
from companion.rules.setup import Player
from companion.rules.wording import Phrase
from companion.store.saved_game import NOTE_FIELDS, SUMMARY, SavedGame

if TYPE_CHECKING:
    from companion.rules.boards import Boards, BoardSummary
    from companion.rules.final_tally import PlayerTally, Tally

_HEADER_FIELDS = ("format", "map", "variant", "players", *NOTE_FIELDS)


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
    problem: Phrase
    """The reason, in a sentence."""
    is_newer: bool = False
    """Whether it was made with a newer version of the app."""

    @property
    def file(self) -> str:
        """The name of its file when it is shared."""
        return f"{self.id}.json"


def by_last_change(games: Iterable[GameInProgress]) -> list[GameInProgress]:
    """Sorted for a list: the game changed last comes first."""
    return sorted(games, key=lambda game: (game.date, game.id), reverse=True)


def by_date(games: Iterable[FinishedGame]) -> list[FinishedGame]:
    """Sorted for a list: the game finished last comes first."""
    return sorted(games, key=lambda game: (game.date.timestamp(), game.id), reverse=True)


def record_parts(saved: SavedGame) -> tuple[dict[str, Any], dict[str, Any]]:
    """The header of a record and the rest of it."""
    from companion.rules.record import record_to_json

    value: dict[str, Any] = record_to_json(saved.record)
    header = {name: value.pop(name) for name in _HEADER_FIELDS if name in value}
    kinds = sorted({event["do"] for event in value["events"]})
    return header | {SUMMARY: {"kinds": kinds, **_summary(saved)}}, value


def rest_of(value: Mapping[str, Any]) -> dict[str, Any]:
    """A record without the fields of its header."""
    return {name: value[name] for name in value if name not in (*_HEADER_FIELDS, SUMMARY, "check")}


def listed_game(
    header: Mapping[str, Any], id: str, boards: Boards, *, is_finished: bool
) -> GameInProgress | FinishedGame:
    """The game that a header describes.

    One of `PARSE_ERRORS` if it lacks the results of a finished game, or if a newer version of the
    app has added something that a list cannot show.
    """
    summary, own = header[SUMMARY], header[SUMMARY].get("board")
    if header["format"] != FORMAT or not set(summary["kinds"]) <= set(EVENT_KINDS):
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
            _time(header["changed"]),
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
        _time(header.get("finished", header["changed"])),
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
    from companion.rules.turns import is_decided, is_tally_begun, open_turns, without_tickets

    state, names = saved.game.state, saved.game.setup.names
    is_tallied = is_tally_begun(state)
    result = tally(state) if is_tallied or saved.finished is not None else None
    summary: dict[str, Any] = {
        "entries": len(saved.game.events),
        "scores": (
            [player.total for player in result.players]
            if is_tallied and result is not None
            else list(saved.scores.values())
        ),
        "final": state.is_over if saved.finished is None else is_decided(state),
        "open_turns": [names.index(name) for name in open_turns(state)],
        "without_tickets": [names.index(name) for name in without_tickets(state)],
    }
    board = saved.game.setup.board
    if board.source is not None:
        summary["board"] = summary_to_json(summary_of(board))
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


def _time(value: str) -> datetime:
    return datetime.fromisoformat(value)
