"""Finds the part of the screen where a rectangle hides least of the board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import ceil

from companion.drawing.area import Area

Size = tuple[float, float]

_NAME_WEIGHT = 0.1
"""What hiding a name costs relative to hiding a route or a place."""


def freest_area(
    view: Area, sizes: Sequence[Size], routes: Iterable[Area], names: Iterable[Area], cell: float
) -> Area:
    """The rectangle of one of these sizes, inside the view, that hides least.

    If several hide equally little: of the first size, then the lowest, then the most central. The
    view is divided into square cells; a cell counts as hidden if any part of it is.
    """
    columns, rows = max(1, int(view.width // cell)), max(1, int(view.height // cell))
    costs = [[0.0] * columns for _ in range(rows)]
    for areas, weight in ((names, _NAME_WEIGHT), (routes, 1.0)):
        for area in areas:
            for row, column in _cells(view, area, cell, rows, columns):
                costs[row][column] = max(costs[row][column], weight)
    sums = _sums(costs)
    best, best_cost = None, (0.0, 0, 0, 0.0)
    for order, (width, height) in enumerate(sizes):
        wide, high = min(columns, ceil(width / cell)), min(rows, ceil(height / cell))
        for row, column in product(range(rows - high + 1), range(columns - wide + 1)):
            hidden = (
                sums[row + high][column + wide]
                - sums[row][column + wide]
                - sums[row + high][column]
                + sums[row][column]
            )
            cost = round(hidden, 3), order, row, abs(column + wide / 2 - columns / 2)
            if best is None or cost < best_cost:
                left, bottom = view.left + column * cell, view.bottom + row * cell
                best, best_cost = Area(left, bottom, left + width, bottom + height), cost
    assert best is not None
    return best


def _cells(
    view: Area, area: Area, cell: float, rows: int, columns: int
) -> Iterable[tuple[int, int]]:
    """Rows and columns of the cells that an area touches."""
    return product(
        range(
            max(0, int((area.bottom - view.bottom) // cell)),
            min(rows, int((area.top - view.bottom) // cell) + 1),
        ),
        range(
            max(0, int((area.left - view.left) // cell)),
            min(columns, int((area.right - view.left) // cell) + 1),
        ),
    )


def _sums(costs: Sequence[Sequence[float]]) -> list[list[float]]:
    """The sum of all costs below and left of each corner of a cell."""
    sums = [[0.0] * (len(costs[0]) + 1)]
    for row in costs:
        total, below = 0.0, sums[-1]
        line = [0.0]
        for column, cost in enumerate(row):
            total += cost
            line.append(below[column + 1] + total)
        sums.append(line)
    return sums
