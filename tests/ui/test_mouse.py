"""The mouse on a desktop."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from kivy.config import Config
from kivy.core.window import Window
from kivy.input.providers.mouse import MouseMotionEventProvider

from companion.start import create_app


@pytest.mark.parametrize("button", ["left", "right", "middle"])
def test_click_leaves_no_touch_behind(tmp_path: Path, button: str) -> None:
    create_app(tmp_path)
    gc.enable()
    _, _, options = Config.get("input", "mouse").partition(",")
    mouse = MouseMotionEventProvider("mouse", options)
    mouse.on_mouse_press(Window, 100, 100, button, [])
    assert len(mouse.touches) == 1
    mouse.on_mouse_release(Window, 100, 100, button, [])
    assert not mouse.touches
