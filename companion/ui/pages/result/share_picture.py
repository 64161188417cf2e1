"""Draws the result as a picture to share: the winners, the board and every player's score.

It is drawn in pixels and always in the light palette, so that it looks the same from every device.
Its shape is 4 : 5, since feeds crop what is taller.
"""

from __future__ import annotations

from io import BytesIO
from typing import NamedTuple

from kivy.core.image import Image as CoreImage
from kivy.core.text import Label as CoreLabel
from kivy.graphics import Canvas, Color, Fbo, Rectangle
from kivy.graphics.texture import Texture

from companion.drawing.board_layout import BoardOrientation, layout_of
from companion.drawing.camera import Viewport
from companion.drawing.drawing_data import drawing_for
from companion.drawing.geometry import Area
from companion.drawing.painting import final_looks, place_looks
from companion.drawing.palette import LIGHT, Rgba
from companion.report.export.message import played_on
from companion.report.statistics.score_curve import lead_change_count, score_curve
from companion.report.words.games import full_date, winner_lacks
from companion.report.words.result import SCORE_SO_FAR, headline, score_table
from companion.rules.final_tally import Tally
from companion.rules.wording import ENGLISH, Catalog, format_number
from companion.store.saved_game import SavedGame
from companion.ui.board.canvas import BoardCanvas
from companion.ui.game.symbols import marker, marker_disc
from companion.ui.kit.text import fit_font_size, line_width

WIDTH, HEIGHT = 1080, 1350
_MARGIN = 52
_HEADER, _FOOTER = 236, 68
_DISC, _DISC_STEP = 140, 0.6
_BREAKDOWN = 27
"""Font size of the parts of a score."""
_BOARD_NAMES = 20
"""Font size of the names on the board."""


class DrawnText(NamedTuple):
    """A text on the picture and the rectangle it takes."""

    text: str
    area: Area


def share_picture(saved: SavedGame, result: Tally, language: Catalog = ENGLISH) -> bytes:
    """A result as the content of a PNG file."""
    return SharePicture(saved, result, language).png()


