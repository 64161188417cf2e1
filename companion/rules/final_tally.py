"""The final tally: every player's score parts, the ranking, and what decided the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from companion.rules.board import TieBreaker
from companion.rules.graph import Walk
from companion.rules.longest_route import longest_walk
from companion.rules.score_parts import PARTS, ScorePart
from companion.rules.state import Claim, GameState, PlayerState
from companion.rules.ticket_results import StationUse, TicketResult, ticket_results
from companion.rules.turns import is_decided

Decision = TieBreaker | Literal["points", "shared"]
"""Why the winner won: more points, a tie-breaker, or neither, so that victory is shared."""


def _ranking(
    players: Sequence[PlayerTally], tie_breakers: Sequence[TieBreaker]
) -> tuple[Mapping[str, int], Decision, tuple[str, ...]]:
    """The fields `ranks`, `decided_by` and `tied` of the tally: by points, then tie-breakers."""
    keys = {
        player.name: (player.total, *(_preference(player, by, players) for by in tie_breakers))
        for player in players
    }
    order = sorted(keys.values(), reverse=True)
    ranks = {name: order.index(key) + 1 for name, key in keys.items()}
    reasons: tuple[Decision, ...] = ("points", *tie_breakers, "shared")
    best, second = order[:2]
    level = next((n for n in range(len(best)) if best[n] != second[n]), len(best))
    tied = tuple(name for name, key in keys.items() if key[:level] == best[:level])
    return ranks, reasons[level], tied


def _preference(player: PlayerTally, by: TieBreaker, players: Sequence[PlayerTally]) -> int:
    """A number that is larger for players the tie-breaker favours."""
    match by:
        case "tickets_completed":
            return player.tickets_completed
        case "fewest_stations_built":
            return -len(player.stations)
        case "mountain_routes":
            return player.mountain_routes
        case "longest_route":
            longest = max(each.longest_route.length for each in players)
            return int(player.longest_route.length == longest)
        case "longest_route_length":
            return player.longest_route.length


_Part = TypeVar("_Part", bound=ScorePart)


@dataclass(frozen=True, slots=True)
class PlayerTally:
    """One player's score, with the evidence for it."""

    name: str
    claims: tuple[Claim, ...]
    tickets: tuple[TicketResult, ...]
    stations: tuple[StationUse, ...]
    """The stations that were built."""
    longest_route: Walk
    trains_left: int
    parts: tuple[ScorePart, ...] = ()
    """The parts this game has, in the order of `companion.rules.score_parts.PARTS`."""

    @property
    def total(self) -> int:
        """The sum of all parts."""
        return sum(part.points for part in self.parts)

    def points(self, part_id: str) -> int:
        """The points for one part; 0 if the game does not have it."""
        return sum(part.points for part in self.parts if part.id == part_id)

    def part(self, kind: type[_Part]) -> _Part:
        """The part of that class, with its own evidence; the game must have it."""
        return next(part for part in self.parts if isinstance(part, kind))

    @property
    def tickets_completed(self) -> int:
        """How many tickets were completed."""
        return sum(result.completed for result in self.tickets)

    @property
    def mountain_routes(self) -> int:
        """How many claimed tracks have mountain spaces."""
        return sum(claim.route.mountains(claim.track) > 0 for claim in self.claims)


@dataclass(frozen=True, slots=True)
class Tally:
    """The result of a game."""

    players: tuple[PlayerTally, ...]
    """In turn order."""
    ranks: Mapping[str, int]
    """Each player's rank, 1 for the winners."""
    decided_by: Decision
    """What separated the first two."""
    tied: tuple[str, ...]
    """The players who were level until this decided, in turn order."""
    final: bool
    """Whether the game is decided; otherwise this is the score so far, and nobody has won."""
    has_passengers: bool = False
    """Whether an edition of the board compares passengers before a victory is shared."""

    @property
    def part_ids(self) -> tuple[str, ...]:
        """The ids of the parts this game has, in order."""
        return tuple(part.id for part in self.players[0].parts)

    @property
    def winners(self) -> tuple[str, ...]:
        """The names of the winners, or of the leaders if the game is not decided."""
        return tuple(name for name, rank in self.ranks.items() if rank == 1)

    @property
    def ranking(self) -> tuple[PlayerTally, ...]:
        """The players, winners first."""
        return tuple(sorted(self.players, key=lambda player: self.ranks[player.name]))


def tally(state: GameState) -> Tally:
    """The tally of a game in its current state."""
    found = [_evidence(state, player) for player in state.players.values()]
    scored = [part.score(state, found) for part in PARTS if part.applies_to(state)]
    players = tuple(
        replace(player, parts=parts)
        for player, parts in zip(found, zip(*scored, strict=True), strict=True)
    )
    ranking = _ranking(players, state.setup.tie_breakers)
    return Tally(players, *ranking, is_decided(state), state.setup.board.has_passengers)


def _evidence(state: GameState, player: PlayerState) -> PlayerTally:
    """A tally whose parts have not been scored yet."""
    tickets, stations = ticket_results(state, player)
    return PlayerTally(
        player.name, player.claims, tickets, stations, longest_walk(player), player.trains
    )
