"""Benchmarks; importing the package sets the Kivy settings before a benchmark imports Kivy."""

from __future__ import annotations

import os

from tests.support.off_screen import use_off_screen_window

SIZE = (390, 844)
"""The window size of a phone, in pixels."""

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
use_off_screen_window(
    KCFG_GRAPHICS_WIDTH=str(SIZE[0]),
    KCFG_GRAPHICS_HEIGHT=str(SIZE[1]),
    KCFG_GRAPHICS_MULTISAMPLES="0",
    KCFG_GRAPHICS_MAXFPS="0",
    LP_NUM_THREADS="1",
)
