"""Drawings: icons, since the bundled font has no symbols, and QR codes."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from math import cos, pi, sin

from kivy.clock import Clock
from kivy.graphics import (
    Canvas,
    Color,
    PopMatrix,
    PushMatrix,
    Rectangle,
    SmoothLine,
    Translate,
)
from kivy.properties import ColorProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.ui.look.kv import load_rules
from companion.ui.look.theme import theme


class Drawn(Widget):
    """A drawing that moves with the widget and follows its properties."""

    redraw_on: tuple[str, ...] = ()
    """The properties whose change requires a new drawing."""
    uses_theme = False
    """Whether it is drawn again for another theme, because it has colours or sizes of it."""
    is_square = False
    """Whether it is drawn into a square in the centre of the widget, as large as fits."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        with self.canvas:
            PushMatrix()
            self._translate = Translate()
            self._drawing = Canvas()
            PopMatrix()
        self.update_trigger = Clock.create_trigger(self._draw, -1)
        self.fbind("pos", self._move)
        for name in self.redraw_on:
            self.fbind(name, self._change)
        if self.uses_theme:
            theme.bind(version=self._change)
        self._change()

    def draw(self, drawing: Canvas, side: float) -> None:
        """Draw, with the origin at the lower left corner of the widget or square."""
        raise NotImplementedError

    def _change(self, *_: object) -> None:
        self._move()
        self.update_trigger()

    def _move(self, *_: object) -> None:
        if self.is_square:
            # Not `center`: Kivy may not have updated it for the new size yet.
            side, (width, height) = min(self.size), self.size
            self._translate.xy = self.x + (width - side) / 2, self.y + (height - side) / 2
        else:
            # Text is sharp on whole pixels only.
            self._translate.xy = round(self.x), round(self.y)

    def _draw(self, *_: object) -> None:
        self._drawing.clear()
        self.draw(self._drawing, min(self.size))


Stroke = tuple[tuple[float, float], ...]
"""A line through points of a 24 × 24 square with the origin at the bottom left."""


def _arc(x: float, y: float, radius: float, start: float, end: float) -> Stroke:
    """An arc from `start` to `end` degrees, anticlockwise from the right."""
    steps = 16
    angles = (pi / 180 * (start + (end - start) * step / steps) for step in range(steps + 1))
    return tuple((x + radius * cos(angle), y + radius * sin(angle)) for angle in angles)


def _box(left: float, bottom: float, right: float, top: float) -> Stroke:
    return ((left, bottom), (right, bottom), (right, top), (left, top), (left, bottom))


def _dot(x: float, y: float) -> Stroke:
    return _arc(x, y, 0.9, 0, 360)


