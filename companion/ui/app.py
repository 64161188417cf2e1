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

from companion.rules import Phrase, Refused
from companion.store import Settings, Shelf
from companion.ui.board.thumbnail import pictures
from companion.ui.device import Device, this_device
from companion.ui.house import House
from companion.ui.keys import pressed
from companion.ui.look.fonts import lend_fonts
from companion.ui.look.words import words
from companion.ui.navigation import AT_THE_TABLE, LookInto, PageName, Ways
from companion.ui.preferences import Preferences, dress
from companion.ui.widgets.hush import Frame
from companion.ui.widgets.laying_out import settle

if TYPE_CHECKING:
    from companion.table.evening import Answer

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
        opened: Callable[[Path], Shelf] = Shelf.open,
    ) -> None:
        super().__init__()
        self.device = device or this_device()
        self.folder = folder or self.device.folder()
        """Where everything is kept."""
        self._opened = opened
        self.house: House | None = None
        """None while the folder cannot be opened."""

    # Beginning and end

    def build(self) -> Widget:
        """Open the shelf and show where the keeper left off."""
        lend_fonts()
        self.ways = Ways(self._moved)
        self.frame = Frame()
        self.frame.add_widget(self.ways.screens)
        self._inset()
        # It would have its size with the first frame; the first page wants to know it before.
        self.frame.size = Window.size
        settle(self.frame)
        Window.bind(on_keyboard=self._key, size=self._inset)
        Window.softinput_mode = "below_target"
        try:
            shelf = self._opened(self.folder)
        except Refused as problem:
            self._show_trouble(problem)
            return self.frame
        pictures.folder = self.folder / "pictures"
        preferences = Preferences(shelf.settings, self.device)
        self.house = House(shelf, self.ways, self.device, preferences, self._heard)
        self.ways.lead_through(self.house)
        preferences.apply()
        self._open_where_it_was(self.house)
        self.device.watch(self._look_around)
        self.device.opened_with(self._open, self._tell)
        return self.frame

    def _open_where_it_was(self, house: House) -> None:
        """On the board the keeper was at, however the app ended; else at home."""
        shelf, place = house.shelf, house.shelf.place.read()
        if place.game:
            with suppress(Refused):
                house.evening.take_up(place.game)
                self.ways.home("table", *REOPENED.get(place.page, ()))
                return
        if shelf.games.are_there() or shelf.learned.players():
            self.ways.home()
        else:
            self.ways.home("new_game")

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
        if self.house is not None and self.ways.screens.current_screen is not None:
            self.ways.page.stop()
        self.ways.close()
        if self.house is not None:
            self.house.shelf.close()
            self.house = None

    def _show_trouble(self, problem: Refused) -> None:
        from companion.ui.pages.trouble import Trouble

        dress(Settings(), self.device)
        self.frame.clear_widgets()
        self.frame.add_widget(Trouble(text=words.told(problem.phrase), leave=self.stop))

    # What follows from what happens

    def _moved(self, name: PageName) -> None:
        if self.house is not None:
            self.house.preferences.keep_awake(name in AT_THE_TABLE)
            self._note_place(self.house, name)
        self._inset()

    def _note_place(self, house: House, name: PageName) -> None:
        now = house.snapshot
        playing = now is not None and not now.finished and self.ways.passed("table")
        house.shelf.place.note(now.kept.id if now and playing else "", name)

    def _heard(self, answer: Answer) -> None:
        if self.house is not None and answer.accepted and answer.deed != "looked":
            self.house.preferences.buzz()
        self.ways.hear(answer)

    def _look_around(self, *_: object) -> None:
        if self.house is not None:
            self.house.preferences.apply()
        self._inset()

    def _inset(self, *_: object) -> None:
        self.frame.insets = self.device.surroundings().insets

    def _open(self, path: Path) -> None:
        if self.house is not None:
            self.ways.go("arrivals", LookInto(path))

    def _tell(self, phrase: Phrase, /, *, refused: bool = False) -> None:
        if self.house is not None:
            self.ways.page.tell(phrase, refused=refused)

    def _key(self, _: object, key: int, __: int, ___: str | None, modifiers: list[str]) -> bool:
        return self.house is not None and pressed(self.ways, key, frozenset(modifiers))
