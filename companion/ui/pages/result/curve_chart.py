"""Draws the score curve: a line with markers per player, with name and score at its end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Rectangle, SmoothLine
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.report.statistics.score_curve import ScoreCurve
from companion.ui.game.routes import ELLIPSIS
from companion.ui.game.symbols import marker
from companion.ui.kit.charts import axis_label, draw_text, format_axis, grid_values
from companion.ui.kit.text import line_width
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

TALLY_SHARE = 0.22
"""The share of the width for the last step, the tally, which is larger than a claim."""
MOST_FOR_NAMES = 0.34
"""The largest share of the width for the names and scores at the ends of the lines."""
MARKER_DISTANCE = 56
"""The distance of a player's markers along the line, in dp."""


class CurveChart(Widget):
    """Shows a `ScoreCurve`."""

    def __init__(self, **properties: object) -> None:
        self.curve: ScoreCurve | None = None
        self.markers: list[tuple[str, float, float]] = []
        """The train colour and the position of each marker that is drawn."""
        self.labels: dict[str, CoreLabel] = {}
        """The name and the score of each player at the end of the line, the lowest first."""
        super().__init__(**properties)
        self._redraw = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size"):
            self.fbind(name, self._redraw)

    def show(self, curve: ScoreCurve) -> None:
        """Draw a curve in the current theme and language."""
        self.curve = curve
        self._redraw()

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if self.curve is None or self.width < dp(40) or self.height < dp(40):
            return
        curve = self.curve
        self._steps = curve.steps
        low, high = min(0, curve.lowest), max(curve.highest, 10)
        grid = grid_values(low, high)
        low = grid[0]
        self._left = self.x + axis_label(str(high)).texture.width + dp(8)
        self.labels = self._end_labels(curve)
        widest = max(label.texture.width for label in self.labels.values())
        self._right, self._bottom = self.right - dp(12) - widest, self.y + theme.small * 1.7
        self._low, self._per_point = low, (self.top - dp(8) - self._bottom) / (high - low)
        with self.canvas:
            self._draw_grid(grid)
            for name, scores in curve.scores.items():
                self._draw_player(curve.colors[name], scores)
            self._draw_labels(curve)
        self.markers = []
        for number, (name, scores) in enumerate(curve.scores.items()):
            self._draw_markers(curve.colors[name], scores, number / len(curve.scores))
        for name, scores in sorted(curve.scores.items(), key=lambda each: each[1][-1]):
            at = self._x(curve.steps), self._y(scores[-1])
            self._draw_marker(curve.colors[name], *at, dp(14))

    def _x(self, step: int) -> float:
        claims = max(1, self._steps - 1)
        share = 1.0 if step >= self._steps else (1 - TALLY_SHARE) * step / claims
        return float(self._left + (self._right - self._left) * share)

    def _y(self, score: int) -> float:
        return float(self._bottom + (score - self._low) * self._per_point)

    def _draw_grid(self, grid: range) -> None:
        tally = self._x(self._steps - 1) if self._steps > 1 else self._left
        Color(*theme.selected)
        Rectangle(pos=(tally, self._bottom), size=(self._right - tally, self.top - self._bottom))
        for score in grid:
            Color(*(theme.text_muted if score == 0 else theme.line))
            Line(points=(self._left, self._y(score), self._right, self._y(score)), width=dp(0.5))
            draw_text(format_axis(score), self._left - dp(6), self._y(score), 1.0)
        # Translators: a short label under the part of the curve that shows the game itself.
        draw_text(translator.tr("Game"), (self._left + tally) / 2, self.y + theme.small * 0.7, 0.5)
        # Translators: a short label under the part of the curve that shows the final tally.
        draw_text(
            translator.tr("Tally"), (tally + self._right) / 2, self.y + theme.small * 0.7, 0.5
        )

    def _draw_player(self, color_name: str, scores: Sequence[int]) -> None:
        points = [
            number
            for step, score in enumerate(scores)
            for number in (self._x(step), self._y(score))
        ]
        color = theme.player_on_card(color_name)
        edge = theme.player_line(color_name)
        for line, width in ((edge, 1.9), (color, 1.3)) if edge != color else ((color, 1.3),):
            Color(*line)
            SmoothLine(points=points, width=dp(width), joint="round", cap="round")

    def _draw_markers(self, color_name: str, scores: Sequence[int], offset: float) -> None:
        """Repeat the player's marker along the line, so that it is known without its colour.

        `offset` is a share of the distance, so that the markers of two players seldom meet.
        """
        x = self._left + dp(MARKER_DISTANCE) * (0.4 + offset)
        points = [(self._x(step), self._y(score)) for step, score in enumerate(scores)]
        for (left, low), (right, high) in pairwise(points):
            while left <= x < right and x < self._right - dp(16):
                y = low + (high - low) * (x - left) / (right - left)
                self._draw_marker(color_name, x, y, dp(9))
                x += dp(MARKER_DISTANCE)

    def _draw_marker(self, color: str, x: float, y: float, size: float) -> None:
        self.markers.append((color, x, y))
        self.canvas.add(marker(color, x, y, size))

    def _end_labels(self, curve: ScoreCurve) -> dict[str, CoreLabel]:
        size, most = theme.small * 0.9, self.width * MOST_FOR_NAMES
        labels = {}
        for name, scores in sorted(curve.scores.items(), key=lambda each: each[1][-1]):
            score = format_axis(scores[-1])
            shown = name
            while len(shown) > 5 and line_width(f"{shown} {score}", size) > most:
                shown = f"{shown.rstrip(ELLIPSIS)[:-1]}{ELLIPSIS}"
            labels[name] = axis_label(f"{shown} {score}", theme.text)
        return labels

    def _draw_labels(self, curve: ScoreCurve) -> None:
        """Draw the labels beside the ends of the lines, moved apart where they would overlap."""
        at = [self._y(curve.scores[name][-1]) for name in self.labels]
        high = max(label.texture.height for label in self.labels.values())
        for number in range(1, len(at)):
            at[number] = max(at[number], at[number - 1] + high)
        top = self.top - high / 2
        for number in reversed(range(len(at))):
            at[number] = min(at[number], top)
            top = at[number] - high
        Color(1, 1, 1, 1)
        for label, y in zip(self.labels.values(), at, strict=True):
            width, height = label.texture.size
            pos = (round(self._right + dp(10)), round(y - height / 2))
            Rectangle(texture=label.texture, size=(width, height), pos=pos)
