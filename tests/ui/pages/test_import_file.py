"""Everything goes out of one phone and into another, by real touches."""

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
from tests.support.sessions import accepted
from tests.ui.finished import GAMES, lay_recorded
from tests.ui.hasty import HastyPhone
from tests.ui.layouts import defects, places, unreadable
from tests.ui.tables import lay
from tests.ui.views import SIZES

PLAYED = ("usa-shared", "heart-of-africa-full")


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder through which all phones exchange files."""
    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    folder = tmp_path / "shared"
    folder.mkdir()
    return folder


@contextmanager
def phone_at_settings(folder: Path) -> Iterator[HastyPhone]:
    phone = HastyPhone(folder)
    try:
        to_settings(phone)
        yield phone
    finally:
        phone.close()


def to_settings(phone: HastyPhone) -> None:
    phone.navigator.reset_to("home", "settings")
    phone.commit()


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a phone with two finished games and one in progress has exported."""
    folder = tmp_path_factory.mktemp("old")
    with pytest.MonkeyPatch.context() as environment, phone_at_settings(folder / "kept") as phone:
        environment.setenv("RAILKEEPER_FOLDER", str(folder))
        for name in PLAYED:
            lay_recorded(phone, name)
            assert accepted(phone.session.finish)
        lay(phone, "europe", 3, RouteClaimed("Ana", "brest--dieppe"))
        phone.context.preferences.change("vibration", False)
        to_settings(phone)
        phone.press("Export everything")
        (path,) = (folder / "shared").iterdir()
        assert phone.reads(f"Saved as {path}.")
    return path


@pytest.fixture
def archive(exported: Path, shared: Path) -> Path:
    """The same file, on its way to another phone."""
    return Path(shutil.copy(exported, shared))


@pytest.fixture
def phone(shared: Path) -> Iterator[HastyPhone]:
    """Another phone, on which nothing has been played."""
    with phone_at_settings(shared.parent / "new") as phone:
        yield phone


def open_file(phone: HastyPhone, path: Path) -> None:
    phone.press("Import")
    assert phone.screen == "import"
    phone.press(path.name)
    assert phone.reads(path.name)


def rows(phone: HastyPhone) -> list[ImportRow]:
    """The rows in sight, from the top."""
    found = [row for row in phone.shown() if isinstance(row, ImportRow)]
    return sorted(found, key=lambda row: -float(row.to_window(*row.pos)[1]))


def saved(phone: HastyPhone) -> tuple[int, int]:
    """How many games are in progress and finished."""
    return len(phone.context.store.games.all()), len(phone.context.store.history.all())


def files(folder: Path) -> dict[str, bytes]:
    """Everything that is kept; where the keeper is does not count."""
    saved = (path for path in folder.rglob("*") if path.is_file() and path.name != "place.json")
    return {str(path): path.read_bytes() for path in saved}


def test_everything_of_one_phone_comes_to_another(archive: Path, phone: HastyPhone) -> None:
    open_file(phone, archive)
    phone.press("Import 3 games")
    assert saved(phone) == (1, 2)
    assert not phone.context.store.settings.read().vibration
    names = {player.name for player in phone.context.store.learned.players()}
    assert {"Ana", "Peter", "Maya"} <= names
    assert phone.reads("Imported: 3 games, ")
    phone.navigator.reset_to("home", "past_games")
    phone.commit()
    assert phone.reads("Maya: won with 143")
    assert phone.reads("Wanda and Diego: shared victory with 24")


def test_what_would_come_in_is_shown_and_nothing_has_come_in_yet(
    archive: Path, phone: HastyPhone
) -> None:
    before = files(phone.folder)
    open_file(phone, archive)
    assert phone.reads("3 new games")
    assert phone.reads("Also: ")
    assert phone.reads("1 setting")
    assert {row.title.partition(" · ")[0] for row in rows(phone)} == {
        "Europe",
        "USA (10th Anniversary)",
        "The Heart of Africa",
    }
    assert {row.note for row in rows(phone)} == {"New"}
    assert "Ana · Peter · Maya" in {row.detail for row in rows(phone)}
    assert files(phone.folder) == before


def test_a_second_import_brings_nothing_new(archive: Path, phone: HastyPhone) -> None:
    open_file(phone, archive)
    phone.press("Import 3 games")
    before = files(phone.folder)
    to_settings(phone)
    open_file(phone, archive)
    assert phone.reads("3 already here")
    assert not phone.reads("new game")
    assert not phone.reads("Import ")
    assert not phone.reads("Imported")
    assert {row.note for row in rows(phone)} == {"Already here"}
    assert files(phone.folder) == before


