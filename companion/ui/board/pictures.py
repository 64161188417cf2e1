"""Pictures of whole boards: rendered into a texture, and the scale of heat maps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from kivy.graphics import Canvas, Color, Fbo, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp

from companion.drawing.board_layout import layout_of
from companion.drawing.camera import Viewport
from companion.drawing.drawing_data import drawing_for
from companion.drawing.geometry import Area
from companion.drawing.highlight import TrackId
from companion.drawing.painting import TrackLook, heat_width, place_looks, track_looks
from companion.drawing.palette import Palette, heat, mixed
from companion.rules.board import Board
from companion.rules.state import GameState
from companion.ui.board.canvas import BoardCanvas
from companion.ui.look.icons import Drawn
from companion.ui.look.theme import theme

_NAME_SIZE = 0.7
"""The text size of names, as a share of small text."""
_STEPS = 9


def render_board(
    board: Board,
    state: GameState | None,
    size: tuple[int, int],
    palette: Palette,
    looks: Mapping[TrackId, TrackLook] | None = None,
) -> Texture:
    """A whole board, as large as it fits; with its names if it is a heat map with these looks."""
    shown = looks or track_looks(board, state)
    if state is None and not looks:
        # Small boards without claims are told apart by their land.
        palette = replace(palette, land=mixed(palette.land, palette.text_muted, 0.18))
        shown = {track: replace(look, emphasis="normal") for track, look in shown.items()}
    canvas = BoardCanvas(layout_of(board), drawing_for(board), palette)
    canvas.show(shown, place_looks(board, state))
    frame = Area(0, 0, *size)
    canvas.set_frame(frame)
    camera = Viewport(canvas.layout.world, frame, largest=1e6).all()
    if looks:
        name_size = theme.small * _NAME_SIZE
        canvas.labels.set_names(canvas.layout, palette, name_size, camera.scale)
    canvas.set_camera(camera)
    fbo = Fbo(size=size, with_stencilbuffer=True)
    fbo.add(canvas)
    fbo.draw()
    return fbo.texture


class HeatScale(Drawn):
    """The colours and widths of a heat map, from never to always."""

    redraw_on = ("size",)
    uses_theme = True

    def draw(self, drawing: Canvas, _side: float) -> None:
        """Draw a box for each step."""
        width = self.width / _STEPS
        for step in range(_STEPS):
            share = step / (_STEPS - 1)
            height = self.height * heat_width(share) / heat_width(1)
            drawing.add(Color(*heat(share, theme.palette)))
            pos = step * width, (self.height - height) / 2
            drawing.add(Rectangle(pos=pos, size=(width - dp(1), height)))
