"""Pictures of whole boards: rendered into a texture, and a widget with numbered routes."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Fbo, Rectangle, SmoothEllipse
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import ListProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.drawing.board_layout import layout_of
from companion.drawing.camera import Viewport
from companion.drawing.drawing_data import drawing_for
from companion.drawing.geometry import Area
from companion.drawing.highlight import NO_HIGHLIGHT, Highlight, tracks_of_routes
from companion.drawing.painting import place_looks, track_looks
from companion.drawing.palette import Palette
from companion.rules.board import Board
from companion.rules.state import GameState
from companion.ui.board.canvas import BoardCanvas
from companion.ui.kit.layout import call_when_shown
from companion.ui.look.theme import theme


def render_board(
    board: Board,
    state: GameState | None,
    size: tuple[int, int],
    palette: Palette,
    highlight: Highlight = NO_HIGHLIGHT,
) -> Texture:
    """A whole board without names, as large as it fits."""
    canvas = BoardCanvas(layout_of(board), drawing_for(board), palette)
    canvas.show(track_looks(board, state, highlight), place_looks(board, state, highlight))
    frame = Area(0, 0, *size)
    canvas.set_frame(frame)
    canvas.set_camera(Viewport(canvas.layout.world, frame, largest=1e6).all())
    fbo = Fbo(size=size, with_stencilbuffer=True)
    fbo.add(canvas)
    fbo.draw()
    return fbo.texture


RADIUS = 9
"""Of the discs with the numbers, in dp."""


class NumberedRoutes(Widget):
    """A whole board; a disc with its number is on each of the given routes."""

    board = ObjectProperty(None, allownone=True)
    routes = ListProperty()
    """The ids of the routes, in the order of their numbers."""

    def __init__(self, **properties: object) -> None:
        self.discs: list[tuple[str, float, float]] = []
        """The route and the centre of each disc."""
        super().__init__(**properties)
        self._redraw = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size", "board", "routes"):
            self.fbind(name, self._redraw)
        theme.bind(version=self._apply_theme)

    def _apply_theme(self, *_: object) -> None:
        self._redraw()

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        self.discs = []
        if self.board is None or min(self.size) < dp(40):
            return
        if self.get_root_window() is None:
            call_when_shown(self, self._redraw)
            return
        size = round(self.width), round(self.height)
        routes = [self.board.routes[id] for id in self.routes if id in self.board.routes]
        highlight = Highlight(tracks=tracks_of_routes(*routes))
        texture = render_board(self.board, None, size, theme.palette, highlight)
        layout = layout_of(self.board)
        camera = Viewport(layout.world, Area(0, 0, *size), largest=1e6).all()
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(texture=texture, pos=self.pos, size=size)
            for number, route in enumerate(routes, start=1):
                x, y = camera.to_screen(layout.tracks[route.id, 0].marker)
                self._draw_disc(str(number), self.x + x, self.y + y)
                self.discs.append((route.id, self.x + x, self.y + y))

    def _draw_disc(self, text: str, x: float, y: float) -> None:
        for color, radius in ((theme.surface, dp(RADIUS + 1.5)), (theme.text, dp(RADIUS))):
            Color(*color)
            SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))
        label = CoreLabel(text=text, font_size=dp(RADIUS * 1.35), bold=True, color=theme.surface)
        label.refresh()
        width, height = label.texture.size
        Color(1, 1, 1, 1)
        Rectangle(
            texture=label.texture,
            size=(width, height),
            pos=(round(x - width / 2), round(y - height / 2)),
        )
