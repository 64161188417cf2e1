"""The board as a widget: it draws a game, moves under the fingers and says what they mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import is_

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

from companion.drawing.area import Area
from companion.drawing.board_layout import BoardLayout, BoardOrientation, Track, lay_out
from companion.drawing.drawing_data import drawing_data
from companion.drawing.looks import Attention, place_looks, track_looks, tracks_named
from companion.rules.errors import Refused
from companion.ui.board.camera import Camera, Stage
from companion.ui.board.fingers import Fingers
from companion.ui.board.picture import BoardPicture
from companion.ui.look.theme import theme

_LARGEST = 16
"""Pixels (dp) per board unit when nobody needs it any larger."""
_FOCUSED = 7.5
"""Pixels (dp) per board unit that are enough to look at a single route."""
_AROUND = 2.2
"""Board units around a route's middle line and places that still belong to it."""
_NAME_SIZE = 0.86
"""The text size of names, in small texts."""
_GLIDE = 0.22
"""Seconds a movement takes."""


class BoardView(Widget):
    """A board to look at, pan, zoom, tap and drag on."""

    board = ObjectProperty(None, allownone=True, comparator=is_)
    """The `Board` to draw."""
    state = ObjectProperty(None, allownone=True, comparator=is_)
    """The `GameState` on it, or None for an empty board."""
    player = StringProperty(None, allownone=True)
    """Who may connect cities by dragging now, or None."""
    lit = ObjectProperty(())
    """What to show strongly, all else faded: tracks, or ids of routes for all their tracks; none:
    everything as usual."""
    highlight_player = StringProperty(None, allownone=True)
    """Whose tracks and stations stand out from all others', or None; what is lit shines as well."""
    trail = ObjectProperty(())
    """Tracks, one after the other, to draw a walk along; all others fade."""
    borrowed = ObjectProperty(())
    """Tracks or ids of routes to show as borrowed through a station."""
    marked_places = ObjectProperty(())
    """Ids of the places to put a ring around."""
    turned = NumericProperty(0)
    """By how many quarters the board lies turned before who looks at it, clockwise."""
    inset_bottom = NumericProperty(0)
    inset_top = NumericProperty(0)
    """How much of the widget is covered by something else."""
    patience = NumericProperty(0.22)
    """Seconds a tap waits for a second one, which would make it a double tap; 0: none is
    waited for, and there are no double taps."""
    _glided = NumericProperty(1.0)

    __events__ = ("on_route", "on_city", "on_connect", "on_connect_refused", "on_background")

    def __init__(self, **properties: object) -> None:
        self.layout: BoardLayout | None = None
        """Where everything lies, in board units."""
        self.camera = Camera(1.0, 0.0, 0.0)
        """What is on the screen."""
        self._picture: BoardPicture | None = None
        self._fingers = Fingers(self)
        self._frame = Area(0, 0, 0, 0)
        self._glide_from = self._glide_to = self.camera
        self._whole = True
        self._before_focus: tuple[Camera, bool] | None = None
        super().__init__(**properties)
        # A claim changes several of them at once: one coat of paint before the next frame will do.
        repaint = Clock.create_trigger(self._repaint, -1)
        for name in ("state", "lit", "highlight_player", "trail", "borrowed", "marked_places"):
            self.fbind(name, repaint)
        for name in ("pos", "size"):
            self.fbind(name, self._reframe)
        for name in ("inset_bottom", "inset_top"):
            self.fbind(name, self._cover)
        self.fbind("board", self._lay_out)
        self.fbind("turned", self._turn)
        self.fbind("_glided", self._glide)
        theme.bind(dark=self._dress, text_scale=self._write)
        self._lay_out()

    # What others may ask of it

    def show_all(self) -> None:
        """Show the whole board."""
        self._before_focus = None
        if self.layout:
            self._glide_to_camera(self.stage.all(), whole=True)

    def focus(self, routes: Iterable[str | Track] = (), places: Iterable[str] = ()) -> None:
        """Bring routes, or tracks, and places into the part of the view that nothing covers."""
        points = list(self._points(routes, places))
        if not points:
            return
        xs, ys = [x for x, _ in points], [y for _, y in points]
        part = Area(min(xs), min(ys), max(xs), max(ys)).grown(4)
        if self._before_focus is None:
            self._before_focus = self._glide_to, self._whole
        largest = max(min(self.camera.scale, dp(_LARGEST)), dp(_FOCUSED))
        self._glide_to_camera(self.stage.showing(part, largest), whole=False)

    def unfocus(self) -> None:
        """Go back to what was shown before `focus`, unless a finger has moved the board since."""
        if self._before_focus:
            camera, whole = self._before_focus
            self._before_focus = None
            stage = self.stage
            self._glide_to_camera(stage.all() if whole else stage.kept(camera), whole)

    def zoom_at(self, x: float, y: float, factor: float) -> None:
        """Make the board larger or smaller around a point of the view."""
        if not self.layout:
            return
        stage = self.stage
        smallest, largest = stage.smallest, max(stage.smallest, stage.largest)
        factor = min(max(factor, smallest / self.camera.scale), largest / self.camera.scale)
        self._moved_by_hand(stage.kept(self.camera.zoomed((x, y), factor)))

    def pan_by(self, dx: float, dy: float) -> None:
        """Move the board on the screen."""
        if self.layout:
            self._moved_by_hand(self.stage.kept(self.camera.moved(dx, dy)))

    def zoom_in_or_out(self, x: float, y: float) -> None:
        """What a double tap does: come close to a point, or show the whole board again."""
        if not self.layout:
            return
        stage = self.stage
        self._before_focus = None
        if self.camera.scale > stage.smallest * 1.5:
            self._glide_to_camera(stage.all(), whole=True)
            return
        near = min(max(stage.smallest * 2.2, dp(_FOCUSED)), stage.largest)
        closer = self.camera.zoomed((x, y), near / self.camera.scale)
        self._glide_to_camera(stage.kept(closer), whole=False)

    def name_areas(self) -> dict[str, Area]:
        """Where each name stands that is shown now, by place."""
        return self._picture.names.areas() if self._picture else {}

    def on_screen(self, place: str) -> tuple[float, float]:
        """Where a place is, in the coordinates of this widget's touches."""
        assert self.layout
        dot = self.layout.dots[place]
        return self.camera.to_screen((dot.x, dot.y))

    def track_on_screen(self, route: str, track: int = 0) -> tuple[float, float]:
        """Where the middle of a track is, in the coordinates of this widget's touches."""
        assert self.layout
        line = self.layout.tracks[route, track].line
        return self.camera.to_screen(line[len(line) // 2])

    def rect_of_route(self, route: str, track: int | None = None) -> Area:
        """What a route, or one of its tracks, covers with its two places, on the window."""
        assert self.layout
        points = list(self._points([route if track is None else (route, track)], ()))
        corners = (self.to_window(*self._glide_to.to_screen(point)) for point in points)
        xs, ys = zip(*corners, strict=True)
        return Area(min(xs), min(ys), max(xs), max(ys)).grown(_AROUND * self._glide_to.scale)

    @property
    def stage(self) -> Stage:
        """The whole board, and the part of the widget that nothing covers."""
        assert self.layout
        world = self.layout.world
        top = max(self.y + self.height - self.inset_top, self.y + 1)
        bottom = min(self.y + self.inset_bottom, top - 1)
        right = self.x + max(1, self.width)
        return Stage(world, Area(self.x, bottom, right, top), dp(_LARGEST))

    # What it tells others

    def on_route(self, tracks: tuple[Track, ...]) -> None:
        """A finger tapped a route, or about as near to several, or drew a line along several."""

    def on_city(self, place: str) -> None:
        """A finger tapped a place."""

    def on_connect(self, route: str) -> None:
        """A finger drew a line from one end of a route, which may be claimed, to the other."""

    def on_connect_refused(self, route: str, reason: Refused) -> None:
        """A finger drew a line along a route that may not be claimed, and why not."""

    def on_background(self) -> None:
        """A finger tapped nothing."""

    # Drawing

    def show_drag(self, shapes: bytes) -> None:
        """Draw what follows a finger."""
        if self._picture:
            self._picture.show_drag(shapes)

    def _lay_out(self, *_: object) -> None:
        if self._picture:
            self.canvas.remove(self._picture)
        self.layout = self._picture = None
        if self.board is None:
            return
        facts = drawing_data(self.board.id)
        self.layout = lay_out(self.board, facts, self._seat())
        self._picture = BoardPicture(self.layout, facts, theme.palette)
        self.canvas.add(self._picture)
        self._before_focus, self._whole = None, True
        self._repaint()
        self._write_names()
        self._reframe()

    def _turn(self, *_: object) -> None:
        self._before_focus, self._whole = None, True
        self._reframe()

    def _seat(self) -> BoardOrientation:
        return BoardOrientation.filling(
            self.board, int(self.turned), max(self.width, 1), max(self.height, 1)
        )

    def _take_seat(self) -> tuple[float, float]:
        """Lay the board as it fits; how much wider and higher it is now than before."""
        assert self.layout
        assert self._picture
        seat, before = self._seat(), self.layout.seat
        if seat == before:
            return 1.0, 1.0
        self.layout = lay_out(self.board, drawing_data(self.board.id), seat)
        self._picture.lay(self.layout)
        self._write_names()
        if self._before_focus:
            self._before_focus = self._before_focus[0], True
        return seat.wider / before.wider, seat.higher / before.higher

    def _repaint(self, *_: object) -> None:
        if self._picture and self.board:
            board, attention = self.board, self._attention()
            state = self.state if self.state and self.state.setup.board == board else None
            self._picture.show(
                track_looks(board, state, attention),
                place_looks(board, state, attention),
                attention.trail,
            )

    def _attention(self) -> Attention:
        board = self.board
        return Attention(
            lit=tracks_named(board, self.lit),
            player=self.highlight_player,
            trail=tuple(track for track in self.trail if track[0] in board.routes),
            borrowed=tracks_named(board, self.borrowed),
            places=frozenset(self.marked_places),
        )

    def _dress(self, *_: object) -> None:
        if self._picture:
            self._picture.dress(theme.palette)
            self._write()

    def _write(self, *_: object) -> None:
        if self._picture and self.layout:
            self._write_names()
            self._picture.aim(self.camera)

    def _write_names(self) -> None:
        """They stand nowhere until the board is aimed at, which costs more than writing them."""
        assert self._picture
        assert self.layout
        self._picture.names.write(self.layout, theme.palette, theme.small * _NAME_SIZE)

    # Moving

    def _reframe(self, *_: object) -> None:
        # Not `right` and `top`: they may still be those of the size before.
        new = Area(self.x, self.y, self.x + self.width, self.y + self.height)
        old = self._frame
        self._frame = new
        if not self._picture or not self.layout or new.width < 1 or new.height < 1:
            return
        wider, higher = self._take_seat()
        self._picture.frame(new)
        self._picture.names.begin_at(Stage(self.layout.world, new, dp(_LARGEST)).smallest)
        Animation.cancel_all(self, "_glided")
        camera = self._glide_to
        (x, y), (middle_x, middle_y) = camera.to_board(old.center), new.center
        scale = camera.scale
        kept = Camera(scale, middle_x - x * wider * scale, middle_y - y * higher * scale)
        self._aim(self.stage.all() if self._whole else self.stage.kept(kept))

    def _cover(self, *_: object) -> None:
        if self.layout:
            stage = self.stage
            kept = stage.all() if self._whole else stage.kept(self._glide_to)
            self._glide_to_camera(kept, self._whole)

    def _moved_by_hand(self, camera: Camera) -> None:
        Animation.cancel_all(self, "_glided")
        self._before_focus = None
        self._whole = camera.scale <= self.stage.smallest * 1.001
        self._aim(camera)

    def _glide_to_camera(self, camera: Camera, whole: bool) -> None:
        Animation.cancel_all(self, "_glided")
        self._whole = whole
        self._glide_from, self._glide_to = self.camera, camera
        if self.camera != camera:
            self._glided = 0.0
            Animation(_glided=1.0, duration=_GLIDE, transition="out_cubic").start(self)

    def _glide(self, _: object, share: float) -> None:
        self._show(self._glide_from.toward(self._glide_to, share))

    def _aim(self, camera: Camera) -> None:
        self._glide_from = self._glide_to = camera
        self._show(camera)

    def _show(self, camera: Camera) -> None:
        self.camera = camera
        if self._picture:
            self._picture.aim(camera)

    def _points(
        self, routes: Iterable[str | Track], places: Iterable[str]
    ) -> Iterator[tuple[float, float]]:
        if not self.layout:
            return
        places = set(places)
        for track in tracks_named(self.board, routes):
            laid = self.layout.tracks[track]
            yield from laid.line
            places |= {laid.route.start, laid.route.end}
        for place in places:
            dot = self.layout.dots[place]
            yield dot.x, dot.y

    # Touching

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Take a finger that comes down on the board."""
        if not self.layout or self.disabled or not self.collide_point(*touch.pos):
            return False
        return self._fingers.down(touch)

    def on_touch_move(self, touch: MotionEvent) -> bool:
        """Follow a finger that came down on the board."""
        return touch.grab_current is self and self._fingers.moved(touch)

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """Let go of a finger."""
        return touch.grab_current is self and self._fingers.up(touch)
