"""Damage: every file cut off and scribbled over, byte by byte, and nothing silently empty."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.store.errors import BeyondRepair
from companion.store.files import backup_path
from companion.store.settings import Settings
from companion.store.store import Store
from tests.support.games import (
    AFRICA,
    FIRST,
    SECOND,
    SUDAN,
    files_in,
    finish,
    notices,
    play,
    records,
)
from tests.support.stores import open_store, saved_games

FILES = {"settings.json": 1, "learned.json": 1, "games/*.json": 5}
"""The files, with how many bytes lie between two places that get damaged."""


def cut(content: bytes, at: int) -> bytes:
    return content[:at]


def scribble(content: bytes, at: int) -> bytes:
    return content[:at] + b"\xff" + content[at + 1 :]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a little of everything; each file was written twice, so each has a copy."""
    folder = tmp_path_factory.mktemp("kept")
    with open_store(folder) as store:
        store.settings.change(language="de")
        store.settings.change(theme="dark")
        finish(store)
        finish(store, SECOND)
        store.learned.remember_ticket(AFRICA, SUDAN)
        play(store, FIRST, SECOND)
        store.learned.forget_player("Peter")
    return folder


def summary(store: Store) -> dict[str, object]:
    return {
        "settings.json": store.settings.read(),
        "learned.json": (store.learned.players(), store.learned.tickets(AFRICA)),
        "games/*.json": records(*saved_games(store)),
    }


def before_last_change(store: Store, file: str) -> bool:
    """Whether a file's content is that of its copy."""
    match file:
        case "settings.json":
            return store.settings.read() == Settings(language="de")
        case "learned.json":
            return {player.name for player in store.learned.players()} == {"Ana", "Peter"}
        case _:
            return [game.game.events for game in saved_games(store)] == [(FIRST,)]


@pytest.mark.parametrize("damage", [cut, scribble])
@pytest.mark.parametrize("file", FILES)
def test_a_file_damaged_at_any_byte_is_moved_aside_and_its_copy_used(
    tmp_path: Path, saved: Path, file: str, damage: Callable[[bytes, int], bytes]
) -> None:
    folder = tmp_path / "shelf"
    shutil.copytree(saved, folder)
    with open_store(folder) as store:
        whole = summary(store)
    path = next(folder.glob(file))
    content, copy = path.read_bytes(), path.with_name(path.name + ".before").read_bytes()
    # Only the line's end can go without harm.
    for at in range(0, len(content) - 1, FILES[file]):
        path.write_bytes(damage(content, at))
        path.with_name(path.name + ".before").write_bytes(copy)
        with open_store(folder) as store:
            now = summary(store)
            assert before_last_change(store, file)
            assert "could not be read; its copy from before the last change is used" in str(
                store.notices[0]
            )
        assert {name: now[name] for name in FILES if name != file} == {
            name: whole[name] for name in FILES if name != file
        }
        aside = list(path.parent.glob("damaged/*"))
        assert [each.read_bytes() for each in aside] == [damage(content, at)]
        assert aside[0].name in str(store.notices[0])
        aside[0].unlink()


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("damage", [cut, scribble])
def test_a_file_damaged_like_its_copy_is_told_and_the_rest_works(
    tmp_path: Path, saved: Path, file: str, damage: Callable[[bytes, int], bytes]
) -> None:
    for at in (0, 1, 20, 60):
        folder = tmp_path / str(at)
        shutil.copytree(saved, folder)
        path = next(folder.glob(file))
        remains = []
        for each in (path, path.with_name(path.name + ".before")):
            each.write_bytes(damage(each.read_bytes(), at))
            remains.append(each.read_bytes())
        with open_store(folder) as store:
            waiting = len(store.games.in_progress())
            assert "could not be read, and there is no good copy of it." in str(store.notices[0])
            play(store, FIRST)
            finish(store)
            store.settings.change(theme="light")
            assert len(store.games.finished()) == 3
            assert len(store.games.in_progress()) == waiting + 1
            if path.parent != folder:
                # A game stays where it is: something may still be made of it.
                (lost,) = store.games.unreadable_in_progress()
                assert (lost.file, store.games.content(lost.id)) == (path.name, remains[0])
                assert not list(path.parent.glob("damaged/*"))
                continue
        assert sorted(each.read_bytes() for each in path.parent.glob("damaged/*")) == sorted(
            remains
        )


