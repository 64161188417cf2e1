"""Draws a board once, without a window: small pictures for cards."""

from __future__ import annotations

import struct
import zlib

from kivy.graphics import Fbo

from companion.drawing.area import Area
from companion.drawing.board_layout import lay_out
from companion.drawing.drawing_data import drawing_data
from companion.drawing.looks import place_looks, track_looks
from companion.drawing.palette import Palette
from companion.rules.board import Board
from companion.rules.state import GameState
from companion.ui.board.camera import Stage
from companion.ui.board.picture import BoardPicture

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_RGBA = 6


def draw(board: Board, state: GameState | None, size: tuple[int, int], palette: Palette) -> Fbo:
    """A whole board without names, as large as it fits."""
    facts = drawing_data(board.id)
    picture = BoardPicture(lay_out(board, facts), facts, palette)
    picture.show(track_looks(board, state), place_looks(board, state))
    frame = Area(0, 0, *size)
    picture.frame(frame)
    picture.aim(Stage(picture.layout.world, frame, largest=1e6).all())
    fbo = Fbo(size=size, with_stencilbuffer=True)
    fbo.add(picture)
    fbo.draw()
    return fbo


def png(fbo: Fbo) -> bytes:
    """What was drawn as a file, quick to write rather than small."""
    width, height = fbo.size
    pixels, row = fbo.pixels, 4 * width
    # Files count from the top, OpenGL from the bottom; every row begins with its filter: none.
    rows = (b"\0" + pixels[start : start + row] for start in range(0, len(pixels), row))
    upright = b"".join(reversed(list(rows)))
    header = struct.pack(">IIBBBBB", width, height, 8, _RGBA, 0, 0, 0)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"IDAT", zlib.compress(upright, 1)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(kind + content)
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)
