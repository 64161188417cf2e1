"""Renders a board into a texture without showing it on the window."""

from __future__ import annotations

from kivy.graphics import Fbo
from kivy.graphics.texture import Texture

from companion.drawing.area import Area
from companion.drawing.board_layout import lay_out
from companion.drawing.camera import Stage
from companion.drawing.drawing_data import drawing_for
from companion.drawing.highlight import NO_HIGHLIGHT, Highlight
from companion.drawing.painting import place_looks, track_looks
from companion.drawing.palette import Palette
from companion.rules.board import Board
from companion.rules.state import GameState
from companion.ui.board.canvas import BoardCanvas


def render_board(
    board: Board,
    state: GameState | None,
    size: tuple[int, int],
    palette: Palette,
    highlight: Highlight = NO_HIGHLIGHT,
) -> Texture:
    """A whole board without names, as large as it fits."""
    drawing = drawing_for(board)
    canvas = BoardCanvas(lay_out(board, drawing), drawing, palette)
    canvas.show(track_looks(board, state, highlight), place_looks(board, state, highlight))
    frame = Area(0, 0, *size)
    canvas.set_frame(frame)
    canvas.set_camera(Stage(canvas.layout.world, frame, largest=1e6).all())
    fbo = Fbo(size=size, with_stencilbuffer=True)
    fbo.add(canvas)
    fbo.draw()
    return fbo.texture
