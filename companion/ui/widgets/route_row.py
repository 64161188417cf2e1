"""A route in a list: where it leads, whether it is free, how long, what it scores."""

from __future__ import annotations

from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.rules import GameState, Route
from companion.ui import route_facts
from companion.ui.kv import load
from companion.ui.widgets.cars import Cars
from companion.ui.widgets.tapping import Tappable
from companion.ui.words import words


class RouteRow(Tappable):
    """One route to tap."""

    title = StringProperty("")
    status = StringProperty("")
    points = StringProperty("")

    def __init__(
        self, state: GameState, player: str, route: Route, title: str, **properties: object
    ) -> None:
        super().__init__(**properties)
        self.route = route
        self.title = title
        self.status = words.told(route_facts.status(state, player, route))
        self.points = str(state.setup.board.route_points[route.length])
        free = route_facts.free_tracks(state, player, route)
        tracks = BoxLayout(orientation="vertical", size_hint=(None, None), spacing=dp(3))
        for number, color in enumerate(route.tracks):
            cars = Cars(count=route.length, color_name=color)
            cars.opacity = 1 if number in free else 0.3
            tracks.add_widget(cars)
        tracks.size = (cars.width, len(route.tracks) * dp(Cars.HEIGHT + 3))
        tracks.pos_hint = {"center_y": 0.5}
        self.ids.cars.add_widget(tracks)
        self.ids.cars.width = cars.width


load("widgets/route_row")
