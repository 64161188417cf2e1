"""Who won and what decided it, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.wording import Phrase, join_names, phrase, points_phrase

if TYPE_CHECKING:
    from companion.rules.board import TieBreaker
    from companion.rules.final_tally import PlayerTally, Tally


def verdict(result: Tally) -> Phrase:
    """The outcome of a game as one would announce it."""
    first, second = result.ranking[:2]
    points = points_phrase(first.total)
    if result.decided_by == "shared":
        return phrase(
            "{players} share the victory with {points}.",
            players=join_names(result.winners),
            points=points,
        )
    if result.decided_by == "points":
        return phrase(
            "{player} wins with {points}, {margin} ahead of {second}.",
            player=first.name,
            points=points,
            margin=first.total - second.total,
            second=join_names(runners_up(result)),
        )
    return phrase(
        "{player} wins with {points}, level with {others}, by {reason}.",
        player=first.name,
        points=points,
        others=join_names([each.name for each in result.ranking[1:] if each.total == first.total]),
        reason=deciding(result.decided_by, first, second),
    )


def runners_up(result: Tally) -> list[str]:
    """Who comes next in points behind a winner by points."""
    second = result.ranking[1].total
    return [each.name for each in result.ranking[1:] if each.total == second]


def deciding(by: TieBreaker, first: PlayerTally, second: PlayerTally) -> Phrase:
    """What a tie breaker found in the winner's favour."""
    match by:
        case "tickets_completed":
            return phrase(
                "more completed tickets ({first} to {second})",
                first=first.tickets_completed,
                second=second.tickets_completed,
            )
        case "fewest_stations_built":
            return phrase(
                "fewer stations built ({first} to {second})",
                first=len(first.stations),
                second=len(second.stations),
            )
        case "longest_route":
            return phrase("holding the longest route ({length})", length=first.longest_route.length)
        case "longest_route_length":
            return phrase(
                "the longer continuous route ({first} to {second})",
                first=first.longest_route.length,
                second=second.longest_route.length,
            )
