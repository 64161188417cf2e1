"""The row of a ticket: its points, and the path that completes it or the missing spaces."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty

from companion.ui.kit.buttons import Tappable
from companion.ui.kit.rows import Divided
from companion.ui.look.kv import load


class TicketRow(Divided, Tappable):
    """A player's ticket; a tap opens its sheet."""

    title = StringProperty("")
    stops = ListProperty()
    """The cities on the walk that completes it."""
    detail = StringProperty("")
    """The missing spaces, or the borrowed route."""
    points = StringProperty("")
    completed = BooleanProperty(False)
    result = ObjectProperty()
    """The `TicketResult` it shows."""


load("pages/tickets/ticket_row")
