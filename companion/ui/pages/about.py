"""What the app is, who owns what, and how far its boards can be trusted."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion import __version__
from companion.ui.kit.containers import Card
from companion.ui.look.kv import load
from companion.ui.page import Page


class Paragraph(Card):
    """A heading and what there is to say below it."""

    title = StringProperty("")
    text = StringProperty("")


class AboutPage(Page):
    """Nothing to do here but read."""

    version = __version__


load("pages/about")
