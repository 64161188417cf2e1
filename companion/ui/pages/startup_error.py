"""Shown when the app cannot open its data folder."""

from __future__ import annotations

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.look.kv import load


class StartupError(BoxLayout):
    """The reason and a Close button; not a page, because there is no context yet."""

    text = StringProperty("")
    close = ObjectProperty()
    """Called to close the app."""


load("pages/startup_error")
