"""Finding and checking widgets below a root widget, without the whole app."""

from __future__ import annotations

from collections.abc import Iterator

from kivy.core.window import Window
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.drawing.geometry import Area, Point
from companion.ui.board.view import BoardView
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.debounce import IGNORE_TIME
from companion.ui.kit.text import TextBlock
from tests.support.touch import Finger

ROUTE_MARGIN = 2.2
"""Board units around a route's center line and places that count as its area."""


def visible(root: Widget) -> Iterator[Widget]:
    """A widget and its descendants, without those of no size or opacity."""
    if root.opacity and root.width > 0 and root.height > 0:
        yield root
        for child in reversed(root.children):
            yield from visible(child)


def name_areas(view: BoardView) -> dict[str, Area]:
    """The area of each name that a board shows, by place id."""
    return view._canvas.labels.areas() if view._canvas else {}


def texts(root: Widget) -> list[str]:
    """Every visible text."""
    texts = (widget for widget in visible(root) if isinstance(widget, Label | TextBlock))
    return [widget.text for widget in texts if widget.text]


def button_named(root: Widget, name: str) -> Tappable:
    """The first visible button with this accessible name."""
    return next(
        widget
        for widget in visible(root)
        if isinstance(widget, Tappable) and widget.name_for_readers == name
    )


def press(finger: Finger, root: Widget, name: str) -> None:
    """Tap the button with this accessible name."""
    finger.tap(button_named(root, name))
    finger.wait(IGNORE_TIME + 0.02)


def track_on_screen(view: BoardView, route: str, track: int = 0) -> Point:
    """The middle of a track, in the coordinates of the board view's touches."""
    assert view.layout
    line = view.layout.tracks[route, track].line
    (x0, y0), (x1, y1) = line[(len(line) - 1) // 2], line[len(line) // 2]
    return view.camera.to_screen(((x0 + x1) / 2, (y0 + y1) / 2))


def route_area(view: BoardView, route: str, track: int | None = None) -> Area:
    """The area of a route, or one of its tracks, and its places, in window coordinates.

    While the camera moves: where the route will be.
    """
    assert view.layout
    found = view.board.routes[route]
    tracks = range(len(found.tracks)) if track is None else (track,)
    points = [point for each in tracks for point in view.layout.tracks[route, each].line]
    points += [view.layout.dots[end][1:3] for end in (found.start, found.end)]
    camera = view._animate_to
    corners = (view.to_window(*camera.to_screen(point)) for point in points)
    xs, ys = zip(*corners, strict=True)
    return Area(min(xs), min(ys), max(xs), max(ys)).grown(ROUTE_MARGIN * camera.scale)


def press_enter(finger: Finger) -> None:
    """Send the Enter key."""
    Window.dispatch("on_key_down", 13, 40, "\r", [])
    Window.dispatch("on_key_up", 13, 40)
    finger.wait()
