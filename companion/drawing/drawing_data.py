"""Drawing data of a board beyond its rules: bends of routes, outlines of land and water.

Bundled boards have a file of their own, board files from elsewhere the field “drawing”.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from companion.bundled import bundled
from companion.rules.board import Board
from companion.rules.errors import Malformed, Refused
from companion.rules.json_reader import (
    Fields,
    JsonObject,
    Kind,
    Problems,
    excerpt,
    object_schema,
    optional,
    read_fields,
    read_json,
)
from companion.rules.wording import phrase

FOLDER = bundled("data/drawing")
"""The drawing data of the bundled boards: one JSON file per board, named by the board's id."""

_MOST_SHAPES = 600
_MOST_OUTLINES = 60
_MOST_POINTS = 500
_LARGEST_DISTANCE = 50.0
"""In board units; a board is about 100 units wide."""
_FARTHEST_POINT = 10.0
"""In widths and heights of the board."""

Pair = tuple[float, float]
Outlines = tuple[tuple[Pair, ...], ...]


@dataclass(frozen=True, slots=True)
class RouteShape:
    """How a route differs from a straight line between its places, in board units."""

    bend: Pair = (0.0, 0.0)
    """Distance from the straight line at one third and two thirds; positive is to the left."""
    shorter: Pair = (0.0, 0.0)
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
    """The drawing data of a board; a wrong drawing in a file from elsewhere counts as none."""
    if board.source is None:
        return _bundled_drawing(board.id)
    drawing, problems = _read(_given(board))
    return DrawingData() if problems else drawing


def drawing_problems(board: Board) -> list[Refused]:
    """Everything that is wrong in the drawing of a board file from elsewhere."""
    drawing, problems = _read(_given(board))
    if problems:
        return problems
    return [
        Malformed(phrase("the drawing: unknown route “{name}”", name=excerpt(route)))
        for route in drawing.routes
        if route not in board.routes
    ]


def given_bends(board: Board) -> Mapping[str, Any] | None:
    """The field “drawing” of a board file that has bends; None if they must be computed."""
    return _given(board) if "routes" in _given(board) else None


def _given(board: Board) -> Mapping[str, Any]:
    drawing: Mapping[str, Any] = (board.source or {}).get("drawing", {})
    return drawing


@cache
def _bundled_drawing(board_id: str) -> DrawingData:
    path = FOLDER / f"{board_id}.json"
    # A board that was made by a program may have any id, also with "../".
    if path not in FOLDER.glob("*.json"):
        return DrawingData()
    return read_drawing(read_json(path.read_bytes()))


def read_drawing(value: object) -> DrawingData:
    """Drawing data that has been read from JSON; `Malformed` if it is wrong."""
    drawing, problems = _read(value)
    for problem in problems:
        raise problem
    return drawing


def _read(value: object) -> tuple[DrawingData, Problems]:
    problems: Problems = []
    try:
        values = read_fields(JsonObject(value, phrase("the drawing")), DRAWING_FIELDS, problems)
    except Malformed as problem:
        problems.append(problem)
    return (DrawingData() if problems else DrawingData(**values)), problems


def drawing_to_json(drawing: DrawingData) -> dict[str, object]:
    """Drawing data as JSON that `read_drawing` reads."""
    shapes = {
        route: {"bend": [*shape.bend], "shorter": [*shape.shorter]}
        for route, shape in drawing.routes.items()
    }
    outlines = {"land": drawing.land, "water": drawing.water}
    return {"routes": shapes} | {
        name: [[[*point] for point in outline] for outline in found]
        for name, found in outlines.items()
    }


def _pair_schema(low: float, high: float) -> dict[str, object]:
    item = {"type": "number", "minimum": low, "maximum": high}
    return {"type": "array", "items": item, "minItems": 2, "maxItems": 2}


def _as_pair(value: object, low: float, high: float) -> Pair | None:
    match value:
        case [int() | float() as one, int() | float() as other] if (
            low <= one <= high and low <= other <= high and bool not in (type(one), type(other))
        ):
            return one, other
    return None


def _pair(low: float, high: float) -> Kind:
    """Two numbers from `low` to `high`."""

    def read(fields: JsonObject, name: str, _: Problems) -> Pair:
        pair = _as_pair(fields.raw(name), low, high)
        if pair is None:
            fields.fail(
                phrase(
                    "“{name}” should be two numbers from {low} to {high}",
                    name=name,
                    low=low,
                    high=high,
                )
            )
        return pair

    return optional(Kind(read, _pair_schema(low, high)), (0.0, 0.0))


_SHAPE: Fields = {
    "bend": _pair(-_LARGEST_DISTANCE, _LARGEST_DISTANCE),
    "shorter": _pair(0, _LARGEST_DISTANCE),
}


def _shapes(fields: JsonObject, name: str, problems: Problems) -> dict[str, RouteShape]:
    shapes, read = fields.child(name), {}
    if len(shapes.keys) > _MOST_SHAPES:
        fields.fail(phrase("“{name}” has too many entries", name=name))
    for route in shapes.keys:
        where = phrase("{where}, route “{id}”", where=shapes.where, id=excerpt(route))
        before = len(problems)
        values = read_fields(JsonObject(shapes.raw(route), where), _SHAPE, problems)
        if len(problems) == before:
            read[route] = RouteShape(**values)
    return read


def _outlines(fields: JsonObject, name: str, _: Problems) -> Outlines:
    given = fields.array(name)
    outlines = tuple(outline for outline in map(_as_outline, given) if outline)
    if len(given) > _MOST_OUTLINES or len(outlines) < len(given):
        fields.fail(
            phrase(
                "“{name}” should have at most {outlines} outlines, each of 3 to {points} points",
                name=name,
                outlines=_MOST_OUTLINES,
                points=_MOST_POINTS,
            )
        )
    return outlines


def _as_outline(value: object) -> tuple[Pair, ...] | None:
    if not isinstance(value, list) or not 3 <= len(value) <= _MOST_POINTS:
        return None
    points = (_as_pair(point, -_FARTHEST_POINT, _FARTHEST_POINT) for point in value)
    outline = tuple(point for point in points if point)
    return outline if len(outline) == len(value) else None


_OUTLINES = optional(
    Kind(
        _outlines,
        {
            "type": "array",
            "items": {
                "type": "array",
                "items": _pair_schema(-_FARTHEST_POINT, _FARTHEST_POINT),
                "minItems": 3,
                "maxItems": _MOST_POINTS,
            },
            "maxItems": _MOST_OUTLINES,
        },
    ),
    (),
)
DRAWING_FIELDS: Fields = {
    "routes": optional(
        Kind(
            _shapes,
            {
                "type": "object",
                "additionalProperties": object_schema(_SHAPE),
                "maxProperties": _MOST_SHAPES,
            },
        ),
        {},
    ),
    "land": _OUTLINES,
    "water": _OUTLINES,
}
"""The fields of drawing data; without “routes” the app computes the bends at the import."""
