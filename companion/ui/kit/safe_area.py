"""Padding for the system bars and the camera cutout."""

from __future__ import annotations

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.device import Insets
from companion.ui.look.kv import load


class SafeArea(BoxLayout):
    """Pads its content by the insets, and paints the padding in the colours of the page."""

    insets = ObjectProperty(Insets(), rebind=True)


load("kit/safe_area")
