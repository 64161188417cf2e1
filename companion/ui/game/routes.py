"""Widgets that show routes: colour chips, rows of a list, the cities of a walk."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kivy.properties import (
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from companion.report.words.routes import kind, status
from companion.rules.board import Route
from companion.rules.claims import claim_points, claimable_tracks
from companion.rules.state import GameState
from companion.ui.kit.buttons import ChipLook, Tappable
from companion.ui.kit.rows import Divided
from companion.ui.kit.text import SecondaryText, line_width
from companion.ui.look.kv import load
from companion.ui.look.translator import translator


class ColorChip(ChipLook, Tappable):
    """A track colour to choose."""

    color_name = StringProperty("grey")
    text = StringProperty("")
    count = NumericProperty(1)
    """The number of cars shown."""


class RouteRow(Divided, Tappable):
    """A route to choose; all its state is in its properties, so that lists can reuse it."""

    title = StringProperty("")
    status = StringProperty("")
    owners = ListProperty()
    """The colours of the players who claimed a track."""
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
    free = claimable_tracks(state, player, route)
    # Most routes are free: only what differs is said.
    is_free = len(free) == len(route.tracks)
    line = kind(route) if is_free else status(state, player, route)
    return {
        "title": title,
        "status": translator.render(line) if line else "",
        "owners": [state.setup.colors[name] for name in state.route_owners(route)],
        "points": str(claim_points(state.setup.board, route, free[0] if free else 0)),
        "count": route.length,
        "tracks": [(color, track in free) for track, color in enumerate(route.tracks)],
        "route": route,
        "choose": choose,
    }


SEPARATOR, ELLIPSIS = " · ", "…"


class WalkText(SecondaryText):
    """As many cities as fit: the first ones and the last, with an ellipsis between."""

    stops = ListProperty()

    def fitting(self, stops: Sequence[str], width: float, font_size: float) -> str:
        """The cities that fit."""
        text = SEPARATOR.join(stops)
        for kept in range(len(stops) - 2, 0, -1):
            if line_width(text, font_size) <= width:
                break
            text = SEPARATOR.join([*stops[:kept], ELLIPSIS, stops[-1]])
        return text


load("game/routes")
