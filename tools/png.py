"""Writes pictures as PNG files, with the standard library alone."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_RGB = 2


def write_png(path: Path, width: int, height: int, pixels: bytes) -> None:
    """Write pixels given as OpenGL has them: red, green, blue, alpha, from the bottom up."""
    colors = bytearray(width * height * 3)
    for channel in range(3):
        colors[channel::3] = pixels[channel::4]
    line = width * 3
    # Every line begins with its filter: none, which is best for flat colours.
    lines = b"".join(
        b"\0" + colors[start : start + line] for start in range((height - 1) * line, -1, -line)
    )
    header = struct.pack(">IIBBBBB", width, height, 8, _RGB, 0, 0, 0)
    path.write_bytes(
        _SIGNATURE
        + _chunk(b"IHDR", header)
        + _chunk(b"IDAT", zlib.compress(lines, 9))
        + _chunk(b"IEND", b"")
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    checked = kind + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))
