"""The colours of the app's themes as a style sheet."""

from __future__ import annotations

from dataclasses import asdict
from functools import lru_cache

from companion.drawing.palette import DARK, LIGHT, Palette
from companion.drawing.svg import hex_color


@lru_cache
def color_sheet() -> bytes:
    """CSS variables such as `--text-muted`, for the light and the dark theme."""
    light, dark = _variables(LIGHT), _variables(DARK)
    sheet = f":root{{{light}}}\n@media(prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
    return sheet.encode("ascii")


def _variables(palette: Palette) -> str:
    return "".join(
        f"--{name.replace('_', '-')}:{hex_color(color)};" for name, color in asdict(palette).items()
    )
