"""Imported boards on a phone, and files to import."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.rules.setup import Player
from companion.store.store import Store
from companion.ui.navigator import OpenFile
from tests.support.board_files import bundled_data, documented_example
from tests.support.phone import Phone


def small_island(**changes: Any) -> dict[str, Any]:
    """The board of the documentation, with other fields."""
    data: dict[str, Any] = json.loads(documented_example())
    return data | changes


def large_board(number: int) -> dict[str, Any]:
    """A board with as many places and routes as a bundled one."""
    return bundled_data()["europe"] | {"id": f"fan-{number}", "name": f"Fan Europe {number}"}


def write_board(folder: Path, board: dict[str, Any]) -> Path:
    """Write a board file, named after its id."""
    path = folder / f"{board['id']}.json"
    path.write_text(json.dumps(board), encoding="utf-8")
    return path


def add_boards(store: Store, *boards: dict[str, Any]) -> None:
    """Import boards without computing their drawings."""
    for board in boards:
        store.imported_boards.add(board)


def remove_boards(store: Store) -> None:
    """Remove every imported board."""
    for id in store.imported_boards.ids():
        store.imported_boards.remove(id)


def new_game_on_imported_board(phone: Phone) -> None:
    """Open the New game page with three imported boards, one of them with a long name."""
    long = "Isle of Wight and the Western Approaches"
    boards = (small_island(), small_island(id="wight", name=long), large_board(1))
    add_boards(phone.context.store, *boards)
    phone.navigator.go("new_game")
    page = phone.page("new_game")
    summary = phone.context.boards.summary("small-island")
    page.prefill((Player("Ana", "blue"), Player("Peter", "red")), summary)


def import_preview(*, errors: bool = False) -> Callable[[Phone], None]:
    """Opens a board file, which may have errors."""

    def show(phone: Phone) -> None:
        board = small_island()
        if errors:
            board |= {"aspect": 40, "players": "two", "trains_per_player": 61}
        path = write_board(phone.folder, board)
        phone.navigator.go("import", OpenFile(path))
        phone.wait_until_idle()

    return show
