"""A field to search with."""

from __future__ import annotations

from companion.ui.kit.name_field import NameField
from companion.ui.look.kv import load


class TextField(NameField):
    """A name field with a ground and an edge of its own."""


load("kit/text_field")
