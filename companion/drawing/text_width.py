"""Estimates the width of text without a font: the advance widths of Roboto Bold."""

from __future__ import annotations

from unicodedata import combining, east_asian_width, normalize

_ASCII = (
    *(25, 27, 32, 60, 57, 74, 66, 16, 35, 35, 45, 55, 24, 39, 29, 37),
    *(57, 57, 57, 57, 57, 57, 57, 57, 57, 57, 28, 26, 51, 57, 52, 50),
    *(90, 67, 64, 65, 65, 56, 55, 68, 71, 29, 56, 63, 54, 88, 71, 69),
    *(65, 69, 64, 61, 62, 66, 65, 87, 64, 62, 61, 28, 42, 28, 44, 45),
    *(33, 54, 56, 52, 56, 54, 36, 57, 56, 27, 26, 53, 27, 87, 56, 57),
    *(56, 56, 36, 51, 34, 56, 51, 73, 51, 50, 51, 33, 25, 33, 65),
)
"""From the space to the tilde, in hundredths of the font size."""
_OTHER, _WIDE = 70, 100
"""Letters of other alphabets, and Chinese, Japanese and Korean characters."""

DESCENT = 0.244
"""From the bottom of a line to its baseline, in font sizes."""
LINE_HEIGHT = 1.172
"""In font sizes."""


def text_width(text: str, font_size: float) -> float:
    """The width of a line of bold text."""
    return sum(_advance(character) for character in normalize("NFD", text)) * font_size / 100


def _advance(character: str) -> int:
    if " " <= character <= "~":
        return _ASCII[ord(character) - ord(" ")]
    if combining(character):
        return 0
    return _WIDE if east_asian_width(character) in "WF" else _OTHER
