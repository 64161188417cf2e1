"""The boards to choose from: their order, and the board of a game to play again."""

from __future__ import annotations

import os
from datetime import timedelta

from companion.rules.setup import Player
from companion.store.saved_game import local_time
from companion.store.store import Store
from companion.table.board_list import BoardList
from tests.support.board_files import add_boards, bundled_data, small_island

PLAYERS = (Player("Ana", "blue"), Player("Peter", "red"))


def order(store: Store) -> list[str]:
    return [board.id for board in BoardList(store).summaries()]


def test_board_played_or_imported_last_is_first(store: Store) -> None:
    now = local_time()
    store.learned.remember_players(PLAYERS, "usa", now - timedelta(days=1))
    add_boards(store, small_island())
    assert order(store)[:2] == ["small-island", "usa"]
    store.learned.remember_players(PLAYERS, "india", now + timedelta(days=1))
    assert order(store)[:3] == ["india", "small-island", "usa"]
    assert order(store)[3:] == sorted(order(store)[3:])


def test_board_imported_before_the_last_game_follows_its_board(store: Store) -> None:
    add_boards(store, small_island())
    os.utime(store.folder.path / "boards" / "small-island.json", (1e9, 1e9))
    store.learned.remember_players(PLAYERS, "usa", local_time())
    assert order(store)[:2] == ["usa", "small-island"]


def test_board_of_a_game_to_play_again_is_stored_once_it_is_imported_again(store: Store) -> None:
    add_boards(store, small_island())
    board = store.boards["small-island"]
    store.imported_boards.remove("small-island")
    boards = BoardList(store)
    summary = boards.play_again(board)
    assert summary in boards.summaries()
    assert not boards.is_stored(summary)
    add_boards(store, small_island(name="Larger Island"))
    again = boards.current(summary)
    assert again.name == boards.read("small-island").name == "Larger Island"
    assert boards.is_stored(again)


def test_removed_board_of_a_game_is_read_in_its_first_variant_or_another(store: Store) -> None:
    add_boards(store, bundled_data()["europe"])
    board = store.boards["my-europe"]
    store.imported_boards.remove(board.id)
    boards = BoardList(store)
    assert boards.play_again(board.in_variant("mega")).variant == "mega"
    assert boards.read(board.id).variant_id == ""
    assert boards.read(board.id, "mega").variant_id == "mega"
