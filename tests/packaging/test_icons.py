"""The icon files are those that tools/icon.py draws."""

from __future__ import annotations

import struct
import zlib

import pytest

from tools.icon import FILES, Picture, pictures

PICTURES = pictures()


def rows(png: bytes) -> bytes:
    """The image data of a PNG file; its compression depends on the machine."""
    place, packed = 8, b""
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            packed += png[place + 8 : place + 8 + length]
        place += 12 + length
    return zlib.decompress(packed)


@pytest.mark.parametrize("name", PICTURES)
def test_icon_file_matches_the_script(name: str) -> None:
    assert rows((FILES / "icons" / name).read_bytes()) == PICTURES[name].rows()


def test_icon_folder_has_no_other_files() -> None:
    assert sorted(path.name for path in (FILES / "icons").iterdir()) == sorted(PICTURES)


def test_new_picture_is_transparent() -> None:
    assert set(Picture(2).rows()) == {0}
