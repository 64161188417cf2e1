"""The immutable state of a game after some log entries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from companion.rules.board import Route
from companion.rules.events import Doubling, OtherPoints, Ticket
from companion.rules.setup import Setup


@dataclass(frozen=True, slots=True)
class Claim:
    """A claimed track and the points it scored."""

    entry: int
    """The log entry of the claim, from 0."""
    route: Route
    track: int
    points: int
    doubled: Doubling | None


@dataclass(frozen=True, slots=True)
class PlayerState:
    """Trains, stations, cards, claims and tickets of one player."""

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
    other_points: tuple[OtherPoints, ...] = ()
    has_no_tickets: bool = False
    """Whether the keeper has entered that the player has no tickets."""
    left: bool = False
    """Whether the player left early: no more turns or terrain cards, but the rest is scored."""

    @property
    def are_tickets_missing(self) -> bool:
        """Whether the player's tickets have not been entered."""
        return not self.tickets and not self.has_no_tickets

    @property
    def route_points(self) -> int:
        """Points on the scoring track: the sum of all claims."""
        return sum(claim.points for claim in self.claims)

    @property
    def score(self) -> int:
        """The running score: points for routes and other points."""
        return self.route_points + sum(entry.points for entry in self.other_points)

    @property
    def routes(self) -> tuple[Route, ...]:
        """The claimed routes, in claiming order."""
        return tuple(claim.route for claim in self.claims)


@dataclass(frozen=True, slots=True)
class GameState:
    """All players' states, the owners of tracks and stations, and the turn."""

    setup: Setup
    entries: int
    """How many log entries led here."""
    players: Mapping[str, PlayerState]
    """By name, in turn order."""
    owners: Mapping[str, tuple[str | None, ...]]
    """By route id, the owner of each track or None; only routes with a claim."""
    station_owners: Mapping[str, str]
    """The owner of each station, by city id."""
    turn: str | None
    """The player whose turn it is; None once the game is over."""
    last_turns: tuple[str, ...] | None
    """In the last round, the players who still have a turn; None before it."""

    @property
    def remaining_players(self) -> tuple[str, ...]:
        """The players who have not left, in turn order."""
        return tuple(name for name, player in self.players.items() if not player.left)

    @property
    def is_last_round(self) -> bool:
        """Whether the last round has begun."""
        return self.last_turns is not None

    @property
    def is_over(self) -> bool:
        """Whether every player has had the last turn; always if the final board is counted."""
        return self.setup.counted or self.last_turns == ()

    def track_owners(self, route: Route) -> tuple[str | None, ...]:
        """The owner of each track of a route; None for a free track."""
        return self.owners.get(route.id) or (None,) * len(route.tracks)

    def claims_of(self, route: Route) -> dict[int, tuple[str, Claim]]:
        """The player and the claim of each claimed track of a route, by track."""
        return {
            claim.track: (name, claim)
            for name, player in self.players.items()
            for claim in player.claims
            if claim.route.id == route.id
        }

    def route_owners(self, route: Route) -> tuple[str, ...]:
        """The owners of a double route's tracks, including the route named by `double_with`."""
        routes = self.setup.board.routes
        tracks = [route, routes[route.double_with]] if route.double_with else [route]
        return tuple(owner for each in tracks for owner in self.track_owners(each) if owner)

    def claimed_across(self, route: Route) -> tuple[Route, str] | None:
        """The claimed route that crosses a route, and an owner of it; None if there is none."""
        board = self.setup.board
        for id in board.crossed_by.get(route.id, ()):
            for owner in self.track_owners(board.routes[id]):
                if owner is not None:
                    return board.routes[id], owner
        return None

    def is_closed(self, route: Route) -> bool:
        """Whether nobody can claim a track any more: the other one or a crossing route is taken."""
        one_track = not self.setup.both_tracks_open and bool(self.route_owners(route))
        return one_track or self.claimed_across(route) is not None

    def with_player(self, player: PlayerState) -> GameState:
        """The state with one player's state replaced."""
        players = {**self.players, player.name: player}
        return replace(self, players=MappingProxyType(players))


def initial_state(setup: Setup) -> GameState:
    """The state before the first event."""
    board = setup.board
    kinds = setup.terrain.types if setup.terrain else ()
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
        turn=None if setup.counted else setup.names[0],
        last_turns=None,
    )
