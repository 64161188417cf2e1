"""The stops of a walk in one line, with the middle left out where it does not fit."""

from __future__ import annotations

from kivy.properties import ListProperty

from companion.ui.kit.text import SecondaryText, line_width

BETWEEN, LEFT_OUT = " · ", "…"


class WalkLine(SecondaryText):
    """As many stops as fit, the first ones and always the last."""

    stops = ListProperty()

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        for name in ("stops", "width", "font_size"):
            self.fbind(name, self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        stops = list(self.stops)
        text = BETWEEN.join(stops)
        for saved in range(len(stops) - 2, 0, -1):
            if line_width(text, self.font_size) <= self.width:
                break
            text = BETWEEN.join([*stops[:saved], LEFT_OUT, stops[-1]])
        self.text = text
