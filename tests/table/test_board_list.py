"""The boards to choose from for a new game."""

from __future__ import annotations

from pathlib import Path

from companion.table.board_list import BoardList
from tests.support.board_files import add_boards, bundled_data
from tests.support.stores import open_store


def test_removed_board_of_a_game_is_read_in_its_first_variant_or_another(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        add_boards(store, bundled_data()["europe"])
        board = store.boards["my-europe"]
        store.imported_boards.remove(board.id)
        boards = BoardList(lambda: store)
        assert boards.play_again(board.in_variant("mega")).variant == "mega"
        assert boards.read(board.id).variant_id == ""
        assert boards.read(board.id, "mega").variant_id == "mega"
