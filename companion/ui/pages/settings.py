"""The settings: how the app looks and behaves, and the doors for taking everything along."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.report.translation import LANGUAGES
from companion.rules.wording import phrase
from companion.table.snapshot import Snapshot
from companion.ui.look.kv import load
from companion.ui.navigator import OpenFile
from companion.ui.page import Page

SYSTEM = "system"
"""The choice of whatever the phone is set to."""
# Translators: light, dark: the theme; System: as the phone has it.
THEMES = {"light": phrase("Light"), "dark": phrase("Dark"), SYSTEM: phrase("System")}
# Translators: a size of text.
TEXT_SIZES = {
    0.9: phrase("Small"),
    1.0: phrase("Normal"),
    1.15: phrase("Large"),
    1.3: phrase("Larger"),
}
"""By what they multiply the phone's own with."""


class SettingsPage(Page):
    """Every setting is a property here, named as on disk; nothing but `change` changes one."""

    language = StringProperty(SYSTEM)
    """"system" or one of `LANGUAGES`."""
    theme = StringProperty(SYSTEM)
    """One of `THEMES`."""
    text_size = NumericProperty(1.0)
    """One of `TEXT_SIZES`."""
    keep_awake = BooleanProperty(True)
    """Whether the screen stays on during a game."""
    vibration = BooleanProperty(True)
    """Whether the phone answers an entry with a short buzz."""

    languages = LANGUAGES
    themes = THEMES
    text_sizes = TEXT_SIZES

    def refresh(self, _: Snapshot | None) -> None:
        """Show what is in force."""
        saved = self.context.preferences.settings
        self.language, self.theme, self.text_size = saved.language, saved.theme, saved.text_size
        self.keep_awake, self.vibration = saved.keep_awake, saved.vibration

    def change(self, name: str, value: object) -> None:
        """Change a setting; what cannot be kept stays as it was."""
        if getattr(self.context.preferences.settings, name) == value:
            return
        self.ids.notice.clear()
        self.attempt(lambda: self.context.preferences.change(name, value))
        self.redraw()

    def export(self) -> None:
        """Give everything out of the app: every game is read, and there may be many."""
        name = f"railkeeper-{date.today():%Y-%m-%d}.json"
        self.run_in_background(
            self.context.store.exchange.everything,
            lambda path: self.context.device.share_file(name, path, self.tell),
        )

    def bring_in(self) -> None:
        """Let somebody choose a file, and look into it."""
        self.context.device.choose_file(self._look_into, self.tell)

    def _look_into(self, path: Path) -> None:
        self.context.navigator.go("import", OpenFile(path))


load("pages/settings")
