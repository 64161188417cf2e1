"""Contrast of texts, markers, chips and outlines in both themes, and signs without colour."""

from __future__ import annotations

import pytest

from companion.drawing.palette import (
    DARK,
    LIGHT,
    PLAYERS,
    ROUTES,
    TERRAIN,
    VISIBLE,
    Palette,
    contrast,
    mixed,
    player_line,
    player_on_card,
    terrain_line,
    text_on,
)
from companion.drawing.shapes import MARKERS, TERRAIN_SIGNS
from companion.ui.game.symbols import FAINT
from companion.ui.kit.buttons import FAINT as DISABLED
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
    ("bar_accent", "bar"),
    ("bar_text", "bar_secondary"),
    ("accent_text", "bar_accent"),
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


THEMES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
CARDS = ("background", "surface", "secondary", "selected")
"""What markers and outlines lie on."""


@THEMES
@pytest.mark.parametrize("color", PLAYERS)
def test_marker_is_visible_by_its_fill_or_its_outline(palette: Palette, color: str) -> None:
    parts = player_on_card(color, palette), player_line(color, palette)
    for card in CARDS:
        assert max(contrast(part, getattr(palette, card)) for part in parts) >= VISIBLE


@THEMES
@pytest.mark.parametrize("color", PLAYERS)
def test_outline_of_the_player_in_turn_is_visible(palette: Palette, color: str) -> None:
    for card in ("background", "surface"):
        assert contrast(player_line(color, palette), getattr(palette, card)) >= VISIBLE


@THEMES
@pytest.mark.parametrize("terrain", TERRAIN)
def test_terrain_chip_is_visible_by_its_fill_or_its_outline(palette: Palette, terrain: str) -> None:
    fill = TERRAIN[terrain]
    parts = fill, terrain_line(fill, palette)
    assert max(contrast(part, palette.surface) for part in parts) >= VISIBLE
    assert contrast(text_on(fill), fill) >= READABLE
    assert contrast(palette.text, fill) >= 1.5, "the leader's outline differs from the fill"


@THEMES
def test_outline_of_a_selection_is_visible(palette: Palette) -> None:
    for card in ("background", "surface", "secondary"):
        assert contrast(palette.primary, getattr(palette, card)) >= VISIBLE


@THEMES
@pytest.mark.parametrize("ink", ["text", "secondary_text", "primary"])
def test_disabled_button_can_be_read(palette: Palette, ink: str) -> None:
    for card in (palette.background, palette.surface):
        label = mixed(card, getattr(palette, ink), DISABLED)
        for fill in (card, mixed(card, palette.secondary, DISABLED)):
            assert contrast(label, fill) >= 3


def test_players_and_terrains_differ_without_colour() -> None:
    assert set(MARKERS) == set(PLAYERS)
    assert len(set(MARKERS.values())) == len(PLAYERS)
    assert set(TERRAIN_SIGNS) == set(TERRAIN)
    assert len(set(TERRAIN_SIGNS.values())) == len(TERRAIN)


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
        surface, parts = theme.palette.surface, (ROUTES[color], theme.route_outline(color))
    finally:
        theme.dark = before
    free = max(parts, key=lambda part: contrast(part, surface))
    assert contrast(free, surface) >= 2.5
    assert contrast(free, mixed(surface, free, FAINT)) >= 1.8
