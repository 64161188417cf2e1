"""Padding for the system bars."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
from kivy.uix.widget import Widget

from companion.drawing.palette import DARK, LIGHT, Palette, Rgba
from companion.ui.device import Insets
from companion.ui.kit.containers import SafeArea
from companion.ui.look.theme import theme
from tests.support.touch import Finger

AROUND = Insets(left=20, top=60, right=30, bottom=100)


@pytest.fixture(params=[LIGHT, DARK], ids=["light", "dark"])
def palette(request: pytest.FixtureRequest) -> Iterator[Palette]:
    before = theme.dark
    theme.dark = request.param is DARK
    palette: Palette = request.param
    yield palette
    theme.dark = before


def pixel(x: float, y: float) -> Rgba:
    red, green, blue, alpha = glReadPixels(int(x), int(y), 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)
    return red / 255, green / 255, blue / 255, alpha / 255


def test_content_is_padded_and_the_padding_painted(finger: Finger, palette: Palette) -> None:
    finger.resize(390, 560)
    strips, page = SafeArea(size=Window.size, insets=AROUND), Widget()
    strips.add_widget(page)
    finger.show(strips)
    width, height = Window.size
    assert (page.x, page.y) == (20, 100)
    assert (page.right, page.top) == (width - 30, height - 60)
    for event in ("on_draw", "on_flip", "on_draw"):
        Window.dispatch(event)
    for x, y, color in (
        (width / 2, height - 5, palette.bar),
        (5, height - 55, palette.bar),
        (width / 2, 5, palette.background),
        (5, height / 2, palette.background),
        (width - 5, height / 2, palette.background),
    ):
        assert pixel(x, y) == pytest.approx(color, abs=0.01)


def test_without_insets_the_content_fills_the_window(finger: Finger) -> None:
    strips, page = SafeArea(size=Window.size), Widget()
    strips.add_widget(page)
    finger.show(strips)
    assert (*page.pos, *page.size) == (0, 0, *Window.size)
    strips.insets = AROUND
    finger.wait()
    assert page.pos == [20, 100]
