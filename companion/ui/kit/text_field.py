"""A single-line text field with a frame."""

from __future__ import annotations

from companion.ui.kit.name_field import NameField
from companion.ui.kit.surface import Surface
from companion.ui.look.kv import load


class TextField(Surface, NameField):
    """A name field on a surface with an outline."""


load("kit/text_field")
