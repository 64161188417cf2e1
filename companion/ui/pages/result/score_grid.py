"""The final tally as a table whose every cell can be tapped for its reason."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.report.score_table import ResultTable, Row
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.text import line_width
from companion.ui.look.kv import load
from companion.ui.look.theme import TOUCH, theme
from companion.ui.look.translator import translator

WIDEST_COLUMN = 112
"""So that two players' points do not stand an arm's length from their label, in dp."""
BETWEEN = 8
"""Room between the columns, in dp."""


class PlayerHead(BoxLayout):
    """Whose column it is."""

    name = StringProperty("")
    color_name = StringProperty("blue")


class ScoreCell(Tappable):
    """What a part brought a player."""

    points = StringProperty("")
    note = StringProperty("")
    large = BooleanProperty(False)
    """Whether it is a total."""


class ScoreRow(BoxLayout):
    """A label and a cell for every player; below each other where it is narrow."""

    title = StringProperty("")
    large = BooleanProperty(False)
    stacked = BooleanProperty(False)
    label_width = NumericProperty(0)


@register_events("on_cell")
class ScoreGrid(BoxLayout):
    """Dispatches `on_cell` with a part and a player's name."""

    stacked = BooleanProperty(False)
    """Whether labels stand above their cells."""
    label_width = NumericProperty(0)
    noted = BooleanProperty(False)
    """Whether the cells have room for a word about what they are for."""

    def __init__(self, **properties: object) -> None:
        self.table: ResultTable | None = None
        super().__init__(**properties)
        self._arrange = Clock.create_trigger(self._fit, -1)
        self.bind(width=self._arrange, noted=self._note)

    def show(self, table: ResultTable) -> None:
        """Show a tally, in the language and the text size in force."""
        self.table = table
        self.clear_widgets()
        heads = self._row("")
        for player in table.players:
            heads.ids.cells.add_widget(PlayerHead(name=player.name, color_name=player.color))
        for row in table.rows:
            self._fill(self._row(translator.render(row.title), row.part == "total"), row)
        self._fit()

    def _row(self, title: str, large: bool = False) -> ScoreRow:
        line = ScoreRow(title=title, large=large)
        self.add_widget(line)
        return line

    def _fill(self, line: ScoreRow, row: Row) -> None:
        for cell in row.cells:
            button = ScoreCell(points=row.text(cell), large=line.large)
            button.name_for_readers = f"{line.title}, {cell.player}"
            button.bind(
                on_tap=lambda _, part=row.part, name=cell.player: self.dispatch(
                    "on_cell", part, name
                )
            )
            line.ids.cells.add_widget(button)

    def _note(self, *_: object) -> None:
        if self.table is None:
            return
        for line, row in zip(reversed(self.children[:-1]), self.table.rows, strict=True):
            for button, cell in zip(reversed(line.ids.cells.children), row.cells, strict=True):
                shown = self.noted and cell.note is not None
                button.note = translator.render(cell.note) if shown else ""

    def _fit(self, *_: object) -> None:
        table = self.table
        if table is None or self.width <= 1:
            return
        count, gap = len(table.players), dp(BETWEEN)
        label = (
            max(line_width(translator.render(row.title), theme.body) for row in table.rows) + gap
        )
        numbers = [
            line_width(row.text(cell), theme.number if row.part == "total" else theme.large, True)
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
        self.noted = max(notes) + gap <= column
        for line in self.children:
            line.stacked, line.label_width = self.stacked, self.label_width
        self._note()


load("pages/result/score_grid")
