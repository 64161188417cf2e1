"""The score table as widgets, with a column of score parts above each player."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Rectangle, RoundedRectangle, SmoothLine
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.drawing.palette import Rgba, mixed
from companion.report.words.part_report import Pattern
from companion.report.words.result import TOTAL, Cell, ScoreTable, ScoreTableRow
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.surface import texture_from
from companion.ui.kit.text import (
    SMALLEST_IN_ROW,
    common_font_size,
    fit_font_size,
    line_width,
)
from companion.ui.look.icons import Drawn
from companion.ui.look.theme import TOUCH, theme
from companion.ui.look.translator import translator

_STRIPES = 9
"""Distance of the stripes of a hatched part, in dp."""
_TEXTURE = 32
"""Width and height of the texture of one stripe: a power of two, as repeating needs."""
_PALE = 0.62
"""How pale the space between stripes is."""
_CORNER = 2
"""The radius of corners, in dp."""


def draw_pattern(
    group: InstructionGroup,
    pattern: Pattern,
    color: Rgba,
    pos: tuple[float, float],
    size: tuple[float, float],
    top: float = 0,
    bottom: float = 0,
) -> None:
    """Add a rectangle whose upper and lower corners have these small radii."""
    ink = {"accent": theme.palette.accent, "failed": theme.palette.error}.get(pattern, color)
    below = mixed(ink, theme.palette.background, _PALE) if pattern == "hatched" else ink
    group.add(Color(*below))
    group.add(RoundedRectangle(pos=pos, size=size, radius=[top, top, bottom, bottom]))
    if pattern == "hatched":
        across, up = (length / dp(_STRIPES) for length in size)
        coordinates = (0, 0, across, 0, across, up, 0, up)
        group.add(Color(*ink))
        # Kivy's rounded rectangle distorts a texture at its corners.
        group.add(Rectangle(pos=pos, size=size, texture=_stripes(), tex_coords=coordinates))


@lru_cache(1)
def _stripes() -> Texture:
    """A tile of diagonal stripes: white ones and transparent ones."""
    middle, quarter = _TEXTURE / 2, _TEXTURE / 4
    # By the distance from the middle of the stripe, which has soft edges.
    strengths = [(quarter - abs(at + 0.5 - middle)) / 3 + 0.5 for at in range(_TEXTURE)]
    alphas = [round(255 * min(1.0, max(0.0, each))) for each in strengths]
    pixels = bytearray()
    for y in range(_TEXTURE):
        for x in range(_TEXTURE):
            pixels += bytes((255, 255, 255, alphas[(x + y) % _TEXTURE]))
    return texture_from(bytes(pixels), _TEXTURE, wrap="repeat")


class PatternSample(Drawn):
    """A small square with the pattern of a score part, beside its title in the table."""

    pattern = StringProperty("")
    """A `Pattern`; nothing is drawn if it is empty."""
    redraw_on = ("size", "pattern")
    is_square = uses_theme = True

    def draw(self, group: InstructionGroup, side: float) -> None:
        """Draw the square."""
        if self.pattern:
            color, corner = theme.palette.text_muted, dp(_CORNER)
            draw_pattern(group, self.pattern, color, (0, 0), (side, side), corner, corner)


_WIDEST = 44
"""The maximum width of a column, in dp."""
COLUMN_HEIGHT = 108
"""The height of the highest column, in dp."""
Segment = tuple[Pattern, float]
"""The pattern and the points of one score part or ticket."""


def extent(segments: Sequence[Segment]) -> tuple[float, float]:
    """The points above and below the base line."""
    points = [points for _, points in segments]
    return sum(each for each in points if each > 0), sum(-each for each in points if each < 0)


class ColumnBar(FloatLayout):
    """Score parts on top of each other, negative ones below the base line."""

    column = ObjectProperty(rebind=True)
    """The `ScoreColumn` with the parts."""
    base = NumericProperty(0)
    """The height of the base line."""
    top_of_bar = NumericProperty(0)
    """The height of the upper edge, where the total is."""

    def __init__(self, **properties: object) -> None:
        self.drawn: list[tuple[Segment, float, float]] = []
        """Each visible part with its lower and upper edge, relative to the base line."""
        self._bar = InstructionGroup()
        super().__init__(**properties)
        self.canvas.before.add(self._bar)
        self._redraw = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size"):
            self.fbind(name, self._redraw)
        theme.bind(version=self._draw)

    def on_column(self, *_: object) -> None:
        """Follow the properties of the column."""
        for name in ("segments", "highest", "lowest", "color_name", "goal"):
            self.column.fbind(name, self._redraw)
        self._redraw()

    def _draw(self, *_: object) -> None:
        column: ScoreColumn = self.column
        per_point = column.bar_height / max(1, column.highest + column.lowest)
        self.base = self.y + column.lowest * per_point
        above = below = 0.0
        self.drawn = []
        for segment in column.segments:
            height = segment[1] * per_point
            if height > 0:
                self.drawn.append((segment, above, above + height))
                above += height
            elif height < 0:
                self.drawn.append((segment, below + height, below))
                below += height
        grown = column.segments[-1][1] if column.goal else 0
        start = (above if column.goal > 0 else below) - grown * per_point
        end = start + column.goal * per_point
        self.top_of_bar = self.base + max(above, end)
        self._paint(above, below)
        if grown != column.goal:
            self._outline(min(start, end), max(start, end))

    def _outline(self, lower: float, upper: float) -> None:
        """Outline the part that is growing."""
        width = min(dp(_WIDEST), self.width - dp(12)) + dp(4)
        box = (self.center_x - width / 2, self.base + lower, width, upper - lower, dp(_CORNER))
        self._bar.add(Color(*theme.palette.accent))
        self._bar.add(SmoothLine(rounded_rectangle=box, width=dp(1.2)))

    def _paint(self, above: float, below: float) -> None:
        self._bar.clear()
        width, corner = min(dp(_WIDEST), self.width - dp(12)), dp(_CORNER)
        left = self.x + (self.width - width) / 2
        name = self.column.color_name
        color, edge = theme.player_on_card(name), theme.player_line(name)
        # Stripes of a colour that is hardly visible are closer to its outline.
        stripes = color if edge == color else mixed(color, edge, 0.55)
        for (pattern, _), lower, upper in self.drawn:
            # A line of the background separates parts.
            gap = min(dp(1.5), (upper - lower) / 3)
            low = lower + (0 if lower in (0, below) else gap)
            high = upper - (0 if upper == above or lower >= 0 else gap)
            draw_pattern(
                self._bar,
                pattern,
                stripes if pattern == "hatched" else color,
                (left, self.base + low),
                (width, high - low),
                top=corner if upper == above else 0,
                bottom=corner if lower == below else 0,
            )
        if above - below > dp(2):
            box = (left, self.base + below, width, above - below, corner)
            self._bar.add(Color(*edge))
            self._bar.add(SmoothLine(rounded_rectangle=box, width=dp(0.8)))
        if self.column.lowest:
            self._bar.add(Color(*theme.text_muted))
            self._bar.add(
                Rectangle(
                    pos=(self.x - dp(2), self.base - dp(0.5)), size=(self.width + dp(4), dp(1))
                )
            )


class ScoreColumn(Tappable):
    """A player's total and score parts as a column, marker and name; a tap explains the total."""

    points = StringProperty("")
    """The total."""
    segments = ObjectProperty(())
    """Each a `Segment`, from the bottom up."""
    highest = NumericProperty(0)
    """The most points of any player above the base line."""
    lowest = NumericProperty(0)
    """The most points of any player below the base line."""
    goal = NumericProperty(0)
    """The points that the last part has when it has grown, outlined until then; 0 for none."""
    bar_height = NumericProperty(dp(COLUMN_HEIGHT))
    """The height of the highest column with the part of the others below the base line."""
    name = StringProperty("")
    color_name = StringProperty("blue")
    letters = NumericProperty(1.0)
    """The font sizes as a share of the usual ones."""
    name_size = NumericProperty(0)
    """The font size of all names; 0 if each has its own."""


