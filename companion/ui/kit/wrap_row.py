"""A row that goes on in the next line where it does not fit."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.stacklayout import StackLayout


class WrapRow(StackLayout):
    """Chips and the like, left to right, as high as the lines they need."""

    def __init__(self, **properties: object) -> None:
        super().__init__(size_hint_y=None, height=0, spacing=dp(8), **properties)
        self.bind(minimum_height=self.setter("height"))
