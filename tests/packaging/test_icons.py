"""The icon files are those that tools/icon.py draws."""

from __future__ import annotations

import struct
import zlib

from tools.icon import FILES, Picture, pictures


def rows(png: bytes) -> bytes:
    """The image data of a PNG file; its compression depends on the machine."""
    place, packed = 8, b""
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            packed += png[place + 8 : place + 8 + length]
        place += 12 + length
    return zlib.decompress(packed)


def test_icon_files_match_the_script() -> None:
    drawn = {name: picture.rows() for name, picture in pictures().items()}
    files = {path.name: rows(path.read_bytes()) for path in (FILES / "icons").iterdir()}
    assert files.keys() == drawn.keys()
    assert {name for name in drawn if files[name] != drawn[name]} == set()


def test_new_picture_is_transparent() -> None:
    assert set(Picture(2).rows()) == {0}