def test_a_game_that_went_on_elsewhere_comes_in_beside_the_one_that_is_here(
    archive: Path, phone: HastyPhone
) -> None:
    open_file(phone, archive)
    phone.press("Import 3 games")
    (game,) = phone.context.store.games.all()
    phone.session.open(game.id)
    assert accepted(phone.session.enter, RouteClaimed("Peter", "dieppe--london"))
    to_settings(phone)
    open_file(phone, archive)
    assert rows(phone)[0].note == "Here, but not the same: comes in beside it"
    phone.press("Import 1 game")
    assert phone.reads("Imported: 1 game.")
    claims = sorted(len(saved.game.events) for saved in phone.context.store.games.all())
    assert claims == [1, 2]


def test_a_record_of_one_game_comes_in_too(shared: Path, phone: HastyPhone) -> None:
    path = shared / "usa.json"
    path.write_bytes((GAMES / "usa-full.json").read_bytes())
    open_file(phone, path)
    phone.press("Import 1 game")
    assert phone.reads("Imported: 1 game.")
    assert saved(phone) == (0, 1)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"{", "Broken"),
        (b"\xff\xfe\x00", "not text"),
        (b"[" * 100_000, "Broken"),
        (b'{"format": "railkeeper/1", "map": "moon"}', "moon"),
        (b'{"format": "railkeeper-archive/99"}', "was written by a newer Railkeeper"),
        (b'{"format": "railkeeper-archive/1", "games": 3}', "3 games are missing"),
        (b'{"format": "railkeeper-archive/1"}', "Nothing in this file is new."),
    ],
    ids=["half", "no text", "deep", "other board", "newer", "cut off", "empty"],
)
def test_a_file_that_cannot_come_in_says_why(
    shared: Path, phone: HastyPhone, content: bytes, sentence: str
) -> None:
    path = shared / "file.json"
    path.write_bytes(content)
    open_file(phone, path)
    assert phone.reads(sentence)
    assert not phone.reads("Import ")
    assert saved(phone) == (0, 0)


def test_the_whole_games_of_a_damaged_file_come_in(archive: Path, phone: HastyPhone) -> None:
    archive.write_bytes(archive.read_bytes()[:-100])
    open_file(phone, archive)
    assert phone.reads("2 new games · 1 broken")
    phone.press("Import 2 games")
    assert phone.reads("1 broken")
    assert sum(saved(phone)) == 2


def test_a_game_from_the_beginning_of_time_can_be_shown(shared: Path, phone: HastyPhone) -> None:
    record = json.loads((GAMES / "usa-full.json").read_bytes())
    path = shared / "old.json"
    path.write_text(json.dumps({**record, "finished": "0001-01-01T00:00:00+12:00"}))
    open_file(phone, path)
    assert rows(phone)[0].title.startswith("USA (10th Anniversary)")
    phone.press("Import 1 game")
    phone.navigator.go("past_games")
    phone.commit()
    assert phone.reads("Lena: won with 134")


def test_a_file_that_is_gone_meanwhile_is_told(shared: Path, phone: HastyPhone) -> None:
    path = shared / "gone.json"
    path.write_text("{}")
    phone.press("Import")
    path.unlink()
    phone.press("gone.json")
    assert phone.reads("gone.json is not a file.")


def test_what_cannot_be_saved_is_told_and_nothing_comes_in(
    archive: Path, phone: HastyPhone
) -> None:
    open_file(phone, archive)
    (phone.folder / "arriving").touch()
    phone.press("Import 3 games")
    assert phone.reads("Not saved")
    assert saved(phone) == (0, 0)
    (phone.folder / "arriving").unlink()


def test_an_import_that_stops_halfway_says_so_and_goes_on_with_the_rest(
    archive: Path, phone: HastyPhone
) -> None:
    open_file(phone, archive)
    (phone.folder / "games").rename(phone.folder / "elsewhere")
    phone.press("Import 3 games")
    assert phone.reads("An import is not complete yet; the rest follows as soon as it can.")
    assert not phone.reads("Imported")
    assert phone.reads("1 new game · 2 already here")
    assert sorted(row.note for row in rows(phone)) == ["Already here", "Already here", "New"]
    (phone.folder / "elsewhere").rename(phone.folder / "games")
    phone.press("Import 1 game")
    assert phone.reads("Imported: 1 game, ")
    assert saved(phone) == (1, 2)


def test_an_import_of_what_is_here_by_now_says_so(archive: Path, phone: HastyPhone) -> None:
    open_file(phone, archive)
    exchange = phone.context.store.exchange
    exchange.take_in(exchange.look_at(archive))
    phone.press("Import 3 games")
    assert phone.reads("Nothing in this file is new.")
    assert {row.note for row in rows(phone)} == {"Already here"}


