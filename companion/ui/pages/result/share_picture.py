"""Draws the result as a picture to share: headline, score table and board.

It is drawn in pixels and always in the light palette, so that it looks the same from every device.
"""

from __future__ import annotations

from io import BytesIO

from kivy.core.image import Image as CoreImage
from kivy.core.text import Label as CoreLabel
from kivy.graphics import (
    Canvas,
    Color,
    Fbo,
    InstructionGroup,
    Rectangle,
    RoundedRectangle,
    SmoothLine,
)
from kivy.graphics.texture import Texture

from companion.drawing.area import Area
from companion.drawing.board_layout import lay_out
from companion.drawing.camera import Stage
from companion.drawing.drawing_data import drawing_for
from companion.drawing.looks import final_looks, place_looks
from companion.drawing.palette import LIGHT, Rgba, player_line
from companion.report.dates import full_date
from companion.report.outcome import headline
from companion.report.score_table import TOTAL, ScoreTableRow, score_table
from companion.report.sharing import played_on
from companion.rules.final_tally import Tally
from companion.rules.wording import ENGLISH, Catalog, phrase
from companion.store.saved_game import SavedGame
from companion.ui.board.canvas import BoardCanvas
from companion.ui.game.marker import marker

_WIDTH = 1080
_MARGIN = 56
_HEADER, _FOOTER = 150, 76
_HIGHEST_BOARD = 1300
_ROW, _LAST_ROW = 104, 124
_BODY, _SMALL, _NUMBER = 38, 26, 60
_WIDEST_COLUMN = 210


def share_picture(saved: SavedGame, result: Tally, language: Catalog = ENGLISH) -> bytes:
    """A result as the content of a PNG file."""
    return _SharePicture(saved, result, language).png()


