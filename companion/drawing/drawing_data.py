"""Drawing data of a board beyond its rules: bends of routes, outlines of land and water."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from companion.bundled import bundled
from companion.rules.board import Board

FOLDER = bundled("data/drawing")
"""The drawing data of the bundled boards: one JSON file per board, named by the board's id."""

_LARGEST = 1000.0
"""The largest number that drawing data may contain; a board is about 100 units wide."""

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
    """The drawing data of a board; of an imported one, that of its file."""
    if board.source is None:
        return _bundled_drawing(board.id)
    return drawing_from_json({"routes": {}, **board.source.get("drawing", {})})


@cache
def _bundled_drawing(board_id: str) -> DrawingData:
    path = FOLDER / f"{board_id}.json"
    # A board that was made by a program may have any id, also with "../".
    if path not in FOLDER.glob("*.json"):
        return DrawingData()
    return drawing_from_json(json.loads(path.read_text(encoding="utf-8")))


def drawing_from_json(data: object) -> DrawingData:
    """Drawing data from parsed JSON; `ValueError` if it is not drawing data."""
    if not isinstance(data, dict) or not data.keys() <= {"routes", "land", "water"}:
        raise ValueError("not drawing data")
    return DrawingData(
        routes={route: _shape(shape) for route, shape in _object(data.get("routes")).items()},
        land=_outlines(data.get("land", [])),
        water=_outlines(data.get("water", [])),
    )


def drawing_to_json(drawing: DrawingData) -> dict[str, object]:
    """Drawing data as JSON that `drawing_from_json` reads; what is empty is left out."""
    data: dict[str, object] = {
        "routes": {
            route: {
                name: list(pair)
                for name, pair in (("bend", shape.bend), ("shorter", shape.shorter))
                if pair != (0, 0)
            }
            for route, shape in drawing.routes.items()
        }
    }
    for name, outlines in (("land", drawing.land), ("water", drawing.water)):
        if outlines:
            data[name] = [[list(point) for point in outline] for outline in outlines]
    return data


def _object(value: object) -> dict[str, object]:
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return value


def _shape(value: object) -> RouteShape:
    fields = _object(value)
    if not fields.keys() <= {"bend", "shorter"}:
        raise ValueError("not the shape of a route")
    return RouteShape(**{name: _pair(pair) for name, pair in fields.items()})


def _pair(value: object) -> tuple[float, float]:
    match value:
        case [int() | float() as one, int() | float() as other] if (
            abs(one) <= _LARGEST and abs(other) <= _LARGEST
        ):
            return one, other
    raise ValueError("not two numbers")


def _outlines(value: object) -> Outlines:
    return tuple(tuple(_pair(point) for point in _list(outline)) for outline in _list(value))


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError("not a list")
    return value
