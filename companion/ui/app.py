"""The app: it opens the shelf, furnishes the house and shows where the keeper left off."""

from __future__ import annotations

import gc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.rules.boards import Boards, bundled_boards
from companion.rules.errors import Refused
from companion.rules.wording import Phrase
from companion.store.settings import Settings
from companion.store.store import Store
from companion.ui.context import AppContext
from companion.ui.device import Device, this_device
from companion.ui.keys import pressed
from companion.ui.kit.debounce import Frame
from companion.ui.kit.layout import layout_now
from companion.ui.look.font_fallback import install_font_fallback
from companion.ui.look.translator import translator
from companion.ui.navigator import AT_THE_TABLE, LookInto, Navigator, PageName
from companion.ui.preferences import Preferences, dress

if TYPE_CHECKING:
    from companion.table.session import Answer

REOPENED: dict[str, tuple[PageName, ...]] = {
    "check": ("check",),
    "tickets": ("tickets",),
    "result": ("tickets", "result"),
    "reveal": ("tickets", "result"),
}
"""How to come back to the pages beyond the table."""


AT_REST = 1.0
"""Seconds after the start until nobody waits for the next frame."""


class RailkeeperApp(App):
    """Railkeeper on a phone or a desktop."""

    title = "Railkeeper"

    def __init__(
        self,
        folder: Path | None = None,
        device: Device | None = None,
        opened: Callable[[Path, Boards], Store] = Store.open,
    ) -> None:
        super().__init__()
        self.device = device or this_device()
        self.folder = folder or self.device.folder()
        """Where everything is kept."""
        self._opened = opened
        self.context: AppContext | None = None
        """None while the folder cannot be opened."""

    # Beginning and end

    def build(self) -> Widget:
        """Open the shelf and show where the keeper left off."""
        install_font_fallback()
        self.navigator = Navigator(self._moved)
        self.frame = Frame()
        self.frame.add_widget(self.navigator.screens)
        self._inset()
        # It would have its size with the first frame; the first page wants to know it before.
        self.frame.size = Window.size
        layout_now(self.frame)
        Window.bind(on_keyboard=self._key, size=self._inset)
        Window.softinput_mode = "below_target"
        boards = bundled_boards()
        try:
            store = self._opened(self.folder, boards)
        except Refused as problem:
            self._show_trouble(problem)
            return self.frame
        preferences = Preferences(store.settings, self.device)
        self.context = AppContext(
            store, boards, self.navigator, self.device, preferences, self._heard
        )
        self.navigator.attach(self.context)
        preferences.apply()
        self._open_where_it_was(self.context)
        self.device.watch(self._look_around)
        self.device.opened_with(self._open, self._tell)
        return self.frame

    def _open_where_it_was(self, context: AppContext) -> None:
        """On the board the keeper was at, however the app ended; else at home."""
        store, place = context.store, context.store.last_location.read()
        if place.game:
            with suppress(Refused):
                context.session.open(place.game)
                self.navigator.reset_to("home", "table", *REOPENED.get(place.page, ()))
                return
        if store.games.has_games_in_progress() or store.learned.players():
            self.navigator.reset_to("home")
        else:
            self.navigator.reset_to("home", "new_game")

    def open_settings(self, *_: object) -> bool:
        """Keep Kivy's own settings closed; ours are on a page."""
        return False

    def on_start(self) -> None:
        """From when on there may be time to tidy up again; see `companion.start`."""
        if not gc.isenabled():
            Clock.schedule_once(self._tidy_up, AT_REST)

    def _tidy_up(self, _: float) -> None:
        # What was made for the start stays: to look through it each time would be felt.
        gc.freeze()
        gc.enable()

    def on_pause(self) -> bool:
        """Everything is on disk already."""
        return True

    def on_resume(self) -> None:
        """The phone may have turned dark, or turned round."""
        self._look_around()

    def on_stop(self) -> None:
        """Let the next one have the folder."""
        Window.unbind(on_keyboard=self._key, size=self._inset)
        if self.context is not None and self.navigator.screens.current_screen is not None:
            self.navigator.page.stop()
        self.navigator.close()
        if self.context is not None:
            self.context.store.close()
            self.context = None

    def _show_trouble(self, problem: Refused) -> None:
        from companion.ui.pages.startup_error import StartupError

        dress(Settings(), self.device)
        self.frame.clear_widgets()
        error = StartupError(text=translator.render(problem.phrase), close=self.stop)
        self.frame.add_widget(error)

    # What follows from what happens

    def _moved(self, name: PageName) -> None:
        if self.context is not None:
            self.context.preferences.keep_awake(name in AT_THE_TABLE)
            self._note_place(self.context, name)
        self._inset()

    def _note_place(self, context: AppContext, name: PageName) -> None:
        now = context.snapshot
        playing = now is not None and not now.finished and self.navigator.passed("table")
        context.store.last_location.write(now.saved.id if now and playing else "", name)

    def _heard(self, answer: Answer) -> None:
        if self.context is not None and answer.accepted and answer.action != "looked":
            self.context.preferences.buzz()
        self.navigator.hear(answer)

    def _look_around(self, *_: object) -> None:
        if self.context is not None:
            self.context.preferences.apply()
        self._inset()

    def _inset(self, *_: object) -> None:
        self.frame.insets = self.device.surroundings().insets

    def _open(self, path: Path) -> None:
        if self.context is not None:
            self.navigator.go("import", LookInto(path))

    def _tell(self, phrase: Phrase, /, *, refused: bool = False) -> None:
        if self.context is not None:
            self.navigator.page.tell(phrase, refused=refused)

    def _key(self, _: object, key: int, __: int, ___: str | None, modifiers: list[str]) -> bool:
        return self.context is not None and pressed(self.navigator, key, frozenset(modifiers))
