"""The settings: how the app looks and behaves, and the doors for taking everything along."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.rules.wording import say
from companion.ui.look.kv import load
from companion.ui.look.words import LANGUAGES
from companion.ui.widgets import bar, choosing, page_row
from companion.ui.widgets.page import Page

SYSTEM = "system"
"""The choice of whatever the phone is set to."""
THEMES = {"light": say("Light"), "dark": say("Dark"), SYSTEM: say("System")}
TEXT_SCALES = {0.9: say("Small"), 1.0: say("Normal"), 1.15: say("Large"), 1.3: say("Larger")}
"""Text sizes by what they multiply the phone's own with."""


class SettingsPage(Page):
    """Every setting is a property here; `on_change` tells which one was changed and to what."""

    language = StringProperty(SYSTEM)
    """"system" or one of `LANGUAGES`."""
    theme_choice = StringProperty(SYSTEM)
    """One of `THEMES`."""
    text_scale = NumericProperty(1.0)
    """One of `TEXT_SCALES`."""
    keep_awake = BooleanProperty(True)
    """Whether the screen stays on during a game."""
    vibration = BooleanProperty(True)
    """Whether the phone answers an entry with a short buzz."""

    notice = StringProperty("")
    """Why a change could not be kept, until the next one is."""

    __events__ = ("on_change", "on_export", "on_import", "on_corrections", "on_about", "on_back")

    languages = LANGUAGES
    themes = THEMES
    text_scales = TEXT_SCALES

    def change(self, name: str, value: object) -> None:
        """Change a setting by hand."""
        if getattr(self, name) != value:
            setattr(self, name, value)
            self.notice = ""
            self.dispatch("on_change", name, value)

    def on_change(self, name: str, value: object) -> None:
        """Something to bind to."""

    def on_export(self) -> None:
        """Something to bind to."""

    def on_import(self) -> None:
        """Something to bind to."""

    def on_corrections(self) -> None:
        """Something to bind to."""

    def on_about(self) -> None:
        """Something to bind to."""

    def on_back(self) -> None:
        """Something to bind to."""


_NEEDED = (bar, choosing, page_row)
"""Modules whose widgets the kv file names."""

load("pages/settings")
