"""The score table as widgets; a tap on a cell opens its explanation."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.report.score_table import TOTAL, ScoreTable, ScoreTableRow
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.text import line_width
from companion.ui.look.kv import load
from companion.ui.look.theme import TOUCH, theme
from companion.ui.look.translator import translator
from companion.ui.pages.result.score_column import ScoreColumn, extent

WIDEST_COLUMN = 112
"""In dp; keeps the points of two players near their label on a wide screen."""
COLUMN_GAP = 8
"""In dp."""
SAMPLE = 12
"""Width of the sample of a fill before a label, in dp."""


class ScoreCell(Tappable):
    """One player's points for one part."""

    points = StringProperty("")
    note = StringProperty("")


class ScoreRow(BoxLayout):
    """A label and a cell per player; on narrow screens the label is above the cells."""

    title = StringProperty("")
    fill = StringProperty("")
    """How the columns above show the part."""
    stacked = BooleanProperty(False)
    label_width = NumericProperty(0)


@register_events("on_cell")
class ScoreGrid(BoxLayout):
    """Columns of score parts, and below each its numbers; a row per score part.

    Dispatches `on_cell` with a part and a player's name.
    """

    stacked = BooleanProperty(False)
    """Whether labels are above their cells."""
    label_width = NumericProperty(0)
    shows_notes = BooleanProperty(False)
    """Whether the columns are wide enough for the notes below the points."""

    def __init__(self, **properties: object) -> None:
        self.table: ScoreTable | None = None
        super().__init__(**properties)
        self._fit_soon = Clock.create_trigger(self._fit, -1)
        self.bind(width=self._fit_soon, shows_notes=self._show_notes)

    def show(self, table: ScoreTable) -> None:
        """Show a table in the current language and text size."""
        self.table = table
        self.clear_widgets()
        self._add_columns(table)
        for row in table.part_rows:
            self._fill(self._row(translator.render(row.title), row.fill), row)
        self._fit()

    def _add_columns(self, table: ScoreTable) -> None:
        segments = [table.column(number) for number in range(len(table.players))]
        above, below = zip(*map(extent, segments), strict=True)
        cells, title = self._row("").ids.cells, translator.render(table.total.title)
        for player, parts, cell in zip(table.players, segments, table.total.cells, strict=True):
            column = ScoreColumn(
                points=table.total.text(cell),
                name=player.name,
                color_name=player.color,
                segments=parts,
                highest=max(above),
                lowest=max(below),
            )
            self._explain_on_tap(column, TOTAL, title, player.name)
            cells.add_widget(column)

    def _row(self, title: str, fill: str = "") -> ScoreRow:
        widget = ScoreRow(title=title, fill=fill)
        self.add_widget(widget)
        return widget

    def _fill(self, widget: ScoreRow, row: ScoreTableRow) -> None:
        for cell in row.cells:
            button = ScoreCell(points=row.text(cell))
            self._explain_on_tap(button, row.part, widget.title, cell.player)
            widget.ids.cells.add_widget(button)

    def _explain_on_tap(self, button: Tappable, part: str, title: str, player: str) -> None:
        button.name_for_readers = f"{title}, {player}"
        button.bind(on_tap=lambda _: self.dispatch("on_cell", part, player))

    def _show_notes(self, *_: object) -> None:
        if self.table is None:
            return
        for widget, row in zip(reversed(self.children[:-1]), self.table.part_rows, strict=True):
            for button, cell in zip(reversed(widget.ids.cells.children), row.cells, strict=True):
                is_shown = self.shows_notes and cell.note is not None
                button.note = translator.render(cell.note) if is_shown else ""

    def _fit(self, *_: object) -> None:
        table = self.table
        if table is None or self.width <= 1:
            return
        count, gap = len(table.players), dp(COLUMN_GAP)
        titles = (translator.render(row.title) for row in table.part_rows)
        label = max(line_width(title, theme.body) for title in titles) + dp(SAMPLE) + 2 * gap
        numbers = [
            line_width(row.text(cell), theme.number if row.part == TOTAL else theme.large, True)
            for row in table.rows
            for cell in row.cells
        ]
        narrowest = max(dp(TOUCH), max(numbers) + gap)
        self.stacked = label + count * narrowest > self.width
        column = (self.width - (0 if self.stacked else label)) / count
        column = column if self.stacked else min(column, dp(WIDEST_COLUMN))
        self.label_width = self.width - column * count
        notes = [
            line_width(translator.render(cell.note), theme.small)
            for row in table.rows
            for cell in row.cells
            if cell.note is not None
        ]
        self.shows_notes = max(notes) + gap <= column
        for widget in self.children:
            widget.stacked, widget.label_width = self.stacked, self.label_width
        self._show_notes()


load("pages/result/score_grid")
