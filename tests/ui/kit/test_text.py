"""Labels in the large text sizes."""

from __future__ import annotations

from companion.ui.kit.text import FittedLabel, line_width
from companion.ui.look.theme import theme

WORD = "Schlusswertung"


def test_a_large_label_shrinks_to_the_normal_size_before_its_word_is_broken() -> None:
    scale, normal = theme.text_scale, 15
    width = line_width(WORD, normal) + 1
    try:
        for larger in (1.3, 1.69, 2):
            theme.text_scale = larger
            label = FittedLabel(text=WORD, font_size=normal * larger, text_size=(width, None))
            assert label.drawn_size >= normal - 1
            assert line_width(WORD, label.drawn_size) <= width
    finally:
        theme.text_scale = scale
