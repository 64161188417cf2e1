"""Kivy without a screen, at a phone’s size and as quick as it can; to be imported before Kivy."""

from __future__ import annotations

import os

SIZE = (390, 844)

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ.update(
    KIVY_NO_ARGS="1",
    KIVY_NO_CONFIG="1",
    KIVY_NO_FILELOG="1",
    KIVY_NO_CONSOLELOG="1",
    KIVY_METRICS_DENSITY="1",
    KIVY_METRICS_FONTSCALE="1",
    KCFG_GRAPHICS_WIDTH=str(SIZE[0]),
    KCFG_GRAPHICS_HEIGHT=str(SIZE[1]),
    KCFG_GRAPHICS_MULTISAMPLES="0",
    KCFG_GRAPHICS_MAXFPS="0",
    SDL_VIDEODRIVER="offscreen",
    LANG="en_US.UTF-8",
    LP_NUM_THREADS="1",
)
