"""Ranks players by points and, where these are equal, by the board's tie-breakers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from companion.rules.board import TieBreaker

if TYPE_CHECKING:
    from companion.rules.final_tally import PlayerTally

Decision = TieBreaker | Literal["points", "shared"]
"""Why the winner won: more points, a tie-breaker, or neither, so that victory is shared."""


class Ranking(NamedTuple):
    """The order of the players and what decided it."""

    ranks: Mapping[str, int]
    """Each player's rank, 1 for the winners."""
    decided_by: Decision
    """What separated the first two."""
    tied: tuple[str, ...]
    """The players who were level until then, in turn order."""


def rank(players: Sequence[PlayerTally], tie_breakers: Sequence[TieBreaker]) -> Ranking:
    """Rank players by points, then by the tie-breakers in order."""
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
    return Ranking(ranks, reasons[level], tied)


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
