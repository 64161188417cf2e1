"""The import page: files, preview, import of an archive from another phone."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.rules.events import RouteClaimed
from companion.rules.wording import phrase
from companion.store.archive import write_archive
from companion.store.files import write_file
from companion.store.importing import Importer
from companion.table.sessions import Sessions
from companion.ui.device import Notify
from companion.ui.pages.import_file import ImportRow
from tests.support.games import GAMES, recorded_game
from tests.support.map_files import three_bays
from tests.support.phone import FastPhone
from tests.support.sessions import accepted
from tests.support.stores import open_store, saved_games
from tests.support.table import setup


@pytest.fixture(autouse=True)
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the phone exports to and imports from."""
    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    folder = tmp_path / "shared"
    folder.mkdir()
    return folder


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The export of a phone with two finished games and one in progress."""
    folder = tmp_path_factory.mktemp("old")
    with open_store(folder / "data") as store:
        sessions = Sessions(store)
        for name in ("usa-shared", "heart-of-africa-full"):
            game = recorded_game(name)
            sessions.open(store.games.save(store.games.begin(game.setup), game).id)
            assert sessions.current is not None
            assert accepted(sessions.current.finish)
        sessions.begin(setup("europe", 3))
        assert sessions.current is not None
        assert accepted(sessions.current.enter, RouteClaimed("Ana", "brest--dieppe"))
        store.settings.change(vibration=False, keep_awake=False)
        path = folder / "railkeeper.json"
        write_file(path, write_archive(store).read_bytes())
    return path


@pytest.fixture
def archive(exported: Path, shared: Path) -> Path:
    """The same file in the import folder."""
    return Path(shutil.copy(exported, shared))


@pytest.fixture
def phone(phone: FastPhone) -> FastPhone:
    """A phone without games, on the settings page."""
    to_settings(phone)
    return phone


def to_settings(phone: FastPhone) -> None:
    phone.navigator.reset_to("home", "settings")
    phone.wait_until_idle()


def open_file(phone: FastPhone, path: Path) -> None:
    phone.press("Import")
    assert phone.screen == "import"
    phone.press(path.name)
    assert phone.shows(path.name)


def rows(phone: FastPhone) -> list[ImportRow]:
    """The visible rows, from the top."""
    found = [row for row in phone.visible_widgets() if isinstance(row, ImportRow)]
    return sorted(found, key=lambda row: -float(row.to_window(*row.pos)[1]))


def saved(phone: FastPhone) -> tuple[int, int]:
    """The number of games in progress and of finished games."""
    return len(phone.context.store.games.in_progress()), len(phone.context.store.games.finished())


def files(folder: Path) -> dict[str, bytes]:
    """The data folder's files, except the count of failed starts."""
    saved = (path for path in folder.rglob("*") if path.is_file() and path.name != "failed_starts")
    return {str(path): path.read_bytes() for path in saved}


def test_export_of_another_phone_is_previewed_and_imported_once(
    archive: Path, phone: FastPhone
) -> None:
    before = files(phone.folder)
    open_file(phone, archive)
    assert phone.shows("3 new games")
    assert phone.shows("Also: ")
    assert phone.shows("2 settings")
    assert {row.title.partition(" · ")[0] for row in rows(phone)} == {
        "Europe",
        "USA (10th Anniversary)",
        "The Heart of Africa",
    }
    assert {row.status for row in rows(phone)} == {"New"}
    assert all(row.scene for row in rows(phone))
    assert "Ana · Peter · Maya" in {row.detail for row in rows(phone)}
    assert files(phone.folder) == before
    phone.press("Import 3 games")
    assert saved(phone) == (1, 2)
    assert not phone.context.store.settings.read().vibration
    names = {player.name for player in phone.context.store.learned.players()}
    assert {"Ana", "Peter", "Maya"} <= names
    assert phone.shows("Imported: 3 games, ")
    phone.navigator.reset_to("home", "past_games")
    phone.wait_until_idle()
    assert phone.shows("Maya won with 143")
    assert phone.shows("Not played to the end")
    to_settings(phone)
    before = files(phone.folder)
    open_file(phone, archive)
    assert phone.shows("3 games were already here")
    assert not phone.shows("new game")
    assert not phone.shows("Import ")
    assert not phone.shows("Imported")
    assert {row.status for row in rows(phone)} == {"Already here"}
    assert files(phone.folder) == before


