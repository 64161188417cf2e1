"""Contrast of all text colours, in both themes."""

from __future__ import annotations

import pytest

from companion.drawing.palette import (
    DARK,
    LIGHT,
    PLAYERS,
    ROUTES,
    TERRAIN,
    Palette,
    contrast,
    mixed,
    text_on,
)
from companion.ui.game.cars import FAINT
from companion.ui.look.theme import theme

READABLE = 4.5

PAIRS = [
    *[
        ("text", background)
        for background in ("background", "surface", "board", "land", "secondary", "selected")
    ],
    *[
        ("text_muted", background)
        for background in ("background", "surface", "board", "secondary", "selected")
    ],
    *[("success", background) for background in ("background", "surface")],
    *[("error", background) for background in ("background", "surface")],
    *[("primary", background) for background in ("background", "surface")],
    ("bar_text", "bar"),
    ("bar_text_muted", "bar"),
    ("primary_text", "primary"),
    ("secondary_text", "secondary"),
    ("accent_text", "accent"),
    ("text", "label_halo"),
    ("surface", "text"),
    ("background", "text"),
    ("notice_text", "notice"),
    ("surface", "error"),
    ("background", "error"),
]
"""Text colours and their backgrounds."""


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "background"), PAIRS)
def test_text_has_enough_contrast(palette: Palette, text: str, background: str) -> None:
    assert contrast(getattr(palette, text), getattr(palette, background)) >= READABLE


@pytest.mark.parametrize("color", [*PLAYERS.values(), *TERRAIN.values()])
def test_black_or_white_text_has_enough_contrast_on_every_player_and_terrain(
    color: tuple[float, ...],
) -> None:
    red, green, blue, alpha = color
    assert contrast(text_on((red, green, blue, alpha)), (red, green, blue, alpha)) >= READABLE


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("color", ROUTES)
def test_free_route_in_a_list_differs_from_a_taken_one(color: str, dark: bool) -> None:
    before = theme.dark
    theme.dark = dark
    try:
        surface, parts = theme.palette.surface, (theme.route(color), theme.route_outline(color))
    finally:
        theme.dark = before
    free = max(parts, key=lambda part: contrast(part, surface))
    assert contrast(free, surface) >= 2.5
    assert contrast(free, mixed(surface, free, FAINT)) >= 1.8
