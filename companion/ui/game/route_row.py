"""A route in a list: destination, status, length, points."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty

from companion.report import route_facts
from companion.rules.doubling import claim_points
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.rows import Divided
from companion.ui.look.kv import load
from companion.ui.look.translator import translator

if TYPE_CHECKING:
    from companion.rules.board import Route
    from companion.rules.state import GameState


class RouteRow(Divided, Tappable):
    """A route to choose; all its state is in its properties, so that lists can reuse it."""

    title = StringProperty("")
    status = StringProperty("")
    points = StringProperty("")
    count = NumericProperty(0)
    tracks = ListProperty()
    """Per track: its colour, and whether it can be claimed."""
    route = ObjectProperty(None, allownone=True)
    choose = ObjectProperty(None, allownone=True)
    """Called with the route when the row is tapped."""

    def on_tap(self) -> None:
        """Choose the route."""
        if self.choose is not None:
            self.choose(self.route)


def route_row(
    state: GameState, player: str, route: Route, title: str, choose: Callable[[Route], object]
) -> dict[str, object]:
    """The properties of a `RouteRow`, from the player's point of view."""
    free = route_facts.free_tracks(state, player, route)
    return {
        "title": title,
        "status": translator.render(route_facts.status(state, player, route)),
        "points": str(claim_points(state.setup.board, route, free[0] if free else 0)),
        "count": route.length,
        "tracks": [(color, track in free) for track, color in enumerate(route.tracks)],
        "route": route,
        "choose": choose,
    }


load("game/route_row")
