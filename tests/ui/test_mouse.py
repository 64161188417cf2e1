"""The mouse on a desktop."""

from __future__ import annotations

from pathlib import Path

import pytest
from kivy.config import Config
from kivy.core.window import Window
from kivy.input.providers.mouse import MouseMotionEventProvider

from companion.ui.app import RailkeeperApp


@pytest.mark.parametrize("button", ["left", "right", "middle"])
def test_click_leaves_no_touch_behind(tmp_path: Path, button: str) -> None:
    RailkeeperApp(tmp_path)
    _, _, options = Config.get("input", "mouse").partition(",")
    mouse = MouseMotionEventProvider("mouse", options)
    mouse.on_mouse_press(Window, 100, 100, button, [])
    assert len(mouse.touches) == 1
    mouse.on_mouse_release(Window, 100, 100, button, [])
    assert not mouse.touches
