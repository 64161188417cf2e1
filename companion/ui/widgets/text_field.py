"""A field to search with."""

from __future__ import annotations

from companion.ui.look.kv import load
from companion.ui.widgets.name_field import NameField


class TextField(NameField):
    """A name field with a ground and an edge of its own."""


load("widgets/text_field")
