"""A row of a card that opens a page."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion.ui.kit.buttons import Tappable
from companion.ui.look.kv import load


class PageRow(Tappable):
    """An icon, a title with an optional note, and an arrow."""

    icon = StringProperty("")
    text = StringProperty("")
    note = StringProperty("")


load("kit/page_row")
