"""A row that wraps."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.uix.stacklayout import StackLayout


class WrapRow(StackLayout):
    """Children from left to right in as many lines as they need."""

    def __init__(self, **properties: object) -> None:
        super().__init__(size_hint_y=None, height=0, spacing=dp(8), **properties)
        self.bind(minimum_height=self.setter("height"))
