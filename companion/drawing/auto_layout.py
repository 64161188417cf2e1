"""Computes the drawing data of a board that comes without: bends of routes that would overlap.

First each route takes the best of some simple curves. Then simulated annealing changes one route at
a time: a change for the worse is accepted too, but the less often the more steps are done. At last
each route becomes as straight as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import exp
from random import Random

from companion.drawing.drawing_data import DrawingData, RouteShape, drawing_for
from companion.drawing.layout_cost import Evaluation, LayoutCost
from companion.rules.board import Board

_STEPS_PER_ROUTE = 250
_MOST_STEPS = 60_000
_MOST_COMPARISONS_PER_STEP = 300
"""On average; only boards on which hundreds of cars overlap have more, and end earlier."""
_PROGRESS_STEPS = 50
"""Steps between two reports of the progress."""
_TEMPERATURE = 0.2
"""The first increase of the cost that is still likely to be accepted."""
_FIRST_CHANGE, _LAST_CHANGE = 2.5, 0.15
"""The typical change of a bend at the beginning, in addition to that at the end."""
_MOST_BEND, _MOST_SHORTER = 30.0, 3.0
_SEED = 1
_SIMPLE_SHAPES = (
    RouteShape(),
    *(RouteShape((bend, bend)) for size in (1.2, 2.4, 3.6, 5.0, 7.0) for bend in (size, -size)),
    *(RouteShape((bend, -bend)) for bend in (1.5, -1.5)),
    *(RouteShape((bend, 0.0)) for bend in (1.5, -1.5)),
    *(RouteShape((0.0, bend)) for bend in (1.5, -1.5)),
)
"""Shapes to begin with: straight, curved to one side and S-shaped."""


def compute_drawing(
    board: Board, progress: Callable[[float], None], cancelled: Callable[[], bool]
) -> DrawingData:
    """Bends with which as few cars as possible touch each other or a place; takes seconds.

    Outlines that the board has are kept. The same routes give the same result. `progress` is called
    with the finished share, from 0 to 1. When `cancelled` returns true, the result is the best one
    found so far; without any, it has no bends.
    """
    annealing = _Annealing(board)
    for share in annealing.run():
        progress(share)
        if cancelled():
            break
    shapes = dict(zip(board.routes, annealing.best, strict=False))
    return replace(drawing_for(board), routes=shapes)


class _Annealing:
    """The current and the best shapes of a board's routes, by number."""

    def __init__(self, board: Board) -> None:
        self._cost = LayoutCost(board)
        self._random = Random(_SEED)
        self._current: list[Evaluation] = []
        self._touching: dict[int, None] = {}
        """The routes with contacts, as an ordered set."""
        self._total = self._best_total = 0.0
        self._near = self._cost.neighbours()
        self._count = len(board.routes)
        self.best: list[RouteShape] = []
        """Empty until the first ones are found."""

    def run(self) -> Iterator[float]:
        """Improve the shapes; the finished share after each of many parts of the work."""
        count = self._count
        steps = min(_STEPS_PER_ROUTE * count, _MOST_STEPS)
        most_comparisons = _MOST_COMPARISONS_PER_STEP * steps
        for number in range(count):
            yield 0.0
            straight = self._cost.evaluate(number, RouteShape())
            self._current.append(straight)
            self._insert(number, straight)
        for number in range(count):
            yield 0.0
            if self._cost.comparisons < most_comparisons:
                self._take_best(number, _SIMPLE_SHAPES)
        self._keep_best()
        for step in range(steps):
            share = max(step / steps, self._cost.comparisons / most_comparisons)
            if share >= 1:
                break
            if step % _PROGRESS_STEPS == 0:
                yield share
            self._step(1 - share)
        for number in (*range(count), *range(count)):
            if self._cost.comparisons < most_comparisons:
                self._take_best(number, _simplified(self._current[number].shape))
        if self._total < self._best_total:
            self._keep_best()
        yield 1.0

    def _take_best(self, number: int, shapes: Iterable[RouteShape]) -> None:
        evaluations = (self._cost.evaluate(number, shape) for shape in shapes)
        best = min(evaluations, key=lambda evaluation: evaluation.total)
        if best.total < self._current[number].total:
            self._replace(number, best)

    def _step(self, remaining: float) -> None:
        """Change a route; the larger the remaining share of the work, the bolder."""
        number = self._choose_route()
        old = self._current[number]
        new = self._cost.evaluate(
            number, self._changed(old.shape, 2.5 * remaining * remaining + 0.15)
        )
        worse = new.total - old.total
        temperature = _TEMPERATURE * remaining * remaining
        if worse <= 0 or self._random.random() < exp(-worse / temperature):
            self._replace(number, new)
            if self._total < self._best_total:
                self._keep_best()

    def _choose_route(self) -> int:
        """Mostly a route with contacts, or one near it."""
        random = self._random
        if not self._touching or random.random() < 0.5:
            return random.randrange(self._count)
        number = random.choice(list(self._touching))
        if random.random() < 0.4 and self._near[number]:
            return random.choice(self._near[number])
        return number

    def _changed(self, shape: RouteShape, size: float) -> RouteShape:
        random = self._random
        (one, two), (first, last) = shape.bend, shape.shorter
        kind = random.random()
        if kind < 0.3:
            by = random.gauss(0, size)
            one, two = one + by, two + by
        elif kind < 0.45:
            one += random.gauss(0, size)
        elif kind < 0.6:
            two += random.gauss(0, size)
        elif kind < 0.7:
            share = random.random()
            one, two = one * share, two * share
        elif kind < 0.77:
            one, two = (one + two) / 2, (one + two) / 2
        elif kind < 0.8:
            one, two = -one, -two
        if kind >= 0.8 or random.random() < 0.2:
            if random.random() < 0.5:
                first = self._changed_end(first)
            else:
                last = self._changed_end(last)
        return RouteShape((_bend(one), _bend(two)), (first, last))

    def _changed_end(self, shorter: float) -> float:
        random = self._random
        if random.random() < 0.5:
            return round(shorter * random.random(), 2)
        return round(min(max(shorter + random.gauss(0, 0.4), 0.0), _MOST_SHORTER), 2)

    def _replace(self, number: int, new: Evaluation) -> None:
        old = self._current[number]
        self._cost.remove(number, old.tracks)
        self._total -= old.total
        for other in old.pairs:
            del self._current[other].pairs[number]
        self._current[number] = new
        self._insert(number, new)
        for other in (*old.pairs, *new.pairs):
            self._note_contacts(other)

    def _insert(self, number: int, new: Evaluation) -> None:
        self._cost.add(number, new.tracks)
        self._total += new.total
        for other, cost in new.pairs.items():
            self._current[other].pairs[number] = cost
        self._note_contacts(number)

    def _note_contacts(self, number: int) -> None:
        evaluation = self._current[number]
        if evaluation.own or evaluation.pairs:
            self._touching[number] = None
        else:
            self._touching.pop(number, None)

    def _keep_best(self) -> None:
        self.best = [evaluation.shape for evaluation in self._current]
        self._best_total = self._total


def _bend(distance: float) -> float:
    return round(min(max(distance, -_MOST_BEND), _MOST_BEND), 2)


def _simplified(shape: RouteShape) -> Iterator[RouteShape]:
    """The shape with smaller and more even bends, or less shortened."""
    (one, two), (first, last) = shape.bend, shape.shorter
    mean = _bend((one + two) / 2)
    for share in (0.0, 0.25, 0.5, 0.75, 0.9):
        yield RouteShape((_bend(one * share), _bend(two * share)), shape.shorter)
        yield RouteShape((_bend(mean * share), _bend(mean * share)), shape.shorter)
        yield RouteShape(shape.bend, (round(first * share, 2), last))
        yield RouteShape(shape.bend, (first, round(last * share, 2)))
