"""Chooses which names are shown at a zoom level, and on which side of their place.

A name keeps its size on the screen while the board grows, so more names fit at larger scales.
Scales are divided into zoom steps; within a step the labels and their sides stay the same.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import floor, log

from companion.drawing.board_layout import BoardLayout
from companion.drawing.highlight import TrackId
from companion.drawing.label_placement import Label, LabelObstacles, Size, ZoomStep
from companion.rules.board import Board

SCALE_STEP = 1.2
"""The ratio of the largest to the smallest scale of a zoom step."""


class LabelPlan:
    """The labels of one board at every scale; each zoom step is calculated once."""

    def __init__(
        self, layout: BoardLayout, sizes: Mapping[str, Size], gap: float, overview_scale: float
    ) -> None:
        self._obstacles = LabelObstacles(layout, sizes, gap)
        self._order = sorted(sizes, key=lambda place: -_importance(layout.board, place))
        self._steps: dict[int, ZoomStep] = {}
        self._overview_scale = overview_scale
        """The scale of the whole board; a zoom step starts there, so that most names fit."""

    def labels_at(self, scale: float, claimed: Collection[TrackId] = ()) -> tuple[Label, ...]:
        """The labels to show at a scale, none of them on the marker of a claimed track."""
        step = self._step(scale)
        if step not in self._steps:
            self._steps[step] = ZoomStep(self._obstacles, self._order, *self.step_range(scale))
        return self._steps[step].labels(claimed)

    def step_range(self, scale: float) -> tuple[float, float]:
        """The smallest and the largest scale of the zoom step that contains a scale."""
        smallest = self._overview_scale * SCALE_STEP ** self._step(scale)
        return smallest, smallest * SCALE_STEP

    def _step(self, scale: float) -> int:
        return floor(log(scale / self._overview_scale, SCALE_STEP) + 1e-9)


def _importance(board: Board, place: str) -> float:
    """The rank of a name: by the routes at the place and the tickets that name it."""
    tickets = sum(
        place in (card.ticket.start, *card.ticket.points_by_end) for card in board.tickets
    )
    entrance = board.places[place].kind == "entrance"
    return len(board.routes_at[place]) + tickets / 2 - (4 if entrance else 0)
