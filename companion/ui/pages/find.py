"""Finding a route by letters of its ends, or a city."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import ListProperty, ObjectProperty, StringProperty

from companion.drawing.highlight import NO_HIGHLIGHT, Highlight, tracks_of_routes
from companion.report.search.text import (
    find_place,
    find_routes,
    find_single_route,
    find_two_ends,
)
from companion.rules.board import Board, Route
from companion.table.snapshot import Snapshot
from companion.ui.game.routes import route_row
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import OpenCity, OpenRoute, ShowConnection
from companion.ui.page import Page


class FindPage(Page):
    """A search field and the matching routes; a tap opens the route's claim sheet."""

    player = StringProperty("")
    """The player for whom free routes and points are shown."""
    ends = ObjectProperty(None, allownone=True)
    """The two cities or countries that were typed, if they are two."""
    rows = ListProperty()
    """The city that was typed, then the matching routes, best first."""

    def opening(self) -> None:
        """Empty the search field and focus it."""
        self.ids.search.clear()
        Clock.schedule_once(lambda _: self.ids.search.focus())

    def refresh(self, snapshot: Snapshot | None) -> None:
        """Search again in the current state of the game."""
        if snapshot is not None:
            self.player = snapshot.player
            self.search()

    def closing(self) -> None:
        """Close the on-screen keyboard."""
        self.ids.search.unfocus()

    def handle_key(self, key: int, modifiers: frozenset[str]) -> bool:
        """Move between the search field and the routes."""
        return self.handle_search_key(self.ids.search, self.ids.list, key, modifiers)

    def search(self) -> None:
        """Show the routes that match the letters."""
        snapshot = self.context.snapshot
        if snapshot is None:
            return
        board, letters = snapshot.board, self.ids.search.text
        self.ends = find_two_ends(board, letters)
        place = find_place(board, letters)
        routes = find_routes(board, letters, translator.catalog)
        cities = [] if place is None else [self._city_row(board, place)]
        self.rows = cities + [
            route_row(
                snapshot.state,
                snapshot.player,
                route,
                translator.render(board.route_title(route)),
                self.open_route,
            )
            for route in routes
        ]
        places = [place] if place else []
        places += [each for end in self.ends or () for each in board.ticket_ends[end].places]
        found = Highlight(tracks_of_routes(*routes), places=tuple(places))
        self.ids.beside.show(snapshot, found if letters.strip() else NO_HIGHLIGHT)
        self.ids.list.to_top()

    def _city_row(self, board: Board, place: str) -> dict[str, object]:
        return {
            "title": translator.render(board.places[place].display_name),
            "status": (
                translator.tr("Routes and stations")
                if board.stations_per_player
                else translator.tr("Routes")
            ),
            "owners": [],
            "points": "",
            "count": 0,
            "tracks": [],
            "route": None,
            "choose": lambda _: self.open_city(place),
        }

    def open_city(self, city: str) -> None:
        """Go back to the table page and open the city's sheet."""
        self.context.navigator.back_for(OpenCity(city))

    def open_route(self, route: Route) -> None:
        """Go back to the table page and open the route's claim sheet."""
        self.context.navigator.back_for(OpenRoute(route.id))

    def question(self, ends: tuple[str, str] | None) -> str:
        """The question whether the two typed cities are connected; empty without them."""
        if ends is None or self.context.snapshot is None:
            return ""
        one, other = (self.session.now.board.ticket_ends[end].name for end in ends)
        # Translators: a button: are these two cities connected?
        return str(translator.tr("{one} – {other}: connected?", one=one, other=other))

    def show_connection(self) -> None:
        """Go back to the table page and show whether the two cities are connected."""
        ends = self.session.now.board.ticket_ends
        one, other = (ends[end].places[0] for end in self.ends)
        self.context.navigator.back_for(ShowConnection(one, other))

    def open_single_match(self) -> None:
        """Open the only route with the best rank; do nothing if there are several."""
        route = find_single_route(self.session.now.board, self.ids.search.text, translator.catalog)
        if route is not None:
            self.open_route(route)


load("pages/find")
