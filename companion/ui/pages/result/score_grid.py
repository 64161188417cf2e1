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

WIDEST_COLUMN = 112
"""In dp; keeps the points of two players near their label on a wide screen."""
COLUMN_GAP = 8
"""In dp."""


class PlayerHeader(BoxLayout):
    """The header of a column: a player's marker and name."""

    name = StringProperty("")
    color_name = StringProperty("blue")


class ScoreCell(Tappable):
    """One player's points for one part."""

    points = StringProperty("")
    note = StringProperty("")
    large = BooleanProperty(False)
    """Whether the cell is a total."""


class ScoreRow(BoxLayout):
    """A label and a cell per player; on narrow screens the label is above the cells."""

    title = StringProperty("")
    large = BooleanProperty(False)
    stacked = BooleanProperty(False)
    label_width = NumericProperty(0)


@register_events("on_cell")
class ScoreGrid(BoxLayout):
    """Dispatches `on_cell` with a part and a player's name."""

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
        header = self._row("")
        for player in table.players:
            header.ids.cells.add_widget(PlayerHeader(name=player.name, color_name=player.color))
        for row in table.rows:
            self._fill(self._row(translator.render(row.title), row.part == TOTAL), row)
        self._fit()

    def _row(self, title: str, large: bool = False) -> ScoreRow:
        widget = ScoreRow(title=title, large=large)
        self.add_widget(widget)
        return widget

    def _fill(self, widget: ScoreRow, row: ScoreTableRow) -> None:
        for cell in row.cells:
            button = ScoreCell(points=row.text(cell), large=widget.large)
            button.name_for_readers = f"{widget.title}, {cell.player}"
            button.bind(
                on_tap=lambda _, part=row.part, name=cell.player: self.dispatch(
                    "on_cell", part, name
                )
            )
            widget.ids.cells.add_widget(button)

    def _show_notes(self, *_: object) -> None:
        if self.table is None:
            return
        for widget, row in zip(reversed(self.children[:-1]), self.table.rows, strict=True):
            for button, cell in zip(reversed(widget.ids.cells.children), row.cells, strict=True):
                is_shown = self.shows_notes and cell.note is not None
                button.note = translator.render(cell.note) if is_shown else ""

    def _fit(self, *_: object) -> None:
        table = self.table
        if table is None or self.width <= 1:
            return
        count, gap = len(table.players), dp(COLUMN_GAP)
        label = (
            max(line_width(translator.render(row.title), theme.body) for row in table.rows) + gap
        )
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
