"""A long import runs in a thread and can be cancelled."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Event

import pytest

from companion.rules.errors import Refused
from companion.rules.wording import phrase
from companion.store.errors import Cancelled
from companion.store.importing import Importer, ImportPreview
from companion.store.learned import ROW_KINDS
from companion.ui.kit.debounce import IGNORE_TIME
from companion.ui.navigator import OpenFiles
from companion.ui.pages.import_file import ImportPage
from tests.support.games import GAMES
from tests.support.phone import Phone

COUNT = 150
TIMEOUT = 10
"""Seconds until a thread that is not released gives up."""


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An export with many copies of one game."""
    record = json.dumps(json.loads((GAMES / "usa-full.json").read_text(encoding="utf-8")))
    lines = [json.dumps({"format": "railkeeper-archive/1", "games": COUNT})]
    lines += [record.replace('"Lena"', f'"Lena {number}"') for number in range(COUNT)]
    path = tmp_path / "many.json"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def page(phone: Phone) -> ImportPage:
    found = phone.page("import")
    assert isinstance(found, ImportPage)
    return found


def test_cancel_stops_reading_the_file(phone: Phone, archive: Path) -> None:
    phone.navigator.go("import", OpenFiles((archive,)))
    phone.wait(IGNORE_TIME + phone.frame_time)
    assert page(phone).progress_text
    phone.press("Cancel")
    assert not page(phone).progress_text
    assert page(phone).action == ""
    assert phone.shows("Stopped")


def test_page_stays_responsive_until_the_cancelled_task_ends(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    previewed, ready = [], Event()

    def look(_: Importer, path: Path, cancelled: Cancelled, **__: object) -> ImportPreview:
        previewed.append(path)
        ready.wait(TIMEOUT)
        if cancelled():
            raise Refused(phrase("Stopped. Nothing was imported."))
        return ImportPreview((path,), learned={kind: [] for kind in ROW_KINDS})

    phone.navigator.go("import")
    monkeypatch.setattr(Importer, "preview", look)
    page(phone).open_files(Path("one"))
    phone.wait(IGNORE_TIME + phone.frame_time)
    phone.tap(phone.button("Cancel"))
    assert page(phone).progress_text == "One moment…"
    page(phone).open_files(Path("another"))
    assert phone.shows("one")
    assert not phone.shows("another")
    assert page(phone).step_back()
    assert previewed == [Path("one")]
    ready.set()
    phone.wait_until_idle()
    assert not page(phone).progress_text
    assert phone.shows("Stopped. Nothing was imported.")
    page(phone).open_files(Path("another"))
    assert previewed == [Path("one"), Path("another")]


def test_leaving_the_page_stops_the_import(phone: Phone, archive: Path) -> None:
    phone.navigator.reset_to("home")
    phone.navigator.go("import", OpenFiles((archive,)))
    assert page(phone).progress_text
    phone.navigator.reset_to("home")
    assert not page(phone).progress_text
    assert len(phone.context.store.games.finished()) == 0


def test_import_shows_its_progress(phone: Phone, archive: Path) -> None:
    phone.navigator.go("import", OpenFiles((archive,)))
    seen, frames = set(), 0
    while page(phone).progress_text and frames < 100_000:
        phone.frame()
        frames += 1
        seen.add(page(phone).progress_text)
    assert any("%" in text for text in seen), seen
    phone.wait_until_idle()
    phone.press(f"Import {COUNT} games")
    phone.wait_until_idle()
    assert phone.shows(f"Imported: {COUNT} games")
    store = phone.context.store
    assert len(store.games.finished()) + len(store.games.in_progress()) == COUNT
