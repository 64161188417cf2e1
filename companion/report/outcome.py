"""Words the outcome of a game: who won, with how many points, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.report.parts import part_report
from companion.rules.wording import (
    Phrase,
    format_number,
    join_names,
    phrase,
    plural_phrase,
    points_phrase,
)

if TYPE_CHECKING:
    from companion.rules.board import TieBreaker
    from companion.rules.final_tally import PlayerTally, Tally
    from companion.store.record_header import FinishedGame


@dataclass(frozen=True, slots=True)
class Headline:
    """The outcome in two lines."""

    title: Phrase
    """The winners as a sentence."""
    why: Phrase
    """By what margin or tie-breaker."""


def headline(result: Tally) -> Headline:
    """The outcome in two lines, for the result page and the shared picture."""
    first, second = result.ranking[:2]
    if result.decided_by == "shared":
        points = plural_phrase("{count} point each", "{count} points each", first.total)
        return Headline(
            phrase("{players} share the victory", players=join_names(result.winners)),
            phrase("{points}, and no tie-breaker tells them apart", points=points),
        )
    title = phrase("{player} wins with {total}", player=first.name, total=first.total)
    if result.decided_by == "points":
        leads = {part: first.points(part) - second.points(part) for part in result.part_ids}
        decisive = max(leads, key=lambda part: leads[part])
        why = phrase(
            "{margin} ahead of {second}, thanks to {part} (+{lead})",
            margin=first.total - second.total,
            second=join_names(runners_up(result)),
            part=part_report(decisive).cause,
            lead=leads[decisive],
        )
        return Headline(title, why)
    return Headline(
        title,
        phrase(
            "level with {others}, decided by {reason}",
            others=join_names(_level_with_winner(result)),
            reason=_tie_breaker_text(result.decided_by, first, second),
        ),
    )


def verdict(result: Tally) -> Phrase:
    """The outcome in one sentence."""
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
        others=join_names(_level_with_winner(result)),
        reason=_tie_breaker_text(result.decided_by, first, second),
    )


def short_verdict(result: Tally) -> Phrase:
    """The outcome without points, for the last step of the reveal."""
    if result.decided_by == "shared":
        return phrase("A shared victory")
    return phrase("{player} wins", player=result.winners[0])


def past_game_outcome(game: FinishedGame) -> Phrase:
    """The outcome of a game in the history, of which only the scores are loaded."""
    players, points = join_names(game.winners), format_number(max(game.scores.values()))
    if len(game.winners) > 1:
        return phrase("{players}: shared victory with {points}", players=players, points=points)
    return phrase("{players}: won with {points}", players=players, points=points)


def runners_up(result: Tally) -> list[str]:
    """The players with the second highest total, where one player wins by points."""
    second = result.ranking[1].total
    return [each.name for each in result.ranking[1:] if each.total == second]


def _level_with_winner(result: Tally) -> list[str]:
    first, *others = result.ranking
    return [each.name for each in others if each.total == first.total]


def _tie_breaker_text(by: TieBreaker, first: PlayerTally, second: PlayerTally) -> Phrase:
    """How a tie-breaker favours the winner."""
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
        case "mountain_routes":
            return phrase(
                "more mountain routes ({first} to {second})",
                first=first.mountain_routes,
                second=second.mountain_routes,
            )
        case "longest_route":
            return phrase("holding the longest route ({length})", length=first.longest_route.length)
        case "longest_route_length":
            return phrase(
                "the longer continuous route ({first} to {second})",
                first=first.longest_route.length,
                second=second.longest_route.length,
            )
