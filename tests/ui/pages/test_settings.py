"""The settings and about pages."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from kivy.uix.scrollview import ScrollView

from companion import __version__
from companion.store.settings import Settings
from companion.ui.kit.fields import SwitchRow
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator
from tests.support.games import recorded_game
from tests.support.phone import FastPhone
from tests.support.table import open_game
from tests.support.widgets import button_named, texts


@pytest.fixture
def phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FastPhone]:
    """A phone on the settings page, with its own export folder."""
    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    phone = FastPhone(tmp_path / "data")
    phone.navigator.reset_to("home", "settings")
    phone.wait_until_idle()
    yield phone
    theme.apply(dark=False, text_scale=1.0)
    translator.language = "en"
    phone.close()


def press_further_down(phone: FastPhone, name: str) -> None:
    """Scroll to a button and tap it."""
    page = phone.page("settings")
    scroll = next(each for each in page.walk() if isinstance(each, ScrollView))
    scroll.scroll_to(button_named(page, name), animate=False)
    phone.wait_until_idle()
    phone.press(name)


def saved(phone: FastPhone) -> Settings:
    """The settings on disk."""
    return phone.context.store.settings.read()


def test_every_setting_is_stored_and_applied_at_once(phone: FastPhone) -> None:
    for name in ("Keep the screen on", "Vibration", "Reduce motion", "Dark", "Huge", "Language"):
        phone.press(name)
    phone.press("Deutsch")
    assert saved(phone) == Settings(
        "de", "dark", 1.3, keep_awake=False, vibration=False, reduced_motion=True
    )
    assert phone.context.preferences.reduced_motion
    assert (theme.dark, theme.text_scale) == (True, 1.3)
    assert phone.shows("Einstellungen")
    phone.close()
    phone.start()
    assert theme.dark
    phone.navigator.reset_to("home", "settings")
    phone.wait_until_idle()
    assert phone.shows("Einstellungen")


def test_switch_shows_and_toggles_the_setting(phone: FastPhone) -> None:
    phone.context.preferences.change("vibration", False)
    phone.navigator.reset_to("home", "settings")
    phone.wait_until_idle()
    switch = phone.button("Vibration")
    assert isinstance(switch, SwitchRow)
    assert not switch.active
    phone.press("Vibration")
    assert switch.active
    assert saved(phone) == Settings()
    file = phone.folder / "settings.json"
    phone.press("Light")
    before = file.read_bytes(), file.stat().st_mtime_ns
    phone.press("Light")
    assert (file.read_bytes(), file.stat().st_mtime_ns) == before, "nothing is written"


def test_failed_write_keeps_the_old_setting(phone: FastPhone) -> None:
    obstacle = phone.folder / "settings.json.new"
    obstacle.mkdir()
    switch = phone.button("Vibration")
    assert isinstance(switch, SwitchRow)
    phone.press("Vibration")
    assert phone.shows("Not saved")
    assert switch.active
    obstacle.rmdir()
    phone.press("Dark")
    assert not phone.shows("Not saved")
    assert saved(phone) == replace(Settings(), theme="dark")


def test_notification_moves_no_row(phone: FastPhone) -> None:
    phone.set_size(412, 1000)
    names = ("Export everything", "Import", "Vibration", "Dark")
    before = [phone.button(name).to_window(*phone.button(name).pos) for name in names]
    phone.press("Export everything")
    assert phone.shows("Saved as ")
    assert [phone.button(name).to_window(*phone.button(name).pos) for name in names] == before


def test_rows_open_their_pages_and_back_returns(phone: FastPhone) -> None:
    pages = {
        "Import": "import",
        "Board corrections": "corrections",
        "Your own tickets": "own_tickets",
        "About Railkeeper": "about",
    }
    for name, page in pages.items():
        press_further_down(phone, name)
        assert phone.screen == page
        phone.press("Back")
        assert phone.screen == "settings"
    phone.press("Back")
    assert phone.screen == "home"


def test_about_shows_version_owners_licences_and_accuracy(phone: FastPhone) -> None:
    phone.navigator.go("about")
    phone.wait_until_idle()
    text = "\n".join(texts(phone.page("about")))
    for part in (__version__, "Days of Wonder", "Asmodee", "MIT", "Apache", "transcription"):
        assert part in text


def test_chosen_text_size_stays_in_view(phone: FastPhone) -> None:
    for size, names in (((320, 568), ("Huge",)), ((844, 390), ("Normal",))):
        phone.set_size(*size)
        scroll = phone.page("settings").ids.scroll
        for name in names:
            press_further_down(phone, name)
            chosen = phone.button(name)
            bottom, top = (chosen.to_window(0, y)[1] for y in (chosen.y, chosen.top))
            assert scroll.y <= bottom < top <= scroll.top


def test_past_games_are_exported_as_a_table(phone: FastPhone, tmp_path: Path) -> None:
    open_game(phone, recorded_game("europe-full"))
    phone.session.finish()
    phone.navigator.reset_to("home", "settings")
    phone.wait_until_idle()
    press_further_down(phone, "Export for a spreadsheet")
    phone.wait_until_idle()
    (file,) = tmp_path.rglob("railkeeper-*.csv")
    rows = list(csv.DictReader(io.StringIO(file.read_bytes().decode("utf-8-sig"))))
    assert [row["player"] for row in rows] == list(recorded_game("europe-full").setup.names)
    assert {row["board"] for row in rows} == {"Europe"}
