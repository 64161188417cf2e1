"""Views of imported boards and of their import."""

from __future__ import annotations

import json
from collections.abc import Callable

from companion.rules.setup import Player
from companion.ui.navigator import OpenFiles
from tests.support.board_files import add_boards, large_board, small_island, write_board
from tests.support.map_files import three_bays
from tests.support.phone import Phone


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
        phone.navigator.go("import", OpenFiles((path,)))
        phone.wait_until_idle()

    return show


def map_preview(phone: Phone) -> None:
    """Open a file of the map editor."""
    path = phone.folder / "bays.json"
    path.write_text(json.dumps(three_bays()), encoding="utf-8")
    phone.navigator.go("import", OpenFiles((path,)))
    phone.wait_until_idle()
