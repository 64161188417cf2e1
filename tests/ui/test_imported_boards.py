"""Imported boards in the app: a game from the file to the result, sharing, removing, errors."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from time import sleep
from typing import Any, get_args

import pytest

from companion.drawing.auto_layout import draw_board
from companion.rules.board import Board
from companion.rules.boards import bundled_boards
from companion.rules.events import RouteClaimed, Ticket
from companion.rules.setup import Player, Setup
from companion.ui.navigator import PageName, PlayAgain
from companion.ui.pages import import_file
from tests.support.board_files import (
    add_boards,
    check_imported_board,
    imported_island,
    mutated,
    small_island,
    write_board,
)
from tests.support.new_game import NewGamePhone
from tests.support.random_games import THOROUGHNESS
from tests.support.widgets import button_named
from tests.ui.test_whole_games import claim, take

SHORT = small_island(trains_per_player=5)
"""A board on which a game ends after three claims."""
CLAIMS = (("Ana", "hill--mill"), ("Peter", "lake--mill"), ("Ana", "harbour--hill"))
MUTATIONS = 100 if THOROUGHNESS == 1 else 2000


@pytest.fixture
def phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[NewGamePhone]:
    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    phone = NewGamePhone(tmp_path / "data")
    yield phone
    phone.close()


def open_file(phone: NewGamePhone, board: dict[str, Any]) -> None:
    """Open a board file with the app."""
    phone.app._open_files(write_board(phone.folder.parent, board))
    phone.wait_until_idle()
    assert phone.screen == "import"


def to_new_game(phone: NewGamePhone) -> None:
    phone.navigator.reset_to("home", "new_game")
    phone.wait_until_idle()


def choose_island(phone: NewGamePhone) -> None:
    """Choose the imported board in the carousel."""
    card = button_named(phone.new_game_page, "Small Island")
    phone.new_game_page.ids.carousel.scroll_to_card(card, animate=False)
    phone.wait_until_idle()
    phone.tap(card)
    phone.wait_until_idle()


def play(phone: NewGamePhone, *claims: tuple[str, str]) -> None:
    """Claim routes by touch."""
    for player, route in claims:
        if phone.table.player != player:
            phone.press(player)
        claim(phone, RouteClaimed(player, route), by_letters=False)


def restart(phone: NewGamePhone) -> None:
    phone.kill()
    phone.start()
    phone.wait_until_idle()


def test_game_from_the_opened_file_to_the_result(phone: NewGamePhone) -> None:
    open_file(phone, SHORT)
    assert phone.shows("6 places · 7 routes · 3 tickets")
    phone.press("Import the board")
    assert phone.shows("Imported: 1 board.")
    phone.press("Play on it")
    assert phone.new_game_page.board.id == phone.board_order()[0] == "small-island"
    phone.type_name(0, "Ana")
    phone.type_name(1, "Peter")
    phone.start_game()
    play(phone, *CLAIMS[:1])
    restart(phone)
    assert phone.screen == "table"
    phone.context.store.imported_boards.remove("small-island")
    play(phone, *CLAIMS[1:])
    restart(phone)
    assert phone.shows("All turns played")
    phone.press("Final tally")
    phone.press("Tickets")
    take(phone, Ticket("harbour", "mill", 6))
    phone.press("Next: Peter")
    phone.press("Result")
    # Routes of 4 and 1 spaces, a ticket, the longest route.
    assert phone.now.tally.players[0].total == 7 + 1 + 6 + 5
    assert phone.shows("19")
    assert phone.now.board.name == "Small Island"
    phone.navigator.reset_to("home", "past_games")
    phone.wait_until_idle()


def test_finished_game_on_a_removed_board_is_listed_and_played_again(phone: NewGamePhone) -> None:
    store = phone.context.store
    add_boards(store, SHORT)
    setup = Setup(store.boards["small-island"], (Player("Ana", "blue"), Player("Peter", "red")))
    phone.context.sessions.begin(setup)
    for player, route in CLAIMS:
        phone.session.enter(RouteClaimed(player, route))
    phone.session.end_open_turns()
    for player in setup.names:
        phone.session.enter_no_tickets(player)
    phone.session.finish()
    store.imported_boards.remove("small-island")
    restart(phone)
    phone.navigator.reset_to("home", "past_games")
    phone.wait_until_idle()
    assert phone.shows("Small Island")
    phone.navigator.reset_to("home", "boards")
    phone.wait_until_idle()
    assert phone.shows("Small Island")
    phone.context.sessions.open(phone.context.store.games.finished()[0].id)
    phone.navigator.reset_to("home", "result")
    phone.wait_until_idle()
    phone.press("Play again with the same players")
    assert phone.screen == "new_game"
    assert phone.new_game_page.board.name == "Small Island"
    assert not phone.buttons("Remove board"), "it is not imported any more"
    phone.start_game()
    assert phone.now.board.name == "Small Island"
    assert "small-island" not in phone.context.boards


def test_board_is_removed_with_undo(phone: NewGamePhone) -> None:
    add_boards(phone.context.store, small_island())
    to_new_game(phone)
    choose_island(phone)
    assert phone.buttons("Share board")
    carousel = phone.new_game_page.ids.carousel
    height = carousel.height
    phone.press("Remove board")
    assert phone.shows("Board removed: Small Island")
    assert "small-island" not in phone.context.boards
    assert "small-island" not in phone.board_order()
    assert carousel.height < height
    assert phone.new_game_page.board.id != "small-island"
    phone.press("Undo")
    assert phone.new_game_page.board.id == "small-island"
    assert "small-island" in phone.board_order()
    assert carousel.height == height


def test_board_is_added_from_new_game_and_played_on(phone: NewGamePhone) -> None:
    shared = phone.folder.parent / "shared"
    shared.mkdir()
    write_board(shared, small_island())
    to_new_game(phone)
    phone.type_name(0, "Ana")
    phone.scroll_and_press("Add a board")
    phone.press("small-island.json")
    phone.press("Import the board")
    phone.press("Play on it")
    assert phone.screen == "new_game"
    assert phone.new_game_page.board.id == "small-island"
    assert phone.rows()[0].name == "Ana"
    phone.press("Back")
    assert phone.screen == "home"


def test_last_of_several_imported_boards_is_played_on(phone: NewGamePhone) -> None:
    other = SHORT | {"id": "other-island", "name": "Other Island"}
    phone.app._open_files(*(write_board(phone.folder.parent, each) for each in (other, SHORT)))
    phone.wait_until_idle()
    phone.press("Import")
    assert phone.shows("Imported: 2 boards.")
    phone.press("Play on it")
    assert phone.new_game_page.board.id == "small-island"


def test_board_of_play_again_that_is_imported_again_can_be_removed(phone: NewGamePhone) -> None:
    add_boards(phone.context.store, SHORT)
    setup = Setup(
        phone.context.boards["small-island"], (Player("Ana", "blue"), Player("Peter", "red"))
    )
    phone.context.store.imported_boards.remove("small-island")
    phone.navigator.reset_to("home")
    phone.navigator.go("new_game", PlayAgain(setup))
    phone.wait_until_idle()
    assert not phone.buttons("Remove board")
    open_file(phone, SHORT)
    phone.press("Import the board")
    phone.press("Play on it")
    phone.press("Remove board")
    assert phone.context.store.imported_boards.ids() == ()


def test_board_is_shared_as_a_file(phone: NewGamePhone) -> None:
    add_boards(phone.context.store, small_island())
    to_new_game(phone)
    choose_island(phone)
    phone.press("Share board")
    (path,) = (phone.folder.parent / "shared").glob("*.json")
    assert path.name == "small-island.json"
    board, problems, _ = check_imported_board(path.read_bytes(), bundled_boards())
    assert (board, problems) == (phone.context.boards["small-island"], [])


def test_update_is_announced_and_shown_at_new_game(phone: NewGamePhone) -> None:
    add_boards(phone.context.store, small_island())
    to_new_game(phone)
    choose_island(phone)
    open_file(
        phone, small_island(name="Large Island", train_colors=["white", "purple", "red", "blue"])
    )
    assert phone.shows("Replaces the board you imported before.")
    phone.press("Replace the board")
    assert phone.shows("Just imported")
    to_new_game(phone)
    assert phone.new_game_page.board.name == "Large Island"
    assert {color for _, color in phone.players()} <= {"white", "purple", "red", "blue"}


def test_removed_board_can_be_restored_and_an_unreadable_one_removed(phone: NewGamePhone) -> None:
    boards = phone.context.store.imported_boards
    add_boards(phone.context.store, small_island())
    to_new_game(phone)
    choose_island(phone)
    phone.press("Remove board")
    assert boards.ids() == ()
    assert phone.shows("Board removed: Small Island. Games on it stay.")
    # The row stays after other pages, unlike a notification.
    phone.navigator.reset_to("home", "settings")
    to_new_game(phone)
    phone.press("Undo")
    assert boards.ids() == ("small-island",)
    assert phone.new_game_page.board.id == "small-island"
    assert not phone.shows("Board removed")
    phone.close()
    for path in (phone.folder / "boards").iterdir():
        path.write_text("{")
    phone.start()
    to_new_game(phone)
    assert phone.shows("The imported board “small-island” is damaged. Import it again.")
    phone.press("Remove")
    assert phone.context.store.imported_boards.unreadable() == {}
    assert not list((phone.folder / "boards").glob("*.json"))


def test_errors_are_listed_and_nothing_is_imported(phone: NewGamePhone) -> None:
    open_file(phone, small_island(aspect=40, players="two"))
    assert phone.shows("This board file has 2 errors and cannot be imported.")
    assert phone.shows("“aspect” should be a number from 0.1 to 10, not 40")
    assert phone.shows("“players” should be a list")
    assert not phone.shows("Error in the board file")
    assert not phone.buttons("Import the board")
    assert phone.context.store.imported_boards.ids() == ()


def test_drawing_can_be_cancelled(phone: NewGamePhone, monkeypatch: pytest.MonkeyPatch) -> None:
    def draw_slowly(
        board: Board, progress: Callable[[float], None], cancelled: Callable[[], bool]
    ) -> Mapping[str, object]:
        progress(0.4)
        while not cancelled():
            sleep(0.001)
        return draw_board(board, progress, cancelled)

    monkeypatch.setattr(import_file, "draw_board", draw_slowly)
    open_file(phone, small_island())
    phone.tap(phone.button("Import the board"))
    phone.wait(0.5)
    phone.tap(phone.button("Cancel"))
    phone.wait_until_idle()
    assert phone.shows("Stopped. Nothing was imported.")
    assert phone.context.store.imported_boards.ids() == ()
    assert phone.buttons("Import the board")


def test_mutated_files_are_refused_or_open_on_every_page(phone: NewGamePhone) -> None:
    accepted = []
    for seed in range(MUTATIONS):
        content = json.dumps(mutated(imported_island(), seed)).encode()
        board, problems, _ = check_imported_board(content, bundled_boards())
        assert (board is None) == bool(problems)
        accepted += [board] if board is not None else []
    assert accepted
    for board in accepted[-2 * THOROUGHNESS + 1 :]:
        players = ("Ana", "Peter", "Maya", "Jo", "Lena")[: board.fewest_players]
        phone.context.store.imported_boards.add(dict(board.source or {}))
        phone.context.sessions.begin(Setup(board, tuple(map(Player, players, board.train_colors))))
        for player, route in zip(players, board.routes, strict=False):
            phone.session.enter(RouteClaimed(player, route))
        for page in get_args(PageName):
            phone.navigator.reset_to("home", page)
            phone.wait()
            assert phone.screen == page
