"""The board widget: draws a game, can be panned and zoomed, and reports taps and drags."""

from __future__ import annotations

from collections.abc import Iterator
from operator import is_

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.drawing.board_layout import CAR_WIDTH, BoardLayout, BoardOrientation, layout_of
from companion.drawing.camera import Camera, Viewport
from companion.drawing.drawing_data import drawing_for
from companion.drawing.geometry import Area, Point
from companion.drawing.highlight import NO_HIGHLIGHT, Highlight
from companion.drawing.painting import final_looks, place_looks, track_looks
from companion.drawing.shapes import Shapes
from companion.ui.board.canvas import BoardCanvas
from companion.ui.board.gestures import BoardGestures
from companion.ui.kit.events import register_events
from companion.ui.kit.layout import call_when_shown
from companion.ui.look.theme import theme

DOUBLE_TAP_TIME = 0.22
"""Seconds a tap usually waits for a second one."""
_LARGEST_SCALE = 16
"""The largest scale, in dp per board unit."""
_FOCUS_SCALE = 7.5
"""The scale at which a focused route is shown, in dp per board unit."""
_FOCUS_MARGIN = 4
"""Board units around what is focused."""
_FOCUS_STEPS = 3
"""How often the scale is chosen again, so that the names of what is focused have room."""
_NAME_SIZE = 0.86
"""The font size of names relative to the theme's small text."""
_ANIMATION_TIME = 0.22
"""Seconds the camera takes from one position to another."""


