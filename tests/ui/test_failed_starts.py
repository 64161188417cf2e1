"""Files and errors that must not keep the app from starting, some through the real `main.py`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.rules.boards import bundled_boards
from companion.store.games import GameRepository
from companion.store.json_folder import without_checksums
from companion.store.saved_game import GameInProgress
from companion.ui.app import SUCCESS_DELAY
from companion.ui.board.thumbnail import BoardThumbnail
from companion.ui.errors import reported
from companion.ui.kit.rows import BlankRow
from companion.ui.kit.virtual_list import VirtualList
from companion.ui.pages.home import GameCard, HomePage
from companion.ui.pages.past_games.rows import PastGameRow
from tests.packaging.alone import alone
from tests.support.board_files import OVERSIZED, add_boards, grid_board
from tests.support.phone import FastPhone
from tests.support.saved_games import FIRST, play, setup
from tests.support.stores import open_store
from tests.support.view_steps import startup_error

ROOT = Path(__file__).parents[2]
COUNT = "failed_starts"
SCRIPT = """
import json, os, runpy, sys
injected, seconds, button, *arguments = sys.argv[1:]
sys.argv[:] = ["main.py", *arguments]
sys.path.insert(0, os.getcwd())
from companion.ui import app as module
build = module.RailkeeperApp.build
def watch(app):
    from kivy.clock import Clock
    root = build(app)
    def press(_):
        row = next(each for each in app.root.walk() if getattr(each, "text", "") == button)
        row.dispatch("on_tap")
    def leave(_):
        texts = [each.text for each in app.root.walk() if getattr(each, "text", "")]
        print(json.dumps({"page": app.navigator.name, "texts": texts}), flush=True)
        os._exit(0)
    later = lambda act, delay: Clock.schedule_once(lambda _: Clock.schedule_once(act, delay))
    if button:
        later(press, 0.5)
    later(leave, float(seconds))
    return root
module.RailkeeperApp.build = watch
exec(injected)
runpy.run_path("main.py", run_name="__main__")
"""
HOME_FAILS = """
from companion.ui.pages.home import HomePage
HomePage.refresh = lambda *_: 1 / 0
"""
TABLE_FAILS = """
from companion.ui.pages.table.page import TablePage
TablePage.refresh = lambda *_: 1 / 0
"""
LATER_FAILS = """
from companion.ui.pages.home import HomePage
from kivy.clock import Clock
HomePage.opening = lambda *_: Clock.schedule_once(lambda _: 1 / 0, 0.3)
"""
PLAIN = "Railkeeper did not start properly the last two times."


def start(
    home: Path, *arguments: str, injected: str = "", seconds: float = 1.5, button: str = ""
) -> dict[str, Any] | None:
    """Run `main.py` for some seconds, then kill it: page and texts; None if it failed before."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, injected, str(seconds), button, *arguments],
        cwd=ROOT,
        env=alone(home),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
    )
    if done.returncode:
        assert "ZeroDivisionError" in done.stderr
        return None
    shown: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return shown


def shows(shown: dict[str, Any] | None, part: str) -> bool:
    assert shown is not None
    return any(part in text for text in shown["texts"])


