"""Finding a route by a few letters of its ends."""

from __future__ import annotations

from functools import partial

from kivy.clock import Clock
from kivy.properties import ListProperty, ObjectProperty, StringProperty

from companion.report.finding import find_routes
from companion.rules import GameState, Route
from companion.ui.look.kv import load
from companion.ui.widgets import bar, recycling, text_field
from companion.ui.widgets.page import Page
from companion.ui.widgets.route_row import route_row


class FindPage(Page):
    """Letters in, routes out; dispatches `on_route` for the one tapped."""

    state = ObjectProperty(None, allownone=True)
    player = StringProperty("")
    rows = ListProperty()
    """The routes found, best first."""

    __events__ = ("on_back", "on_route")

    def ask(self, state: GameState, player: str) -> None:
        """Begin with an empty field."""
        self.state, self.player = state, player
        self.ids.letters.text = ""
        self.search("")

    def on_enter(self, *_: object) -> None:
        """Let the keeper type at once."""
        Clock.schedule_once(lambda _: setattr(self.ids.letters, "focus", True))

    def on_pre_leave(self, *_: object) -> None:
        """Put the keyboard away."""
        self.ids.letters.focus = False

    def search(self, letters: str) -> None:
        """Show what the letters fit."""
        if self.state is None:
            return
        board = self.state.setup.board
        take = partial(self.dispatch, "on_route")
        self.rows = [
            route_row(self.state, self.player, route, board.title(route), take)
            for route in find_routes(board, letters)
        ]
        self.ids.list.scroll_y = 1

    def first(self) -> None:
        """Take the best match, for who has a keyboard."""
        if self.rows:
            self.dispatch("on_route", self.rows[0]["route"])

    def on_back(self) -> None:
        """Something to bind to."""

    def on_route(self, route: Route) -> None:
        """Something to bind to."""


_NEEDED = (bar, recycling, text_field)
"""Modules whose widgets the kv file names."""

load("pages/find")
