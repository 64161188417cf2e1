"""Finds the position on a board where a button hides least."""

from __future__ import annotations

from itertools import product
from math import dist

from kivy.metrics import dp

from companion.drawing.area import Area
from companion.ui.board.view import BoardView

_MARGIN = 4
"""Between the button and the edges of the board, in dp."""
_STEPS = tuple(step / 20 for step in range(21))

Spot = tuple[float, float]
"""A position from the lower left (0, 0) to the upper right (1, 1)."""

_CORNERS: tuple[Spot, ...] = ((1, 1), (0, 1), (1, 0), (0, 0))
_EDGES = tuple(
    spot for spot in product(_STEPS, _STEPS) if spot not in _CORNERS and {*spot} & {0, 1}
)


def free_spot(board: BoardView, side: float) -> Spot:
    """The position at the edge where a square button hides least of the whole board.

    A corner is preferred: of those in which it hides nothing, the one farthest from all places.
    """
    if board.layout is None:
        return _CORNERS[0]
    camera, layout = board.stage.all(), board.layout
    places = [camera.to_screen((dot.x, dot.y)) for dot in layout.dots.values()]
    tracks = [camera.to_screen(point) for track in layout.tracks.values() for point in track.line]
    names = list(board.name_areas().values())

    def cost(spot: Spot) -> tuple[float, float]:
        button = area_at(board, side, spot)
        hidden = sum(_contains(button.grown(side / 4), place) for place in places) * side**2
        hidden += sum(_contains(button, point) for point in tracks) * side
        hidden += sum(_overlap(button, name) for name in names)
        return hidden, -min(dist(button.center, place) for place in places)

    best = min(_CORNERS, key=cost)
    if not cost(best)[0]:
        return best
    return min((best, *_EDGES), key=lambda spot: cost(spot)[0])


def area_at(board: BoardView, side: float, spot: Spot) -> Area:
    """The area of a button at a spot."""
    left = board.x + dp(_MARGIN) + spot[0] * (board.width - side - 2 * dp(_MARGIN))
    bottom = board.y + dp(_MARGIN) + spot[1] * (board.height - side - 2 * dp(_MARGIN))
    return Area(left, bottom, left + side, bottom + side)


def _contains(area: Area, point: tuple[float, float]) -> bool:
    return area.left <= point[0] <= area.right and area.bottom <= point[1] <= area.top


def _overlap(one: Area, other: Area) -> float:
    width = min(one.right, other.right) - max(one.left, other.left)
    height = min(one.top, other.top) - max(one.bottom, other.bottom)
    return max(0.0, width) * max(0.0, height)
