"""A collection of boards, bundled and imported, each read when it is first used."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from companion.bundled import bundled
from companion.rules.board_summary import BoardSummary, summary_from_json
from companion.rules.errors import Malformed, Refused, UnusableFile
from companion.rules.variants import with_variant
from companion.rules.wording import phrase

if TYPE_CHECKING:
    from companion.rules.board import Board

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
    """Boards by id. Every package receives this collection, or a board, as an argument.

    Reading an imported board raises `UnusableFile` if its file is damaged.
    """

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
        if id in self._boards:
            return self._boards[id]
        if id not in self._ids:
            if self._imported is not None and id in self._imported.ids():
                return self._imported.read(id)
            raise KeyError(id)
        from companion.rules.board_file import read_board

        path = self._folder / f"{id}.json"
        board = read_board(path)
        if board.id != id:
            raise Malformed(phrase("{file} should be named after its board’s id", file=path.name))
        self._boards[id] = board
        return board

    def __contains__(self, id: object) -> bool:
        return id in self._ids or id in self._imported_ids

    def __iter__(self) -> Iterator[str]:
        yield from self._ids
        yield from self._imported_ids

    def __len__(self) -> int:
        return len(self._ids) + len(self._imported_ids)

    @property
    def _imported_ids(self) -> Sequence[str]:
        return self._imported.ids() if self._imported is not None else ()

    def in_variant(self, id: str, variant: str) -> Board:
        """A board in a variant, empty for the first; `Refused` if it has no such variant."""
        return with_variant(self[id], variant) if variant else self[id]

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
        if id not in self._summaries:
            if id not in self._ids:
                if self._imported is not None and id in self._imported.ids():
                    return self._imported.summary(id)
                raise KeyError(id)
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