def test_an_export_that_cannot_be_saved_is_told(shared: Path, phone: HastyPhone) -> None:
    shared.rmdir()
    shared.write_text("in the way")
    phone.press("Export everything")
    assert phone.reads("Not saved")
    phone.press("Import")
    assert phone.screen == "settings"
    assert phone.reads("Not saved")


def test_the_latest_file_is_first_with_its_date_and_size(shared: Path, phone: HastyPhone) -> None:
    for name, when in (("a.json", 3e8), ("b.json", 9e8), ("c.json", 6e8)):
        (shared / name).write_bytes(b" " * 2400)
        os.utime(shared / name, (when, when))
    (shared / "picture.png").touch()
    (shared / "folder.json").mkdir()
    (shared / "nowhere.json").symlink_to(shared / "nothing")
    phone.press("Import")
    assert [row.title for row in rows(phone)] == ["b.json", "c.json", "a.json"]
    assert rows(phone)[0].detail == "9 July 1998 · 2 KB"
    assert phone.reads(str(shared))


def test_without_a_file_it_says_where_to_put_one(shared: Path, phone: HastyPhone) -> None:
    shared.rmdir()
    phone.press("Import")
    assert phone.reads(f"There is no file to import. Put one into {shared}.")
    assert shared.is_dir()


def test_back_leads_from_a_file_to_the_others_and_then_to_the_settings(
    archive: Path, phone: HastyPhone
) -> None:
    open_file(phone, archive)
    phone.press("Back")
    assert phone.screen == "import"
    assert phone.reads("Choose a file to import.")
    phone.press("Back")
    assert phone.screen == "settings"


class WithPicker(Desktop):
    """A machine that can ask which file, and is always answered the same."""

    def __init__(self, chosen: Path) -> None:
        self.chosen = chosen

    def choose_file(self, on_ready: Callable[[Path], None], tell: Notify) -> None:
        if self.chosen.exists():
            on_ready(self.chosen)
        else:
            tell(phrase("The file cannot be read: {reason}.", reason="gone"), refused=True)


class AskingPhone(HastyPhone):
    """A phone of that kind."""

    def __init__(self, folder: Path, chosen: Path) -> None:
        self.chosen = chosen
        super().__init__(folder)

    def start(self) -> None:
        self.app = RailkeeperApp(self.folder, WithPicker(self.chosen))
        self.app._run_prepare()
        self.wait()


@pytest.fixture
def asking(archive: Path) -> Iterator[HastyPhone]:
    """A phone that asks which file, at its settings."""
    phone = AskingPhone(archive.parents[1] / "new", archive)
    to_settings(phone)
    yield phone
    phone.close()


def test_a_file_chosen_elsewhere_opens_at_once(archive: Path, asking: HastyPhone) -> None:
    phone = asking
    phone.press("Import")
    assert phone.reads("3 new games")
    phone.press("Back")
    assert phone.screen == "settings"
    archive.write_bytes(b'{"format": "railkeeper-archive/99"}')
    phone.press("Import")
    assert phone.reads("was written by a newer Railkeeper")
    assert not rows(phone)
    phone.press("Back")
    archive.unlink()
    phone.press("Import")
    assert phone.screen == "settings"
    assert phone.reads("The file cannot be read: gone.")


@pytest.mark.parametrize(("language", "scale", "dark"), [("en", 1.0, False), ("de", 1.3, True)])
def test_all_of_it_can_be_read_and_touched(
    archive: Path, phone: HastyPhone, language: str, scale: float, dark: bool
) -> None:
    lines = archive.read_text(encoding="utf-8").splitlines()
    archive.write_text("\n".join([*lines, lines[1], "{"]), encoding="utf-8")
    found = []
    try:
        for step in ("Import", archive.name, "Import 3 games"):
            translator.language, theme.text_scale, theme.dark = "en", 1.0, False
            phone.turn(390, 844)
            phone.press(step)
            translator.language, theme.text_scale, theme.dark = language, scale, dark
            for size in SIZES:
                phone.turn(*size)
                wrong = defects()
                at_rest = places()
                phone.wait()
                if places() != at_rest:
                    wrong.append("does not come to rest")
                if size == SIZES[0]:
                    wrong += unreadable(*phone.draw())
                found += [f"{size} {theme.text_scale}: {defect}" for defect in wrong]
    finally:
        translator.language, theme.text_scale, theme.dark = "en", 1.0, False
    assert not found, "\n".join(["", *found])
