"""What is known about drawing a board beyond its rules: which routes bend, where land lies."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from companion.bundled import bundled

DRAWINGS = bundled("data/drawing")
"""Where the facts of the bundled boards lie, one file each, named as the board's id."""

Outlines = tuple[tuple[tuple[float, float], ...], ...]


@dataclass(frozen=True, slots=True)
class RouteShape:
    """How a route is drawn where a straight line would not do."""

    bend: tuple[float, float] = (0.0, 0.0)
    """How far it leaves the straight way, a third and two thirds along; leftwards is positive."""
    shorter: tuple[float, float] = (0.0, 0.0)
    """How much later its cars begin and how much earlier they end."""


@dataclass(frozen=True, slots=True)
class DrawingData:
    """Everything known about drawing one board."""

    routes: Mapping[str, RouteShape] = field(default_factory=dict)
    """By route id; those that are not here are straight."""
    land: Outlines = ()
    """In fractions of the board's width and height, as places are; made by ourselves, roughly."""
    water: Outlines = ()
    """Lakes in the land."""


@cache
def drawing_data(board: str) -> DrawingData:
    """What is known about the board of that id; nothing for a board that is not bundled."""
    path = DRAWINGS / f"{board}.json"
    if path not in DRAWINGS.glob("*.json"):
        return DrawingData()
    facts = json.loads(path.read_text(encoding="utf-8"))
    return DrawingData(
        routes={
            route: RouteShape(
                tuple(shape.get("bend", (0.0, 0.0))), tuple(shape.get("shorter", (0.0, 0.0)))
            )
            for route, shape in facts["routes"].items()
        },
        land=_outlines(facts.get("land", ())),
        water=_outlines(facts.get("water", ())),
    )


def _outlines(lists: Iterable[Iterable[tuple[float, float]]]) -> Outlines:
    return tuple(tuple((x, y) for x, y in outline) for outline in lists)
