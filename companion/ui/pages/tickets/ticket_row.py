"""A ticket somebody holds: whether it is completed, by which walk or what is missing."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from companion.ui.kit.buttons import Tappable
from companion.ui.look.kv import load


class TicketRow(Tappable):
    """One ticket to tap."""

    title = StringProperty("")
    stops = ListProperty()
    """The places on the walk that completes it."""
    detail = StringProperty("")
    """What is missing, or how a station helps."""
    points = StringProperty("")
    completed = BooleanProperty(False)
    result = ObjectProperty()
    """The `TicketResult` it shows."""


load("pages/tickets/ticket_row")