class _SharePicture:
    """Draws the picture from top to bottom; `_y` is the top of the free space."""

    def __init__(self, saved: SavedGame, result: Tally, language: Catalog) -> None:
        self._game, self._result, self._language = saved.game, result, language
        self._saved = saved
        self._table = score_table(saved.game.state, result)
        outcome = headline(result)
        inside = _WIDTH - 2 * _MARGIN
        self._title = self._text(outcome.title.render(language), 58, True, LIGHT.text, inside - 150)
        self._why = self._text(
            outcome.why.render(language), _BODY, False, LIGHT.text_muted, inside - 150
        )
        self._card = self._title.height + self._why.height + 64
        self._board = min(round(_WIDTH / saved.game.setup.board.aspect), _HIGHEST_BOARD)
        self._rows = _ROW * len(self._table.rows) - _ROW + _LAST_ROW
        self.height = round(_HEADER + 40 + self._card + 30 + 120 + self._rows + 40)
        self.height += self._board + _FOOTER
        self._canvas = Canvas()
        self._y = float(self.height)

    def png(self) -> bytes:
        """Draw the picture and encode it."""
        self._draw()
        fbo = Fbo(size=(_WIDTH, self.height), with_stencilbuffer=True)
        with fbo:
            Color(*LIGHT.background)
            Rectangle(size=fbo.size)
        fbo.add(self._canvas)
        fbo.draw()
        content = BytesIO()
        # OpenGL rows start at the bottom, those of a file at the top.
        CoreImage(fbo.texture).save(content, fmt="png", flipped=True)
        return content.getvalue()

    def _draw(self) -> None:
        with self._canvas:
            self._draw_header()
            self._draw_card()
            self._draw_players()
            for row in self._table.rows:
                self._draw_row(row)
        self._draw_board()
        with self._canvas:
            self._draw_footer()

    def _draw_header(self) -> None:
        self._fill(0, self._y - _HEADER, _WIDTH, _HEADER, LIGHT.bar)
        board = self._game.setup.board
        title = self._text(board.display_name.render(self._language), 52, True, LIGHT.bar_text)
        date = full_date(played_on(self._saved)).render(self._language)
        claims = phrase("Ticket to Ride · {date}", date=date).render(self._language)
        below = self._text(claims, 32, False, LIGHT.bar_text_muted)
        self._draw_texture(title, _MARGIN, self._y - 24 - title.height)
        self._draw_texture(below, _MARGIN, self._y - _HEADER + 22)
        self._y -= _HEADER + 40

    def _draw_card(self) -> None:
        bottom = self._y - self._card
        colors = self._game.setup.colors
        winners = [colors[name] for name in self._result.winners] if self._result.final else []
        place = (_MARGIN, bottom, _WIDTH - 2 * _MARGIN, self._card)
        Color(*LIGHT.surface)
        RoundedRectangle(pos=place[:2], size=place[2:], radius=[28])
        Color(*(player_line(winners[0], LIGHT) if winners else LIGHT.line))
        SmoothLine(rounded_rectangle=(*place, 28), width=3)
        step = min(64.0, 120 / max(1, len(winners)))
        for number, color in enumerate(winners):
            x = _MARGIN + 75 + (number - (len(winners) - 1) / 2) * step
            self._draw_marker(color, x, bottom + self._card / 2, min(62.0, step * 0.9))
        left = _MARGIN + (140 if winners else 40)
        self._draw_texture(self._title, left, self._y - 32 - self._title.height)
        self._draw_texture(self._why, left, bottom + 32)
        self._y = bottom - 30

    @property
    def _column(self) -> float:
        count = len(self._table.players)
        return min(_WIDEST_COLUMN, (_WIDTH - 2 * _MARGIN - 250) / count)

    def _right_of(self, number: int) -> float:
        return _WIDTH - _MARGIN - self._column * (len(self._table.players) - 1 - number)

    def _draw_players(self) -> None:
        for number, player in enumerate(self._table.players):
            right = self._right_of(number)
            self._draw_marker(player.color, right - 18, self._y - 24, 36)
            name = self._text(player.name, 34, True, LIGHT.text, self._column - 14, one_line=True)
            self._draw_texture(name, right - name.width, self._y - 64 - name.height)
        self._y -= 120

    def _draw_row(self, row: ScoreTableRow) -> None:
        is_total = row.part == TOTAL
        height = _LAST_ROW if is_total else _ROW
        middle = self._y - height / 2
        Color(*LIGHT.line)
        Rectangle(pos=(_MARGIN, self._y - 1), size=(_WIDTH - 2 * _MARGIN, 2))
        ink = LIGHT.text if is_total else LIGHT.text_muted
        label = self._text(row.title.render(self._language), _BODY, is_total, ink, 250)
        self._draw_texture(label, _MARGIN, middle - label.height / 2)
        for number, cell in enumerate(row.cells):
            size = _NUMBER if is_total else 44
            points = self._text(row.text(cell), size, is_total, LIGHT.text)
            note = cell.note.render(self._language) if cell.note else ""
            below = self._text(
                note, _SMALL, False, LIGHT.text_muted, self._column - 10, one_line=True
            )
            right = self._right_of(number)
            both = points.height + below.height - 10 if note else points.height
            top = middle + both / 2
            self._draw_texture(points, right - points.width, top - points.height)
            if note:
                self._draw_texture(below, right - below.width, top - both)
        self._y -= height

    def _draw_board(self) -> None:
        self._y -= 40
        board, state = self._game.setup.board, self._game.state
        drawing = drawing_for(board)
        layout = lay_out(board, drawing)
        canvas = BoardCanvas(layout, drawing, LIGHT)
        frame = Area(0, self._y - self._board, _WIDTH, self._y)
        canvas.set_frame(frame)
        stage = Stage(layout.world, frame, largest=1e6)
        canvas.labels.set_names(layout, LIGHT, 22, stage.smallest)
        canvas.show(final_looks(board, state), place_looks(board, state))
        canvas.set_camera(stage.all())
        self._canvas.add(canvas)
        self._y -= self._board

    def _draw_footer(self) -> None:
        line = self._text("Railkeeper", 28, False, LIGHT.text_muted)
        self._draw_texture(line, (_WIDTH - line.width) / 2, (_FOOTER - line.height) / 2)

    def _fill(self, x: float, y: float, width: float, height: float, color: Rgba) -> None:
        Color(*color)
        Rectangle(pos=(x, y), size=(width, height))

    def _draw_marker(self, color: str, x: float, y: float, size: float) -> None:
        group: InstructionGroup = marker(color, x, y, size, LIGHT)
        self._canvas.add(group)

    def _draw_texture(self, texture: Texture, x: float, y: float) -> None:
        Color(1, 1, 1, 1)
        Rectangle(texture=texture, pos=(round(x), round(y)), size=texture.size)

    def _text(
        self,
        text: str,
        size: float,
        bold: bool,
        color: Rgba,
        width: float | None = None,
        one_line: bool = False,
    ) -> Texture:
        label = CoreLabel(
            text=text,
            font_size=size,
            bold=bold,
            color=color,
            text_size=(None, None) if one_line or width is None else (width, None),
        )
        if one_line and width is not None and label.get_extents(text)[0] > width:
            while len(text) > 1 and label.get_extents(text + "…")[0] > width:
                text = text[:-1]
            label.text = text + "…"
        label.refresh()
        return label.texture
