"""The settings: how the app looks and behaves, and the doors for taking everything along."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.rules.wording import say
from companion.table.snapshot import Snapshot
from companion.ui.look.kv import load
from companion.ui.look.words import LANGUAGES
from companion.ui.navigation import LookInto
from companion.ui.page import Page
from companion.ui.widgets import bar, choosing, page_row

SYSTEM = "system"
"""The choice of whatever the phone is set to."""
# Translators: light, dark: the theme; System: as the phone has it.
THEMES = {"light": say("Light"), "dark": say("Dark"), SYSTEM: say("System")}
# Translators: a size of text.
TEXT_SIZES = {0.9: say("Small"), 1.0: say("Normal"), 1.15: say("Large"), 1.3: say("Larger")}
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

    def show(self, snapshot: Snapshot | None) -> None:
        """Show what is in force."""
        super().show(snapshot)
        kept = self.house.preferences.settings
        self.language, self.theme, self.text_size = kept.language, kept.theme, kept.text_size
        self.keep_awake, self.vibration = kept.keep_awake, kept.vibration

    def change(self, name: str, value: object) -> None:
        """Change a setting; what cannot be kept stays as it was."""
        if getattr(self.house.preferences.settings, name) == value:
            return
        self.ids.notice.clear()
        self.attempt(lambda: self.house.preferences.change(name, value))
        self.show(self.evening.snapshot)

    def export(self) -> None:
        """Give everything out of the app: every game is read, and there may be many."""
        name = f"railkeeper-{date.today():%Y-%m-%d}.json"
        self.begin(
            self.house.shelf.exchange.everything,
            lambda path: self.house.device.share_file(name, path, self.tell),
        )

    def bring_in(self) -> None:
        """Let somebody choose a file, and look into it."""
        self.house.device.incoming(self._look_into, self.tell)

    def _look_into(self, path: Path) -> None:
        self.house.ways.go("arrivals", LookInto(path))


_NEEDED = (bar, choosing, page_row)
"""Modules whose widgets the kv file names."""

load("pages/settings")
