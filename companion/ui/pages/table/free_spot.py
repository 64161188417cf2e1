"""Where on a board a button hides least."""

from __future__ import annotations

from itertools import product
from math import dist

from kivy.metrics import dp

from companion.drawing.area import Area
from companion.ui.board.view import BoardView

MARGIN = 4
"""Between the button and the edges of the board, in dp."""
_ALONG = tuple(step / 20 for step in range(21))

Spot = tuple[float, float]
"""How far to the right and how far up, each from 0 to 1."""

_CORNERS: tuple[Spot, ...] = ((1, 1), (0, 1), (1, 0), (0, 0))
_EDGES = tuple(
    spot for spot in product(_ALONG, _ALONG) if spot not in _CORNERS and {*spot} & {0, 1}
)


def free_spot(board: BoardView, side: float) -> Spot:
    """Where a square button at an edge of the board hides least while the whole board is shown.

    If it hides nothing in a corner, that is the one farthest from every place.
    """
    if board.layout is None:
        return _CORNERS[0]
    camera, layout = board.stage.all(), board.layout
    places = [camera.to_screen((dot.x, dot.y)) for dot in layout.dots.values()]
    tracks = [camera.to_screen(point) for laid in layout.tracks.values() for point in laid.line]
    names = list(board.name_areas().values())

    def hidden(spot: Spot) -> tuple[float, float]:
        button = area_at(board, side, spot)
        cost = sum(_covers(button.grown(side / 4), place) for place in places) * side**2
        cost += sum(_covers(button, point) for point in tracks) * side
        cost += sum(_shared(button, name) for name in names)
        return cost, -min(dist(button.center, place) for place in places)

    best = min(_CORNERS, key=hidden)
    if not hidden(best)[0]:
        return best
    return min((best, *_EDGES), key=lambda spot: hidden(spot)[0])


def area_at(board: BoardView, side: float, spot: Spot) -> Area:
    """The area of a button at a spot."""
    left = board.x + dp(MARGIN) + spot[0] * (board.width - side - 2 * dp(MARGIN))
    bottom = board.y + dp(MARGIN) + spot[1] * (board.height - side - 2 * dp(MARGIN))
    return Area(left, bottom, left + side, bottom + side)


def _covers(area: Area, point: tuple[float, float]) -> bool:
    return area.left <= point[0] <= area.right and area.bottom <= point[1] <= area.top


def _shared(one: Area, other: Area) -> float:
    across = min(one.right, other.right) - max(one.left, other.left)
    along = min(one.top, other.top) - max(one.bottom, other.bottom)
    return max(0.0, across) * max(0.0, along)
