"""Exporting on one phone and importing on another."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.rules.events import RouteClaimed
from companion.rules.wording import phrase
from companion.ui.app import RailkeeperApp
from companion.ui.device import Notify
from companion.ui.device.desktop import Desktop
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator
from companion.ui.pages.import_file import ImportRow
from tests.support.games import GAMES
from tests.support.layout_checks import layout_defects, low_contrast_texts, widget_boxes
from tests.support.phone import FastPhone
from tests.support.sessions import accepted
from tests.support.stores import saved_games
from tests.support.table import open_recorded_game, start_game
from tests.support.views import SIZES

PLAYED = ("usa-shared", "heart-of-africa-full")


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that all phones export to and import from."""
    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    folder = tmp_path / "shared"
    folder.mkdir()
    return folder


@contextmanager
def phone_at_settings(folder: Path) -> Iterator[FastPhone]:
    phone = FastPhone(folder)
    try:
        to_settings(phone)
        yield phone
    finally:
        phone.close()


def to_settings(phone: FastPhone) -> None:
    phone.navigator.reset_to("home", "settings")
    phone.wait_until_idle()


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The export of a phone with two finished games and one in progress."""
    folder = tmp_path_factory.mktemp("old")
    with pytest.MonkeyPatch.context() as environment, phone_at_settings(folder / "data") as phone:
        environment.setenv("RAILKEEPER_FOLDER", str(folder))
        for name in PLAYED:
            open_recorded_game(phone, name)
            assert accepted(phone.session.finish)
        start_game(phone, "europe", 3, RouteClaimed("Ana", "brest--dieppe"))
        phone.context.preferences.change("vibration", False)
        to_settings(phone)
        phone.press("Export everything")
        (path,) = (folder / "shared").iterdir()
        assert phone.shows(f"Saved as {path}.")
    return path


@pytest.fixture
def archive(exported: Path, shared: Path) -> Path:
    """The same file in the import folder."""
    return Path(shutil.copy(exported, shared))


@pytest.fixture
def phone(shared: Path) -> Iterator[FastPhone]:
    """A phone without games."""
    with phone_at_settings(shared.parent / "new") as phone:
        yield phone


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
    """The data folder's files, except the last location."""
    saved = (path for path in folder.rglob("*") if path.is_file() and path.name != "place.json")
    return {str(path): path.read_bytes() for path in saved}


def test_export_of_one_phone_is_imported_on_another(archive: Path, phone: FastPhone) -> None:
    open_file(phone, archive)
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


def test_preview_imports_nothing(archive: Path, phone: FastPhone) -> None:
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
    assert {row.note for row in rows(phone)} == {"New"}
    assert "Ana · Peter · Maya" in {row.detail for row in rows(phone)}
    assert files(phone.folder) == before


def test_second_import_adds_nothing(archive: Path, phone: FastPhone) -> None:
    open_file(phone, archive)
    phone.press("Import 3 games")
    before = files(phone.folder)
    to_settings(phone)
    open_file(phone, archive)
    assert phone.shows("3 already here")
    assert not phone.shows("new game")
    assert not phone.shows("Import ")
    assert not phone.shows("Imported")
    assert {row.note for row in rows(phone)} == {"Already here"}
    assert files(phone.folder) == before


def test_different_version_of_a_game_is_added_as_a_second_game(
    archive: Path, phone: FastPhone
) -> None:
    open_file(phone, archive)
    phone.press("Import 3 games")
    (game,) = saved_games(phone.context.store)
    phone.session.open(game.id)
    assert accepted(phone.session.enter, RouteClaimed("Peter", "dieppe--london"))
    to_settings(phone)
    open_file(phone, archive)
    assert rows(phone)[0].note == "Already here, but different: added as a copy"
    phone.press("Import 1 game")
    assert phone.shows("Imported: 1 game.")
    claims = sorted(len(saved.game.events) for saved in saved_games(phone.context.store))
    assert claims == [1, 2]


def test_single_record_is_imported(shared: Path, phone: FastPhone) -> None:
    path = shared / "usa.json"
    path.write_bytes((GAMES / "usa-full.json").read_bytes())
    open_file(phone, path)
    phone.press("Import 1 game")
    assert phone.shows("Imported: 1 game.")
    assert saved(phone) == (0, 1)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "file.json is empty."),
        (b"{", "Damaged"),
        (b"\xff\xfe\x00", "not UTF-8 text"),
        (b"[" * 100_000, "Damaged"),
        (b'{"format": "railkeeper/1", "map": "moon"}', "moon"),
        (b'{"format": "railkeeper-archive/99"}', "was made with a newer version of Railkeeper"),
        (b'{"format": "railkeeper-archive/1", "games": 3}', "games are missing"),
        (b'{"format": "railkeeper-archive/1"}', "Nothing new in this file."),
    ],
    ids=["nothing", "half", "no text", "deep", "other board", "newer", "cut off", "empty"],
)
def test_unusable_file_is_refused_with_a_reason(
    shared: Path, phone: FastPhone, content: bytes, sentence: str
) -> None:
    path = shared / "file.json"
    path.write_bytes(content)
    open_file(phone, path)
    assert phone.shows(sentence)
    assert not phone.shows("Import ")
    assert saved(phone) == (0, 0)


def test_intact_games_of_a_damaged_file_are_imported(archive: Path, phone: FastPhone) -> None:
    archive.write_bytes(archive.read_bytes()[:-100])
    open_file(phone, archive)
    assert phone.shows("2 new games · 1 damaged")
    phone.press("Import 2 games")
    assert phone.shows("1 damaged")
    assert sum(saved(phone)) == 2


