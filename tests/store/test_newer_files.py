"""Versions: older files are brought up to date, newer ones left alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.report.sheet import read_file
from companion.rules.boards import bundled_boards
from companion.rules.errors import Malformed
from companion.rules.final_tally import tally
from companion.rules.format import FORMAT, RECORD, Format
from companion.rules.wording import phrase
from companion.store.errors import Newer
from companion.store.import_preview import ARCHIVE
from companion.store.learned import LEARNED
from companion.store.notices import Notices
from companion.store.settings import SETTINGS, Settings
from companion.store.storage import AtomicStorage
from tests.support.games import FIRST, files_in, finish, notices, play
from tests.support.stores import open_store, saved_games

FORMATS = (RECORD, LEARNED, SETTINGS, ARCHIVE)
SAMPLES = Path(__file__).parent / "versions"


def named(value: Mapping[str, Any]) -> dict[str, Any]:
    """Number 2 gave the cities a table of their own."""
    return {**value, "cities": {str(i): {"name": n} for i, n in enumerate(value["names"], 1)}}


def without_names(value: Mapping[str, Any]) -> dict[str, Any]:
    """Number 3 did away with the names."""
    return {name: table for name, table in value.items() if name != "names"}


CITIES = Format("cities", phrase("The file of cities"), (named, without_names))
TODAY = {"cities": {"1": {"name": "Lagos"}}}
EARLIER = {
    1: {"format": "cities/1", "names": ["Lagos"]},
    2: {"format": "cities/2", "names": ["Lagos"], **TODAY},
}


@pytest.mark.parametrize("number", EARLIER)
def test_an_older_file_is_upgraded_step_by_step_and_a_copy_kept(
    tmp_path: Path, number: int
) -> None:
    path, notices = tmp_path / "cities.json", Notices()
    text = json.dumps(EARLIER[number])
    path.write_text(text)
    assert AtomicStorage(path, CITIES, notices).read() == TODAY
    assert json.loads(path.read_text()) == {"format": "cities/3", **TODAY}
    assert (tmp_path / "older" / f"cities.{number}.json").read_text() == text
    assert notices == []


def test_a_file_of_today_is_not_rewritten_by_reading(tmp_path: Path) -> None:
    path = tmp_path / "cities.json"
    path.write_text(json.dumps({"format": "cities/3", **TODAY}))
    before = files_in(tmp_path)
    assert AtomicStorage(path, CITIES, Notices()).read() == TODAY
    assert files_in(tmp_path) == before


@pytest.mark.parametrize("names", [7, None])
def test_an_older_file_that_cannot_be_upgraded_counts_as_damaged(
    tmp_path: Path, names: object
) -> None:
    path, notices = tmp_path / "cities.json", Notices()
    text = json.dumps({"format": "cities/1", "names": names})
    path.write_text(text)
    assert AtomicStorage(path, CITIES, notices).read() is None
    assert len(notices) == 1
    assert [each.read_text() for each in (tmp_path / "damaged").iterdir()] == [text]


def test_upgrading_changes_nothing_it_was_given() -> None:
    for value in EARLIER.values():
        before = json.dumps(value)
        CITIES.upgraded(value)
        assert json.dumps(value) == before


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.name)
def test_every_number_of_every_format_has_a_sample_that_is_read_today(format: Format) -> None:
    for number in range(1, format.number + 1):
        sample = SAMPLES / f"{format.name}.{number}.json"
        value = json.loads(sample.read_text(encoding="utf-8").splitlines()[0])
        assert format.number_of(value) == number
        assert format.upgraded(value)["format"] == format.stamp


def test_a_folder_of_the_first_numbers_opens_whole(tmp_path: Path) -> None:
    id = "c0ffee" * 5 + "00"
    for name, place in (
        ("railkeeper", f"games/{id}.json"),
        ("railkeeper-history", "history.json"),
        ("railkeeper-learned", "learned.json"),
        ("railkeeper-settings", "settings.json"),
    ):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_bytes((SAMPLES / f"{name}.1.json").read_bytes())
    with open_store(tmp_path) as store:
        assert notices(store) == []
        assert [saved.id for saved in saved_games(store)] == [id]
        assert [past.winners for past in store.games.finished()] == [("Ana",)]
        assert {player.name: player.color for player in store.learned.players()} == {
            "Ana": "blue",
            "Peter": "red",
        }
        assert store.settings.read() == Settings(language="de", theme="dark")
        arrivals = store.importer.preview(SAMPLES / "railkeeper-archive.1.json")
        assert [each.standing for each in arrivals.games] == ["there"]


@pytest.mark.parametrize("number", range(1, RECORD.number + 1))
def test_a_record_of_every_number_is_kept_imported_and_scored(tmp_path: Path, number: int) -> None:
    sample = SAMPLES / f"railkeeper.{number}.json"
    id = json.loads(sample.read_text(encoding="utf-8"))["id"]
    state = read_file(sample, bundled_boards()).game.state
    assert tally(state).winners == ("Peter",)
    with open_store(tmp_path / "imported") as store:
        store.importer.run(store.importer.preview(sample))
        assert store.games.open(id).game.state == state
    saved = tmp_path / "kept" / "games" / f"{id}.json"
    saved.parent.mkdir(parents=True)
    saved.write_bytes(sample.read_bytes())
    with open_store(tmp_path / "kept") as store:
        assert store.games.open(id).game.state == state
        assert json.loads(store.exporter.record(id))["format"] == FORMAT


@pytest.mark.parametrize("number", ["4", "40", "99999999999999999999"])
def test_a_file_from_the_future_is_refused_and_left_untouched(tmp_path: Path, number: str) -> None:
    path = tmp_path / "cities.json"
    path.write_text(json.dumps({"format": f"cities/{number}", "hills": 7}))
    before = files_in(tmp_path)
    with pytest.raises(Newer, match="The file of cities was written by a newer Railkeeper"):
        AtomicStorage(path, CITIES, Notices()).read()
    assert files_in(tmp_path) == before


@pytest.mark.parametrize("stamp", ["cities", "cities/", "cities/x", "towns/1", "cities/01", 3])
def test_a_file_of_no_known_format_is_refused(stamp: object) -> None:
    with pytest.raises(Malformed, match="format"):
        CITIES.upgraded({"format": stamp})


def test_everything_else_works_beside_files_from_the_future(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved, past = play(store, FIRST), finish(store)
        store.settings.change(theme="dark")
    record = tmp_path / "games" / f"{saved.id}.json"
    files = (record, tmp_path / "settings.json")
    for path in files:
        path.write_text(path.read_text().replace('/1"', '/2"', 1))
    before = [path.read_bytes() for path in files]
    with open_store(tmp_path) as store:
        assert store.games.in_progress() == []
        assert [game.id for game in store.games.unreadable_in_progress()] == [saved.id]
        assert len([notice for notice in notices(store) if "newer Railkeeper" in notice]) == 2
        assert store.settings.read() == Settings()
        with pytest.raises(Newer):
            store.settings.change(theme="light")
        another = play(store, FIRST)
        assert [each.id for each in saved_games(store)] == [another.id]
        store.games.finish(another)
        assert {each.id for each in store.games.finished()} == {past.id, another.id}
        assert store.games.open(past.id).game.events == (FIRST,)
    assert [path.read_bytes() for path in files] == before


def test_a_game_on_a_board_of_the_future_is_left_untouched(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    path = tmp_path / "games" / f"{saved.id}.json"
    path.write_text(path.read_text().replace('"usa"', '"moon"'))
    before = files_in(tmp_path)
    with open_store(tmp_path) as store:
        assert saved_games(store) == []
        assert "A game on the board “moon” is left as it is" in notices(store)[0]
        (left,) = store.games.unreadable_in_progress()
        assert (left.id, left.problem) == (saved.id, store.notices[0])
    assert files_in(tmp_path) == before
