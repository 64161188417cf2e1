"""Writes PNG files with the standard library."""

from __future__ import annotations

import struct
import zlib
from collections import Counter
from pathlib import Path

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_RGB, _PALETTE = 2, 3
_MAX_COLORS = 256


def write_png(path: Path, width: int, height: int, pixels: bytes, small: bool = False) -> None:
    """Write RGBA pixels whose first row is the bottom one, as OpenGL returns them.

    A small file has a palette of the most frequent colours; other pixels get the nearest of them.
    """
    colors = bytearray(width * height * 3)
    for channel in range(3):
        colors[channel::3] = pixels[channel::4]
    kind, palette, content = (_PALETTE, *_indexed(colors)) if small else (_RGB, b"", bytes(colors))
    line = len(content) // height
    # Every line begins with the number of its filter: 0, which is best for flat colours.
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
    """A palette, and the index of every pixel in it."""
    pixels = [bytes(pixel) for pixel in zip(*[iter(colors)] * 3, strict=True)]
    counted = Counter(pixels)
    palette = [color for color, _ in counted.most_common(_MAX_COLORS)]
    indexes = {color: index for index, color in enumerate(palette)}
    for color in counted.keys() - indexes.keys():
        indexes[color] = min(
            range(len(palette)), key=lambda index: _distance(color, palette[index])
        )
    return b"".join(palette), bytes(indexes[pixel] for pixel in pixels)


def _distance(one: bytes, other: bytes) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) + abs(one[2] - other[2])


def _chunk(kind: bytes, content: bytes) -> bytes:
    checked = kind + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))
