"""A line to type a name into, dressed like everything else."""

from __future__ import annotations

from kivy.properties import StringProperty
from kivy.uix.textinput import TextInput

from companion.ui.look.kv import load

_ENTER = ("enter", "numpadenter")


class NameField(TextInput):
    """One line; Enter goes to whoever binds `on_text_validate`, Tab and Escape to the page."""

    # Kivy's own pictures: emptied by a rule, they would be loaded before it is read.
    background_normal = StringProperty("")
    background_active = StringProperty("")
    background_disabled_normal = StringProperty("")

    def _ensure_clipboard(self) -> None:
        """Look for the clipboard once somebody writes: on Linux Kivy asks several programs."""
        if self.focus:
            super()._ensure_clipboard()

    def on_focus(self, *_: object) -> None:
        """Have the clipboard ready; who only reads sees the beginning."""
        self._ensure_clipboard()
        self.on_scroll_x()

    def on_scroll_x(self, *_: object) -> None:
        """Follow the cursor, which is at the end of whatever is written, only for who writes."""
        if not self.focus:
            self.scroll_x = 0

    def keyboard_on_key_down(
        self, window: object, keycode: tuple[int, str], text: str, modifiers: list[str]
    ) -> bool:
        """Take what is typed; what Enter leads to does not get the same Enter again."""
        if keycode[1] in ("tab", "escape"):
            return False
        taken = super().keyboard_on_key_down(window, keycode, text, modifiers)
        return bool(taken) or keycode[1] in _ENTER


load("kit/name_field")
