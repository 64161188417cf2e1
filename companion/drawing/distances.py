"""Distances between cars and dots, and how large they should be, in board units."""

from __future__ import annotations

from math import hypot

from companion.drawing.board_layout import CAR_WIDTH, Car, Dot

VISIBLE_GAP = 0.1
"""The smallest distance that is seen as a gap."""
OTHER_DOT_GAP = 0.4
"""Between a car and a place at which its route does not end."""
ROUNDED_CORNERS = 0.1
"""Cars in a bend or on a stretched board may overlap by this much: their corners are rounded."""


def between_cars(one: Car, other: Car) -> float:
    """The distance of two cars along the axis that separates them best; negative: they overlap."""
    dx, dy = other.x - one.x, other.y - one.y
    alike = abs(one.cos * other.cos + one.sin * other.sin)
    across = abs(one.cos * other.sin - one.sin * other.cos)
    half, one_half, other_half = CAR_WIDTH / 2, one.length / 2, other.length / 2
    return max(
        abs(dx * one.cos + dy * one.sin) - one_half - other_half * alike - half * across,
        abs(dy * one.cos - dx * one.sin) - half - other_half * across - half * alike,
        abs(dx * other.cos + dy * other.sin) - other_half - one_half * alike - half * across,
        abs(dy * other.cos - dx * other.sin) - half - one_half * across - half * alike,
    )


def from_dot(car: Car, dot: Dot) -> float:
    """The distance of a car from the edge of a dot; negative if they overlap."""
    dx, dy = dot.x - car.x, dot.y - car.y
    along = max(abs(dx * car.cos + dy * car.sin) - car.length / 2, 0.0)
    aside = max(abs(dy * car.cos - dx * car.sin) - CAR_WIDTH / 2, 0.0)
    return hypot(along, aside) - dot.radius
