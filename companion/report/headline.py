"""The outcome as a headline and what stands below it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.winning import deciding, runners_up
from companion.rules.wording import Phrase, join_names, phrase, plural_phrase


@dataclass(frozen=True, slots=True)
class Headline:
    """Who won, and why."""

    title: Phrase
    why: Phrase
    """By what margin or tie breaker."""


def headline(result: Tally) -> Headline:
    """The headline of a result."""
    first, second = result.ranking[:2]
    points = plural_phrase("{count} point each", "{count} points each", first.total)
    if result.decided_by == "shared":
        return Headline(
            phrase("{players} share the victory", players=join_names(result.winners)),
            phrase("{points}, and no tie-breaker tells them apart", points=points),
        )
    title = phrase("{player} wins with {total}", player=first.name, total=first.total)
    if result.decided_by == "points":
        lead, part = max(_leads(first, second), key=lambda each: each[0])
        why = phrase(
            "{margin} ahead of {second}, thanks to {part} (+{lead})",
            margin=first.total - second.total,
            second=join_names(runners_up(result)),
            part=part,
            lead=lead,
        )
        return Headline(title, why)
    level = [each.name for each in result.ranking[1:] if each.total == first.total]
    return Headline(
        title,
        phrase(
            "level with {others}, decided by {reason}",
            others=join_names(level),
            reason=deciding(result.decided_by, first, second),
        ),
    )


def _leads(first: PlayerTally, second: PlayerTally) -> list[tuple[int, Phrase]]:
    """By how much one player leads another in every part of the score."""
    # Translators: a part of the score that decided, after “thanks to”.
    return [
        (first.route_points - second.route_points, phrase("routes")),
        (first.ticket_points - second.ticket_points, phrase("tickets")),
        (first.station_points - second.station_points, phrase("stations not built")),
        (first.longest_route_bonus - second.longest_route_bonus, phrase("the longest route")),
        (first.globetrotter_bonus - second.globetrotter_bonus, phrase("Globetrotter")),
        (first.grand_tour_bonus - second.grand_tour_bonus, phrase("Grand Tour")),
    ]
