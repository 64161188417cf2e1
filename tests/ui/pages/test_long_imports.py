"""A file that takes long to come in does not hold up the screen, and can be stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from companion.rules.errors import Refused
from companion.rules.wording import phrase
from companion.store.arrivals import ImportPreview
from companion.store.work import Cancelled, Progress
from companion.ui.kit.debounce import IGNORE_TIME
from companion.ui.navigator import OpenFile
from companion.ui.pages.import_file import ImportPage
from tests.ui.finished import GAMES
from tests.ui.hasty import HastyPhone
from tests.ui.phone import Phone

COUNT = 150
PATIENCE = 10
"""Seconds after which what nobody has called is given up."""


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Phone]:
    phone = HastyPhone(tmp_path / "kept")
    yield phone
    phone.close()


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A file with a game played over and over."""
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


def test_cancel_stops_looking_and_nothing_is_open(phone: Phone, archive: Path) -> None:
    phone.navigator.go("import", OpenFile(archive))
    phone.wait(IGNORE_TIME + phone.pace)
    assert page(phone).waiting
    phone.press("Cancel")
    assert not page(phone).waiting
    assert page(phone).action == ""
    assert phone.reads("Stopped")


def test_the_screen_goes_on_and_nothing_else_begins_until_it_has_stopped(phone: Phone) -> None:
    looked, ready = [], Event()

    def look(path: Path, _: Progress, cancelled: Cancelled) -> ImportPreview:
        looked.append(path)
        ready.wait(PATIENCE)
        if cancelled():
            raise Refused(phrase("Stopped. Nothing was imported."))
        return ImportPreview((), {}, {})

    phone.navigator.go("import")
    phone.context.store.exchange.look_at = look  # type: ignore[method-assign, assignment]
    page(phone).open_file(Path("one"))
    phone.wait(IGNORE_TIME + phone.pace)
    phone.tap(phone.button("Cancel"))
    assert page(phone).waiting == "One moment …"
    page(phone).open_file(Path("another"))
    assert phone.reads("one")
    assert not phone.reads("another")
    assert page(phone).step_back()
    assert looked == [Path("one")]
    ready.set()
    phone.commit()
    assert not page(phone).waiting
    assert phone.reads("Stopped. Nothing was imported.")
    page(phone).open_file(Path("another"))
    assert looked == [Path("one"), Path("another")]


def test_leaving_the_page_stops_it(phone: Phone, archive: Path) -> None:
    phone.navigator.reset_to("home")
    phone.navigator.go("import", OpenFile(archive))
    assert page(phone).waiting
    phone.navigator.reset_to("home")
    assert not page(phone).waiting
    assert len(phone.context.store.history) == 0


def test_the_screen_goes_on_while_it_comes_in_and_says_how_far_it_is(
    phone: Phone, archive: Path
) -> None:
    phone.navigator.go("import", OpenFile(archive))
    seen, frames = set(), 0
    while page(phone).waiting and frames < 100_000:
        phone.frame()
        frames += 1
        seen.add(page(phone).waiting)
    assert any("%" in text for text in seen), seen
    phone.commit()
    phone.press(f"Import {COUNT} games")
    phone.commit()
    assert phone.reads(f"Imported: {COUNT} games")
    store = phone.context.store
    assert len(store.history) + len(store.games.waiting()) == COUNT
