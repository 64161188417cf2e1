"""Settings are saved; a malformed one falls back to its default."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.rules.errors import Refused
from companion.store.settings import Settings
from companion.store.store import Store
from tests.support.saved_games import notices
from tests.support.stores import open_store


def test_settings_are_there_after_reopening_the_store(tmp_path: Path) -> None:
    chosen = Settings("de", "dark", 1.3, keep_awake=False, vibration=False)
    with open_store(tmp_path) as store:
        assert store.settings.read() == Settings()
        store.settings.change(language="de", theme="dark", text_size=1.3)
        assert store.settings.change(keep_awake=False, vibration=False) == chosen
    with open_store(tmp_path) as store:
        assert store.settings.read() == chosen


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("language", "../../de"),
        ("language", 7),
        ("theme", "sepia"),
        ("theme", ["dark"]),
        ("text_size", 40),
        ("text_size", True),
        ("text_size", "large"),
        ("keep_awake", "yes"),
        ("vibration", None),
        ("reduced_motion", 1),
    ],
)
def test_malformed_value_falls_back_to_its_default(
    tmp_path: Path, name: str, value: object
) -> None:
    with open_store(tmp_path) as store:
        with pytest.raises(ValueError, match=name):
            store.settings.change(**{name: value})
        store.settings.change(language="fr", theme="light", text_size=1.5)
        store.settings.change(keep_awake=False, vibration=False)
        store.settings.change(**{name: getattr(Settings(), name)})
        expected = store.settings.read()
    path = tmp_path / "settings.json"
    tables = json.loads(path.read_text())
    for row in tables["settings"].values():
        if row["name"] == name:
            row["value"] = value
    path.write_text(json.dumps(tables))
    with open_store(tmp_path) as store:
        assert store.settings.read() == expected
        assert notices(store) == []


@pytest.mark.parametrize("row", [{}, {"name": "wings", "value": 2}, {"name": [], "value": {}}])
def test_unknown_setting_is_ignored_and_stays_in_the_file(tmp_path: Path, row: object) -> None:
    with open_store(tmp_path) as store:
        store.settings.change(theme="dark")
    path = tmp_path / "settings.json"
    tables = json.loads(path.read_text())
    tables["settings"]["9"] = row
    path.write_text(json.dumps(tables))
    with open_store(tmp_path) as store:
        assert store.settings.read() == Settings(theme="dark")
        store.settings.change(theme="light")
    assert json.loads(path.read_text())["settings"]["9"] == row


def test_refused_value_leaves_the_other_settings_unchanged(store: Store) -> None:
    with pytest.raises(ValueError, match="vibration"):
        store.settings.change(theme="dark", vibration="perhaps")
    assert store.settings.read() == Settings()


def test_file_that_cannot_be_read_for_a_while_is_not_overwritten(tmp_path: Path) -> None:
    file, aside = tmp_path / "settings.json", tmp_path / "aside"
    with open_store(tmp_path) as store:
        store.settings.change(language="de", theme="dark")
    with open_store(tmp_path) as store:
        file.rename(aside)
        file.mkdir()
        assert store.settings.read() == Settings()
        with pytest.raises(Refused):
            store.settings.change(vibration=False)
        file.rmdir()
        aside.rename(file)
        assert store.settings.change(vibration=False) == Settings("de", "dark", vibration=False)