WIDEST_COLUMN = 112
"""In dp; keeps the points of two players near their label on a wide screen."""
COLUMN_GAP = 6
"""In dp."""
SAMPLE = 12
"""Width of the sample of a pattern before a label, in dp."""


class ScoreCell(Tappable):
    """One player's points for one part."""

    points = StringProperty("")
    caption = StringProperty("")
    caption_size = NumericProperty(13)


class ScoreRow(BoxLayout):
    """A label and a cell per player; on narrow screens the label is above the cells."""

    title = StringProperty("")
    pattern = StringProperty("")
    """How the columns above show the part."""
    stacked = BooleanProperty(False)
    label_width = NumericProperty(0)

    def label_height(self, text_height: float, stacked: bool) -> float:
        """The height of the label, with a gap below the line if it is above the cells."""
        return text_height + dp(10) if stacked and text_height else text_height


@register_events("on_cell")
class ScoreGrid(BoxLayout):
    """Columns of score parts, and below each its numbers; a row per score part.

    Dispatches `on_cell` with a part and a player's name.
    """

    def __init__(self, **properties: object) -> None:
        self.table: ScoreTable | None = None
        super().__init__(**properties)
        self._fit_soon = Clock.create_trigger(self._fit, -1)
        self.bind(width=self._fit_soon)

    def show(self, table: ScoreTable) -> None:
        """Show a table in the current language and text size."""
        self.table = table
        self.clear_widgets()
        self._add_columns(table)
        for row in table.rows:
            self._add_cells(self._row(translator.render(row.title), row.pattern), row)
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

    def _row(self, title: str, pattern: str = "") -> ScoreRow:
        widget = ScoreRow(title=title, pattern=pattern)
        self.add_widget(widget)
        return widget

    def _add_cells(self, widget: ScoreRow, row: ScoreTableRow) -> None:
        for cell in row.cells:
            button = ScoreCell(points=row.text(cell))
            self._explain_on_tap(button, row.part, widget.title, cell.player)
            widget.ids.cells.add_widget(button)

    def _explain_on_tap(self, button: Tappable, part: str, title: str, player: str) -> None:
        button.name_for_readers = f"{title}, {player}"
        button.bind(on_tap=lambda _: self.dispatch("on_cell", part, player))

    def _fit(self, *_: object) -> None:
        table = self.table
        if table is None or self.width <= 1:
            return
        count, gap = len(table.players), dp(COLUMN_GAP)
        titles = (translator.render(row.title) for row in table.rows)
        label = max(line_width(title, theme.body) for title in titles) + dp(SAMPLE) + 2 * gap
        numbers = [
            line_width(row.text(cell), theme.number if row.part == TOTAL else theme.large, True)
            for row in (*table.rows, table.total)
            for cell in row.cells
        ]
        narrowest = max(dp(TOUCH), max(numbers) + gap)
        captions = [[_caption(cell) for cell in row.cells] for row in table.rows]
        beside, below = (self.width - label) / count, self.width / count
        # Slightly smaller captions are better than none.
        small = min(
            fit_font_size(text, theme.small, below - gap, lines=1, smallest=SMALLEST_IN_ROW)
            for row in captions
            for text in row
        )
        widest = [max(line_width(text, small) for text in row) + gap for row in captions]
        # The label is above its cells where only then they, or their captions, fit.
        stacked = narrowest > beside or any(beside < wide <= below for wide in widest)
        column = below if stacked else min(beside, dp(WIDEST_COLUMN))
        columns, *rows = reversed(self.children)
        for widget in self.children:
            widget.stacked, widget.label_width = stacked, self.width - column * count
        names = [player.name for player in table.players]
        name_size = common_font_size(names, theme.body, column - dp(4), bold=True)
        for player in columns.ids.cells.children:
            player.name_size = name_size
        for widget, texts, wide in zip(rows, captions, widest, strict=True):
            fits = wide <= column
            # Numbers without captions have space above them, to be large enough for a touch.
            widget.spacing = 0 if (fits and any(texts)) or not stacked else -dp(12)
            for cell, text in zip(reversed(widget.ids.cells.children), texts, strict=True):
                cell.caption, cell.caption_size = text if fits else "", small


def _caption(cell: Cell) -> str:
    return translator.render(cell.caption) if cell.caption is not None else ""
