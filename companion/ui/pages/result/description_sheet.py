"""The sheet that edits the title and the note of a game."""

from __future__ import annotations

from companion.ui.kit.buttons import PrimaryButton
from companion.ui.kit.events import register_events
from companion.ui.kit.sheet import Sheet
from companion.ui.kit.text_field import TextField
from companion.ui.look.kv import load
from companion.ui.look.translator import translator

MOST_OF_HEIGHT = 0.75
"""Share of the window's height: more than usual, because the result does not matter here."""


class NoteField(TextField):
    """A text field with several lines; Enter begins a new one."""


@register_events("on_save")
class DescriptionSheet(Sheet):
    """Dispatches `on_save` with the title and the note."""

    def __init__(self, title: str, note: str) -> None:
        super().__init__(most_of_height=MOST_OF_HEIGHT)
        self.ids.title.text, self.ids.note.text = title, note
        button = PrimaryButton(text=translator.tr("Save"))
        button.bind(on_tap=lambda _: self.save())
        self.pin(button)

    def save(self) -> None:
        """Dispatch what was typed."""
        self.dispatch("on_save", self.ids.title.text, self.ids.note.text)


load("pages/result/description_sheet")
