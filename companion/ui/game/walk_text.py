"""The cities of a walk in one text line."""

from __future__ import annotations

from kivy.properties import ListProperty

from companion.ui.kit.text import SecondaryText, line_width

SEPARATOR, ELLIPSIS = " · ", "…"


class WalkText(SecondaryText):
    """As many cities as fit: the first ones and the last, with an ellipsis between."""

    stops = ListProperty()

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        for name in ("stops", "width", "font_size"):
            self.fbind(name, self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        stops = list(self.stops)
        text = SEPARATOR.join(stops)
        for kept in range(len(stops) - 2, 0, -1):
            if line_width(text, self.font_size) <= self.width:
                break
            text = SEPARATOR.join([*stops[:kept], ELLIPSIS, stops[-1]])
        self.text = text
