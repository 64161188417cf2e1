"""Shown when the app cannot open its data folder."""

from __future__ import annotations

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.kit import bar, buttons, containers
from companion.ui.look.kv import load


class StartupError(BoxLayout):
    """The reason and a Close button; not a page, because there is no context yet."""

    text = StringProperty("")
    close = ObjectProperty()
    """Called to close the app."""


_NEEDED = (bar, containers, buttons)
"""Modules whose widgets the kv file names."""

load("pages/startup_error")
