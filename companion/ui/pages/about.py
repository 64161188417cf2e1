"""About the app: version, trademarks, accuracy of the boards, data, licences."""

from __future__ import annotations

from kivy.properties import StringProperty

from companion import __version__
from companion.ui.kit.containers import Card
from companion.ui.look.kv import load
from companion.ui.page import Page


class Paragraph(Card):
    """A card with a heading and a text."""

    title = StringProperty("")
    text = StringProperty("")


class AboutPage(Page):
    """Texts only."""

    version = __version__


load("pages/about")
