"""A row of a card that leads somewhere."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion.ui.kit.buttons import Tappable
from companion.ui.look.kv import load


class PageRow(Tappable):
    """A picture, what is behind it, and an arrow."""

    icon = StringProperty("")
    text = StringProperty("")
    note = StringProperty("")


load("kit/page_row")
