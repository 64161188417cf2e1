"""Kivy settings for an off-screen window without log output."""

from __future__ import annotations

import os


def use_off_screen_window(**more: str) -> None:
    """Set the environment variables that Kivy reads when it is first imported."""
    os.environ.update(
        {
            "KIVY_NO_ARGS": "1",
            "KIVY_NO_CONFIG": "1",
            "KIVY_NO_FILELOG": "1",
            "KIVY_NO_CONSOLELOG": "1",
            "KIVY_METRICS_DENSITY": "1",
            "KIVY_METRICS_FONTSCALE": "1",
            "SDL_VIDEODRIVER": "offscreen",
            "LANG": "en_US.UTF-8",
            "LC_ALL": "",
            "LC_MESSAGES": "",
            **more,
        }
    )
