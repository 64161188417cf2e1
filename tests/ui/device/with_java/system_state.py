"""Bars, colours, language and the buzz in the hand."""

from __future__ import annotations

from pathlib import Path
from time import monotonic, sleep

import pytest
from kivy.base import EventLoop
from kivy.core.window import Window

from companion.drawing.palette import DARK, LIGHT, Rgba
from companion.ui.device import Insets, SystemState
from companion.ui.device.android import AndroidPhone
from tests.ui.device.with_java.standing_in import Java


def pass_by(seconds: float) -> None:
    until = monotonic() + seconds
    while monotonic() < until:
        EventLoop.idle()
        sleep(0.01)


@pytest.mark.usefixtures("java")
def test_the_folder_is_the_one_that_is_backed_up(phone: AndroidPhone, tmp_path: Path) -> None:
    assert phone.folder() == tmp_path / "files" / "railkeeper"


def test_before_android_15_the_system_keeps_the_bars_clear(java: Java, phone: AndroidPhone) -> None:
    insets = Insets(0, 63, 0, 126) if java.version >= 35 else Insets()
    assert phone.system_state() == SystemState(insets, dark=False, language="de")
    java.fails("getRootWindowInsets", "answers nothing")
    assert phone.system_state() == SystemState(Insets(), dark=False, language="de")


@pytest.mark.parametrize("call", ["getResources", "getRootWindowInsets"])
def test_what_cannot_be_asked_is_as_it_was(java: Java, phone: AndroidPhone, call: str) -> None:
    java.activity.resources.now.uiMode = 0x21
    before = phone.system_state()
    java.fails(call, "raises")
    java.bars(1, 1, 1, 1)
    assert phone.system_state() == before
    assert before.dark


def test_a_phone_that_answers_nothing_at_all_is_no_problem(java: Java, phone: AndroidPhone) -> None:
    for call in ("getResources", "runOnUiThread"):
        java.fails(call, "raises")
    phone.color_bars(LIGHT.bar, LIGHT.background)
    phone.vibrate()
    assert phone.system_state() == SystemState(Insets(), dark=False, language="en")


def test_dark_colours_and_the_first_language_are_asked_for(java: Java, phone: AndroidPhone) -> None:
    now = java.activity.resources.now
    now.uiMode, now.language = 0x21, "nb-NO"
    assert phone.system_state().dark
    assert phone.system_state().language == "nb"


@pytest.mark.parametrize("java", [36], indirect=True)
def test_a_turn_and_a_dark_evening_are_noticed_within_a_second_and_nothing_is_redrawn(
    java: Java, phone: AndroidPhone
) -> None:
    seen: list[SystemState] = []
    drawn: list[object] = []
    EventLoop.window, EventLoop.status = Window, "started"
    phone.watch(seen.append)
    pass_by(0.3)
    Window.bind(on_draw=drawn.append)
    pass_by(1.1)
    assert seen == drawn == []
    java.bars(0, 126, 0, 63)
    pass_by(0.7)
    java.activity.resources.now.uiMode = 0x21
    pass_by(0.7)
    Window.unbind(on_draw=drawn.append)
    turned = Insets(0, 126, 0, 63)
    assert seen == [SystemState(turned, False, "de"), SystemState(turned, True, "de")]


@pytest.mark.parametrize(
    ("top", "bottom", "light"),
    [
        (LIGHT.bar, LIGHT.background, (False, True)),
        (DARK.bar, DARK.background, (False, False)),
        (LIGHT.background, LIGHT.background, (True, True)),
    ],
    ids=["light", "dark", "paper"],
)
def test_the_bars_take_the_page_s_colours_and_their_icons_stay_readable(
    java: Java, phone: AndroidPhone, top: Rgba, bottom: Rgba, light: tuple[bool, bool]
) -> None:
    phone.color_bars(top, bottom)
    status, navigation = map(hexadecimal, (top, bottom))
    if java.version < 26 and light[1]:
        navigation = "ff000000"
    assert java.calls("setStatusBarColor", "setNavigationBarColor") == [
        f"setStatusBarColor {status}",
        f"setNavigationBarColor {navigation}",
    ]
    if java.version >= 30:
        appearance = 8 * light[0] + 16 * light[1]
        assert java.calls("setSystemBarsAppearance") == [
            f"setSystemBarsAppearance {appearance} of 24"
        ]
    else:
        shown = 0x100 | 0x2000 * light[0] | 0x10 * (light[1] and java.version >= 26)
        assert java.calls("setSystemUiVisibility") == [f"setSystemUiVisibility {shown:x}"]


def hexadecimal(color: Rgba) -> str:
    return "ff" + "".join(f"{round(part * 255):02x}" for part in color[:3])


def test_bars_that_have_their_colours_are_left_alone(java: Java, phone: AndroidPhone) -> None:
    phone.color_bars(LIGHT.bar, LIGHT.background)
    java.notes.clear()
    phone.color_bars(LIGHT.bar, LIGHT.background)
    assert java.calls("runOnUiThread") == []
    phone.color_bars(DARK.bar, DARK.background)
    assert java.calls("setStatusBarColor")


@pytest.mark.parametrize("java", [34, 36], indirect=True)
def test_a_window_that_is_not_there_yet_keeps_its_icons(java: Java, phone: AndroidPhone) -> None:
    java.fails("getInsetsController", "answers nothing")
    phone.color_bars(LIGHT.bar, LIGHT.background)
    assert java.calls("setSystemBarsAppearance") == []


def test_an_entry_is_felt(java: Java, phone: AndroidPhone) -> None:
    phone.vibrate()
    assert java.calls("performHapticFeedback") == ["performHapticFeedback 3"]
