"""Keeps everything clear of the system's bars and the camera, and paints what lies behind those."""

from __future__ import annotations

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.device import Insets
from companion.ui.look.kv import load


class SafeArea(BoxLayout):
    """Behind the bar above lies more of the page's own bar, elsewhere more of its background."""

    insets = ObjectProperty(Insets(), rebind=True)
    """How far the system reaches into the window."""


load("kit/safe_area")
