"""Pipes, devices, folders and links in place of files, and file permissions."""

from __future__ import annotations

import os
import stat
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.store.archive import write_archive
from companion.store.importing import Importer
from tests.support.saved_games import FIRST, SECOND, notices, play, records, setup
from tests.support.stores import copy_of, open_store, saved_games

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes by name")

NAMES = (
    "games/{id}.json",
    "games/{id}.before",
    "settings.json",
    "learned.json",
    "last_location.json",
)


def run_with_timeout(work: Callable[[], None]) -> None:
    """Run a function that must not block."""
    problems: list[BaseException] = []

    def watched() -> None:
        try:
            work()
        except BaseException as problem:
            problems.append(problem)

    thread = threading.Thread(target=watched, daemon=True)
    thread.start()
    thread.join(10)
    assert not thread.is_alive(), "it blocks"
    assert problems == []


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
@pytest.mark.parametrize("name", NAMES)
def test_special_file_in_place_of_a_file_does_not_block(
    tmp_path: Path, name: str, kind: str
) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
        store.settings.change(theme="dark")
    path = tmp_path / name.format(id=saved.id)
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    else:
        path.mkdir()

    def use() -> None:
        with open_store(tmp_path) as store:
            store.games.in_progress()
            store.games.unreadable_in_progress()
            assert store.games.finished() == []
            store.settings.read()
            store.learned.players()
            store.last_location.write("0" * 32, "table")
            other = store.games.begin(setup())
            assert store.games.save(other, other.game.record(FIRST)).game.events == (FIRST,)
            store.games.finish(other)
            assert len(store.games.finished()) == 1

    run_with_timeout(use)


def test_links_are_not_written_through(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("mine")
    with open_store(tmp_path / "data") as store:
        saved = play(store, FIRST)
    path = tmp_path / "data" / "games" / f"{saved.id}.json"
    copy = copy_of(path)
    copy.unlink()
    for link in (copy, path.with_name(path.name + ".new"), copy.with_name(copy.name + ".new")):
        link.symlink_to(outside)
    (tmp_path / "data" / "last_location.json").symlink_to(outside)
    with open_store(tmp_path / "data") as store:
        saved = store.games.save(store.games.open(saved.id), saved.game.record(SECOND))
        store.games.finish(saved)
        store.last_location.write(saved.id, "table")
    assert outside.read_text() == "mine"


def test_linked_game_is_replaced_by_a_file_when_it_is_saved(tmp_path: Path) -> None:
    with open_store(tmp_path / "data") as store:
        saved = play(store, FIRST)
    path, outside = tmp_path / "data" / "games" / f"{saved.id}.json", tmp_path / "outside"
    path.rename(outside)
    path.symlink_to(outside)
    before = outside.read_bytes()
    with open_store(tmp_path / "data") as store:
        assert records(*saved_games(store)) == records(saved)
        store.games.save(saved, saved.game.record(SECOND))
        assert store.games.open(saved.id).game.events == (FIRST, SECOND)
    assert not path.is_symlink()
    assert outside.read_bytes() == before


def test_files_can_be_read_by_their_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    before = os.umask(0)
    try:
        with open_store(folder) as store:
            store.games.finish(play(store, FIRST))
            play(store, FIRST, SECOND)
            store.settings.change(theme="dark")
            store.last_location.write("0" * 32, "table")
            archive = tmp_path / "archive"
            archive.write_bytes(write_archive(store).read_bytes())
        with open_store(tmp_path / "other") as store:
            Importer(store).run(Importer(store).preview(archive))
    finally:
        os.umask(before)
    for path in (folder, *folder.rglob("*"), *(tmp_path / "other").rglob("*")):
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path


def test_existing_folder_becomes_private(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    with open_store(folder) as store:
        assert notices(store) == []
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_learned_data_that_cannot_be_read_for_a_while_is_not_overwritten(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        play(store, FIRST)
    learned, aside = tmp_path / "learned.json", tmp_path / "aside"
    with open_store(tmp_path) as store:
        learned.rename(aside)
        learned.mkdir()
        store.games.begin(setup())
        assert "cannot be read: " in notices(store)[0]
        learned.rmdir()
        aside.rename(learned)
        store.games.begin(setup())
        counts = {player.name: player.colors for player in store.learned.players()}
        assert counts == {"Ana": {"blue": 2}, "Peter": {"red": 2}}