@register_events("on_route", "on_city", "on_connect", "on_connect_refused", "on_background")
class BoardView(Widget):
    """A board with a game on it, to pan, zoom, tap and drag on.

    Dispatches for a tap:

    - `on_route` with the tracks that the tap, or a drag between places, can mean
    - `on_city` with the id of the place
    - `on_background` if it hits neither

    and for a drag between the ends of a route:

    - `on_connect` with the id of the route if it may be claimed
    - `on_connect_refused` with the id of the route and why it may not be claimed
    """

    board = ObjectProperty(None, allownone=True, comparator=is_)
    """The `Board` to draw."""
    state = ObjectProperty(None, allownone=True, comparator=is_)
    """The `GameState` on it, or None for an empty board."""
    player = StringProperty(None, allownone=True)
    """The player for whom a drag between places claims a route, or None for no drags."""
    highlight = ObjectProperty(NO_HIGHLIGHT)
    """The `Highlight`: what is emphasised."""
    fades_free = BooleanProperty(False)
    """Whether free tracks fade, because only owners matter after the game."""
    turned = NumericProperty(0)
    """Clockwise quarter turns of the board."""
    inset_bottom = NumericProperty(0)
    """How much of the widget is covered at the bottom, for example by a sheet."""
    places_to_pick = ObjectProperty(None, allownone=True)
    """The ids of the places of which every tap means the nearest; None to tap anything."""
    double_tap_time = NumericProperty(DOUBLE_TAP_TIME)
    """Seconds a tap waits for a second one; with 0 there are no double taps."""
    _animation_progress = NumericProperty(1.0)

    def __init__(self, **properties: object) -> None:
        self.layout: BoardLayout | None = None
        """Positions of tracks and places, in board units."""
        self.camera = Camera(1.0, 0.0, 0.0)
        """The current mapping from board units to the widget."""
        self._canvas: BoardCanvas | None = None
        self._overlay: Shapes = ()
        self._gestures = BoardGestures(self)
        self._frame = Area(0, 0, 0, 0)
        self._animate_from = self._animate_to = self.camera
        self._shows_all = True
        """Whether the whole board stays visible when the widget changes its size."""
        self._before_focus: tuple[Camera, bool] | None = None
        super().__init__(**properties)
        # A claim changes several properties: repaint once, before the next frame.
        repaint = Clock.create_trigger(self._repaint, -1)
        for name in ("state", "highlight", "fades_free"):
            self.fbind(name, repaint)
        for name in ("pos", "size"):
            self.fbind(name, self._update_frame)
        self.fbind("inset_bottom", self._update_inset)
        self.fbind("board", self._update_board)
        self.fbind("turned", self._update_turned)
        self.fbind("_animation_progress", self._animate)
        self._apply_theme_soon = Clock.create_trigger(self._apply_theme, -1)
        theme.bind(version=self._apply_theme)
        self._update_board()

    # For pages

    def show_all(self) -> None:
        """Show the whole board."""
        self._before_focus = None
        if self.layout:
            self._animate_camera(self.viewport.all(), shows_all=True)

    def focus(self, highlight: Highlight) -> None:
        """Move and zoom the view so that a highlight is visible where no sheet covers it."""
        points = list(self._points(highlight))
        if not points or not self._canvas:
            return
        xs, ys = [x for x, _ in points], [y for _, y in points]
        part = Area(min(xs), min(ys), max(xs), max(ys)).grown(_FOCUS_MARGIN)
        if self._before_focus is None:
            self._before_focus = self._animate_to, self._shows_all
        largest = max(min(self.camera.scale, dp(_LARGEST_SCALE)), dp(_FOCUS_SCALE))
        camera = self.viewport.showing(part, largest)
        # The smaller the scale, the more of the board a name takes.
        for _ in range(_FOCUS_STEPS):
            for area in self._canvas.labels.around(self._places(highlight), camera.scale):
                part = part.united(area)
            camera = self.viewport.showing(part, largest)
        self._animate_camera(camera, shows_all=False)

    def unfocus(self) -> None:
        """Undo `focus`, unless the board was panned or zoomed since."""
        if self._before_focus:
            camera, shows_all = self._before_focus
            self._before_focus = None
            viewport = self.viewport
            self._animate_camera(
                viewport.all() if shows_all else viewport.clamped(camera), shows_all
            )

    def gain_by_turning(self) -> float:
        """The scale of the whole board after a quarter turn, relative to the current one."""
        scales = []
        for turned in (int(self.turned), int(self.turned) + 1):
            orientation = BoardOrientation.filling(self.board, turned % 4, self.width, self.height)
            scales.append(orientation.scale_in(self.board, self.width, self.height))
        return scales[1] / scales[0]

    def zoom_at(self, x: float, y: float, factor: float) -> None:
        """Zoom around a point of the view."""
        if not self.layout:
            return
        viewport = self.viewport
        smallest, largest = viewport.smallest, max(viewport.smallest, viewport.largest)
        factor = min(max(factor, smallest / self.camera.scale), largest / self.camera.scale)
        self._set_camera_by_touch(viewport.clamped(self.camera.zoomed((x, y), factor)))

    def pan_by(self, dx: float, dy: float) -> None:
        """Move the board on the screen."""
        if self.layout:
            self._set_camera_by_touch(self.viewport.clamped(self.camera.moved(dx, dy)))

    def zoom_in_or_out(self, x: float, y: float) -> None:
        """Handle a double tap: zoom in to a point, or show the whole board again."""
        if not self.layout:
            return
        viewport = self.viewport
        self._before_focus = None
        if self.camera.scale > viewport.smallest * 1.5:
            self._animate_camera(viewport.all(), shows_all=True)
            return
        scale = min(max(viewport.smallest * 2.2, dp(_FOCUS_SCALE)), viewport.largest)
        closer = self.camera.zoomed((x, y), scale / self.camera.scale)
        self._animate_camera(viewport.clamped(closer), shows_all=False)

    def hit_areas(self) -> Iterator[Area]:
        """The areas of all cars and places on the screen, each car as three squares.

        While the camera moves: where they will be.
        """
        if self.layout is None:
            return
        camera = self._animate_to
        for track in self.layout.tracks.values():
            for car in track.cars:
                for share in (-0.5, 0, 0.5):
                    along = car.length * share
                    center = car.x + car.cos * along, car.y + car.sin * along
                    yield _square(camera.to_screen(center), CAR_WIDTH / 2 * camera.scale)
        for dot in self.layout.dots.values():
            yield _square(camera.to_screen((dot.x, dot.y)), dot.radius * camera.scale)

    def place_on_screen(self, place: str) -> Point:
        """The position of a place, in the coordinates of this widget's touches."""
        assert self.layout
        dot = self.layout.dots[place]
        return self.camera.to_screen((dot.x, dot.y))

    @property
    def viewport(self) -> Viewport:
        """The extent of the board and the part of the widget that is not covered."""
        assert self.layout
        world = self.layout.world
        top = self.y + max(1, self.height)
        bottom = min(self.y + self.inset_bottom, top - 1)
        right = self.x + max(1, self.width)
        return Viewport(world, Area(self.x, bottom, right, top), dp(_LARGEST_SCALE))

    # Drawing

    def show_overlay(self, shapes: Shapes) -> None:
        """Draw shapes on top of the board, such as those of a drag."""
        self._overlay = shapes
        if self._canvas:
            self._canvas.show_overlay(shapes)

    def _update_board(self, *_: object) -> None:
        if self._canvas:
            self.canvas.remove(self._canvas)
        self.layout = self._canvas = None
        self._overlay = ()
        if self.board is not None:
            self._draw_board()
            self._before_focus, self._shows_all = None, True
            self._update_frame()

    def _draw_board(self) -> None:
        """Make the canvas, for another board, orientation or theme."""
        if self._canvas:
            self.canvas.remove(self._canvas)
        self.layout = layout_of(self.board, self._orientation())
        self._canvas = BoardCanvas(self.layout, drawing_for(self.board), theme.palette)
        self.canvas.add(self._canvas)
        self._canvas.show_overlay(self._overlay)
        self._repaint()

    def _update_turned(self, *_: object) -> None:
        self._before_focus, self._shows_all = None, True
        self._update_frame()

    def _orientation(self) -> BoardOrientation:
        return BoardOrientation.filling(
            self.board, int(self.turned), max(self.width, 1), max(self.height, 1)
        )

    def _update_orientation(self) -> tuple[float, float]:
        """Lay the board out for the widget's size; returns by how much it was stretched."""
        assert self.layout
        orientation, before = self._orientation(), self.layout.orientation
        if orientation == before:
            return 1.0, 1.0
        self._draw_board()
        if self._before_focus:
            self._before_focus = self._before_focus[0], True
        return orientation.stretch_x / before.stretch_x, orientation.stretch_y / before.stretch_y

    def _repaint(self, *_: object) -> None:
        if self._canvas and self.board:
            board, highlight = self.board, self.highlight.restricted_to_board(self.board)
            state = self.state if self.state and self.state.setup.board == board else None
            looks = (
                final_looks(board, state)
                if self.fades_free and state
                else track_looks(board, state, highlight)
            )
            self._canvas.show(looks, place_looks(board, state, highlight), highlight.trail)

    def _apply_theme(self, *_: object) -> None:
        """Follow a change of colours or text size; on a hidden page when that is shown again."""
        if self.get_root_window() is None:
            call_when_shown(self, self._apply_theme_soon)
        elif self._canvas:
            self._draw_board()
            self._update_frame()

    def _set_names(self) -> None:
        """Render the names; they are placed when the camera is set, which takes longer."""
        assert self._canvas
        assert self.layout
        overview = Viewport(self.layout.world, self._frame, dp(_LARGEST_SCALE)).smallest
        size = theme.small * _NAME_SIZE
        self._canvas.labels.set_names(self.layout, theme.palette, size, overview)

    # Camera

    def _update_frame(self, *_: object) -> None:
        # Not `right` and `top`: they may still be those of the previous size.
        new = Area(self.x, self.y, self.x + self.width, self.y + self.height)
        old = self._frame
        self._frame = new
        if not self._canvas or not self.layout or new.width < 1 or new.height < 1:
            return
        stretch_x, stretch_y = self._update_orientation()
        self._canvas.set_frame(new)
        self._set_names()
        Animation.cancel_all(self, "_animation_progress")
        camera = self._animate_to
        (x, y), (middle_x, middle_y) = camera.to_board(old.center), new.center
        scale = camera.scale
        same = Camera(scale, middle_x - x * stretch_x * scale, middle_y - y * stretch_y * scale)
        self._set_camera(self.viewport.all() if self._shows_all else self.viewport.clamped(same))

    def _update_inset(self, *_: object) -> None:
        if self.layout:
            viewport = self.viewport
            camera = viewport.all() if self._shows_all else viewport.clamped(self._animate_to)
            self._animate_camera(camera, self._shows_all)

    def _set_camera_by_touch(self, camera: Camera) -> None:
        Animation.cancel_all(self, "_animation_progress")
        self._before_focus = None
        self._shows_all = camera.scale <= self.viewport.smallest * 1.001
        self._set_camera(camera)

    def _set_camera(self, camera: Camera) -> None:
        self._animate_from = self._animate_to = camera
        self._show(camera)

    def _animate_camera(self, camera: Camera, shows_all: bool) -> None:
        Animation.cancel_all(self, "_animation_progress")
        self._shows_all = shows_all
        self._animate_from, self._animate_to = self.camera, camera
        if self.camera != camera:
            self._animation_progress = 0.0
            Animation(
                _animation_progress=1.0, duration=_ANIMATION_TIME, transition="out_cubic"
            ).start(self)

    def _animate(self, _: object, progress: float) -> None:
        self._show(self._animate_from.toward(self._animate_to, progress))

    def _show(self, camera: Camera) -> None:
        self.camera = camera
        if self._canvas:
            self._canvas.set_camera(camera)

    def _points(self, highlight: Highlight) -> Iterator[Point]:
        """The points of a highlight's tracks and places, in board units."""
        if not self.layout:
            return
        shown = highlight.restricted_to_board(self.board)
        for track in (*shown.tracks, *shown.trail):
            yield from self.layout.tracks[track].line
        for place in self._places(highlight):
            dot = self.layout.dots[place]
            yield dot.x, dot.y

    def _places(self, highlight: Highlight) -> set[str]:
        """The ids of a highlight's places and of the ends of its tracks."""
        shown = highlight.restricted_to_board(self.board)
        routes = [self.board.routes[route] for route, _ in (*shown.tracks, *shown.trail)]
        return {*shown.places, *(end for route in routes for end in (route.start, route.end))}

    # Touch

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Take a touch on the board."""
        if not self.layout or self.disabled or not self.collide_point(*touch.pos):
            return False
        return self._gestures.touch_down(touch)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Follow a touch that started on the board."""
        return touch.grab_current is self and self._gestures.touch_move(touch)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """End a touch that started on the board."""
        return touch.grab_current is self and self._gestures.touch_up(touch)


def _square(center: Point, half: float) -> Area:
    return Area(*center, *center).grown(half)
