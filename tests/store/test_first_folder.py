"""A folder as the first version of the app left it: opened whole, whatever state it was in."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from companion.store.errors import NoSuchGame
from companion.store.settings import Settings
from companion.store.store import Store
from tests.store.session import FIRST, SECOND, finished, noted, played, told
from tests.support.stores import open_store

FIRST_FOLDER = Path(__file__).parent / "versions" / "first"
GOING = "0b58cd12e3ca49baa37500662aee64cf"
HALF_FINISHED = "73a6cd93164a41a9b69dcaf5c08a323d"
CORRECTED = "ef6ee0bf821b4bf1b77018aa28cfeb1a"
SECOND_WON = "69196fef152e4557a25f8cb76d0e9c61"
LOST = "37988ef2e0574165830f8e99ac13aed8"
"""A result whose record is gone; its list is all that knows of it."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FIRST_FOLDER, tmp_path / "shelf"))


def results(store: Store) -> dict[str, tuple[str, ...]]:
    return {past.id: past.winners for past in store.history.all()}


RESULTS = {HALF_FINISHED: ("Ana",), CORRECTED: ("Ana",), SECOND_WON: ("Peter",), LOST: ("Peter",)}


def test_it_opens_whole_and_goes_on(folder: Path) -> None:
    for _ in range(3):
        with open_store(folder) as store:
            assert told(store) == []
            assert [game.id for game in store.games.waiting()] == [GOING]
            assert store.games.open(GOING).game.events == (FIRST, SECOND)
            assert results(store) == RESULTS
            assert store.history.open(CORRECTED).game.events == (FIRST,)
            assert store.settings.read() == Settings(language="de", theme="dark")
            assert {each.name for each in store.learned.players()} == {"Ana", "Peter"}
            with pytest.raises(NoSuchGame):
                store.history.open(LOST)
    assert not (folder / "history.json").exists()
    assert (folder / "older" / "history.1.json").exists()


def test_nothing_of_it_is_lost_by_playing_before_the_list_is_looked_at(folder: Path) -> None:
    with open_store(folder) as store:
        saved = store.games.finish(played(store, SECOND))
        saved = store.history.change(saved, saved.game.record(FIRST))
        changed = store.history.open(SECOND_WON)
        store.history.change(changed, changed.game.remove(0))
    with open_store(folder) as store:
        assert results(store) == RESULTS | {saved.id: ("Peter",), SECOND_WON: ("Ana",)}


def test_a_result_without_a_record_can_be_removed_and_brought_back(folder: Path) -> None:
    with open_store(folder) as store:
        store.history.remove(LOST)
        assert LOST not in results(store)
        assert store.history.bring_back(LOST).winners == ("Peter",)
        assert results(store) == RESULTS
    with open_store(folder) as store:
        assert results(store) == RESULTS
        store.history.remove(LOST)
    with open_store(folder) as store:
        assert LOST not in results(store)
        finished(store)
    with open_store(folder) as store:
        assert LOST not in results(store)


@pytest.mark.parametrize("damage", [b"", b"half a li", b"[]", b'{"games": {"1": 7, "2": {}}}'])
def test_a_damaged_list_of_it_is_taken_from_its_copy_or_the_records(
    folder: Path, damage: bytes
) -> None:
    for name in ("history.json", "history.json.before"):
        (folder / name).write_bytes(damage)
        with open_store(folder) as store:
            found = results(store)
            assert {**RESULTS, **found} == RESULTS
            assert found.keys() >= RESULTS.keys() - {LOST}
        (folder / "history.2.jsonl").unlink(missing_ok=True)


def test_an_import_it_had_decided_on_happens_once(folder: Path, tmp_path: Path) -> None:
    with open_store(tmp_path / "old") as old:
        saved, past = played(old, FIRST), finished(old, SECOND)
        old.settings.change(text_size=1.5)
        (folder / "arriving.jsonl").write_bytes(old.exchange.everything().read_bytes())
    with open_store(folder) as store:
        assert told(store) == []
        assert {game.id for game in store.games.waiting()} == {GOING, saved.id}
        assert past.id in results(store)
        assert store.settings.read() == Settings(language="de", theme="dark", text_size=1.5)
        again = store.games.open(saved.id)
        assert noted(again) == noted(saved)
        store.games.save(again, again.game.record(SECOND))
    assert not (folder / "arriving.jsonl").exists()
    with open_store(folder) as store:
        assert len(store.games.waiting()) == 2


def test_its_records_are_read_as_they_are_and_get_a_first_line_when_they_are_saved(
    folder: Path,
) -> None:
    path = folder / "games" / f"{GOING}.json"
    before = path.read_bytes()
    with open_store(folder) as store:
        saved = store.games.open(GOING)
        store.games.waiting()
        assert path.read_bytes() == before
        store.games.save(saved, saved.game.undo())
    first, _, rest = path.read_text().partition(",\n")
    assert json.loads(first + "}")["summary"] == {"entries": 1, "scores": [2, 0]}
    assert "events" in rest
