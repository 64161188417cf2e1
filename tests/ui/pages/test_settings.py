"""Settings and about, under a finger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from kivy.uix.scrollview import ScrollView

from companion import __version__
from companion.store.settings import Settings
from companion.ui.kit.choice import SwitchRow
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator
from companion.ui.navigator import PageName
from tests.ui.hasty import HastyPhone
from tests.ui.reading import outside, tappable, texts, too_small, torn

SIZES = ((320, 568), (844, 390), (1280, 800))


@pytest.fixture
def phone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HastyPhone]:
    """A phone at its settings, which exchanges files through a folder of its own."""
    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    phone = HastyPhone(tmp_path / "kept")
    phone.navigator.reset_to("home", "settings")
    phone.commit()
    yield phone
    theme.apply(dark=False, text_scale=1.0)
    translator.set_language("en")
    phone.close()


def press_further_down(phone: HastyPhone, name: str) -> None:
    """Scroll until something is in sight, and tap it."""
    page = phone.page("settings")
    scroll = next(each for each in page.walk() if isinstance(each, ScrollView))
    scroll.scroll_to(tappable(page, name), animate=False)
    phone.commit()
    phone.press(name)


def saved(phone: HastyPhone) -> Settings:
    """The settings on disk."""
    return phone.context.store.settings.read()


def test_every_setting_is_kept_and_in_force_at_once(phone: HastyPhone) -> None:
    for name in ("Keep the screen on", "Vibration", "Dark", "Larger", "Deutsch"):
        phone.press(name)
    assert saved(phone) == Settings("de", "dark", 1.3, keep_awake=False, vibration=False)
    assert (theme.dark, theme.text_scale) == (True, 1.3)
    assert phone.reads("Einstellungen")
    phone.close()
    phone.start()
    assert theme.dark
    phone.navigator.reset_to("home", "settings")
    phone.commit()
    assert phone.reads("Einstellungen")


def test_choosing_what_is_chosen_writes_nothing(phone: HastyPhone) -> None:
    phone.press("Light")
    file = phone.folder / "settings.json"
    before = file.read_bytes(), file.stat().st_mtime_ns
    phone.press("Light")
    assert (file.read_bytes(), file.stat().st_mtime_ns) == before


def test_what_is_in_force_is_shown_and_turned_over_by_a_tap(phone: HastyPhone) -> None:
    phone.context.preferences.change("vibration", False)
    phone.navigator.reset_to("home", "settings")
    phone.commit()
    switch = phone.button("Vibration")
    assert isinstance(switch, SwitchRow)
    assert not switch.active
    phone.press("Vibration")
    assert switch.active
    assert saved(phone) == Settings()


def test_what_cannot_be_kept_is_told_and_stays_as_it_was(phone: HastyPhone) -> None:
    in_the_way = phone.folder / "settings.json.new"
    in_the_way.mkdir()
    switch = phone.button("Vibration")
    assert isinstance(switch, SwitchRow)
    phone.press("Vibration")
    assert phone.reads("Not saved")
    assert switch.active
    in_the_way.rmdir()
    phone.press("Dark")
    assert not phone.reads("Not saved")
    assert saved(phone) == replace(Settings(), theme="dark")


def test_no_row_moves_when_an_answer_appears(phone: HastyPhone) -> None:
    names = ("Export everything", "Import", "Vibration", "Dark")
    before = [phone.button(name).to_window(*phone.button(name).pos) for name in names]
    phone.press("Export everything")
    assert phone.reads("Saved as ")
    assert [phone.button(name).to_window(*phone.button(name).pos) for name in names] == before


def test_the_doors_open_and_lead_back(phone: HastyPhone) -> None:
    doors = {
        "Import": "import",
        "Corrections of the boards": "corrections",
        "Your own cards": "cards",
        "About Railkeeper": "about",
    }
    for name, page in doors.items():
        press_further_down(phone, name)
        assert phone.screen == page
        phone.press("Back")
        assert phone.screen == "settings"
    phone.press("Back")
    assert phone.screen == "home"


def test_about_tells_version_owners_licences_and_how_sure_the_boards_are(
    phone: HastyPhone,
) -> None:
    press_further_down(phone, "About Railkeeper")
    text = "\n".join(texts(phone.page("about")))
    for part in (__version__, "Days of Wonder", "Asmodee", "MIT", "Apache", "transcription"):
        assert part in text


@pytest.mark.parametrize("name", ["settings", "about"])
@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_settings_and_about_fit_every_window(
    phone: HastyPhone, size: tuple[int, int], scale: float, name: PageName
) -> None:
    phone.turn(*size)
    phone.context.preferences.change("text_size", scale)
    phone.navigator.go(name)
    phone.commit()
    page = phone.page(name)
    assert too_small(page) == []
    assert torn(page) == []
    assert outside(page) == []
