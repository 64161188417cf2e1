"""A route in a list: where it leads, whether it is free, how long, what it scores."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty

from companion.report import route_facts
from companion.ui.kit.buttons import Tappable
from companion.ui.look.kv import load
from companion.ui.look.translator import translator

if TYPE_CHECKING:
    from companion.rules.board import Route
    from companion.rules.state import GameState


class RouteRow(Tappable):
    """One route to tap; a row has no state of its own, so that a long list can use it again."""

    title = StringProperty("")
    status = StringProperty("")
    points = StringProperty("")
    count = NumericProperty(0)
    tracks = ListProperty()
    """As `Cars` wants them."""
    route = ObjectProperty(None, allownone=True)
    chosen = ObjectProperty(None, allownone=True)
    """Called with the route when the row is tapped."""

    def on_tap(self) -> None:
        """Tell which route it is."""
        if self.chosen is not None:
            self.chosen(self.route)


def route_row(
    state: GameState, player: str, route: Route, title: str, chosen: Callable[[Route], object]
) -> dict[str, object]:
    """Everything a row shows of a route, as this player sees it."""
    free = route_facts.free_tracks(state, player, route)
    return {
        "title": title,
        "status": translator.render(route_facts.status(state, player, route)),
        "points": str(state.setup.board.route_points[route.length]),
        "count": route.length,
        "tracks": [(color, track in free) for track, color in enumerate(route.tracks)],
        "route": route,
        "chosen": chosen,
    }


load("game/route_row")
