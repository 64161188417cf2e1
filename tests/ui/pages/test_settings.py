"""Settings and about, under a finger."""

from __future__ import annotations

import pytest
from kivy.uix.widget import Widget

from companion import __version__
from companion.ui.look.theme import theme
from companion.ui.pages.about import AboutPage
from companion.ui.pages.settings import SettingsPage
from tests.ui.finger import Finger
from tests.ui.reading import outside, press, texts, too_small, torn

SIZES = ((320, 568), (844, 390), (1280, 800))


def test_every_setting_tells_its_name_and_new_value(finger: Finger) -> None:
    screen, changes = SettingsPage(), []
    screen.bind(on_change=lambda _, name, value: changes.append((name, value)))
    finger.show(screen)
    for name in ("Deutsch", "Dark", "Larger", "Keep the screen on", "Vibration"):
        press(finger, screen, name)
    assert changes == [
        ("language", "de"),
        ("theme_choice", "dark"),
        ("text_scale", 1.3),
        ("keep_awake", False),
        ("vibration", False),
    ]


def test_choosing_what_is_chosen_changes_nothing(finger: Finger) -> None:
    screen, changes = SettingsPage(theme_choice="light"), []
    screen.bind(on_change=lambda *change: changes.append(change))
    finger.show(screen)
    press(finger, screen, "Light")
    assert changes == []


def test_settings_filled_in_from_outside_are_shown_and_not_reported(finger: Finger) -> None:
    screen, changes = SettingsPage(), []
    screen.bind(on_change=lambda _, *change: changes.append(change))
    finger.show(screen)
    screen.language, screen.vibration, screen.text_scale = "en", False, 0.9
    finger.wait()
    assert changes == []
    press(finger, screen, "Vibration")
    press(finger, screen, "Small")
    assert changes == [("vibration", True)]


def test_why_a_change_could_not_be_kept_is_shown_until_the_next_one(finger: Finger) -> None:
    screen = SettingsPage()
    finger.show(screen)
    screen.notice = "There is no room left on this phone."
    finger.wait()
    assert "There is no room left on this phone." in texts(screen)
    press(finger, screen, "Dark")
    assert "There is no room left on this phone." not in texts(screen)


def test_the_doors_open(finger: Finger) -> None:
    screen, opened = SettingsPage(), []
    for event in ("on_export", "on_import", "on_about", "on_back"):
        screen.bind(**{event: lambda *_, event=event: opened.append(event)})
    finger.show(screen)
    for name in ("Export everything", "Import", "About Railkeeper", "Back"):
        press(finger, screen, name)
    assert opened == ["on_export", "on_import", "on_about", "on_back"]


def test_about_tells_version_owners_licences_and_how_sure_the_boards_are(finger: Finger) -> None:
    screen = AboutPage()
    finger.show(screen)
    text = "\n".join(texts(screen))
    for part in (__version__, "Days of Wonder", "Asmodee", "MIT", "Apache", "transcription"):
        assert part in text
    told: list[object] = []
    screen.bind(on_back=told.append)
    press(finger, screen, "Back")
    assert len(told) == 1


@pytest.mark.parametrize("kind", [SettingsPage, AboutPage])
@pytest.mark.parametrize("scale", [1.0, 1.3])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_settings_and_about_fit_every_window(
    finger: Finger, size: tuple[int, int], scale: float, kind: type[Widget]
) -> None:
    theme.text_scale = scale
    try:
        finger.resize(*size)
        screen = kind()
        finger.show(screen)
        assert too_small(screen) == []
        assert torn(screen) == []
        assert outside(screen) == []
    finally:
        theme.text_scale = 1.0