class SharePicture:
    """The picture: a header with the winners, the board, a panel with a column per player."""

    def __init__(self, saved: SavedGame, result: Tally, language: Catalog = ENGLISH) -> None:
        self._saved, self._result, self._language = saved, result, language
        self._game = saved.game
        self._table = score_table(saved.game.state, result)
        self._canvas = Canvas()
        self.texts: list[DrawnText] = []
        """All texts in the order in which they were drawn."""
        self._draw_header()
        panel = self._draw_panel()
        self.board = Area(0, panel, WIDTH, HEIGHT - _HEADER)
        """The part between header and scores."""
        self._draw_board()

    def png(self) -> bytes:
        """Render the picture and encode it."""
        fbo = Fbo(size=(WIDTH, HEIGHT), with_stencilbuffer=True)
        with fbo:
            Color(*LIGHT.surface)
            Rectangle(size=fbo.size)
        fbo.add(self._canvas)
        fbo.draw()
        content = BytesIO()
        # OpenGL rows start at the bottom, those of a file at the top.
        CoreImage(fbo.texture).save(content, fmt="png", flipped=True)
        return content.getvalue()

    def _draw_header(self) -> None:
        outcome = headline(self._result, winner_lacks(self._game.state))
        self._fill(Area(0, HEIGHT - _HEADER, WIDTH, HEIGHT), LIGHT.bar)
        middle, left, right = HEIGHT - _HEADER / 2, float(_MARGIN), float(WIDTH - _MARGIN)
        colors = [self._game.setup.colors[name] for name in outcome.winners]
        disc = _DISC if len(colors) < 3 else _DISC * 0.7
        for number, color in enumerate(colors):
            x = left + disc * (0.5 + _DISC_STEP * number)
            self._canvas.add(marker_disc(color, x, middle, disc))
        if colors:
            left += disc * (1 + _DISC_STEP * (len(colors) - 1)) + 32
        if outcome.score is not None:
            score = self._label(format_number(outcome.score), 124, LIGHT.bar_accent, bold=True)
            right -= score.texture.width
            self._place(score, right, middle - score.texture.height / 2)
            right -= 32
        board = self._game.setup.board.display_name.render(self._language)
        date = full_date(played_on(self._saved)).render(self._language)
        title, why = (outcome.title, outcome.why) if colors else (SCORE_SO_FAR, outcome.title)
        width, titles = right - left, (66, 56, 46, 38)
        for size in titles:
            lines = (
                self._fitted(
                    title.render(self._language), size, LIGHT.bar_text, width, 2, bold=True
                ),
                self._fitted(f"{board} · {date}", 34, LIGHT.bar_text_muted, width, 1),
                self._fitted(why.render(self._language), 29, LIGHT.bar_text_muted, width, 2),
            )
            if sum(line.texture.height for line in lines) <= _HEADER:
                break
        y = middle + sum(line.texture.height for line in lines) / 2
        for line in lines:
            y -= line.texture.height
            self._place(line, left, y)

    def _draw_panel(self) -> float:
        """Draw the scores at the bottom; returns the height they take."""
        players, totals = self._table.players, self._table.total
        breakdowns = self._breakdowns()
        column = (WIDTH - _MARGIN) / len(players)
        height: float = _FOOTER + max(each.texture.height for each in breakdowns) + 156
        top = height - 26
        for number, player in enumerate(players):
            center = _MARGIN / 2 + column * (number + 0.5)
            if number:
                divider = center - column / 2
                self._fill(Area(divider - 1, _FOOTER + 8, divider + 1, top), LIGHT.line)
            name = self._shortened(player.name, 34, LIGHT.text, column - 76, bold=True)
            width = name.texture.width + 46
            left, y = center - width / 2, top - name.texture.height
            middle = y + name.texture.height / 2
            self._canvas.add(marker(player.color, left + 15, middle, 30, LIGHT))
            self._place(name, left + 46, y)
            points = totals.text(totals.cells[number])
            size = fit_font_size(points, 80, column - 20, bold=True, lines=1)
            total = self._label(points, size, LIGHT.text, bold=True)
            y -= total.texture.height - 8
            self._place(total, center - total.texture.width / 2, y)
            below = breakdowns[number]
            self._place(below, center - below.texture.width / 2, y + 4 - below.texture.height)
        self._fill(Area(0, height - 2, WIDTH, height), LIGHT.line)
        self._draw_footer()
        return height

    def _breakdowns(self) -> list[CoreLabel]:
        """Each player's points by part, up to the last part that the player has points for."""
        texts = [self._sum_of_parts(each) for each in range(len(self._table.players))]
        column = (WIDTH - _MARGIN) / len(texts) - 24
        size = min(fit_font_size(text, _BREAKDOWN, column, lines=1) for text in texts)
        wraps = any(line_width(text, size) > column for text in texts)
        size, width = (24, column) if wraps else (size, None)
        return [self._label(text, size, LIGHT.text_muted, width) for text in texts]

    def _sum_of_parts(self, number: int) -> str:
        points = [points for _, points in self._table.column(number)]
        while len(points) > 1 and not points[-1]:
            points.pop()
        first, *others = points
        signed = (f" {'−' if each < 0 else '+'} {format_number(abs(each))}" for each in others)
        return format_number(first) + "".join(signed)

    def _draw_footer(self) -> None:
        brand = self._label("Railkeeper", 24, LIGHT.text_muted)
        y = (_FOOTER - brand.texture.height) / 2
        right = WIDTH - _MARGIN - brand.texture.width
        self._place(brand, right, y)
        parts = " + ".join(row.title.render(self._language) for row in self._table.rows)
        changes = lead_change_count(score_curve(self._game, self._result))
        legends = [parts]
        if changes is not None:
            legends.insert(0, f"{parts} · {changes.render(self._language)}")
        width = right - 2 * _MARGIN
        fitting = (each for each in legends if line_width(each, 24) <= width)
        legend = self._shortened(next(fitting, parts), 24, LIGHT.text_muted, width)
        self._place(legend, _MARGIN, y)

    def _draw_board(self) -> None:
        board, state, frame = self._game.setup.board, self._game.state, self.board
        drawing = drawing_for(board)
        orientation = BoardOrientation.filling(board, 0, frame.width, frame.height)
        layout = layout_of(board, orientation)
        canvas = BoardCanvas(layout, drawing, LIGHT)
        canvas.set_frame(frame)
        viewport = Viewport(layout.world, frame, largest=1e6)
        canvas.labels.set_names(layout, LIGHT, _BOARD_NAMES, viewport.smallest)
        canvas.show(final_looks(board, state), place_looks(board, state))
        canvas.set_camera(viewport.all())
        self._canvas.add(canvas)
        self.texts += [DrawnText(*each) for each in canvas.labels.areas().items()]

    def _fill(self, area: Area, color: Rgba) -> None:
        self._canvas.add(Color(*color))
        self._canvas.add(Rectangle(pos=(area.left, area.bottom), size=(area.width, area.height)))

    def _place(self, label: CoreLabel, x: float, y: float) -> None:
        """Draw a rendered text with its lower left corner at (x, y)."""
        x, y = round(x), round(y)
        texture: Texture = label.texture
        self._canvas.add(Color(1, 1, 1, 1))
        self._canvas.add(Rectangle(texture=texture, pos=(x, y), size=texture.size))
        area = Area(x, y, x + texture.width, y + texture.height)
        self.texts.append(DrawnText(label.text, area))

    def _fitted(
        self, text: str, size: float, color: Rgba, width: float, lines: int, bold: bool = False
    ) -> CoreLabel:
        """A text in a few lines at most: smaller if needed, and shortened if that is not enough."""
        size = fit_font_size(text, size, width, bold, lines)
        label = self._label(text, size, color, width, bold)
        one_line = self._label("X", size, color, bold=bold).texture.height
        is_too_wide = any(line_width(word, size, bold) > width for word in text.split())
        if is_too_wide or label.texture.height > one_line * (lines + 0.5):
            return self._shortened(text, size, color, width, bold)
        return label

    def _shortened(
        self, text: str, size: float, color: Rgba, width: float, bold: bool = False
    ) -> CoreLabel:
        """A text in one line, with an ellipsis if it is too long."""
        if line_width(text, size, bold) > width:
            while len(text) > 1 and line_width(text + "…", size, bold) > width:
                text = text[:-1].rstrip()
            text += "…"
        return self._label(text, size, color, bold=bold)

    def _label(
        self,
        text: str,
        size: float,
        color: Rgba,
        width: float | None = None,
        bold: bool = False,
    ) -> CoreLabel:
        """A rendered text; one with a width wraps."""
        label = CoreLabel(
            text=text,
            font_size=size,
            bold=bold,
            color=color,
            halign="center" if color is LIGHT.text_muted else "left",
            text_size=(width, None),
        )
        label.refresh()
        return label
