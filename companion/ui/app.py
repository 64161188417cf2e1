"""The app: it opens the shelf, keeps the game on the table and leads from screen to screen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import NoTransition, Screen, ScreenManager
from kivy.uix.widget import Widget

from companion.rules import Game, Refused, Setup, bundled_boards
from companion.store import KeptGame, Settings, Shelf
from companion.ui.device import Device, this_device
from companion.ui.keeping import Keeping
from companion.ui.keys import pressed
from companion.ui.look.theme import theme
from companion.ui.look.words import LANGUAGES, words
from companion.ui.pages.trouble import TroublePage
from companion.ui.wiring import make_screen

AT_THE_TABLE = ("table", "find", "log", "check", "tickets")
"""Screens during which the phone should not go dark."""


class RailkeeperApp(App):
    """Railkeeper on a phone or a desktop."""

    title = "Railkeeper"

    def __init__(self, folder: Path | None = None, device: Device | None = None) -> None:
        super().__init__()
        self.device = device or this_device()
        self.folder = folder or self.device.folder()
        """Where everything is kept."""
        self.kept: KeptGame | None = None
        """The game on the table, as it lies on disk."""
        self.keeping: Keeping | None = None
        """The same game, as entries are made to it."""
        self._shelf: Shelf | None = None
        self._trail: list[str] = []

    @property
    def shelf(self) -> Shelf:
        """Everything that is kept."""
        if self._shelf is None:
            raise RuntimeError("the shelf is closed")
        return self._shelf

    # Beginning and end

    def build(self) -> Widget:
        """Open the shelf and show where the keeper left off."""
        self.screens = ScreenManager(transition=NoTransition())
        self.frame = BoxLayout()
        self.frame.add_widget(self.screens)
        self._inset()
        Window.bind(on_keyboard=self._key, size=self._inset)
        Window.softinput_mode = "below_target"
        try:
            self._shelf = Shelf.open(self.folder)
        except Refused as problem:
            self._show_trouble(problem)
            return self.frame
        self.apply_settings()
        if self.shelf.games.all() or self.shelf.learned.players():
            self.go_home()
        else:
            self._trail.append("home")
            self.show("new_game")
        return self.frame

    def open_settings(self, *_: object) -> bool:
        """Keep Kivy's own settings closed; ours are on a screen."""
        return False

    def on_pause(self) -> bool:
        """Everything is on disk already."""
        return True

    def on_resume(self) -> None:
        """The phone may have turned dark, or turned round."""
        if self._shelf is not None:
            self.apply_settings()
        self._inset()

    def on_stop(self) -> None:
        """Let the next one have the folder."""
        Window.unbind(on_keyboard=self._key, size=self._inset)
        if self._shelf is not None:
            self._shelf.close()
            self._shelf = None

    def _show_trouble(self, problem: Refused) -> None:
        self._dress(Settings())
        trouble = TroublePage(name="trouble", text=words.told(problem.phrase))
        trouble.bind(on_leave_app=lambda _: self.stop())
        self.screens.add_widget(trouble)

    # Ways

    def screen(self, name: str) -> Screen:
        """A screen, made when it is first needed."""
        if not self.screens.has_screen(name):
            self.screens.add_widget(make_screen(self, name))
        return self.screens.get_screen(name)

    def show(self, name: str) -> None:
        """Put a screen in front, brought up to date if it knows how."""
        screen = self.screen(name)
        refresh = getattr(screen, "refresh", None)
        if refresh is not None:
            refresh()
        self.screens.current = name
        self.keep_awake()
        self._inset()

    def go(self, name: str) -> None:
        """Go on to a screen; `back` returns from it."""
        if self.screens.current != name:
            self._trail.append(self.screens.current)
        self.show(name)

    def go_home(self, *then: str) -> None:
        """Start again from the home screen, and on to others."""
        self._trail.clear()
        self.show("home")
        for name in then:
            self.go(name)

    def back(self) -> bool:
        """Close a sheet, else leave the screen; False where there is nowhere to go back to."""
        screen = self.screens.current_screen
        if getattr(screen, "close_sheet", lambda: False)():
            return True
        if screen.name == "table" and self.keeping is not None and self.keeping.moment is not None:
            self.keeping.back_to_now()
            return True
        if not self._trail:
            return False
        self.show(self._trail.pop())
        return True

    # Games

    def begin(self, setup: Setup) -> None:
        """Begin a game and lay it on the table; `Refused` if it cannot be kept."""
        self.lay_out(self.shelf.games.begin(setup))

    def continue_game(self, id: str) -> None:
        """Take up a game that lies on the shelf; `Refused` if it cannot be read."""
        self.lay_out(self.shelf.games.open(id))

    def lay_out(self, kept: KeptGame) -> None:
        """Lay a game on the table."""
        self.kept = kept
        self.keeping = Keeping(kept.game, self._save)
        self.go_home("table")

    def finish(self) -> None:
        """Put the game on the table into the history, unless it is there; it stays open."""
        if self.kept is not None and self.kept.finished is None:
            self.kept = self.shelf.games.finish(self.kept)

    def open_past(self, id: str) -> None:
        """Look at a finished game again; what is corrected in it is kept."""
        self.kept = self.shelf.history.open(id)
        self.keeping = Keeping(self.kept.game, self._save)
        self.go("result")

    def play_again(self) -> None:
        """Begin the next game with the same players on the same board; the next one starts."""
        if self.kept is None:
            return
        last = self.kept.game.setup
        players = (*last.players[1:], last.players[0])
        board = bundled_boards()[last.board.id]
        self.begin(replace(last, board=board, players=players))

    def go_on_with(self, game: Game) -> None:
        """Keep another version of the game on the table: on a corrected board, say."""
        self._save(game)
        self.keeping = Keeping(game, self._save)

    def _save(self, game: Game) -> None:
        if self.kept is None:
            return
        if self.kept.finished is None:
            self.kept = self.shelf.games.save(self.kept, game)
        else:
            self.kept = self.shelf.history.change(self.kept, game)

    # Settings and the device

    def apply_settings(self) -> None:
        """Look and speak as the settings say."""
        self._dress(self.shelf.settings.read())

    def change_setting(self, name: str, value: Any) -> None:
        """Change a setting and what follows from it; `Refused` if it cannot be kept."""
        try:
            self.shelf.settings.change(**{name: value})
        finally:
            self.apply_settings()
            self.keep_awake()

    def _dress(self, settings: Settings) -> None:
        now = self.device.surroundings()
        theme.dark = now.dark if settings.theme == "system" else settings.theme == "dark"
        theme.text_scale = settings.text_size
        code = now.language if settings.language == "system" else settings.language
        words.language = code if code in LANGUAGES else "en"

    def keep_awake(self) -> None:
        """Keep the screen on while a game is kept, if the keeper likes it."""
        playing = self.screens.current in AT_THE_TABLE
        self.device.keep_awake(playing and self.shelf.settings.read().keep_awake)

    def buzz(self) -> None:
        """Answer an entry in the hand, if the keeper likes it."""
        if self.shelf.settings.read().vibration:
            self.device.vibrate()

    def _inset(self, *_: object) -> None:
        insets = self.device.surroundings().insets
        self.frame.padding = (insets.left, insets.top, insets.right, insets.bottom)

    def _key(self, _: object, key: int, __: int, ___: str | None, modifiers: list[str]) -> bool:
        return pressed(self, key, modifiers)
