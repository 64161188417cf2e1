"""Widgets of the statistics pages: a number with a caption, a fact with its title."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion.ui.kit.containers import Column
from companion.ui.kit.text_block import TextBlock
from companion.ui.look.kv import load


class NumberWithCaption(TextBlock):
    """A large number above what it counts."""

    number = StringProperty("")
    caption = StringProperty("")


class FactRow(Column):
    """A figure below its title."""

    title = StringProperty("")
    text = StringProperty("")


load("game/statistics_rows")
