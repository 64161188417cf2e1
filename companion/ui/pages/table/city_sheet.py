"""A city's sheet: its routes, and a station where the board has them."""

from __future__ import annotations

from functools import partial

from kivy.properties import StringProperty

from companion.rules import GameState, Route, StationBuilt, refusal, station_cost
from companion.ui.look.kv import load
from companion.ui.look.words import words
from companion.ui.widgets.route_row import RouteRow, route_row
from companion.ui.widgets.sheet import Sheet
from companion.ui.widgets.tapping import SoftButton


class CitySheet(Sheet):
    """Dispatches `on_route` for a route tapped and `on_station` for a station to build."""

    title = StringProperty("")
    station_line = StringProperty("")

    __events__ = ("on_route", "on_station")

    def __init__(self, state: GameState, player: str, city: str) -> None:
        super().__init__()
        board = state.setup.board
        self.title = board.places[city].name
        if board.stations_per_player:
            self._offer_station(state, player, city)
        routes = sorted(
            board.routes_at[city], key=lambda route: board.places[route.other_end(city)].name
        )
        for route in routes:
            title = board.places[route.other_end(city)].name
            row = route_row(state, player, route, title, partial(self.dispatch, "on_route"))
            self.ids.routes.add_widget(RouteRow(**row))

    def _offer_station(self, state: GameState, player: str, city: str) -> None:
        event = StationBuilt(player, city)
        reason = refusal(state, event)
        if reason is not None:
            self.station_line = words.told(reason.phrase)
            return
        button = SoftButton(
            icon="station",
            text=words.count(
                "Build a station for {player} ({count} card)",
                "Build a station for {player} ({count} cards)",
                station_cost(state, player),
                player=player,
            ),
        )
        button.bind(on_tap=lambda _: self.dispatch("on_station", event))
        self.ids.station.add_widget(button)

    def on_route(self, route: Route) -> None:
        """Something to bind to."""

    def on_station(self, event: StationBuilt) -> None:
        """Something to bind to."""


class RoutesSheet(Sheet):
    """Routes a tap may have meant, to choose from."""

    __events__ = ("on_route",)

    def __init__(self, state: GameState, player: str, routes: tuple[Route, ...]) -> None:
        super().__init__()
        for route in routes:
            title = state.setup.board.title(route)
            row = route_row(state, player, route, title, partial(self.dispatch, "on_route"))
            self.ids.routes.add_widget(RouteRow(**row))

    def on_route(self, route: Route) -> None:
        """Something to bind to."""


load("pages/table/city_sheet")
