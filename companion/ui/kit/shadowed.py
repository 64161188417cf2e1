"""A shadow behind a widget."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty

from companion.ui.look.kv import load


class Shadowed:
    """Mixin for a widget with a soft shadow; list it first among the base classes."""

    has_shadow = BooleanProperty(True)
    shadow_reach = NumericProperty(0)
    """How far the shadow extends beyond the widget."""


load("kit/shadowed")
