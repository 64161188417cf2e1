"""The boards, bundled and imported: summaries for lists, and each board read when first used."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from companion.bundled import bundled
from companion.rules.errors import Refused, UnusableFile
from companion.rules.wording import Phrase, board_title, variant_title

if TYPE_CHECKING:
    from companion.rules.board import Board


ROUTE_COLORS = ("yellow", "orange", "red", "purple", "blue", "green", "white", "grey", "black")
"""Every colour that a track can have."""

PLAYER_COLORS = ("blue", "red", "green", "yellow", "black")
"""The train colours of a board without `train_colors`."""

TRAIN_COLORS = (*PLAYER_COLORS, "purple", "white")
"""Every colour that trains can have."""


class BoardSummary(NamedTuple):
    """The fields of a board that lists show."""

    id: str
    name: str
    short_name: str
    """The name for narrow cards and bars."""
    aspect: float
    """Width divided by height."""
    fewest_players: int
    most_players: int
    train_colors: tuple[str, ...]
    longest_route_house_rule: int
    """Points of the longest route house rule; 0 if the board has none."""
    variants: tuple[tuple[str, str], ...] = ()
    """Id and name of each ticket variant; the first is that of the rulebook."""
    variant: str = ""
    """The id of the variant that is played; empty if it is the first or the only one."""
    imported: bool = False
    """Whether the board does not come with the app."""
    version: int = 0
    """Differs after an imported board was replaced by another version of it."""

    @property
    def display_name(self) -> Phrase:
        """The name on the box, translated, with the variant unless it is the first."""
        if not self.variant:
            return board_title(self.name, is_imported=self.imported)
        return variant_title(self.short_display_name, dict(self.variants)[self.variant])

    def in_variant(self, id: str) -> BoardSummary:
        """The board in another variant, empty for the first; `KeyError` if it has no such one."""
        if id and id not in dict(self.variants):
            raise KeyError(id)
        variant = "" if id in dict(self.variants[:1]) else id
        return self if variant == self.variant else self._replace(variant=variant)

    @property
    def short_display_name(self) -> Phrase:
        """The short name, translated."""
        return board_title(self.short_name, is_imported=self.imported)


def summary_from_json(value: Mapping[str, Any], *, imported: bool = False) -> BoardSummary:
    """The summary of a board file, or of the part of it that `listed_fields` returns.

    `LookupError`, `TypeError` or `ValueError` if a list could not show it.
    """
    fewest, most = value["players"]
    colors = tuple(value.get("train_colors", PLAYER_COLORS))
    if not set(colors) <= set(TRAIN_COLORS) or not fewest <= most <= len(set(colors)):
        raise ValueError("not train colours for all players")
    return BoardSummary(
        value["id"],
        value["name"],
        value.get("short_name", value["name"]),
        value["aspect"],
        fewest_players=fewest,
        most_players=most,
        train_colors=colors,
        longest_route_house_rule=value.get("house_rules", {}).get("longest_route", 0),
        variants=tuple((each["id"], each["name"]) for each in value.get("variants", ())),
        imported=imported,
    )


def listed_fields(value: Mapping[str, Any]) -> dict[str, Any]:
    """The part of a board file that `summary_from_json` needs."""
    return {name: value[name] for name in _LISTED_FIELDS if name in value}


_LISTED_FIELDS = (
    "format",
    "id",
    "name",
    "short_name",
    "aspect",
    "players",
    "train_colors",
    "house_rules",
    "variants",
)


def summary_of(board: Board) -> BoardSummary:
    """The summary of an imported board in its variant."""
    assert board.source is not None
    return summary_from_json(board.source, imported=True).in_variant(board.variant_id)


MAPS = bundled("data/maps")
"""The folder of the bundled boards; each file is named after its board's id."""


class ImportedBoards(Protocol):
    """The boards that the keeper has imported. None has the id of a bundled board."""

    def ids(self) -> Sequence[str]:
        """The ids of the boards."""
        ...

    def read(self, id: str) -> Board:
        """A board; `UnusableFile` if its file cannot be read."""
        ...

    def summary(self, id: str) -> BoardSummary:
        """The summary of a board; `UnusableFile` if its file cannot be read."""
        ...


class Boards(Mapping[str, "Board"]):
    """Boards by id; reading an imported one raises `UnusableFile` if its file is damaged."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ids = dict.fromkeys(sorted(path.stem for path in folder.glob("*.json")))
        self._boards: dict[str, Board] = {}
        self._summaries: dict[str, BoardSummary] = {}
        self._imported: ImportedBoards | None = None

    def with_imported(self, imported: ImportedBoards) -> Boards:
        """The collection with imported boards after the bundled ones."""
        boards = copy(self)
        boards._imported = imported
        return boards

    @property
    def bundled(self) -> Container[str]:
        """The ids of the bundled boards."""
        return self._ids

    def __getitem__(self, id: str) -> Board:
        if id not in self._ids:
            return self._imported_with(id).read(id)
        if id not in self._boards:
            from companion.rules.board_file import read_board

            self._boards[id] = read_board(self._folder / f"{id}.json")
        return self._boards[id]

    def _all_ids(self) -> Sequence[str]:
        return (*self._ids, *(self._imported.ids() if self._imported is not None else ()))

    def __contains__(self, id: object) -> bool:
        return id in self._all_ids()

    def __iter__(self) -> Iterator[str]:
        return iter(self._all_ids())

    def __len__(self) -> int:
        return len(self._all_ids())

    def _imported_with(self, id: str) -> ImportedBoards:
        """The imported boards, which have one with this id; otherwise `KeyError`."""
        if self._imported is None or id not in self._imported.ids():
            raise KeyError(id)
        return self._imported

    def in_variant(self, id: str, variant: str) -> Board:
        """A board in a variant, empty for the first; `Refused` if it has no such variant."""
        return self[id].in_variant(variant) if variant else self[id]

    def uncorrected(self, board: Board) -> Board:
        """The board of a game in its variant without the keeper's corrections.

        A game on an imported board contains that board, which may be updated or removed here.
        """
        if board.source is None:
            return self.in_variant(board.id, board.variant_id)
        from companion.rules.board_file import board_as_in_file

        return board_as_in_file(board)

    def latest(self, board: Board) -> Board:
        """The board for the next game after one on `board`, in its variant.

        The game's own board if it was removed here, or if it has no such variant any more.
        """
        if board.id in self:
            with suppress(Refused):
                return self.in_variant(board.id, board.variant_id)
        return self.uncorrected(board)

    def readable(self, ids: Container[str]) -> Iterator[Board]:
        """The boards with these ids, without those whose files cannot be read."""
        for id in self:
            if id in ids:
                with suppress(UnusableFile):
                    yield self[id]

    def summary(self, id: str) -> BoardSummary:
        """The summary of a board in its first variant; `KeyError` if there is no such board."""
        if id not in self._ids:
            return self._imported_with(id).summary(id)
        if id not in self._summaries:
            value = json.loads((self._folder / f"{id}.json").read_bytes())
            self._summaries[id] = summary_from_json(value)
        return self._summaries[id]

    def summaries(self) -> Iterable[BoardSummary]:
        """The summaries of all boards, without those whose files cannot be read."""
        for id in self:
            with suppress(UnusableFile):
                yield self.summary(id)


@cache
def bundled_boards() -> Boards:
    """The boards that come with the app. Call it where a program starts, and pass the result on."""
    return Boards(MAPS)