def test_games_added_or_changed_meanwhile_are_noticed(archive: Path, phone: FastPhone) -> None:
    open_file(phone, archive)
    importer = Importer(phone.context.store)
    importer.run(importer.preview(archive))
    phone.press("Import 3 games")
    assert phone.shows("Nothing new in this file.")
    assert {row.status for row in rows(phone)} == {"Already here"}
    (game,) = saved_games(phone.context.store)
    phone.context.sessions.open(game.id)
    assert accepted(phone.session.enter, RouteClaimed("Peter", "dieppe--london"))
    to_settings(phone)
    open_file(phone, archive)
    assert rows(phone)[0].status == "Already here, but different: will be added as a copy"
    phone.press("Import 1 game")
    assert phone.shows("Imported: 1 game.")
    claims = sorted(len(saved.game.events) for saved in saved_games(phone.context.store))
    assert claims == [1, 2]


def test_single_record_dated_year_one_is_imported_and_listed(
    shared: Path, phone: FastPhone
) -> None:
    record = json.loads((GAMES / "usa-full.json").read_bytes())
    path = shared / "old.json"
    path.write_text(json.dumps({**record, "finished": "0001-01-01T00:00:00+12:00"}))
    open_file(phone, path)
    assert rows(phone)[0].title.startswith("USA (10th Anniversary)")
    phone.press("Import 1 game")
    assert phone.shows("Imported: 1 game.")
    assert saved(phone) == (0, 1)
    phone.navigator.go("past_games")
    phone.wait_until_idle()
    assert phone.shows("Lena won with 134")


def test_unusable_file_is_refused_with_a_reason(shared: Path, phone: FastPhone) -> None:
    path = shared / "file.json"
    path.touch()
    phone.press("Import")
    for content, sentence in (
        (b"", "file.json is empty."),
        (b"{", "Damaged"),
        (b'{"format": "railkeeper/1", "map": "moon"}', "moon"),
        (b'{"format": "railkeeper-archive/99"}', "was made with a newer version of Railkeeper"),
        (b'{"format": "railkeeper-archive/1"}', "Nothing new in this file."),
    ):
        path.write_bytes(content)
        phone.page("import").open_files(path)
        phone.wait_until_idle()
        assert phone.shows(sentence)
        assert not phone.shows("Import ")
    path.unlink()
    phone.page("import").open_files(path)
    phone.wait_until_idle()
    assert phone.shows("file.json cannot be read: it does not exist.")
    assert saved(phone) == (0, 0)


def test_back_leads_from_a_damaged_file_to_the_folder_to_settings(
    archive: Path, phone: FastPhone
) -> None:
    archive.write_bytes(archive.read_bytes()[:-100])
    open_file(phone, archive)
    assert phone.shows("2 new games · 1 damaged")
    phone.press("Import 2 games")
    assert phone.shows("1 damaged")
    assert sum(saved(phone)) == 2
    phone.press("Back")
    assert phone.screen == "import"
    assert phone.shows("Choose a file to import from")
    phone.press("Back")
    assert phone.screen == "settings"


def test_failed_import_states_what_was_imported_and_continues_with_the_rest(
    archive: Path, phone: FastPhone
) -> None:
    open_file(phone, archive)
    (phone.folder / "games").rename(phone.folder / "elsewhere")
    phone.press("Import 3 games")
    assert phone.shows("Not saved")
    assert saved(phone) == (0, 0)
    (phone.folder / "elsewhere").rename(phone.folder / "games")
    values = map(json.loads, archive.read_bytes().splitlines()[1:])
    ids = [value["id"] for value in values if "finished" in value]
    blocked = [phone.folder / "games" / f"{id}.finished.json.new" for id in ids]
    for path in blocked:
        path.mkdir()
    phone.press("Import 3 games")
    assert phone.shows("Imported: 1 game. Not saved: ")
    assert phone.shows("2 new games")
    assert not phone.shows("already here")
    assert sorted(row.status for row in rows(phone)) == ["Just imported", "New", "New"]
    for path in blocked:
        path.rmdir()
    phone.press("Import 2 games")
    assert phone.shows("Imported: 2 games, ")
    assert saved(phone) == (1, 2)


