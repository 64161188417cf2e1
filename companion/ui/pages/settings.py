"""The settings page, with export and import."""

from __future__ import annotations

from datetime import date
from functools import partial

from kivy.metrics import dp
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.report.export.csv_table import csv_table
from companion.report.translation import LANGUAGES
from companion.rules.wording import phrase
from companion.store.archive import write_archive
from companion.store.errors import Cancelled, Progress
from companion.store.settings import Settings
from companion.table.snapshot import Snapshot
from companion.ui.keyboard import KEYS
from companion.ui.kit.layout import layout_now
from companion.ui.kit.sheet import MenuItem, MenuSheet, Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.page import Page

SYSTEM = "system"
"""Follow the system's setting."""
# Translators: the theme is light, dark or as in the phone’s settings; System also names the
# phone’s language.
THEMES = {"light": phrase("Light"), "dark": phrase("Dark"), SYSTEM: phrase("System")}
# Translators: a size of text.
TEXT_SIZES = {
    0.9: phrase("Small"),
    1.0: phrase("Normal"),
    1.15: phrase("Large"),
    1.3: phrase("Huge"),
}
"""Factors on the system's text size."""


class KeySheet(Sheet):
    """Lists what keys do."""

    def __init__(self) -> None:
        super().__init__()
        for keys, meaning in KEYS:
            row = KeyRow(keys=translator.render(keys), meaning=translator.render(meaning))
            self.add_widget(row)


class KeyRow(BoxLayout):
    """A key and what it does."""

    keys = StringProperty("")
    meaning = StringProperty("")


class SettingsPage(Page):
    """Shows the stored settings; only `change` stores one."""

    settings = ObjectProperty(Settings(), rebind=True)
    """The stored `Settings`."""
    themes = THEMES
    text_sizes = TEXT_SIZES

    def refresh(self, _: Snapshot | None) -> None:
        """Show the stored settings."""
        self.settings = self.context.preferences.settings

    def change(self, name: str, value: object) -> None:
        """Store and apply a setting; if it cannot be stored, the old value stays."""
        if getattr(self.context.preferences.settings, name) == value:
            return
        self.ids.notice.clear()
        self.attempt(lambda: self.context.preferences.change(name, value))
        self.redraw()
        if name == "text_size":
            # The texts above it have changed their height.
            layout_now(self)
            self.ids.scroll.scroll_to(self.ids.text_sizes, padding=dp(16), animate=False)

    def language_name(self, language: str, system: str) -> str:
        """The name of a language in that language; `system` for the one of the phone."""
        return LANGUAGES.get(language, system)

    def open_languages(self) -> None:
        """List the languages of the app, the chosen one with a tick."""
        languages = {SYSTEM: translator.tr("System"), **LANGUAGES}
        items = (
            MenuItem(
                "check" if code == self.settings.language else "",
                name,
                partial(self.change, "language", code),
            )
            for code, name in languages.items()
        )
        self.open_sheet(MenuSheet(*items))

    def open_keys(self) -> None:
        """List what keys do."""
        self.open_sheet(KeySheet())

    def export(self) -> None:
        """Export all games and players to one file, in a thread, and share it."""
        name = f"railkeeper-{date.today():%Y-%m-%d}.json"
        self.run_in_background(
            partial(write_archive, self.context.store),
            lambda path: self.context.device.share_file(name, path, self.notify),
        )

    def export_table(self) -> None:
        """Share a table of all past games for spreadsheets; the headers are read in a thread."""
        games, boards = self.context.store.games, self.context.boards

        def csv(progress: Progress, cancelled: Cancelled) -> bytes | None:
            if not games.load_finished_headers(progress, cancelled):
                return None
            listed = [(game, game.date) for game in reversed(games.finished())]
            return csv_table(listed, boards, translator.catalog)

        def share(content: bytes | None) -> None:
            if content is not None:
                name = f"railkeeper-{date.today():%Y-%m-%d}.csv"
                self.context.device.share_file(name, content, self.notify)

        self.run_in_background(csv, share)


load("pages/settings")