def test_game_dated_year_one_is_listed(shared: Path, phone: FastPhone) -> None:
    record = json.loads((GAMES / "usa-full.json").read_bytes())
    path = shared / "old.json"
    path.write_text(json.dumps({**record, "finished": "0001-01-01T00:00:00+12:00"}))
    open_file(phone, path)
    assert rows(phone)[0].title.startswith("USA (10th Anniversary)")
    phone.press("Import 1 game")
    phone.navigator.go("past_games")
    phone.wait_until_idle()
    assert phone.shows("Lena won with 134")


def test_missing_file_is_reported(shared: Path, phone: FastPhone) -> None:
    path = shared / "gone.json"
    path.write_text("{}")
    phone.press("Import")
    path.unlink()
    phone.press("gone.json")
    assert phone.shows("gone.json is not a file.")


def test_failed_write_imports_nothing(archive: Path, phone: FastPhone) -> None:
    open_file(phone, archive)
    (phone.folder / "games").rename(phone.folder / "elsewhere")
    phone.press("Import 3 games")
    assert phone.shows("Not saved")
    assert saved(phone) == (0, 0)
    (phone.folder / "elsewhere").rename(phone.folder / "games")


def test_interrupted_import_continues_with_the_rest(archive: Path, phone: FastPhone) -> None:
    open_file(phone, archive)
    values = map(json.loads, archive.read_bytes().splitlines()[1:])
    ids = [value["id"] for value in values if "finished" in value]
    blocked = [phone.folder / "games" / f"{id}.finished.json.new" for id in ids]
    for path in blocked:
        path.mkdir()
    phone.press("Import 3 games")
    assert phone.shows("Imported: 1 game. Not saved: ")
    assert phone.shows("2 new games · 1 already here")
    assert sorted(row.note for row in rows(phone)) == ["Already here", "New", "New"]
    for path in blocked:
        path.rmdir()
    phone.press("Import 2 games")
    assert phone.shows("Imported: 2 games, ")
    assert saved(phone) == (1, 2)


def test_import_of_games_added_meanwhile_is_reported(archive: Path, phone: FastPhone) -> None:
    open_file(phone, archive)
    importer = phone.context.store.importer
    importer.run(importer.preview(archive))
    phone.press("Import 3 games")
    assert phone.shows("Nothing new in this file.")
    assert {row.note for row in rows(phone)} == {"Already here"}


def test_failed_export_is_reported(shared: Path, phone: FastPhone) -> None:
    shared.rmdir()
    shared.write_text("in the way")
    phone.press("Export everything")
    assert phone.shows("Not saved")
    phone.press("Import")
    assert phone.screen == "settings"
    assert phone.shows("Not saved")


def test_latest_file_is_first_with_date_and_size(shared: Path, phone: FastPhone) -> None:
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


def test_empty_folder_explains_where_to_put_files(shared: Path, phone: FastPhone) -> None:
    shared.rmdir()
    phone.press("Import")
    assert phone.shows(f"No file to import. Put one in {shared}.")
    assert shared.is_dir()


def test_back_leads_from_file_to_folder_to_settings(archive: Path, phone: FastPhone) -> None:
    open_file(phone, archive)
    phone.press("Back")
    assert phone.screen == "import"
    assert phone.shows("Choose a file to import from")
    phone.press("Back")
    assert phone.screen == "settings"


class WithPicker(Desktop):
    """A device whose file picker always returns the same file."""

    def __init__(self, chosen: Path) -> None:
        self.chosen = chosen

    def choose_file(self, on_ready: Callable[[Path], None], notify: Notify) -> None:
        if self.chosen.exists():
            on_ready(self.chosen)
        else:
            notify(phrase("The file cannot be read: {reason}.", reason="gone"), refused=True)


class AskingPhone(FastPhone):
    """A phone with that device."""

    def __init__(self, folder: Path, chosen: Path) -> None:
        self.chosen = chosen
        super().__init__(folder)

    def start(self) -> None:
        self.app = RailkeeperApp(self.folder, WithPicker(self.chosen))
        self.app._run_prepare()
        self.wait()


@pytest.fixture
def asking(archive: Path) -> Iterator[FastPhone]:
    """A phone with a file picker, on the settings page."""
    phone = AskingPhone(archive.parents[1] / "new", archive)
    to_settings(phone)
    yield phone
    phone.close()


def test_file_from_the_system_picker_opens_at_once(archive: Path, asking: FastPhone) -> None:
    phone = asking
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


@pytest.mark.parametrize(("language", "scale", "dark"), [("en", 1.0, False), ("de", 1.3, True)])
def test_import_page_has_no_layout_defects(
    archive: Path, phone: FastPhone, language: str, scale: float, dark: bool
) -> None:
    lines = archive.read_text(encoding="utf-8").splitlines()
    archive.write_text("\n".join([*lines, lines[1], "{"]), encoding="utf-8")
    found = []
    try:
        for step in ("Import", archive.name, "Import 3 games"):
            translator.language, theme.text_scale, theme.dark = "en", 1.0, False
            phone.set_size(390, 844)
            phone.press(step)
            translator.language, theme.text_scale, theme.dark = language, scale, dark
            for size in SIZES:
                phone.set_size(*size)
                wrong = layout_defects()
                at_rest = widget_boxes()
                phone.wait()
                if widget_boxes() != at_rest:
                    wrong.append("does not come to rest")
                if size == SIZES[0]:
                    wrong += low_contrast_texts(*phone.render_pixels())
                found += [f"{size} {theme.text_scale}: {defect}" for defect in wrong]
    finally:
        translator.language, theme.text_scale, theme.dark = "en", 1.0, False
    assert not found, "\n".join(["", *found])
