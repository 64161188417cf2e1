"""Shown when the app cannot open its folder: one sentence, and the way out."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion.ui.look.kv import load
from companion.ui.widgets import bar
from companion.ui.widgets.page import Page


class TroublePage(Page):
    """Says what is wrong."""

    text = StringProperty("")

    __events__ = ("on_leave_app",)

    def on_leave_app(self) -> None:
        """Something to bind to."""


_NEEDED = (bar,)
"""Modules whose widgets the kv file names."""

load("pages/trouble")
