"""A QR code."""

from __future__ import annotations

from itertools import groupby

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.properties import StringProperty

from companion.ui.look.drawn import Drawn

QUIET_ZONE = 4
"""The width of the white border in modules, without which scanners do not find the code."""


class QrCode(Drawn):
    """A text as a QR code, black on white in every theme, as large as the widget."""

    text = StringProperty("")
    """Nothing is drawn if it is empty."""
    looks = ("text",)

    def draw(self, drawing: InstructionGroup, side: float) -> None:
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
