"""Makes the screens one begins with: home and new game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from kivy.uix.screenmanager import Screen

from companion.rules import Refused, Setup, bundled_boards
from companion.ui.look.words import words
from companion.ui.pages.home import GameCard, HomePage
from companion.ui.pages.new_game.page import NewGamePage

if TYPE_CHECKING:
    from companion.ui.app import RailkeeperApp


def home(app: RailkeeperApp) -> HomePage:
    """The way to everything."""
    screen = HomePage()

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


def new_game(app: RailkeeperApp) -> NewGamePage:
    """Who plays on which board."""
    screen = NewGamePage(boards=tuple(bundled_boards().values()))

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


BUILDERS: Mapping[str, Callable[[RailkeeperApp], Screen]] = {"home": home, "new_game": new_game}
"""How each of them is made."""
