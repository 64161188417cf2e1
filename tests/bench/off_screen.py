"""Kivy settings of the benchmarks: off-screen, size of a phone, no frame limit; imported first."""

from __future__ import annotations

import os

from tests.off_screen import off_screen

SIZE = (390, 844)

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
off_screen(
    KCFG_GRAPHICS_WIDTH=str(SIZE[0]),
    KCFG_GRAPHICS_HEIGHT=str(SIZE[1]),
    KCFG_GRAPHICS_MULTISAMPLES="0",
    KCFG_GRAPHICS_MAXFPS="0",
    LP_NUM_THREADS="1",
)
