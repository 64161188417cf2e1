"""What a desktop offers besides touch: keys, dropped files, files on the command line."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from pathlib import Path

import pytest
from kivy.core.window import Window

from companion.rules.events import RouteClaimed
from companion.ui.app import RailkeeperApp
from companion.ui.keyboard import DOWN, ENTER, ESCAPE, SPACE, TAB, UP, F, Z, handle_key
from companion.ui.kit.fields import TextField
from companion.ui.kit.notification import DURATION
from companion.ui.navigator import OpenFiles
from tests.support.boards import island_data
from tests.support.games import GAMES
from tests.support.phone import FastPhone
from tests.support.sessions import accepted
from tests.support.table import open_recorded_game, start_game

RECORD = GAMES / "usa-full.json"


def press_key(phone: FastPhone, key: int, *modifiers: str) -> bool:
    """Send a key to the focused field and, if it does not use it, to the app."""
    handled = Window.dispatch("on_key_down", key, 0, "", list(modifiers))
    handled = handled or Window.dispatch("on_keyboard", key, 0, None, list(modifiers))
    phone.wait_until_idle()
    return bool(handled)


def focused(phone: FastPhone) -> str:
    """The title of the row or button with the keyboard focus."""
    page = phone.navigator.page
    (found,) = (each for each in page.walk() if getattr(each, "has_focus", False))
    return str(found.name_for_readers)


# Keys


def test_escape_on_home_asks_for_a_second_press(phone: FastPhone) -> None:
    phone.navigator.reset_to("home")
    assert phone.key(ESCAPE)
    assert phone.shows("Press again to quit")
    # Kivy closes the window if the app does not use the key.
    assert not handle_key(phone.navigator, ESCAPE, frozenset())


def test_second_escape_must_follow_soon(phone: FastPhone) -> None:
    phone.navigator.reset_to("home")
    assert phone.key(ESCAPE)
    phone.wait(DURATION + 1)
    assert not phone.shows("Press again to quit")
    assert phone.key(ESCAPE)


def test_escape_on_other_pages_goes_back(phone: FastPhone) -> None:
    phone.navigator.reset_to("home", "settings")
    assert phone.key(ESCAPE)
    assert phone.screen == "home"
    assert not phone.shows("Press again to quit")


def test_space_presses_the_focused_button(phone: FastPhone) -> None:
    phone.navigator.reset_to("home", "settings")
    phone.wait_until_idle()
    before = phone.context.preferences.settings.theme
    while focused_or_none(phone) != "Dark":
        assert phone.key(TAB)
    phone.key(SPACE)
    assert phone.context.preferences.settings.theme == "dark" != before


def focused_or_none(phone: FastPhone) -> str | None:
    return next(
        (
            str(each.name_for_readers)
            for each in phone.navigator.page.walk()
            if getattr(each, "has_focus", False)
        ),
        None,
    )


def test_space_in_a_field_is_typed(phone: FastPhone) -> None:
    start_game(phone, "usa", 2)
    phone.navigator.go("find")
    phone.wait_until_idle()
    phone.type("bos")
    assert Window.dispatch("on_key_down", SPACE, 0, " ", [])
    phone.type(" mon")
    assert phone.screen == "find"
    assert len(phone.page("find").rows) == 1


def test_down_enters_the_routes_found(phone: FastPhone) -> None:
    start_game(phone, "usa", 2)
    phone.navigator.go("find")
    phone.wait_until_idle()
    phone.type("bos")
    search, titles = phone.page("find").ids.search, [r["title"] for r in phone.page("find").rows]
    press_key(phone, DOWN)
    assert not search.writing
    assert focused(phone) == titles[0]
    press_key(phone, DOWN)
    assert focused(phone) == titles[1]
    press_key(phone, UP)
    press_key(phone, UP)
    assert search.writing
    press_key(phone, DOWN)
    press_key(phone, ENTER)
    assert phone.screen == "table"
    assert phone.shows(titles[0])


def test_down_enters_the_suggested_tickets(phone: FastPhone) -> None:
    start_game(phone, "usa", 2)
    phone.navigator.go("tickets")
    phone.wait_until_idle()
    search = phone.page("tickets").input.ids.search
    phone.type("dul")
    press_key(phone, DOWN)
    press_key(phone, DOWN)
    chosen = focused(phone)
    press_key(phone, SPACE)
    (ticket,) = phone.now.state.players["Ana"].tickets
    assert phone.now.board.ticket_title(ticket) == chosen
    assert search.writing
    assert focused_or_none(phone) is None


def test_ctrl_f_finds(phone: FastPhone) -> None:
    start_game(phone, "usa", 2)
    phone.key(F, "ctrl")
    assert phone.screen == "find"
    phone.navigator.go("tickets")
    phone.wait_until_idle()
    search = phone.page("tickets").input.ids.search
    search.unfocus()
    phone.key(F, "ctrl")
    assert search.writing


def test_ctrl_z_restores_the_past_game_deleted_last(phone: FastPhone) -> None:
    for name in ("usa-full", "europe-full", "india-full"):
        open_recorded_game(phone, name)
        assert accepted(phone.session.finish)
    games = phone.context.store.games
    first, second, third = (game.id for game in games.finished())
    phone.navigator.reset_to("home", "past_games")
    phone.wait_until_idle()
    for id in (second, first):
        phone.page("past_games").delete(id)
    phone.key(Z, "ctrl")
    assert [game.id for game in games.finished()] == [first, third]
    phone.key(Z, "ctrl")
    phone.key(Z, "ctrl")
    assert [game.id for game in games.finished()] == [first, second, third]


def test_ctrl_z_on_home_restores_a_deleted_game_and_changes_no_other(phone: FastPhone) -> None:
    start_game(phone, "usa", 2, RouteClaimed("Ana", "boston--montreal"))
    start_game(phone, "europe", 2, RouteClaimed("Ana", "brest--paris"))
    phone.navigator.reset_to("home")
    phone.wait_until_idle()
    phone.key(Z, "ctrl")
    assert len(phone.now.game.events) == 1
    games = phone.context.store.games
    phone.page("home").delete_game(games.in_progress()[-1])
    assert len(games.in_progress()) == 1
    phone.key(Z, "ctrl")
    assert len(games.in_progress()) == 2


# Files


def test_dropped_file_opens_import(phone: FastPhone) -> None:
    Window.dispatch("on_drop_file", os.fsencode(RECORD), 10, 10)
    phone.frame()
    phone.wait_until_idle()
    assert phone.screen == "import"
    phone.press("Import 1 game")
    assert len(phone.context.store.games.finished()) == 1


def test_files_dropped_together_are_imported_together(phone: FastPhone, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.touch()
    for path in (RECORD, GAMES / "europe-full.json", broken):
        Window.dispatch("on_drop_file", os.fsencode(path), 10, 10)
    phone.frame()
    phone.wait_until_idle()
    assert phone.shows("3 files")
    assert phone.shows("2 new games · 1 damaged")
    assert phone.shows("broken.json is empty.")
    phone.press("Import 2 games")
    assert len(phone.context.store.games.finished()) == 2
    assert phone.shows("Imported: 2 games.")
    assert not phone.shows("already here")


def test_errors_of_several_files_name_their_file(phone: FastPhone, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps({"format": "railkeeper-board/1"} | island_data()), encoding="utf-8")
    bad.write_text(
        json.dumps({"format": "railkeeper-board/1"} | island_data() | {"trains_per_player": 0}),
        encoding="utf-8",
    )
    phone.navigator.go("import", OpenFiles((good, bad)))
    phone.wait_until_idle()
    assert phone.shows("1 board")
    assert phone.shows("bad.json")
    phone.press("Import")
    assert phone.shows("Imported: 1 board.")
    assert not phone.shows("Nothing new")


def test_file_on_the_command_line_opens_import(phone: FastPhone) -> None:
    phone.close()
    phone.app = RailkeeperApp(phone.folder, files=(RECORD,))
    phone.app._run_prepare()
    phone.wait_until_idle()
    assert phone.screen == "import"
    assert phone.shows("1 new game")


def test_only_an_existing_file_starts_the_app(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from companion import start

    monkeypatch.setattr(sys, "argv", ["railkeeper", str(tmp_path / "missing.json")])
    assert start.start() == 2
    assert "missing.json" in capsys.readouterr().err


def test_files_start_the_app_unless_the_first_is_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion import start

    opened: list[Path] = []

    class App:
        def run(self) -> None: ...

    def create_app(files: list[Path]) -> App:
        opened.extend(files)
        return App()

    monkeypatch.setattr(start, "create_app", create_app)
    monkeypatch.chdir(tmp_path)
    for name in ("a.json", "b.json", *start.COMMANDS):
        Path(name).touch()
    monkeypatch.setattr(sys, "argv", ["railkeeper", "a.json", "b.json"])
    assert start.start() == 0
    assert opened == [tmp_path / "a.json", tmp_path / "b.json"]
    for command in start.COMMANDS:
        monkeypatch.setattr(sys, "argv", ["railkeeper", command, "a.json"])
        assert start.start() == 2
    assert len(opened) == 2


def test_typed_path_opens_a_file_or_lists_a_folder(
    phone: FastPhone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    shutil.copy(RECORD, folder / "game.json")
    phone.navigator.reset_to("home", "settings")
    phone.wait_until_idle()
    phone.press("Import")
    assert phone.shows("You can also drop files onto the window.")
    type_path(phone, str(folder))
    phone.press("Open")
    assert phone.shows(f"Choose a file to import from {folder}.")
    type_path(phone, str(folder / "missing.json"))
    press_key(phone, ENTER)
    assert phone.shows("missing.json cannot be read: it does not exist.")
    (field,) = (each for each in phone.visible_widgets() if isinstance(each, TextField))
    assert field.focus
    assert field.text == str(folder / "missing.json")
    type_path(phone, f'"{folder / "game.json"}"')
    press_key(phone, ENTER)
    # Enter now presses the button with the focus.
    while focused_or_none(phone) != "Import 1 game":
        press_key(phone, TAB)
    press_key(phone, ENTER)
    assert phone.shows("Imported: 1 game.")
    # The folder used last is listed with the usual one.
    phone.navigator.reset_to("home", "settings")
    phone.wait_until_idle()
    phone.press("Import")
    assert phone.shows(f"Choose a file to import from {tmp_path / 'shared'} and {folder}.")
    assert phone.shows("game.json")


def type_path(phone: FastPhone, path: str) -> None:
    """Replace the text of the field for a path."""
    field = next(each for each in phone.visible_widgets() if isinstance(each, TextField))
    phone.tap(field)
    phone.wait_until_idle()
    field.text = ""
    phone.type(path)


def test_import_notices_new_files(
    phone: FastPhone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    phone.navigator.reset_to("home", "settings")
    phone.wait_until_idle()
    phone.press("Import")
    assert phone.shows("No file to import.")
    shutil.copy(RECORD, tmp_path / "shared" / "game.json")
    phone.wait(1.2)
    assert phone.shows("game.json")
    (tmp_path / "shared" / "game.json").unlink()
    phone.wait(1.2)
    assert not phone.shows("game.json")


def test_export_shows_the_file_and_opens_its_folder(
    phone: FastPhone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    opened = tmp_path / "opened"
    program = tmp_path / "bin" / "xdg-open"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}.new && mv {opened}.new {opened}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    phone.navigator.reset_to("home", "settings")
    phone.wait_until_idle()
    phone.press("Export everything")
    (path,) = (tmp_path / "shared").iterdir()
    assert phone.shows(f"Saved as {path}.")
    phone.press("Open folder")
    for _ in range(200):
        if opened.exists():
            break
        time.sleep(0.05)
    assert opened.read_text(encoding="utf-8") == str(path.parent)
