"""Whether a player's own routes connect two ends, and how many spaces are missing if not."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.rules.claims import why_not_track
from companion.rules.network import Walk, shortest_walks

if TYPE_CHECKING:
    from companion.rules.board import Route
    from companion.rules.state import GameState


@dataclass(frozen=True, slots=True)
class Connection:
    """The shortest own walk between two ends, else the one that lacks fewest spaces."""

    walk: Walk | None
    """None if the routes of other players leave no walk."""
    missing: int = 0
    """Train spaces of the routes of the walk that the player would have to claim."""

    @property
    def is_complete(self) -> bool:
        """Whether the player's own routes connect the two ends."""
        return self.walk is not None and not self.missing


def connection(
    state: GameState, player: str, starts: Collection[str], goals: Collection[str]
) -> Connection:
    """The connection of two sets of places, such as the entrances of a country.

    Stations are ignored: they borrow routes for tickets only.
    """
    board = state.setup.board
    own = {route.id for route in state.players[player].routes}

    def own_length(route: Route) -> int | None:
        return route.length if route.id in own else None

    def spaces_to_claim(route: Route) -> int | None:
        if route.id in own:
            return 0
        return None if free_track(state, player, route) is None else route.length

    walked = shortest_walks(board, own_length, starts).to(goals)
    if walked is not None:
        return Connection(walked[1])
    found = shortest_walks(board, spaces_to_claim, starts).to(goals)
    return Connection(None) if found is None else Connection(found[1], found[0])


def free_track(state: GameState, player: str, route: Route) -> int | None:
    """The first track of a route that is free for a player, however many trains are left."""
    tracks = range(len(route.tracks))
    return next((each for each in tracks if not why_not_track(state, player, route, each)), None)
