"""One running copy of the app per data folder."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.store.archive import write_archive
from companion.store.errors import AlreadyOpen, NotSaved
from companion.store.files import DataFolder
from tests.support.disks import without_rights
from tests.support.saved_games import (
    FIRST,
    SECOND,
    THIRD,
    files_in,
    notices,
    play,
    records,
    setup,
)
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


def test_folder_that_was_read_only_is_locked_before_the_first_write(shared_folder: Path) -> None:
    with open_store(shared_folder) as store:
        saved = play(store, FIRST)
    # Nobody can lock it at first.
    (shared_folder / "lock").unlink()
    with without_rights(shared_folder):
        store = open_store(shared_folder)
        with pytest.raises(NotSaved):
            store.games.save(saved, saved.game.record(SECOND))
    store.games.save(saved, saved.game.record(SECOND))
    with pytest.raises(AlreadyOpen):
        open_store(shared_folder)
    store.close()
    open_store(shared_folder).close()


def test_folder_opened_by_another_copy_in_the_meantime_is_not_written_to(
    shared_folder: Path,
) -> None:
    with open_store(shared_folder) as store:
        saved, finished = play(store, FIRST, SECOND), store.games.finish(play(store, FIRST))
    (shared_folder / "lock").unlink()
    with without_rights(shared_folder):
        store = open_store(shared_folder)
    with open_store(shared_folder):
        before = files_in(shared_folder)
        writes: tuple[Callable[[], object], ...] = (
            lambda: store.games.begin(setup()),
            lambda: store.games.save(saved, saved.game.record(THIRD)),
            lambda: store.games.finish(saved),
            lambda: store.games.reopen(finished),
            lambda: store.games.remove(saved.id),
            lambda: store.settings.change(theme="dark"),
            lambda: store.learned.rename("Ana", "Anna"),
        )
        for write in writes:
            with pytest.raises(AlreadyOpen, match="already running"):
                write()
        store.last_location.write(saved.id, "table")
        assert files_in(shared_folder) == before
        # Nor is a damaged file repaired.
        path = shared_folder / "games" / f"{saved.id}.json"
        path.write_text("half a fi")
        before = files_in(shared_folder)
        assert store.games.open(saved.id).game.events == (FIRST,)
        assert files_in(shared_folder) == before
        archive = write_archive(store)
        assert shared_folder not in archive.parents
        archive.unlink()


def test_closed_store_writes_nothing(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    with pytest.raises(NotSaved):
        store.games.save(saved, saved.game.record(SECOND))
    open_store(tmp_path).close()


def test_one_thread_at_a_time_acquires_the_lock(tmp_path: Path) -> None:
    for number in range(20):
        lock = DataFolder(tmp_path / str(number))
        with ThreadPoolExecutor(8) as threads:
            for _ in threads.map(lambda _, lock=lock: lock.acquire(), range(8)):
                pass
        lock.release()
