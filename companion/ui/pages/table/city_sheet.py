"""The sheet of a city: its routes, and a station where the board has them."""

from __future__ import annotations

from functools import partial

from kivy.properties import StringProperty

from companion.rules.apply import why_refused
from companion.rules.board import Route
from companion.rules.events import StationBuilt
from companion.rules.state import GameState
from companion.rules.stations import station_cost
from companion.table.snapshot import Snapshot
from companion.ui.game.route_row import RouteRow, route_row
from companion.ui.kit.buttons import SecondaryButton
from companion.ui.kit.events import register_events
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator


@register_events("on_route", "on_station", "on_connected")
class CitySheet(Sheet):
    """Its routes; dispatches `on_route`, `on_station` to build one, and `on_connected`."""

    title = StringProperty("")
    station_refusal = StringProperty("")
    """Why no station can be built here."""

    def __init__(self, state: GameState, player: str, city: str) -> None:
        super().__init__()
        self._player, self._city = player, city
        self._fill(state)

    def show(self, snapshot: Snapshot) -> None:
        """Update the routes."""
        self._fill(snapshot.state)

    def _fill(self, state: GameState) -> None:
        player, city = self._player, self._city
        board = state.setup.board
        self.title = translator.render(board.places[city].display_name)
        self.ids.station.clear_widgets()
        self.ids.routes.clear_widgets()
        if board.stations_per_player:
            self._show_station(state, player, city)
        neighbours = (
            (translator.render(board.places[route.other_end(city)].display_name), route)
            for route in board.routes_at[city]
        )
        for title, route in sorted(neighbours, key=lambda each: each[0]):
            row = route_row(state, player, route, title, partial(self.dispatch, "on_route"))
            self.ids.routes.add_widget(RouteRow(**row))

    def _show_station(self, state: GameState, player: str, city: str) -> None:
        event = StationBuilt(player, city)
        reason = why_refused(state, event)
        if reason is not None:
            self.station_refusal = translator.render(reason)
            return
        button = SecondaryButton(
            icon="station",
            text=translator.tr_plural(
                "Build a station for {player} ({count} card)",
                "Build a station for {player} ({count} cards of one colour)",
                station_cost(state, player),
                player=player,
            ),
        )
        button.bind(on_tap=lambda _: self.dispatch("on_station", event))
        self.ids.station.add_widget(button)


@register_events("on_route")
class RouteChoiceSheet(Sheet):
    """The routes a tap may have meant; dispatches `on_route` for the chosen one."""

    def __init__(self, state: GameState, player: str, routes: tuple[Route, ...]) -> None:
        super().__init__()
        self._player, self._routes = player, routes
        self._fill(state)

    def show(self, snapshot: Snapshot) -> None:
        """Update the routes."""
        self._fill(snapshot.state)

    def _fill(self, state: GameState) -> None:
        self.ids.routes.clear_widgets()
        player = self._player
        for route in self._routes:
            title = translator.render(state.setup.board.route_title(route))
            row = route_row(state, player, route, title, partial(self.dispatch, "on_route"))
            self.ids.routes.add_widget(RouteRow(**row))


load("pages/table/city_sheet")
