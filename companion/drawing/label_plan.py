"""Which names stand on the board at a zoom, and on which side of their place.

A name keeps its size on the screen while the board grows, so at each step of zooming there is
room for more of them. A step is a range of scales; names that are set for it do not touch each
other at any scale in it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import floor, log

from companion.drawing.board_layout import BoardLayout, Track
from companion.drawing.label_placement import Ground, Label, Size, ZoomStep
from companion.rules.board import Board

STEP = 1.2
"""How much larger the board is at the end of a zoom step than at its beginning."""


class LabelPlan:
    """The names of one board, for every zoom; each zoom step is worked out once."""

    def __init__(self, layout: BoardLayout, sizes: Mapping[str, Size], gap: float) -> None:
        self._ground = Ground(layout, sizes, gap)
        self._order = sorted(sizes, key=lambda place: -_weight(layout.board, place))
        self._steps: dict[int, ZoomStep] = {}
        self._first = 1.0

    def fits(self, layout: BoardLayout, sizes: Mapping[str, Size]) -> bool:
        """Whether it holds for this board and names of these sizes."""
        return self._ground.layout is layout and self._ground.sizes == sizes

    def at(self, scale: float, claimed: Collection[Track] = ()) -> tuple[Label, ...]:
        """The names to show at a scale, none on the marker of a claimed track."""
        self.work_on(scale, len(self._order))
        return self._steps[self._step(scale)].labels(claimed)

    def work_on(self, scale: float, names: int) -> bool:
        """Find a place for so many more names at a scale; whether all have been seen to."""
        step = self._step(scale)
        if step not in self._steps:
            self._steps[step] = ZoomStep(self._ground, self._order, *self.step_at(scale))
        return self._steps[step].set_names(names)

    def begin_at(self, scale: float) -> None:
        """Let a zoom step begin at a scale that is seen often: it has room for the most names."""
        if scale != self._first:
            self._first = scale
            self._steps.clear()

    def step_at(self, scale: float) -> tuple[float, float]:
        """The smallest and the largest scale of the zoom step a scale belongs to."""
        smallest = self._first * STEP ** self._step(scale)
        return smallest, smallest * STEP

    def _step(self, scale: float) -> int:
        return floor(log(scale / self._first, STEP) + 1e-9)


def _weight(board: Board, place: str) -> float:
    """How much a name is missed: by what meets there and how many tickets name it."""
    tickets = sum(
        place in (card.ticket.start, *card.ticket.points_by_end) for card in board.tickets
    )
    entrance = board.places[place].kind == "entrance"
    return len(board.routes_at[place]) + tickets / 2 - (4 if entrance else 0)
