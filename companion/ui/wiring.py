"""Makes the screens and connects what they say to what the app does.

Screens know neither the app nor each other: they have properties and events. A builder here
makes one, fills it whenever it comes into sight (`refresh`) and binds its events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from kivy.uix.screenmanager import Screen

from companion.rules import Phrase, Refused, Route, Setup, bundled_boards
from companion.ui.correcting import correct_at_table
from companion.ui.exchanging import EXCHANGING, export, open_import
from companion.ui.finishing import FINISHING
from companion.ui.looking_back import LOOKING_BACK
from companion.ui.screens.about import AboutScreen
from companion.ui.screens.find import FindScreen
from companion.ui.screens.home import GameCard, HomeScreen
from companion.ui.screens.log import LogScreen
from companion.ui.screens.new_game import NewGameScreen
from companion.ui.screens.settings import SettingsScreen
from companion.ui.screens.table import TableScreen
from companion.ui.words import words

if TYPE_CHECKING:
    from companion.ui.app import RailkeeperApp


def home(app: RailkeeperApp) -> HomeScreen:
    """The way to everything."""
    screen = HomeScreen()

    def refresh() -> None:
        screen.games = tuple(
            GameCard(kept.id, kept.game.setup.board, kept.game.state, kept.changed or _never())
            for kept in app.shelf.games.all()
        )
        screen.notices += tuple(words.told(notice) for notice in app.shelf.notices)
        app.shelf.notices.clear()

    def go_on(id: str) -> None:
        try:
            app.continue_game(id)
        except Refused as problem:
            screen.notices += (words.told(problem.phrase),)
            refresh()

    screen.refresh = refresh
    screen.bind(
        on_continue=lambda _, id: go_on(id),
        on_new_game=lambda _: app.go("new_game"),
        on_past_games=lambda _: app.go("past_games"),
        on_settings=lambda _: app.go("settings"),
        on_about=lambda _: app.go("about"),
    )
    return screen


def _never() -> datetime:
    return datetime.fromtimestamp(0).astimezone()


def new_game(app: RailkeeperApp) -> NewGameScreen:
    """Who plays on which board."""
    screen = NewGameScreen(boards=tuple(bundled_boards().values()))

    def refresh() -> None:
        known = app.shelf.learned.players()
        screen.known_players = tuple((each.name, each.color) for each in known)

    def start(setup: Setup) -> None:
        try:
            app.begin(setup)
        except Refused as problem:
            screen.refuse(words.told(problem.phrase))
        else:
            screen.clear()

    screen.refresh = refresh
    screen.bind(on_start=lambda _, setup: start(setup), on_back=lambda _: app.back())
    return screen


def table(app: RailkeeperApp) -> TableScreen:
    """The game on the table."""
    screen = TableScreen()

    def refresh() -> None:
        if screen.keeping is not app.keeping:
            screen.keeping = app.keeping

    screen.refresh = refresh
    screen.bind(
        on_back=lambda _: app.back(),
        on_find=lambda _: app.go("find"),
        on_log=lambda _: app.go("log"),
        on_finish=lambda _: app.go("check"),
        on_settings=lambda _: app.go("settings"),
        on_entered=lambda _: app.buzz(),
        on_differs=lambda _, correction: correct_at_table(app, correction),
    )
    return screen


def log(app: RailkeeperApp) -> LogScreen:
    """What was entered."""
    screen = LogScreen()

    def refresh() -> None:
        if screen.keeping is not app.keeping:
            screen.keeping = app.keeping

    screen.refresh = refresh
    screen.bind(on_back=lambda _: app.back(), on_correct=lambda _: app.go_home("table"))
    return screen


def find(app: RailkeeperApp) -> FindScreen:
    """A route by letters of its ends."""
    screen = FindScreen()

    def refresh() -> None:
        at_table = app.screen("table")
        screen.ask(at_table.keeping.state, at_table.player)

    def found(route: Route) -> None:
        app.back()
        app.screen("table").open_route(route)

    screen.refresh = refresh
    screen.bind(on_back=lambda _: app.back(), on_route=lambda _, route: found(route))
    return screen


def settings(app: RailkeeperApp) -> SettingsScreen:
    """How the keeper likes it."""
    screen = SettingsScreen()
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

    def tell(answer: Phrase) -> None:
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


def about(app: RailkeeperApp) -> AboutScreen:
    """What this is."""
    screen = AboutScreen()
    screen.bind(on_back=lambda _: app.back())
    return screen


SCREENS: Mapping[str, Callable[[RailkeeperApp], Screen]] = {
    "home": home,
    "new_game": new_game,
    "table": table,
    "log": log,
    "find": find,
    "settings": settings,
    "about": about,
    **FINISHING,
    **LOOKING_BACK,
    **EXCHANGING,
}
"""How each screen is made."""
