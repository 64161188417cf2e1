"""Files to import with strange times, and with more than can be remembered."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.phone import FastPhone


@pytest.fixture
def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that all phones export to and import from."""
    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    folder = tmp_path / "shared"
    folder.mkdir()
    return folder


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[FastPhone]:
    phone = FastPhone(tmp_path / "data")
    phone.navigator.reset_to("home", "settings")
    phone.wait_until_idle()
    yield phone
    phone.close()


@pytest.mark.parametrize("seconds", [1e12, -1e12])
def test_file_of_a_year_that_no_calendar_has_is_listed(
    shared: Path, phone: FastPhone, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    (shared / "old.json").write_text("{}")
    strange = shared / "strange.json"
    strange.write_text("{}")
    stat = Path.stat

    def with_time(path: Path, **options: bool) -> os.stat_result:
        # Few file systems can store such a time.
        facts = stat(path, **options)
        return os.stat_result((*facts[:7], seconds, seconds, seconds)) if path == strange else facts

    monkeypatch.setattr(Path, "stat", with_time)
    phone.press("Import")
    assert phone.shows("strange.json")
    assert phone.shows("old.json")
    phone.press("strange.json")
    assert phone.shows("Damaged")


def test_excess_of_an_archive_is_reported(shared: Path, phone: FastPhone) -> None:
    people = [
        {"name": f"Guest {number}", "colors": {"red": 1}, "last_played": "2026-03-07T19:30:00"}
        for number in range(700)
    ]
    path = shared / "many.json"
    header = {"format": "railkeeper-archive/1", "games": 0, "learned": {"players": people}}
    path.write_text(json.dumps(header))
    phone.press("Import")
    phone.press(path.name)
    assert phone.shows("Also: 500 players.")
    assert phone.shows("200 players, tickets or corrections are over the limit and left out.")
    phone.press("Import")
    assert phone.shows("Imported: 500 players.")
