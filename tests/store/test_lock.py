"""One running copy of the app per data folder."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.store.errors import AlreadyOpen
from tests.support.saved_games import FIRST, SECOND, notices, play, records
from tests.support.stores import open_store, saved_games

ROOT = Path(__file__).parents[2]
HOLD = """
import sys
from pathlib import Path
from tests.support.stores import open_store
store = open_store(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.read()
"""


def run_another(folder: Path) -> subprocess.Popen[str]:
    """A process that has the folder open."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "open\n"
    return process


def test_second_process_is_refused(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    process = run_another(tmp_path)
    try:
        with pytest.raises(AlreadyOpen, match="already running"):
            open_store(tmp_path)
    finally:
        process.communicate(timeout=20)
    with open_store(tmp_path) as store:
        assert records(*saved_games(store)) == records(saved)


def test_second_store_in_the_same_process_is_refused(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
        with pytest.raises(AlreadyOpen):
            open_store(tmp_path)
        store.games.save(saved, saved.game.record(SECOND))


def test_kill_releases_the_lock(tmp_path: Path) -> None:
    process = run_another(tmp_path)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=20)
    with open_store(tmp_path) as store:
        assert notices(store) == []


def test_closed_folder_can_be_opened_again(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    store.close()
    store.close()
    open_store(tmp_path).close()


def test_different_folders_have_different_locks(tmp_path: Path) -> None:
    with open_store(tmp_path / "one"), open_store(tmp_path / "two") as second:
        play(second, FIRST)


def test_store_does_not_import_kivy() -> None:
    code = (
        "import companion.store.importing, companion.store.players, companion.store.store, sys;"
        "print('kivy' in sys.modules, 'tinydb' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout == "False True\n"
