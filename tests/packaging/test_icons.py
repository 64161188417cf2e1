"""The pictures the phone shows are those our script draws."""

from __future__ import annotations

import struct
import zlib

import pytest

from tools.icon import FILES, Picture, pictures

PICTURES = pictures()


def rows(png: bytes) -> bytes:
    """The pixels of a PNG file; how they are packed differs from machine to machine."""
    place, packed = 8, b""
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        if png[place + 4 : place + 8] == b"IDAT":
            packed += png[place + 8 : place + 8 + length]
        place += 12 + length
    return zlib.decompress(packed)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_what_the_script_draws(name: str) -> None:
    assert rows((FILES / "icons" / name).read_bytes()) == PICTURES[name].rows()


def test_nothing_else_lies_with_them() -> None:
    assert sorted(path.name for path in (FILES / "icons").iterdir()) == sorted(PICTURES)


def test_a_new_picture_is_empty() -> None:
    assert set(Picture(2).rows()) == {0}
