"""A line to type a name into, dressed like everything else."""

from __future__ import annotations

from kivy.uix.textinput import TextInput

from companion.ui.look.kv import load


class NameField(TextInput):
    """One line; Enter is left to whoever binds `on_text_validate`."""


load("widgets/name_field")
