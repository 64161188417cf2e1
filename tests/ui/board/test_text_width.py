"""The estimated width of names, compared with the font."""

from __future__ import annotations

import pytest

from companion.drawing.svg import text_width
from companion.rules.boards import bundled_boards


@pytest.mark.usefixtures("finger")
def test_estimated_widths_of_names_are_close_to_the_font() -> None:
    from kivy.core.text import Label

    names = {place.name for board in bundled_boards().values() for place in board.places.values()}
    for name in names - {""}:
        width, _ = Label(font_size=100, bold=True).get_extents(name)
        assert text_width(name, 100) == pytest.approx(width, rel=0.06), name
