"""Where a game stands after some entries. Nothing here changes; an entry makes a new state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from companion.rules.errors import Unknown
from companion.rules.wording import phrase

if TYPE_CHECKING:
    from companion.rules.board import Route
    from companion.rules.events import Doubling, Ticket
    from companion.rules.setup import Setup


@dataclass(frozen=True, slots=True)
class Claim:
    """A track somebody has, and what it brought."""

    entry: int
    """Where in the log the claim stands, counted from 0."""
    route: Route
    track: int
    points: int
    doubled: Doubling | None


@dataclass(frozen=True, slots=True)
class PlayerState:
    """What one player has."""

    name: str
    trains: int
    """Trains left."""
    stations_left: int
    stations: tuple[str, ...] = ()
    """Cities with a station of this player, in building order."""
    terrain: Mapping[str, int] = field(default_factory=dict)
    """Face-up cards by terrain type."""
    claims: tuple[Claim, ...] = ()
    tickets: tuple[Ticket, ...] = ()
    left: bool = False
    """Whether this player has left the table: no more turns, but all of this is scored."""

    @property
    def route_points(self) -> int:
        """Points on the scoring track: what the claims have brought."""
        return sum(claim.points for claim in self.claims)

    @property
    def routes(self) -> tuple[Route, ...]:
        """The routes claimed, in order."""
        return tuple(claim.route for claim in self.claims)


@dataclass(frozen=True, slots=True)
class GameState:
    """What the whole table has."""

    setup: Setup
    entries: int
    """How many log entries led here."""
    players: Mapping[str, PlayerState]
    """By name, in turn order."""
    owners: Mapping[str, tuple[str | None, ...]]
    """Who has each track of the routes that were claimed."""
    station_owners: Mapping[str, str]
    """Who built in which city."""
    turn: str | None
    """Whose turn it is; nobody's once the game is over."""
    last_turns: tuple[str, ...] | None
    """Once the last round has begun, who still has a turn, in turn order."""

    @property
    def remaining_players(self) -> tuple[str, ...]:
        """Who has not left the table, in turn order."""
        return tuple(name for name, player in self.players.items() if not player.left)

    @property
    def is_last_round(self) -> bool:
        """Whether the last round has begun."""
        return self.last_turns is not None

    @property
    def is_over(self) -> bool:
        """Whether everybody has had the last turn."""
        return self.last_turns == ()

    def player(self, name: str) -> PlayerState:
        """What a player has; `Unknown` if nobody has that name."""
        try:
            return self.players[name]
        except KeyError:
            raise Unknown(phrase("Nobody called {player} plays here.", player=name)) from None

    def track_owners(self, route: Route) -> tuple[str | None, ...]:
        """Who has each track of a route; None for a free one."""
        return self.owners.get(route.id) or (None,) * len(route.tracks)

    def route_owners(self, route: Route) -> tuple[str, ...]:
        """Who has a track of a route, or of the route that makes it a double one."""
        routes = self.setup.board.routes
        tracks = [route, routes[route.double_with]] if route.double_with else [route]
        return tuple(owner for each in tracks for owner in self.track_owners(each) if owner)

    def is_closed(self, route: Route) -> bool:
        """Whether what is taken of a double route closes the rest to everybody."""
        return not self.setup.both_tracks_open and bool(self.route_owners(route))

    def with_player(self, player: PlayerState) -> GameState:
        """The same state, but for what one player has."""
        players = {**self.players, player.name: player}
        return replace(self, players=MappingProxyType(players))


def initial_state(setup: Setup) -> GameState:
    """The state before the first entry."""
    board = setup.board
    kinds = board.terrain.types if board.terrain else ()
    no_cards = MappingProxyType({kind.id: 0 for kind in kinds})
    players = {
        name: PlayerState(
            name, board.trains_per_player, board.stations_per_player, terrain=no_cards
        )
        for name in setup.names
    }
    return GameState(
        setup=setup,
        entries=0,
        players=MappingProxyType(players),
        owners=MappingProxyType({}),
        station_owners=MappingProxyType({}),
        turn=setup.names[0],
        last_turns=None,
    )