ICONS: Mapping[str, tuple[Stroke, ...]] = {
    # Takes the space of an icon.
    "back": (((15, 19), (8, 12), (15, 5)),),
    "forward": (((9, 19), (16, 12), (9, 5)),),
    "undo": (
        ((8, 18), (4, 14), (8, 10)),
        ((4, 14), (14, 14), *_arc(14, 9.5, 4.5, 90, -90), (9, 5)),
    ),
    "redo": (
        ((16, 18), (20, 14), (16, 10)),
        ((20, 14), (10, 14), *_arc(10, 9.5, 4.5, 90, 270), (15, 5)),
    ),
    "turn": (
        _box(2.5, 3.5, 15, 13),
        ((5, 6.5), (7.5, 9.5), (9.5, 7.5), (12, 10)),
        _arc(10.5, 11, 8.5, 95, 0),
        ((16, 14), (19, 11), (22, 14)),
    ),
    "change": (((4, 4), (5, 9), (16, 20), (20, 16), (9, 5), (4, 4)), ((13, 17), (17, 13))),
    "longest": (
        ((6, 7), (9, 15), (15, 9), (18, 17)),
        _arc(5, 5, 2.2, 0, 360),
        _arc(19, 19, 2.2, 0, 360),
    ),
    "menu": (_dot(12, 18), _dot(12, 12), _dot(12, 6)),
    "find": (_arc(10.5, 13.5, 6, 0, 360), ((15, 9), (20, 4))),
    "log": (((4, 17), (20, 17)), ((4, 12), (20, 12)), ((4, 7), (14, 7))),
    "finish": (((6, 3), (6, 20), (18, 20), (15, 16), (18, 12), (6, 12)),),
    "plus": (((12, 5), (12, 19)), ((5, 12), (19, 12))),
    "minus": (((5, 12), (19, 12)),),
    "check": (((5, 12), (10, 7), (19, 17)),),
    "cross": (((6, 6), (18, 18)), ((6, 18), (18, 6))),
    "gap": (_dot(3, 12), ((3, 12), (8, 12)), ((16, 12), (21, 12)), _dot(21, 12)),
    "dice": (_box(4, 4, 20, 20), _dot(8.5, 15.5), _dot(12, 12), _dot(15.5, 8.5)),
    "drag": (((5, 16), (19, 16)), ((5, 12), (19, 12)), ((5, 8), (19, 8))),
    "train": (_box(3, 9, 21, 17), _arc(7.5, 6.5, 1.8, 0, 360), _arc(16.5, 6.5, 1.8, 0, 360)),
    "station": (((4, 11), (12, 19), (20, 11)), ((6, 12), (6, 4), (18, 4), (18, 12))),
    "next": (((5, 19), (13, 12), (5, 5)), ((18, 19), (18, 5))),
    "settings": (
        ((4, 17), (20, 17)),
        _arc(9, 17, 2, 0, 360),
        ((4, 7), (20, 7)),
        _arc(15, 7, 2, 0, 360),
    ),
    "remove": (
        ((4, 18), (20, 18)),
        ((9, 18), (9, 21), (15, 21), (15, 18)),
        ((6, 18), (7, 3), (17, 3), (18, 18)),
    ),
    "insert": (((12, 9), (12, 19)), ((7, 14), (17, 14)), ((4, 5), (20, 5))),
    "down": (((5, 15), (12, 8), (19, 15)),),
    "up": (((5, 9), (12, 16), (19, 9)),),
    "board": (_box(3, 4, 21, 20), _dot(7, 9), _dot(17, 15), ((7, 9), (12, 15), (17, 15))),
    "ticket": (_box(3, 6, 21, 18), ((9, 6), (9, 18)), ((12, 14), (18, 14)), ((12, 10), (16, 10))),
    "keyboard": (_box(2, 6, 22, 18), _dot(7, 14), _dot(12, 14), _dot(17, 14), ((8, 10), (16, 10))),
    "games": (_box(4, 4, 20, 20), ((4, 15), (20, 15)), ((9, 11), (15, 11))),
    "phones": (
        _box(3, 3, 12, 21),
        ((6.5, 6), (8.5, 6)),
        _arc(12, 13, 4, -50, 50),
        _arc(12, 13, 8, -50, 50),
    ),
    "phone": (_box(7, 2, 17, 22), ((11, 5), (13, 5))),
    "globe": (
        _arc(12, 12, 9, 0, 360),
        ((3, 12), (21, 12)),
        _arc(4, 12, 12, -48, 48),
        _arc(20, 12, 12, 132, 228),
    ),
    "info": (_arc(12, 12, 9, 0, 360), ((12, 7), (12, 13)), _dot(12, 16.5)),
    "export": (
        ((12, 9), (12, 21)),
        ((7, 16), (12, 21), (17, 16)),
        ((4, 8), (4, 3), (20, 3), (20, 8)),
    ),
    "import": (
        ((12, 9), (12, 21)),
        ((7, 14), (12, 9), (17, 14)),
        ((4, 8), (4, 3), (20, 3), (20, 8)),
    ),
    "home": (
        ((3, 12), (12, 20.5), (21, 12)),
        ((5.5, 13.5), (5.5, 4), (18.5, 4), (18.5, 13.5)),
        ((10, 4), (10, 10), (14, 10), (14, 4)),
    ),
    "pause": (((8, 5), (8, 19)), ((16, 5), (16, 19))),
    "skip": (((5, 19), (12, 12), (5, 5)), ((12, 19), (19, 12), (12, 5))),
    "play": (((7, 4.5), (7, 19.5), (19, 12), (7, 4.5)),),
    "repeat": (
        (*_arc(12, 12, 7.5, 200, 330), (18.5, 8.2)),
        (*_arc(12, 12, 7.5, 20, 150), (5.5, 15.8)),
        ((4, 4), (4, 8.8), (8.8, 8.8)),
        ((20, 20), (20, 15.2), (15.2, 15.2)),
    ),
    "curve": (((4, 20), (4, 4), (20, 4)), ((7, 8), (11, 12), (14, 10.5), (20, 18))),
    "picture": (
        _box(3, 4, 21, 20),
        ((3, 7.5), (9, 13.5), (13.5, 9), (16, 11.5), (21, 7.5)),
        _dot(16, 16),
    ),
    "table": (
        _box(3, 4, 21, 20),
        ((3, 14.7), (21, 14.7)),
        ((3, 9.3), (21, 9.3)),
        ((9.5, 4), (9.5, 20)),
    ),
    "text": (((5, 18), (19, 18)), ((12, 18), (12, 5))),
}


class Icon(Drawn):
    """One of `ICONS`, as large as the smaller side of the widget."""

    icon = StringProperty("")
    color = ColorProperty((0, 0, 0, 1))
    weight = NumericProperty(2.0)
    """Line width of an icon 24 pixels wide."""
    redraw_on = ("size", "icon", "color", "weight")
    is_square = True

    def draw(self, drawing: Canvas, side: float) -> None:
        """Draw the strokes of the icon."""
        scale = side / 24
        drawing.add(Color(*self.color))
        for stroke in ICONS.get(self.icon, ()):
            points = [number * scale for point in stroke for number in point]
            width = self.weight * scale / 2
            drawing.add(SmoothLine(points=points, width=width, joint="round", cap="round"))


class RowIcon(Icon):
    """An icon of fixed size, vertically centred in a row; it takes no space without an icon."""

    side = NumericProperty(0)
    """Width and height."""


QUIET_ZONE = 4
"""The width of the white border in modules, without which scanners do not find the code."""


class QrCode(Drawn):
    """A text as a QR code, black on white in every theme, as large as the widget."""

    text = StringProperty("")
    """Nothing is drawn if it is empty."""
    redraw_on = ("size", "text")
    is_square = True

    def draw(self, drawing: Canvas, side: float) -> None:
        """Draw the modules with whole pixels, so that their edges are sharp."""
        if not self.text:
            return
        # Imported here, because few games are shared.
        import segno

        rows = segno.make_qr(self.text).matrix
        module = max(1, int(side / (len(rows) + 2 * QUIET_ZONE)))
        margin = int((side - module * len(rows)) / 2)
        drawing.add(Color(1, 1, 1, 1))
        drawing.add(Rectangle(size=(side, side)))
        drawing.add(Color(0, 0, 0, 1))
        for number, row in enumerate(rows):
            y = margin + module * (len(rows) - 1 - number)
            x = margin
            for dark, run in groupby(row):
                width = module * len(list(run))
                if dark:
                    drawing.add(Rectangle(pos=(x, y), size=(width, module)))
                x += width


load_rules("""
<RowIcon>:
    color: theme.text_muted
    side: dp(20)
    size_hint: None, None
    size: (self.side, self.side) if self.icon else (0, 0)
    pos_hint: {"center_y": 0.5}
""")
