"""Kivy without a screen and without a word; to be asked for before Kivy is imported."""

from __future__ import annotations

import os


def off_screen(**more: str) -> None:
    """Set what Kivy reads when it is first imported."""
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
            **more,
        }
    )
