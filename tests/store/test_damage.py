"""Damaged files of every kind: the backup copy is used, the damaged file kept, the keeper told."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from companion.store.errors import Damaged
from companion.store.guest_access import GuestAccess
from companion.store.settings import Settings
from companion.store.store import Store
from tests.support.board_files import small_island
from tests.support.saved_games import (
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
from tests.support.stores import (
    FINISHED_FILES,
    IN_PROGRESS_FILES,
    copy_of,
    open_store,
    saved_games,
)

BACKED_UP = (
    "settings.json",
    "learned.json",
    IN_PROGRESS_FILES,
    FINISHED_FILES,
    "boards/*.json",
)
PRIVATE = ("guests.json", "last_location.json")
"""Files without a backup copy: a damaged one counts as none."""


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a file of every kind, with backup copies."""
    folder = tmp_path_factory.mktemp("data")
    with open_store(folder) as store:
        store.settings.change(language="de")
        store.settings.change(theme="dark")
        game = store.games.finish(play(store, FIRST, SECOND))
        store.games.save(game, game.game.undo())
        store.learned.remember_ticket(AFRICA, SUDAN)
        id = play(store, FIRST, SECOND).id
        store.learned.forget_ticket(AFRICA, SUDAN)
        store.imported_boards.add(small_island(name="Before"))
        store.imported_boards.add(small_island(name="After"))
        store.guest_access.write(GuestAccess("abcdefgh2345", "192.168.1.20", 8080, {"Ana": "0f"}))
        store.last_location.write(id, "table")
    return folder


def content(store: Store) -> dict[str, object]:
    """What each kind of file holds."""
    games = store.games
    return {
        "settings.json": store.settings.read(),
        "learned.json": (store.learned.players(), store.learned.tickets(AFRICA)),
        IN_PROGRESS_FILES: records(*saved_games(store)),
        FINISHED_FILES: records(*(games.open(game.id) for game in games.finished())),
        "boards/*.json": [str(store.boards[id].name) for id in store.imported_boards.ids()],
        "guests.json": store.guest_access.read(),
        "last_location.json": store.last_location.read(),
    }


