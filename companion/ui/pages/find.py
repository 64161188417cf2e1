"""Finding a route by letters of its ends."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import ListProperty, StringProperty

from companion.report.search import find_routes, find_single_route
from companion.rules.board import Route
from companion.table.snapshot import Snapshot
from companion.ui.game.route_row import route_row
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import OpenRoute
from companion.ui.page import Page


class FindPage(Page):
    """A search field and the matching routes; a tap opens the route's claim sheet."""

    player = StringProperty("")
    """The player for whom free routes and points are shown."""
    rows = ListProperty()
    """The matching routes, best first."""

    def opening(self) -> None:
        """Empty the search field and focus it."""
        self.ids.search.clear()
        Clock.schedule_once(lambda _: self.ids.search.write())

    def refresh(self, snapshot: Snapshot | None) -> None:
        """Search again in the current state of the game."""
        if snapshot is not None:
            self.player = snapshot.player
            self.search()

    def closing(self) -> None:
        """Close the on-screen keyboard."""
        self.ids.search.rest()

    def handle_key(self, key: int, modifiers: frozenset[str]) -> bool:
        """Move between the search field and the routes."""
        return self.handle_search_key(self.ids.search, self.ids.list, key, modifiers)

    def search(self) -> None:
        """Show the routes that match the letters."""
        snapshot = self.session.snapshot
        if snapshot is None:
            return
        board = snapshot.board
        self.rows = [
            route_row(
                snapshot.state,
                snapshot.player,
                route,
                translator.render(board.route_title(route)),
                self.open_route,
            )
            for route in find_routes(board, self.ids.search.text, translator.catalog)
        ]
        self.ids.list.to_top()

    def open_route(self, route: Route) -> None:
        """Go back to the table page and open the route's claim sheet."""
        self.context.navigator.back_for(OpenRoute(route.id))

    def open_single_match(self) -> None:
        """Open the only route with the best rank; do nothing if there are several."""
        route = find_single_route(self.session.now.board, self.ids.search.text, translator.catalog)
        if route is not None:
            self.open_route(route)


load("pages/find")
