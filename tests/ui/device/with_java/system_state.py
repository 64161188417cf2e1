"""System state, bar colours and vibration."""

from __future__ import annotations

from pathlib import Path
from time import monotonic, sleep

import pytest
from kivy.base import EventLoop
from kivy.core.window import Window

from companion.drawing.palette import DARK, LIGHT, Rgba
from companion.ui.device import Insets, SystemState
from companion.ui.device.android import AndroidPhone
from tests.ui.device.with_java.android_stubs import Java


def pass_by(seconds: float) -> None:
    until = monotonic() + seconds
    while monotonic() < until:
        EventLoop.idle()
        sleep(0.01)


@pytest.mark.usefixtures("java")
def test_folder_is_backed_up(phone: AndroidPhone, tmp_path: Path) -> None:
    assert phone.folder() == tmp_path / "files" / "railkeeper"


def test_no_insets_before_android_15(java: Java, phone: AndroidPhone) -> None:
    insets = Insets(0, 63, 0, 126) if java.version >= 35 else Insets()
    assert phone.system_state() == SystemState(insets, dark=False, language="de")
    java.fails("getRootWindowInsets", "answers nothing")
    assert phone.system_state() == SystemState(Insets(), dark=False, language="de")


@pytest.mark.parametrize("call", ["getResources", "getRootWindowInsets"])
def test_failing_call_returns_the_last_state(java: Java, phone: AndroidPhone, call: str) -> None:
    java.activity.resources.now.uiMode = 0x21
    before = phone.system_state()
    java.fails(call, "raises")
    java.bars(1, 1, 1, 1)
    assert phone.system_state() == before
    assert before.dark


def test_default_state_if_every_call_fails(java: Java, phone: AndroidPhone) -> None:
    for call in ("getResources", "runOnUiThread"):
        java.fails(call, "raises")
    phone.color_bars(LIGHT.bar, LIGHT.background)
    phone.vibrate()
    assert phone.system_state() == SystemState(Insets(), dark=False, language="en")


def test_animations_are_off_if_their_scale_is_zero(java: Java, phone: AndroidPhone) -> None:
    settings = java.of("android.provider.Settings$Global")
    for scale in (0.0, 0.5, 1.0):
        settings.animations = scale
        assert phone.system_state().reduced_motion == (scale == 0)


def test_dark_theme_and_first_language(java: Java, phone: AndroidPhone) -> None:
    now = java.activity.resources.now
    now.uiMode, now.language = 0x21, "nb-NO"
    assert phone.system_state().dark
    assert phone.system_state().language == "nb"


@pytest.mark.parametrize("java", [36], indirect=True)
def test_rotation_and_theme_change_are_noticed_within_a_second_without_redrawing(
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
def test_bar_colours_and_readable_icons(
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


@pytest.mark.parametrize("java", [34, 36], indirect=True)
def test_missing_window_is_ignored(java: Java, phone: AndroidPhone) -> None:
    java.fails("getInsetsController", "answers nothing")
    phone.color_bars(LIGHT.bar, LIGHT.background)
    assert java.calls("setSystemBarsAppearance") == []


def test_vibration(java: Java, phone: AndroidPhone) -> None:
    phone.vibrate()
    assert java.calls("performHapticFeedback") == ["performHapticFeedback 3"]