def truncate(content: bytes, at: int) -> bytes:
    return content[: at // 8]


def overwrite(content: bytes, at: int) -> bytes:
    return content[: at // 8] + b"\xff" + content[at // 8 + 1 :]


def flip(content: bytes, at: int) -> bytes:
    changed = bytearray(content)
    changed[at // 8] ^= 1 << at % 8
    return bytes(changed)


def known_fields(found: object, whole: object) -> object:
    """The found records without fields that the whole ones lack.

    If a bit of its name is flipped, the checksum is an unknown field of a file made by hand.
    """
    if not isinstance(found, list) or not isinstance(whole, list):
        return found
    return [
        {name: each[name] for name in each if name in good} if isinstance(each, dict) else each
        for each, good in zip(found, whole, strict=True)
    ]


def check_damage(
    folder: Path, saved: Path, file: str, damage: Callable[[bytes, int], bytes], at: Iterable[int]
) -> None:
    """Damage a file in different ways; the store has its content from before the last change."""
    shutil.copytree(saved, folder)
    path = next(folder.glob(file))
    good = path.read_bytes()
    with open_store(folder) as store:
        whole = content(store)
    before = None
    if file in BACKED_UP:
        path.write_bytes(copy_of(path).read_bytes())
        with open_store(folder) as store:
            before = content(store)[file]
            assert before != whole[file]
    for position in at:
        shutil.rmtree(folder)
        shutil.copytree(saved, folder)
        damaged = damage(good, position)
        path.write_bytes(damaged)
        with open_store(folder) as store:
            now, told = content(store), notices(store)
        where = f"{file}, {damage.__name__} {position}"
        assert {**now, file: None} == {**whole, file: None}, where
        if file in PRIVATE:
            assert now[file] in (whole[file], None, ("", "")), where
            continue
        assert damaged in files_in(folder).values(), where
        if known_fields(now[file], whole[file]) != whole[file]:
            assert now[file] == before, where
            assert "its copy from before the last change is used" in told[0], where
            (aside,) = path.parent.glob("aside/*")
            assert aside.name in told[0]


@pytest.mark.parametrize("file", [*BACKED_UP, *PRIVATE])
def test_flipped_bit_costs_at_most_the_last_change(tmp_path: Path, saved: Path, file: str) -> None:
    bits = 8 * next(saved.glob(file)).stat().st_size
    some = sorted(random.Random(file).sample(range(bits), 25))
    check_damage(tmp_path / "data", saved, file, flip, some)


@pytest.mark.soak
@pytest.mark.parametrize("file", [*BACKED_UP, *PRIVATE])
def test_every_flipped_bit_costs_at_most_the_last_change(
    tmp_path: Path, saved: Path, file: str
) -> None:
    bits = 8 * next(saved.glob(file)).stat().st_size
    check_damage(tmp_path / "data", saved, file, flip, range(bits))


@pytest.mark.parametrize("damage", [truncate, overwrite])
@pytest.mark.parametrize("file", [*BACKED_UP, *PRIVATE])
def test_damaged_file_costs_at_most_the_last_change(
    tmp_path: Path, saved: Path, file: str, damage: Callable[[bytes, int], bytes]
) -> None:
    bits = 8 * next(saved.glob(file)).stat().st_size
    check_damage(tmp_path / "data", saved, file, damage, range(0, bits - 8, bits // 15))


@pytest.mark.parametrize("file", BACKED_UP)
def test_damaged_file_with_a_damaged_copy_becomes_a_notice(
    tmp_path: Path, saved: Path, file: str
) -> None:
    folder = tmp_path / "data"
    shutil.copytree(saved, folder)
    path = next(folder.glob(file))
    remains = []
    for each in (path, copy_of(path)):
        each.write_bytes(overwrite(each.read_bytes(), 300))
        remains.append(each.read_bytes())
    with open_store(folder) as store:
        store.games.in_progress(), store.games.finished(), list(store.boards.summaries())
        unreadable = (
            *store.games.unreadable_in_progress(),
            *store.games.unreadable_finished(),
            *store.imported_boards.unreadable(),
        )
        if file != FINISHED_FILES:
            assert "usable copy" in notices(store)[0] or "is damaged" in notices(store)[0]
        store.settings.change(theme="light")
        play(store, FIRST), finish(store)
    kept = [each.read_bytes() for each in path.parent.rglob("*") if each.is_file()]
    assert all(each in kept for each in remains)
    # A record or board stays where it is, for a manual repair; a database is started again.
    assert len(unreadable) == (path.parent != folder)
    assert path.read_bytes() == remains[0] or path.parent == folder


def test_damaged_file_is_moved_to_a_name_with_the_time(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_bytes(b"half a fi")
    open_store(tmp_path).close()
    (aside,) = (tmp_path / "aside").iterdir()
    assert re.fullmatch(r"settings-\d{4}-\d\d-\d\d-\d{6}-\d{6}\.json", aside.name)
    assert aside.read_bytes() == b"half a fi"


@pytest.mark.parametrize(
    "content",
    [
        "",
        "\0" * 100,
        "null",
        "{}",
        '{"format": null}',
        '{"format": "railkeeper-settings/1", "settings": 5}',
        '{"format": "railkeeper-settings/1", "settings": {"one": {}}}',
        '{"format": "railkeeper-settings/1", "settings": {"1": []}}',
        '{"format": "railkeeper-settings/0"}',
        '{"format": "railkeeper-settings/٣"}',
        '{"format": "railkeeper-learned/1"}',
        "[" * 100_000,
        "9" * 10_000,
    ],
)
def test_hand_made_database_of_a_wrong_form_counts_as_damaged(tmp_path: Path, content: str) -> None:
    (tmp_path / "settings.json").write_text(content, encoding="utf-8")
    with open_store(tmp_path) as store:
        assert "The settings file could not be read" in notices(store)[0]
        assert store.settings.read() == Settings()
        store.settings.change(theme="dark")
    with open_store(tmp_path) as store:
        assert notices(store) == []
        assert store.settings.read() == Settings(theme="dark")


def test_damaged_game_without_a_copy_can_be_shared_and_removed(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        game = finish(store)
        for path in (tmp_path / "games").iterdir():
            path.write_bytes(b"{")
    with open_store(tmp_path) as store:
        with pytest.raises(Damaged, match="no usable copy"):
            store.games.open(game.id)
        assert store.games.finished() == []
        assert [each.id for each in store.games.unreadable_finished()] == [game.id]
        assert store.games.content(game.id) == b"{"
        store.games.remove(game.id)
        assert store.games.unreadable_finished() == []


def test_missing_file_is_restored_from_its_copy(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.settings.change(theme="dark")
        store.settings.change(language="de")
    (tmp_path / "settings.json").unlink()
    with open_store(tmp_path) as store:
        assert store.settings.read() == Settings(theme="dark")
        assert len(notices(store)) == 1


def test_foreign_files_are_ignored(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "shopping.json").write_text("milk")
    (tmp_path / "games" / "notes.txt").write_text("bread")
    before = files_in(tmp_path)
    with open_store(tmp_path) as store:
        assert (saved_games(store), notices(store)) == ([], [])
    assert files_in(tmp_path) == before


def test_temporary_files_of_a_killed_process_are_deleted(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    half = tmp_path / "games" / f"{saved.id}.json.new"
    half.write_text('{"format": "railk')
    with open_store(tmp_path) as store:
        assert records(*saved_games(store)) == records(saved)
        assert notices(store) == []
    assert not half.exists()
