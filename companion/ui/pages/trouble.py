"""Shown when the app cannot open its folder: one sentence, and the way out."""

from __future__ import annotations

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.look.kv import load


class Trouble(BoxLayout):
    """Says what is wrong; there is no house yet that it could be a page of."""

    text = StringProperty("")
    leave = ObjectProperty()
    """Called to close the app."""


load("pages/trouble")
