"""Every text can be read on what it stands on, in both themes."""

from __future__ import annotations

import pytest

from companion.drawing.palette import DARK, LIGHT, PLAYERS, TERRAIN, Palette, contrast, ink_on

READABLE = 4.5

PAIRS = [
    *[("ink", ground) for ground in ("background", "surface", "board", "land", "soft", "chosen")],
    *[("quiet", ground) for ground in ("background", "surface", "board", "soft", "chosen")],
    *[("completed", ground) for ground in ("background", "surface")],
    *[("failed", ground) for ground in ("background", "surface")],
    *[("primary", ground) for ground in ("background", "surface")],
    ("bar_ink", "bar"),
    ("bar_quiet_ink", "bar"),
    ("primary_ink", "primary"),
    ("soft_ink", "soft"),
    ("brass_ink", "brass"),
    ("ink", "label_halo"),
    ("surface", "ink"),
    ("background", "ink"),
    ("notice_ink", "notice"),
    ("surface", "failed"),
    ("background", "failed"),
]
"""Text and the ground it stands on."""


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS)
def test_text_reads_on_its_ground(palette: Palette, text: str, ground: str) -> None:
    assert contrast(getattr(palette, text), getattr(palette, ground)) >= READABLE


@pytest.mark.parametrize("color", [*PLAYERS.values(), *TERRAIN.values()])
def test_some_ink_reads_on_every_player_and_terrain(color: tuple[float, ...]) -> None:
    red, green, blue, alpha = color
    assert contrast(ink_on((red, green, blue, alpha)), (red, green, blue, alpha)) >= READABLE