def test_files_are_listed_latest_first_with_date_and_size(shared: Path, phone: FastPhone) -> None:
    shared.rmdir()
    shared.write_text("in the way")
    phone.press("Export everything")
    assert phone.shows("Not saved")
    phone.press("Import")
    assert phone.screen == "settings"
    assert phone.shows("Not saved")
    shared.unlink()
    phone.press("Import")
    assert phone.shows(f"No file to import. Put one in {shared}.")
    assert shared.is_dir()
    phone.press("Back")
    for name, when in (("a.json", 3e8), ("b.json", 9e8), ("c.json", 6e8)):
        (shared / name).write_bytes(b" " * 2400)
        os.utime(shared / name, (when, when))
    (shared / "picture.png").touch()
    (shared / "folder.json").mkdir()
    (shared / "nowhere.json").symlink_to(shared / "nothing")
    phone.press("Import")
    assert [row.title for row in rows(phone)] == ["b.json", "c.json", "a.json"]
    assert rows(phone)[0].detail == "9 July 1998 · 2 KB"
    assert phone.shows(str(shared))


def test_file_of_a_year_that_no_calendar_has_is_listed(
    shared: Path, phone: FastPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = {shared / "future.json": 1e12, shared / "past.json": -1e12}
    for path in (shared / "now.json", *seconds):
        path.write_text("{}")
    stat = Path.stat

    def with_time(path: Path, **options: bool) -> os.stat_result:
        # Few file systems can store such a time.
        facts = stat(path, **options)
        if path not in seconds:
            return facts
        return os.stat_result((*facts[:7], *[seconds[path]] * 3))

    monkeypatch.setattr(Path, "stat", with_time)
    phone.press("Import")
    assert {row.title for row in rows(phone)} == {"now.json", "future.json", "past.json"}
    phone.press("future.json")
    assert phone.shows("Damaged")


def test_excess_of_an_archive_is_reported(shared: Path, phone: FastPhone) -> None:
    people = [
        {"name": f"Guest {number}", "colors": {"red": 1}, "last_played": "2026-03-07T19:30:00"}
        for number in range(700)
    ]
    path = shared / "many.json"
    header = {"format": "railkeeper-archive/1", "games": 0, "learned": {"players": people}}
    path.write_text(json.dumps(header))
    open_file(phone, path)
    assert phone.shows("Also: 500 players.")
    assert phone.shows("200 players, tickets or corrections are over the limit and left out.")
    phone.press("Import")
    assert phone.shows("Imported: 500 players.")


def test_file_from_the_system_picker_opens_at_once(
    archive: Path, phone: FastPhone, monkeypatch: pytest.MonkeyPatch
) -> None:
    def choose_file(on_ready: Callable[[Path], None], notify: Notify) -> None:
        if archive.exists():
            on_ready(archive)
        else:
            notify(phrase("The file cannot be read: {reason}.", reason="gone"), refused=True)

    monkeypatch.setattr(phone.device, "choose_file", choose_file)
    phone.press("Import")
    assert phone.shows("3 new games")
    phone.press("Back")
    assert phone.screen == "settings"
    archive.write_bytes(b'{"format": "railkeeper-archive/99"}')
    phone.press("Import")
    assert phone.shows("was made with a newer version of Railkeeper")
    assert not rows(phone)
    phone.press("Back")
    archive.unlink()
    phone.press("Import")
    assert phone.screen == "settings"
    assert phone.shows("The file cannot be read: gone.")


def test_file_of_the_map_editor_is_previewed_with_its_missing_rules_and_imported(
    shared: Path, phone: FastPhone
) -> None:
    path = shared / "bays.json"
    path.write_text(json.dumps(three_bays()), encoding="utf-8")
    open_file(phone, path)
    assert [row.title for row in rows(phone)] == [
        *("Three Bays", "Points by length", "Longest route", "Tickets", "If there is a tie")
    ]
    phone.press("Import the board")
    phone.wait_until_idle()
    assert phone.shows("Imported: 1 board.")
    assert "three-bays" in phone.context.boards
