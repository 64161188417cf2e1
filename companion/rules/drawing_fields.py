"""The field “drawing” of a board file: bends of routes, outlines of land and water."""

from __future__ import annotations

from companion.rules.json_reader import (
    Fields,
    JsonObject,
    Kind,
    Problems,
    excerpt,
    nested,
    optional,
    read_fields,
)
from companion.rules.wording import phrase

_MOST_SHAPES = 600
_MOST_OUTLINES = 60
_MOST_POINTS = 500
_LARGEST_DISTANCE = 50.0
"""In board units; a board is about 100 units wide."""
_FARTHEST_POINT = 10.0
"""In widths and heights of the board."""


def _pair_schema(low: float, high: float) -> dict[str, object]:
    item = {"type": "number", "minimum": low, "maximum": high}
    return {"type": "array", "items": item, "minItems": 2, "maxItems": 2}


def _is_pair(value: object, low: float, high: float) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(each) in (int, float) and low <= each <= high for each in value)
    )


def _pair(low: float, high: float) -> Kind:
    """Two numbers from `low` to `high`."""

    def read(fields: JsonObject, name: str, _: Problems) -> object:
        value = fields.raw(name)
        if not _is_pair(value, low, high):
            fields.fail(
                phrase(
                    "“{name}” should be two numbers from {low} to {high}",
                    name=name,
                    low=low,
                    high=high,
                )
            )
        return value

    return Kind(read, _pair_schema(low, high), is_required=False)


_SHAPE: Fields = {
    "bend": _pair(-_LARGEST_DISTANCE, _LARGEST_DISTANCE),
    "shorter": _pair(0, _LARGEST_DISTANCE),
}


def _shapes(fields: JsonObject, name: str, problems: Problems) -> object:
    shapes = fields.child(name)
    if len(shapes.keys) > _MOST_SHAPES:
        fields.fail(phrase("“{name}” has too many entries", name=name))
    for route in shapes.keys:
        where = phrase("{where}, route “{id}”", where=shapes.where, id=excerpt(route))
        read_fields(JsonObject(shapes.raw(route), where), _SHAPE, problems)
    return fields.raw(name)


def _outlines(fields: JsonObject, name: str, _: Problems) -> object:
    outlines = fields.array(name)
    if len(outlines) > _MOST_OUTLINES or not all(map(_is_outline, outlines)):
        fields.fail(
            phrase(
                "“{name}” should have at most {outlines} outlines, each of 3 to {points} points",
                name=name,
                outlines=_MOST_OUTLINES,
                points=_MOST_POINTS,
            )
        )
    return outlines


def _is_outline(value: object) -> bool:
    return (
        isinstance(value, list)
        and 3 <= len(value) <= _MOST_POINTS
        and all(_is_pair(point, -_FARTHEST_POINT, _FARTHEST_POINT) for point in value)
    )


_OUTLINES = Kind(
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
    is_required=False,
)

DRAWING = optional(
    nested(
        {
            "routes": Kind(
                _shapes,
                {
                    "type": "object",
                    "additionalProperties": {
                        "type": "object",
                        "properties": {name: kind.schema for name, kind in _SHAPE.items()},
                        "additionalProperties": False,
                    },
                    "maxProperties": _MOST_SHAPES,
                },
                is_required=False,
            ),
            "land": _OUTLINES,
            "water": _OUTLINES,
        }
    )
)
"""How a board is drawn; without “routes” the app computes the bends at the import."""
