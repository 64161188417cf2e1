"""Lists longer than a screen, whose rows are few and used again."""

from __future__ import annotations

from kivy.uix.recycleview import RecycleView

from companion.ui.kv import load


class RecycledRows(RecycleView):
    """Rows as high as they need to be; every row must be given all its properties."""


load("widgets/recycling")
