"""A collection of boards, each read from its file when it is first used."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.bundled import bundled
from companion.rules.colors import PLAYER_COLORS
from companion.rules.errors import Malformed
from companion.rules.wording import Phrase, phrase, translatable

if TYPE_CHECKING:
    from companion.rules.board import Board

MAPS = bundled("data/maps")
"""The folder of the bundled boards; each file is named after its board's id."""


class BoardSummary(NamedTuple):
    """The fields of a board that lists show, read without checking the whole board."""

    id: str
    name: str
    short_name: str
    """The name for narrow cards and bars."""
    aspect: float
    """Width divided by height."""
    fewest_players: int
    most_players: int
    train_colors: tuple[str, ...]
    ticket_count: int
    has_stations: bool
    longest_route_house_rule: int
    """Points of the longest route house rule; 0 if the board has none."""

    @property
    def display_name(self) -> Phrase:
        """The name on the box, translated."""
        return translatable(self.name)

    @property
    def short_display_name(self) -> Phrase:
        """The short name, translated."""
        return translatable(self.short_name)


class Boards(Mapping[str, "Board"]):
    """Boards by id. Every package receives this collection, or a board, as an argument."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ids = dict.fromkeys(sorted(path.stem for path in folder.glob("*.json")))
        self._boards: dict[str, Board] = {}
        self._summaries: dict[str, BoardSummary] = {}

    def __getitem__(self, id: str) -> Board:
        if id not in self._boards:
            if id not in self._ids:
                raise KeyError(id)
            from companion.rules.board_file import read_board

            path = self._folder / f"{id}.json"
            board = read_board(path)
            if board.id != id:
                raise Malformed(
                    phrase("{file} should be named after its board’s id", file=path.name)
                )
            self._boards[id] = board
        return self._boards[id]

    def __contains__(self, id: object) -> bool:
        return id in self._ids

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __len__(self) -> int:
        return len(self._ids)

    def summary(self, id: str) -> BoardSummary:
        """The summary of a board; `KeyError` if the collection has no such board."""
        if id not in self._summaries:
            if id not in self._ids:
                raise KeyError(id)
            value = json.loads((self._folder / f"{id}.json").read_bytes())
            fewest, most = value["players"]
            self._summaries[id] = BoardSummary(
                id,
                value["name"],
                value.get("short_name", value["name"]),
                value["aspect"],
                fewest_players=fewest,
                most_players=most,
                train_colors=tuple(value.get("train_colors", PLAYER_COLORS)),
                ticket_count=value["ticket_count"],
                has_stations=bool(value.get("stations_per_player")),
                longest_route_house_rule=value.get("house_rules", {}).get("longest_route", 0),
            )
        return self._summaries[id]


@cache
def bundled_boards() -> Boards:
    """The boards that come with the app. Call it where a program starts, and pass the result on."""
    return Boards(MAPS)
