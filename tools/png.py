"""Writes pictures as PNG files, with the standard library alone."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from pathlib import Path

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_RGB, _PALETTE = 2, 3
_MOST_COLORS = 256


def write_png(path: Path, width: int, height: int, pixels: bytes, small: bool = False) -> None:
    """Write pixels given as OpenGL has them: red, green, blue, alpha, from the bottom up.

    A small file has only the colours there are most of, the others drawn in the nearest of them.
    """
    colors = bytearray(width * height * 3)
    for channel in range(3):
        colors[channel::3] = pixels[channel::4]
    kind, palette, content = (_PALETTE, *_indexed(colors)) if small else (_RGB, b"", bytes(colors))
    line = len(content) // height
    # Every line begins with its filter: none, which is best for flat colours.
    lines = (b"\0" + content[start : start + line] for start in range(0, len(content), line))
    upright = b"".join(reversed(list(lines)))
    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    path.write_bytes(
        _SIGNATURE
        + _chunk(b"IHDR", header)
        + (_chunk(b"PLTE", palette) if palette else b"")
        + _chunk(b"IDAT", zlib.compress(upright, 9))
        + _chunk(b"IEND", b"")
    )


def _indexed(colors: bytearray) -> tuple[bytes, bytes]:
    """A palette, and every pixel as its place in it."""
    pixels = [bytes(pixel) for pixel in zip(*[iter(colors)] * 3, strict=True)]
    counted = Counter(pixels)
    palette = [color for color, _ in counted.most_common(_MOST_COLORS)]
    places = {color: place for place, color in enumerate(palette)}
    for color in counted.keys() - places.keys():
        places[color] = min(range(len(palette)), key=lambda place: _apart(color, palette[place]))
    return b"".join(palette), bytes(places[pixel] for pixel in pixels)


def _apart(one: bytes, other: bytes) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) + abs(one[2] - other[2])


def _chunk(kind: bytes, content: bytes) -> bytes:
    checked = kind + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))
