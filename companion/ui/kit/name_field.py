"""A single-line text field in the app's theme."""

from __future__ import annotations

from kivy.properties import StringProperty
from kivy.uix.textinput import TextInput

from companion.ui.look.kv import load

_ENTER = ("enter", "numpadenter")


class NameField(TextInput):
    """A text field without a frame; Enter dispatches `on_text_validate`."""

    # Defaults instead of a kv rule, which Kivy applies only after loading its own images.
    background_normal = StringProperty("")
    background_active = StringProperty("")
    background_disabled_normal = StringProperty("")

    def on_focus(self, *_: object) -> None:
        """Show the beginning of the text when the focus is lost."""
        self.on_scroll_x()

    def on_scroll_x(self, *_: object) -> None:
        """Follow the cursor only while the field has the focus."""
        if not self.focus:
            self.scroll_x = 0

    def keyboard_on_key_down(
        self, window: object, keycode: tuple[int, str], text: str, modifiers: list[str]
    ) -> bool:
        """Leave keys that move the focus to the page, and keep Enter and typed text from it."""
        if keycode[1] in ("tab", "escape", "up", "down"):
            return False
        handled = super().keyboard_on_key_down(window, keycode, text, modifiers)
        is_typed = bool(text) and text.isprintable() and not {"ctrl", "meta"} & set(modifiers)
        return bool(handled) or keycode[1] in _ENTER or is_typed


load("kit/name_field")
