"""Files written by a newer version of the app are refused and left untouched."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.rules.errors import Malformed, NewerVersion
from companion.rules.format import Format
from companion.rules.wording import phrase
from companion.store.lock import FolderLock
from companion.store.notices import Notices
from companion.store.settings import Settings
from companion.store.storage import AtomicStorage
from tests.support.saved_games import FIRST, files_in, finish, notices, play
from tests.support.stores import open_store

CITIES = Format("cities", phrase("The file of cities"), 3)
TABLES = {"cities": {"1": {"name": "Lagos"}}}


def test_reading_does_not_rewrite_a_file(tmp_path: Path) -> None:
    path = tmp_path / "cities.json"
    path.write_text(json.dumps({"format": "cities/3", **TABLES}))
    before = files_in(tmp_path)
    assert AtomicStorage(path, CITIES, Notices(), FolderLock(tmp_path)).read() == TABLES
    assert files_in(tmp_path) == before


@pytest.mark.parametrize("number", ["4", "40", "99999999999999999999"])
def test_newer_file_is_refused_and_left_untouched(tmp_path: Path, number: str) -> None:
    path = tmp_path / "cities.json"
    path.write_text(json.dumps({"format": f"cities/{number}", "hills": 7}))
    before = files_in(tmp_path)
    with pytest.raises(
        NewerVersion, match="The file of cities was saved by a newer version of Railkeeper"
    ):
        AtomicStorage(path, CITIES, Notices(), FolderLock(tmp_path)).read()
    assert files_in(tmp_path) == before


@pytest.mark.parametrize("stamp", ["cities", "cities/", "cities/x", "towns/1", "cities/01", 3])
def test_unknown_format_is_refused(stamp: object) -> None:
    with pytest.raises(Malformed, match="format"):
        CITIES.check({"format": stamp})


def test_newer_files_do_not_affect_other_data(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved, game = play(store, FIRST), finish(store)
        store.settings.change(theme="dark")
    files = (tmp_path / "in_progress" / f"{saved.id}.json", tmp_path / "settings.json")
    for path in files:
        path.write_text(path.read_text().replace('/1"', '/2"', 1))
    before = [path.read_bytes() for path in files]
    with open_store(tmp_path) as store:
        assert store.games.in_progress() == []
        assert [each.id for each in store.games.unreadable_in_progress()] == [saved.id]
        assert (
            len([notice for notice in notices(store) if "newer version of Railkeeper" in notice])
            == 2
        )
        assert store.settings.read() == Settings()
        with pytest.raises(NewerVersion):
            store.settings.change(theme="light")
        another = play(store, FIRST)
        assert [each.id for each in store.games.in_progress()] == [another.id]
        store.games.finish(another)
        assert {each.id for each in store.games.finished()} == {game.id, another.id}
        assert store.games.open(game.id).game.events == (FIRST,)
    assert [path.read_bytes() for path in files] == before


def test_game_on_an_unknown_board_is_left_untouched(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    for path in tmp_path.glob("in_progress/*.json*"):
        path.write_text(path.read_text().replace('"usa"', '"moon"'))
    before = files_in(tmp_path)
    with open_store(tmp_path) as store:
        assert store.games.in_progress() == []
        assert "A game on the board “moon” is left unchanged" in notices(store)[0]
        (unreadable,) = store.games.unreadable_in_progress()
        assert (unreadable.id, unreadable.problem) == (saved.id, store.notices[0])
    assert files_in(tmp_path) == before
