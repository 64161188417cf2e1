"""Makes the screens of how the keeper likes it, and of what this is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from kivy.uix.screenmanager import Screen

from companion.rules import Phrase, Refused
from companion.ui.exchanging import export, open_import
from companion.ui.look.words import words
from companion.ui.pages.about import AboutPage
from companion.ui.pages.settings import SettingsPage

if TYPE_CHECKING:
    from companion.ui.app import RailkeeperApp


def settings(app: RailkeeperApp) -> SettingsPage:
    """How the keeper likes it."""
    screen = SettingsPage()
    stored = {"theme_choice": "theme", "text_scale": "text_size"}

    def refresh() -> None:
        kept = app.shelf.settings.read()
        screen.notice = ""
        screen.language, screen.theme_choice = kept.language, kept.theme
        screen.text_scale = kept.text_size
        screen.keep_awake, screen.vibration = kept.keep_awake, kept.vibration

    def change(name: str, value: object) -> None:
        try:
            app.change_setting(stored.get(name, name), value)
        except Refused as problem:
            tell(problem.phrase)

    def tell(answer: Phrase, /, *, refused: bool = False) -> None:  # noqa: ARG001
        screen.notice = words.told(answer)

    screen.refresh = refresh
    screen.bind(
        on_back=lambda _: app.back(),
        on_change=lambda _, name, value: change(name, value),
        on_export=lambda _: export(app, tell),
        on_import=lambda _: open_import(app, tell),
        on_corrections=lambda _: app.go("corrections"),
        on_about=lambda _: app.go("about"),
    )
    return screen


def about(app: RailkeeperApp) -> AboutPage:
    """What this is."""
    screen = AboutPage()
    screen.bind(on_back=lambda _: app.back())
    return screen


BUILDERS: Mapping[str, Callable[[RailkeeperApp], Screen]] = {"settings": settings, "about": about}
"""How each of them is made."""
