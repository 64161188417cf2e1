"""The app: it opens the shelf, lays out the screens and leads from one to the next."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from kivy.app import App
from kivy.core.window import Window
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import NoTransition, ScreenManager
from kivy.uix.widget import Widget

from companion.rules import Game, Refused, Route, Setup, bundled_boards
from companion.store import KeptGame, Shelf
from companion.ui.device import Device, this_device
from companion.ui.keeping import Keeping
from companion.ui.keys import pressed
from companion.ui.screens.about import AboutScreen
from companion.ui.screens.find import FindScreen
from companion.ui.screens.home import GameCard, HomeScreen
from companion.ui.screens.log import LogScreen
from companion.ui.screens.new_game import NewGameScreen
from companion.ui.screens.settings import SettingsScreen
from companion.ui.screens.table import TableScreen
from companion.ui.screens.trouble import TroubleScreen
from companion.ui.theme import theme
from companion.ui.words import LANGUAGES, words

_STORED = {"theme_choice": "theme", "text_scale": "text_size"}
"""Settings whose screen has another name for them than the shelf."""


class RailkeeperApp(App):
    """Railkeeper on a phone or a desktop."""

    title = "Railkeeper"

    def __init__(self, folder: Path | None = None, device: Device | None = None) -> None:
        super().__init__()
        self.device = device or this_device()
        self.folder = folder or self.device.folder()
        """Where everything is kept."""
        self.shelf: Shelf | None = None
        self.kept: KeptGame | None = None
        """The game on the table, as it lies on disk."""
        self._trail: list[str] = []

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
            self.shelf = Shelf.open(self.folder)
        except Refused as problem:
            self._show_trouble(problem)
            return self.frame
        self._apply_settings()
        self._add_screens(self.shelf)
        if not self.shelf.games.all() and not self.shelf.learned.players():
            self.go_to_new_game()
        else:
            self.go_home()
        return self.frame

    def open_settings(self, *_: object) -> bool:
        """Keep Kivy's own settings closed; ours are on a screen."""
        return False

    def on_pause(self) -> bool:
        """Everything is on disk already."""
        return True

    def on_resume(self) -> None:
        """The phone may have turned dark, or turned round."""
        if self.shelf is not None:
            self._apply_settings()
        self._inset()

    def on_stop(self) -> None:
        """Let the next one have the folder."""
        Window.unbind(on_keyboard=self._key, size=self._inset)
        if self.shelf is not None:
            self.shelf.close()
            self.shelf = None

    def _show_trouble(self, problem: Refused) -> None:
        theme.dark = self.device.dark()
        words.language = self._language("system")
        trouble = TroubleScreen(name="trouble", text=words.told(problem.phrase))
        trouble.bind(on_leave_app=lambda _: self.stop())
        self.screens.add_widget(trouble)

    def _add_screens(self, shelf: Shelf) -> None:
        self.home = HomeScreen(name="home")
        self.home.bind(
            on_continue=lambda _, id: self.continue_game(id),
            on_new_game=lambda _: self.go_to_new_game(),
            on_past_games=lambda _: self.go("past_games"),
            on_settings=lambda _: self.go_to_settings(),
            on_about=lambda _: self.go("about"),
        )
        self.new_game = NewGameScreen(name="new_game", boards=tuple(bundled_boards().values()))
        self.new_game.bind(
            on_start=lambda _, setup: self.begin(setup), on_back=lambda _: self.back()
        )
        self.table = TableScreen(name="table")
        self.table.bind(
            on_back=lambda _: self.back(),
            on_find=lambda _: self.go_to_find(),
            on_log=lambda _: self.go("log"),
            on_settings=lambda _: self.go_to_settings(),
            on_entered=lambda _: self._buzz(),
        )
        self.log = LogScreen(name="log")
        self.log.bind(on_back=lambda _: self.back(), on_correct=lambda _: self.back())
        self.find = FindScreen(name="find")
        self.find.bind(on_back=lambda _: self.back(), on_route=lambda _, route: self._found(route))
        self.settings_screen = SettingsScreen(name="settings")
        self.settings_screen.bind(
            on_back=lambda _: self.back(),
            on_change=lambda _, name, value: self._change_setting(name, value),
            on_about=lambda _: self.go("about"),
        )
        self.about = AboutScreen(name="about")
        self.about.bind(on_back=lambda _: self.back())
        for screen in (
            self.home,
            self.new_game,
            self.table,
            self.log,
            self.find,
            self.settings_screen,
            self.about,
        ):
            self.screens.add_widget(screen)
        self.home.notices = tuple(words.told(notice) for notice in shelf.notices)

    # Ways

    def go(self, name: str) -> None:
        """Go on to a screen; `back` returns from it."""
        if self.screens.current_screen and self.screens.current != name:
            self._trail.append(self.screens.current)
        self.screens.current = name
        self._keep_awake()

    def back(self) -> bool:
        """Close a sheet, else leave the screen; False where there is nowhere to go back to."""
        screen = self.screens.current_screen
        if getattr(screen, "close_sheet", lambda: False)():
            return True
        if screen.name == "table" and screen.keeping.moment is not None:
            screen.keeping.back_to_now()
            return True
        if not self._trail:
            return False
        name = self._trail.pop()
        if name == "home":
            self._fill_home()
        self.screens.current = name
        self._keep_awake()
        return True

    def go_home(self) -> None:
        """Start again from the home screen."""
        self._fill_home()
        self.screens.current = "home"
        self._trail.clear()
        self._keep_awake()

    def go_to_new_game(self) -> None:
        """Ask who plays on which board."""
        players = self._open_shelf().learned.players()
        self.new_game.known_players = tuple((each.name, each.color) for each in players)
        self.go("new_game")
        if not self._trail:
            self._trail.append("home")

    def go_to_find(self) -> None:
        """Ask for letters of a route."""
        self.find.ask(self.table.keeping.state, self.table.player)
        self.go("find")

    def _found(self, route: Route) -> None:
        self.back()
        self.table.open_route(route)

    # Games

    def begin(self, setup: Setup) -> None:
        """Begin a game and lay it on the table."""
        try:
            kept = self._open_shelf().games.begin(setup)
        except Refused as problem:
            self.new_game.refuse(words.told(problem.phrase))
            return
        self._lay_out(kept)

    def continue_game(self, id: str) -> None:
        """Take up a game that lies on the shelf."""
        try:
            kept = self._open_shelf().games.open(id)
        except Refused as problem:
            self.home.notices = (words.told(problem.phrase),)
            self._fill_home()
            return
        self._lay_out(kept)

    def _lay_out(self, kept: KeptGame) -> None:
        self.kept = kept
        keeping = Keeping(kept.game, self._save)
        self.table.keeping = keeping
        self.log.keeping = keeping
        self._trail = ["home"]
        self.screens.current = "table"
        self._keep_awake()

    def _save(self, game: Game) -> None:
        if self.kept is not None:
            self.kept = self._open_shelf().games.save(self.kept, game)

    def _fill_home(self) -> None:
        self.home.games = tuple(
            GameCard(
                kept.id, kept.game.setup.board, kept.game.state, kept.changed or datetime.now()
            )
            for kept in self._open_shelf().games.all()
        )

    def _open_shelf(self) -> Shelf:
        if self.shelf is None:
            raise RuntimeError("the shelf is closed")
        return self.shelf

    # Settings and the device

    def _apply_settings(self) -> None:
        settings = self._open_shelf().settings.read()
        theme.dark = self.device.dark() if settings.theme == "system" else settings.theme == "dark"
        theme.text_scale = settings.text_size
        words.language = self._language(settings.language)

    def _language(self, chosen: str) -> str:
        code = self.device.language() if chosen == "system" else chosen
        return code if code in LANGUAGES else "en"

    def go_to_settings(self) -> None:
        """Show how everything is set."""
        settings, screen = self._open_shelf().settings.read(), self.settings_screen
        screen.notice = ""
        screen.language, screen.theme_choice = settings.language, settings.theme
        screen.text_scale = settings.text_size
        screen.keep_awake, screen.vibration = settings.keep_awake, settings.vibration
        self.go("settings")

    def _change_setting(self, name: str, value: Any) -> None:
        try:
            self._open_shelf().settings.change(**{_STORED.get(name, name): value})
        except Refused as problem:
            self.settings_screen.notice = words.told(problem.phrase)
        self._apply_settings()
        self._keep_awake()

    def _keep_awake(self) -> None:
        playing = self.screens.current in ("table", "find", "log")
        self.device.keep_awake(playing and self._open_shelf().settings.read().keep_awake)

    def _buzz(self) -> None:
        if self._open_shelf().settings.read().vibration:
            self.device.vibrate()

    def _inset(self, *_: object) -> None:
        insets = self.device.insets()
        self.frame.padding = (insets.left, insets.top, insets.right, insets.bottom)

    def _key(self, _: object, key: int, __: int, ___: str | None, modifiers: list[str]) -> bool:
        return pressed(self, key, modifiers)
