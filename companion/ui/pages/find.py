"""Finding a route by a few letters of its ends."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import ListProperty, StringProperty

from companion.report.finding import find_routes
from companion.rules.board import Route
from companion.table.snapshot import Snapshot
from companion.ui.game.route_row import route_row
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import OpenRoute
from companion.ui.page import Page


class FindPage(Page):
    """Letters in, routes out; a tap on one opens its claim sheet at the table."""

    player = StringProperty("")
    """Whom the routes are looked up for."""
    rows = ListProperty()
    """The routes found, best first."""

    def opening(self) -> None:
        """Begin with an empty field, ready to be typed into."""
        self.ids.letters.text = ""
        Clock.schedule_once(lambda _: setattr(self.ids.letters, "focus", True))

    def refresh(self, snapshot: Snapshot | None) -> None:
        """Look the same letters up in the game as it is now."""
        if snapshot is not None:
            self.player = snapshot.player
            self.search()

    def closing(self) -> None:
        """Put the keyboard away."""
        self.ids.letters.focus = False

    def search(self) -> None:
        """Show what the letters fit."""
        snapshot = self.session.snapshot
        if snapshot is None:
            return
        board = snapshot.board
        self.rows = [
            route_row(
                snapshot.state,
                snapshot.player,
                route,
                translator.render(board.title(route)),
                self.take,
            )
            for route in find_routes(board, self.ids.letters.text, translator.catalog)
        ]
        self.ids.list.to_top()

    def take(self, route: Route) -> None:
        """Back to the table, with the route's sheet open."""
        self.context.navigator.back_for(OpenRoute(route.id))

    def take_only(self) -> None:
        """Take the one match there is, for who has a keyboard; among several a finger chooses."""
        if len(self.rows) == 1:
            self.take(self.rows[0]["route"])


load("pages/find")
