"""The menu of the table page: turn the board, rules, settings."""

from __future__ import annotations

from companion.ui.kit.buttons import SecondaryButton
from companion.ui.kit.events import register_events
from companion.ui.kit.sheet import Sheet
from companion.ui.look.translator import translator


@register_events("on_turn", "on_rules", "on_settings")
class MenuSheet(Sheet):
    """Dispatches the chosen action; the board can be turned several times."""

    def __init__(self) -> None:
        super().__init__()
        self._add_button("turn", translator.tr("Rotate the board"), "on_turn", repeats=True)
        self._add_button("info", translator.tr("Rules at a glance"), "on_rules", repeats=False)
        self._add_button("settings", translator.tr("Settings"), "on_settings", repeats=False)

    def _add_button(self, icon: str, text: str, event: str, repeats: bool) -> None:
        button = SecondaryButton(icon=icon, text=text, repeats=repeats)
        button.bind(on_tap=lambda _: self.dispatch(event))
        self.add_widget(button)
