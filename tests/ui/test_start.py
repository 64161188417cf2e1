"""Modules imported, files read and texts drawn before the first frame."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from companion.rules.boards import bundled_boards
from tests.support.saved_games import play
from tests.support.stores import open_store

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = """
import json, os, sys
from pathlib import Path
opened = []
sys.addaudithook(lambda event, details: opened.append(str(details[0])) if event == "open" else None)
from companion.start import create_app
app = create_app(Path(sys.argv[1]))
seen, written = {}, []
from kivy.uix.label import Label
write = Label.texture_update
def texture_update(label, *arguments):
    written.append((id(label), label.text))
    write(label, *arguments)
Label.texture_update = texture_update
def first(window):
    from kivy.clock import Clock
    from kivy.tests.common import UnitTestTouch
    window.unbind(on_flip=first)
    modules = list(sys.modules)
    page = type(app.navigator.page).__name__
    answers = [each for each in app.root.walk() if hasattr(each, "name_for_readers")]
    seen.update(modules=modules, opened=list(opened), page=page, tappable=len(answers))
    seen.update(most=max(map(written.count, written)))
    control = next(each for each in answers if type(each).__name__ == sys.argv[2])
    touch = UnitTestTouch(*control.to_window(*control.center))
    touch.touch_down()
    touch.touch_up()
    Clock.schedule_once(leave, 0.5)
def leave(_):
    print(json.dumps({**seen, "then": app.navigator.name}), flush=True)
    os._exit(0)
def watch(_):
    from kivy.core.window import Window
    Window.bind(on_flip=first)
app.bind(on_start=watch)
app.run()
"""
MAX_DRAWS = 2
"""Each text is drawn at most twice: before and after the layout has set its size."""
LATER_MODULES = (
    "companion.rules.board",
    "companion.rules.events",
    "companion.rules.game",
    "companion.rules.final_tally",
    "companion.store.archive",
    "companion.store.importing",
    "companion.table.session",
    "companion.ui.board.view",
    "companion.ui.device.network",
    "companion.ui.sharing",
    "companion.web.guest_server",
    "ifaddr",
    "segno",
    "waitress",
)
"""Modules that are imported with the first opened game, when it is shared, or later."""


def first_frame(folder: Path, touched: str) -> dict[str, Any]:
    """The modules, files and texts of a new process up to its first frame.

    Then the first widget of the class `touched` is tapped; `then` is the page that opens.
    """
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(folder), touched],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    seen: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return seen


def read_below(seen: dict[str, Any], folder: Path) -> set[str]:
    """The files of the folder that were opened."""
    return {
        Path(name).relative_to(folder).as_posix()
        for name in seen["opened"]
        if Path(name).is_relative_to(folder)
    }


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game in progress and one in the history."""
    folder = tmp_path_factory.mktemp("home") / "data"
    with open_store(folder) as store:
        play(store)
        store.games.finish(play(store))
    return folder


def test_home_imports_no_rules_and_reads_no_finished_game(home: Path) -> None:
    seen = first_frame(home, "LargeGameCard")
    assert seen["page"] == "HomePage"
    assert seen["tappable"] >= 4
    assert seen["most"] <= MAX_DRAWS
    assert not set(LATER_MODULES) & set(seen["modules"])
    read = read_below(seen, home)
    assert not any(name.endswith(".finished.json") for name in read)
    assert sum(name.startswith("games/") for name in read) == 1
    assert seen["then"] == "table"


def test_shared_game_is_restored_after_the_first_frame(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        play(store)
    file = tmp_path / "guests.json"
    file.write_text("damaged", encoding="utf-8")
    seen = first_frame(tmp_path, "LargeGameCard")
    assert not set(LATER_MODULES) & set(seen["modules"])
    assert not file.exists()


@pytest.mark.parametrize("name", LATER_MODULES)
def test_module_that_is_not_loaded_exists(name: str) -> None:
    assert find_spec(name)


def test_first_start_reads_no_board(tmp_path: Path) -> None:
    seen = first_frame(tmp_path / "data", "IconButton")
    assert seen["page"] == "NewGamePage"
    assert seen["tappable"] >= len(bundled_boards())
    assert seen["most"] <= MAX_DRAWS
    assert not [name for name in seen["opened"] if "defaulttheme" in name]
    assert seen["then"] == "home"
    assert not set(LATER_MODULES) & set(seen["modules"])
