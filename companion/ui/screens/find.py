"""Finding a route by a few letters of its ends."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import ObjectProperty, StringProperty

from companion.rules import GameState, Route
from companion.ui.finding import find_routes
from companion.ui.kv import load
from companion.ui.widgets import bar, text_field
from companion.ui.widgets.page import Page
from companion.ui.widgets.route_row import RouteRow

MOST = 30
"""Routes shown at once; more letters make them fewer."""


class FindScreen(Page):
    """Letters in, routes out; dispatches `on_route` for the one tapped."""

    state = ObjectProperty(None, allownone=True)
    player = StringProperty("")

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
        rows = self.ids.routes
        rows.clear_widgets()
        if self.state is None:
            return
        board = self.state.setup.board
        for route in find_routes(board, letters)[:MOST]:
            row = RouteRow(self.state, self.player, route, board.title(route))
            row.bind(on_tap=lambda row: self.dispatch("on_route", row.route))
            rows.add_widget(row)
        self.ids.scroll.scroll_y = 1

    def first(self) -> None:
        """Take the best match, for who has a keyboard."""
        rows = self.ids.routes.children
        if rows:
            self.dispatch("on_route", rows[-1].route)

    def on_back(self) -> None:
        """Something to bind to."""

    def on_route(self, route: Route) -> None:
        """Something to bind to."""


_NEEDED = (bar, text_field)
"""Modules whose widgets the kv file names."""

load("screens/find")