def test_a_damaged_file_is_kept_under_a_name_that_says_when(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_bytes(b"half a fi")
    open_store(tmp_path).close()
    (aside,) = (tmp_path / "damaged").iterdir()
    assert re.fullmatch(r"settings-\d{4}-\d\d-\d\d-\d{6}-\d{6}\.json", aside.name)
    assert aside.read_bytes() == b"half a fi"


def test_a_damaged_game_makes_way_even_where_its_folder_cannot_be_made(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
    path = tmp_path / "games" / f"{saved.id}.json"
    path.write_text("half a fi")
    (tmp_path / "games" / "damaged").write_text("no folder")
    with open_store(tmp_path) as store:
        again = store.games.open(saved.id)
        assert again.game.events == (FIRST,)
        # Whatever cuts the next write short, a good file is there or a good copy of it.
        assert path.exists()
        assert not backup_path(path).exists()
        (aside,) = path.parent.glob("*.damaged")
        assert aside.read_text() == "half a fi"
        store.games.save(again, again.game.record(SECOND))
    with open_store(tmp_path) as store:
        assert [game.id for game in store.games.in_progress()] == [saved.id]


@pytest.mark.parametrize(
    "content",
    [
        "",
        "\0" * 100,
        "null",
        "[]",
        "{}",
        '{"format": null}',
        '{"format": "railkeeper-settings/1", "settings": 5}',
        '{"format": "railkeeper-settings/1", "settings": {"one": {}}}',
        '{"format": "railkeeper-settings/1", "settings": {"1": []}}',
        '{"format": "railkeeper-settings/0"}',
        '{"format": "railkeeper-settings/-1"}',
        '{"format": "railkeeper-settings/٣"}',
        '{"format": "railkeeper-history/1"}',
        "[" * 100_000,
        "9" * 10_000,
    ],
)
def test_what_is_not_the_file_it_should_be_counts_as_damaged(tmp_path: Path, content: str) -> None:
    (tmp_path / "settings.json").write_text(content, encoding="utf-8")
    with open_store(tmp_path) as store:
        assert "The file of the settings could not be read" in notices(store)[0]
        assert store.settings.read() == Settings()
        store.settings.change(theme="dark")
    with open_store(tmp_path) as store:
        assert notices(store) == []
        assert store.settings.read() == Settings(theme="dark")


def test_a_damaged_past_game_opens_as_its_copy(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        past = finish(store, FIRST, SECOND)
        (tmp_path / "history" / f"{past.id}.json").write_bytes(b"")
        assert store.games.open(past.id).game.events == (FIRST, SECOND)
        assert len(notices(store)) == 1


def test_the_result_of_a_past_game_stays_listed_when_its_record_is_lost(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        past = finish(store)
        for path in (tmp_path / "history").iterdir():
            path.write_bytes(b"")
        with pytest.raises(BeyondRepair, match="no good copy"):
            store.games.open(past.id)
        assert store.games.finished() == [past]
        store.games.remove(past.id)
        assert store.games.restore(past.id) == past
    with open_store(tmp_path) as store:
        assert store.games.finished() == [past]


def test_a_missing_list_is_taken_from_its_copy(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.settings.change(theme="dark")
        store.settings.change(language="de")
    (tmp_path / "settings.json").unlink()
    with open_store(tmp_path) as store:
        assert store.settings.read() == Settings(theme="dark")
        assert len(notices(store)) == 1


def test_files_that_are_not_ours_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "shopping.json").write_text("milk")
    (tmp_path / "games" / "notes.txt").write_text("bread")
    before = files_in(tmp_path)
    with open_store(tmp_path) as store:
        assert (saved_games(store), notices(store)) == ([], [])
    assert files_in(tmp_path) == before


def test_what_a_kill_left_half_written_is_swept_away(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    half = tmp_path / "games" / f"{saved.id}.json.new"
    half.write_text('{"format": "railk')
    with open_store(tmp_path) as store:
        assert records(*saved_games(store)) == records(saved)
        assert notices(store) == []
    assert not half.exists()
