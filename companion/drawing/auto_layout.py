"""Computes the drawing data of a board that comes without: bends of routes that would overlap."""

from __future__ import annotations

from collections.abc import Callable

from companion.drawing.board_layout import TRACK_SPACING
from companion.drawing.drawing_data import DrawingData, RouteShape
from companion.rules.board import Board, Route


def compute_drawing(
    board: Board, progress: Callable[[float], None], cancelled: Callable[[], bool]
) -> DrawingData:
    """Bends with which as few cars as possible touch each other or a place.

    The same board gives the same result. `progress` is called with the finished share, from 0 to 1.
    When `cancelled` returns true, the result is the best found so far.
    """
    progress(0.0)
    shapes = {
        route.id: _beside_twin(route)
        for route in board.routes.values()
        if route.double_with is not None and not cancelled()
    }
    progress(1.0)
    return DrawingData(routes=shapes)


def _beside_twin(route: Route) -> RouteShape:
    """The shape of a route that bends away from its `double_with`."""
    is_left = (route.id < (route.double_with or "")) == (route.start < route.end)
    bend = TRACK_SPACING * 0.7 if is_left else -TRACK_SPACING * 0.7
    return RouteShape((bend, bend))
