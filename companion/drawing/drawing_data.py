"""Drawing data of a board beyond its rules: bends of routes, outlines of land and water."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from companion.bundled import bundled
from companion.rules.board import Board

FOLDER = bundled("data/drawing")
"""The drawing data of the bundled boards: one JSON file per board, named by the board's id."""

Outlines = tuple[tuple[tuple[float, float], ...], ...]


@dataclass(frozen=True, slots=True)
class RouteShape:
    """How a route differs from a straight line between its places, in board units."""

    bend: tuple[float, float] = (0.0, 0.0)
    """Distance from the straight line at one third and two thirds; positive is to the left."""
    shorter: tuple[float, float] = (0.0, 0.0)
    """Extra distance between the places and the first and the last car."""


@dataclass(frozen=True, slots=True)
class DrawingData:
    """Drawing data of one board."""

    routes: Mapping[str, RouteShape] = field(default_factory=dict)
    """By route id; routes that are missing are straight."""
    land: Outlines = ()
    """Polygons in fractions of the board's width and height, from the top left like places."""
    water: Outlines = ()
    """Lakes, drawn on top of the land."""


def drawing_for(board: Board) -> DrawingData:
    """The drawing data of a board; empty for a board that is not bundled."""
    return _bundled_drawing(board.id)


@cache
def _bundled_drawing(board_id: str) -> DrawingData:
    path = FOLDER / f"{board_id}.json"
    # The id of an imported board is not trusted: it may contain "../".
    if path not in FOLDER.glob("*.json"):
        return DrawingData()
    data = json.loads(path.read_text(encoding="utf-8"))
    return DrawingData(
        routes={
            route: RouteShape(
                tuple(shape.get("bend", (0.0, 0.0))), tuple(shape.get("shorter", (0.0, 0.0)))
            )
            for route, shape in data["routes"].items()
        },
        land=_outlines(data.get("land", ())),
        water=_outlines(data.get("water", ())),
    )


def _outlines(lists: Iterable[Iterable[tuple[float, float]]]) -> Outlines:
    return tuple(tuple((x, y) for x, y in outline) for outline in lists)