def oversized_record(folder: Path, tmp_path: Path, side: int, tracks: int, length: int) -> Path:
    """Write a game on a board with too many spaces into the data folder, newer than others."""
    small = grid_board(side, tracks, 2) | {"name": "Oversized"}
    with open_store(tmp_path / "other") as store:
        add_boards(store, small)
        saved = store.games.begin(setup(store.boards[small["id"]]))
    written = (tmp_path / "other" / "games" / f"{saved.id}.json").read_bytes()
    text = without_checksums(written).decode("utf-8")
    text = re.sub(r'"length": ?2\b', f'"length":{length}', text)
    text = re.sub(r'"route_points": ?\{"2"', f'"route_points":{{"{length}"', text)
    assert text.count(f'"length":{length}') == 2 * side * (side - 1)
    path = folder / "games" / f"{saved.id}.json"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A data folder with a game in progress and a finished one."""
    folder = tmp_path / "games"
    with open_store(folder) as store:
        store.games.finish(play(store, FIRST, board=bundled_boards()["usa"]))
        play(store, board=bundled_boards()["europe"])
    return folder


@pytest.mark.parametrize(
    ("side", "tracks", "length"), [(6, 3, 99), pytest.param(17, 2, 16, marks=pytest.mark.soak)]
)
def test_game_on_an_oversized_board_is_refused_and_the_others_are_there(
    phone: FastPhone, tmp_path: Path, side: int, tracks: int, length: int
) -> None:
    play(phone.context.store, board=bundled_boards()["europe"])
    record = oversized_record(phone.folder, tmp_path, side, tracks, length)
    phone.reopen()
    assert phone.screen == "home"
    assert phone.shows("could not be read and is left unchanged")
    assert phone.shows("Europe")
    phone.app._open_files(record.rename(tmp_path / "shared.json"))
    phone.wait_until_idle()
    assert phone.screen == "import"
    assert phone.shows("spaces")


@pytest.mark.soak
@pytest.mark.parametrize("board", OVERSIZED, ids=lambda board: board["id"])
def test_oversized_board_is_refused_with_a_sentence(tmp_path: Path, board: dict[str, Any]) -> None:
    file = tmp_path / "board.json"
    file.write_text(json.dumps(board), encoding="utf-8")
    shown = start(tmp_path, str(file))
    assert shows(shown, "cannot be imported")
    assert shows(shown, "spaces")
    assert not list((tmp_path / "games" / "boards").glob("*.json"))


def test_second_failed_start_is_followed_by_the_plain_home_page(
    games: Path, tmp_path: Path
) -> None:
    (games / COUNT).write_text("1\n")
    (games / "guests.json").write_text("damaged", encoding="utf-8")
    assert start(tmp_path, injected=HOME_FAILS) is None
    shown = start(tmp_path, injected=HOME_FAILS, seconds=0.2)
    assert shown is not None
    assert shown["page"] == "plain_home"
    for part in (PLAIN, "Europe", "USA"):
        assert shows(shown, part)
    assert (games / "guests.json").exists()


@pytest.mark.soak
@pytest.mark.parametrize("injected", [HOME_FAILS, LATER_FAILS], ids=["at once", "later"])
def test_after_two_failed_starts_the_home_page_is_plain(
    games: Path, tmp_path: Path, injected: str
) -> None:
    (games / "guests.json").write_text("damaged", encoding="utf-8")
    assert start(tmp_path, injected=injected) is None
    assert start(tmp_path, injected=injected) is None
    shown = start(tmp_path, injected=injected)
    assert shown is not None
    assert shown["page"] == "plain_home"
    assert shows(shown, PLAIN)
    assert shows(shown, "Europe")
    assert shows(shown, "USA")
    assert (games / "guests.json").exists()
    assert start(tmp_path, injected=injected, button="Start as usual", seconds=10) is None
    shown = start(tmp_path, button="Start as usual", seconds=SUCCESS_DELAY + 2)
    assert shown is not None
    assert shown["page"] == "home"
    assert not (games / COUNT).exists()
    assert not (games / "guests.json").exists()


@pytest.mark.soak
def test_failing_last_location_is_not_opened_after_two_starts(games: Path, tmp_path: Path) -> None:
    with open_store(games) as store:
        (game,) = store.games.in_progress()
        store.last_location.write(game.id, "table")
    assert [start(tmp_path, injected=TABLE_FAILS) for _ in range(2)] == [None, None]
    shown = start(tmp_path, injected=TABLE_FAILS)
    assert shown is not None
    assert shown["page"] == "plain_home"
    shown = start(tmp_path, button="Start as usual")
    assert shown is not None
    assert shown["page"] == "table"


def test_start_counts_until_the_page_was_usable(phone: FastPhone) -> None:
    count = phone.folder / COUNT
    assert count.read_text() == "1\n"
    phone.wait(SUCCESS_DELAY + 0.1)
    assert not count.exists()
    phone.kill()
    phone.start()
    assert count.read_text() == "1\n"
    phone.close()
    assert not count.exists()
    phone.start()
    phone.app.on_pause()
    assert not count.exists()


def test_damaged_count_is_none(tmp_path: Path) -> None:
    for content in (b"", b"two\n", b"-5", b"9" * 5000, b"\xff", b"1.5"):
        (tmp_path / COUNT).write_bytes(content)
        with open_store(tmp_path) as store:
            assert not store.failed_starts.begin(), content
        assert (tmp_path / COUNT).read_bytes() == b"1\n", content


def plain(phone: FastPhone) -> None:
    """Start the app again after two failed starts."""
    phone.close()
    (phone.folder / COUNT).write_text("2\n")
    phone.start()
    phone.wait_until_idle()
    assert phone.screen == "plain_home"


def test_every_game_is_opened_and_shared_from_the_plain_home_page(
    phone: FastPhone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path / "outside"))
    store = phone.context.store
    store.games.finish(play(store, FIRST, board=bundled_boards()["usa"]))
    play(store, board=bundled_boards()["europe"])
    unreadable = phone.folder / "games" / f"{'0' * 32}.json"
    unreadable.write_text('{"format": "railkeeper/99"}', encoding="utf-8")
    plain(phone)
    for board, page in (("Europe", "table"), ("USA (10th Anniversary)", "result")):
        phone.press(board)
        assert phone.screen == page
        phone.navigator.back()
        phone.wait_until_idle()
        assert phone.screen == "plain_home"
    buttons = phone.buttons("Share the game file")
    assert len(buttons) == 3
    for button in buttons:
        phone.tap(button)
        phone.wait_until_idle()
    shared = {path.name: path.read_bytes() for path in (tmp_path / "outside/shared").iterdir()}
    assert len(shared) == 3
    assert shared[unreadable.name] == unreadable.read_bytes()
    phone.press("A game that this version cannot read.")
    assert phone.screen == "plain_home"
    assert phone.page("plain_home").ids.notice.text


def test_home_stays_plain_until_start_as_usual(phone: FastPhone) -> None:
    game = play(phone.context.store, board=bundled_boards()["europe"])
    phone.context.store.last_location.write(game.id, "table")
    plain(phone)
    assert not any(isinstance(each, BoardThumbnail) for each in phone.widgets())
    phone.navigator.reset_to("home", "settings")
    phone.navigator.back()
    assert phone.screen == "plain_home"
    phone.wait_until_idle()
    plain(phone)
    phone.press("Start as usual")
    assert phone.screen == "table"
    phone.navigator.back()
    assert phone.screen == "home"


def test_failing_header_leaves_the_other_games_on_the_plain_home_page(
    phone: FastPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = phone.context.store
    broken = play(store, board=bundled_boards()["usa"]).id
    play(store, board=bundled_boards()["europe"])
    listed = GameRepository.listed

    def fail(games: GameRepository, id: str) -> object:
        return listed(games, id) if id != broken else 1 / 0

    monkeypatch.setattr(GameRepository, "listed", fail)
    plain(phone)
    assert phone.shows("Europe")
    assert len(phone.buttons("Share the game file")) == 2
    assert [type(error) for error in reported] == [ZeroDivisionError]
    reported.clear()


def test_failing_thumbnail_is_blank_and_reported(
    phone: FastPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.ui.board import pictures

    play(phone.context.store)
    monkeypatch.setattr(pictures, "render_board", lambda *_: 1 / 0)
    phone.navigator.reset_to("home")
    phone.wait_until_idle()
    thumbnails = [each for each in phone.page("home").walk() if isinstance(each, BoardThumbnail)]
    assert [each._texture for each in thumbnails] == [None]
    assert {type(error) for error in reported} == {ZeroDivisionError}
    phone.press("Continue USA (10th Anniversary)")
    assert phone.screen == "table"
    reported.clear()


def test_failing_card_is_blank_and_reported(
    phone: FastPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = phone.context.store
    broken = play(store, board=bundled_boards()["usa"]).id
    play(store, board=bundled_boards()["europe"])
    card = HomePage._card

    def fail(page: HomePage, game: GameInProgress) -> GameCard:
        return card(page, game) if game.id != broken else 1 / 0  # type: ignore[return-value]

    monkeypatch.setattr(HomePage, "_card", fail)
    phone.navigator.reset_to("home")
    phone.wait_until_idle()
    rows = phone.page("home").ids.content.children
    assert sorted(isinstance(row, GameCard) for row in rows) == [False, True]
    assert sum(isinstance(row, BlankRow) for row in rows) == 1
    assert [type(error) for error in reported] == [ZeroDivisionError]
    reported.clear()


def test_failing_row_of_a_list_is_blank_and_the_others_can_be_scrolled(
    phone: FastPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = phone.context.store
    ids = [store.games.finish(play(store, FIRST)).id for _ in range(20)]
    broken = set(ids[::3])

    def fail(row: PastGameRow, name: str, value: object) -> None:
        assert name != "id" or value not in broken
        super(PastGameRow, row).__setattr__(name, value)

    monkeypatch.setattr(PastGameRow, "__setattr__", fail, raising=False)
    phone.navigator.go("past_games")
    phone.wait_until_idle()
    games = phone.page("past_games").ids.list
    assert isinstance(games, VirtualList)
    shown: set[str] = set()
    blank = 0
    for step in range(21):
        games.scroll_y = 1 - step / 20
        phone.wait_until_idle()
        rows = games._visible.values()
        shown |= {row.id for row in rows if isinstance(row, PastGameRow)}
        blank += sum(isinstance(row, BlankRow) for row in rows)
        assert len(games._content.children) == len(rows)
    assert shown == set(ids) - broken
    assert blank
    phone.page("past_games").redraw()
    phone.wait_until_idle()
    assert {type(error) for error in reported} == {AssertionError}
    reported.clear()


def test_exception_in_a_command_is_not_caught(
    phone: FastPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(phone.context.store, board=bundled_boards()["europe"])
    phone.navigator.reset_to("home")
    phone.wait_until_idle()
    monkeypatch.setattr(phone.context.sessions, "open", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        phone.press("Continue Europe")
    plain(phone)
    monkeypatch.setattr(phone.context.sessions, "open", lambda _: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        phone.press("Europe")


def test_folder_of_a_running_app_is_refused_on_the_first_screen(phone: FastPhone) -> None:
    startup_error(phone)
    assert phone.shows("Railkeeper is already running. Close the other window first.")
    assert phone.button("Close")
