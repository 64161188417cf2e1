"""Words the outcome of a game: who won, with how many points, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.report.words.score_parts import part_report
from companion.rules.score_parts import LONGEST_ROUTE as LONGEST_ROUTE
from companion.rules.wording import (
    Phrase,
    comma_separated,
    format_number,
    join_names,
    phrase,
    plural_phrase,
    points_phrase,
)

if TYPE_CHECKING:
    from companion.rules.board import TieBreaker
    from companion.rules.final_tally import PlayerTally, Tally
    from companion.store.saved_game import FinishedGame


@dataclass(frozen=True, slots=True)
class Headline:
    """The outcome in two lines and a number."""

    title: Phrase
    """The winners as a sentence, or what the game lacks."""
    why: Phrase
    """By what margin or tie-breaker, or who leads."""
    winners: tuple[str, ...] = ()
    """Empty if nobody has won yet."""
    score: int | None = None
    """The winners' total; None if nobody has won yet."""


SCORE_SO_FAR = phrase("Score so far")
_PASSENGERS = phrase("The 2017 edition then compares passengers, which the app does not know.")


def headline(result: Tally, lacks: Phrase | None = None) -> Headline:
    """The outcome for the result page and the shared picture.

    `lacks` is what the game lacks before there is a winner, if it is over.
    """
    if lacks is not None or not result.final:
        return Headline(lacks or SCORE_SO_FAR, _leaders(result))
    first, second = result.ranking[:2]
    if result.decided_by == "shared":
        # Translators: each of the players who share the victory.
        points = plural_phrase("{count} point each", "{count} points each", first.total)
        why = phrase("{points}, still tied after every tie-breaker", points=points)
        if _has_unequal_longest_routes(result):
            why = phrase("{why} (longest routes: {lengths})", why=why, lengths=_lengths(result))
        if result.has_passengers:
            why = Phrase("{why}. {note}", {"why": why, "note": _PASSENGERS})
        title = phrase("{players} share the victory", players=join_names(result.winners))
        return Headline(title, why, result.winners, first.total)
    title = short_verdict(result)
    if result.decided_by == "points":
        leads = {part: first.points(part) - second.points(part) for part in result.part_ids}
        decisive = max(leads, key=lambda part: leads[part])
        why = phrase(
            "{margin} ahead of {second}, thanks to {part}",
            margin=first.total - second.total,
            second=join_names(runners_up(result)),
            part=part_report(decisive).cause,
        )
    else:
        why = phrase(
            "tied with {others}; tie-breaker: {reason}",
            others=join_names(_level_with_winner(result)),
            reason=_tie_breaker_text(result, result.decided_by),
        )
    return Headline(title, why, result.winners, first.total)


def _leaders(result: Tally) -> Phrase:
    """Who has the most points so far."""
    most = max(player.total for player in result.players)
    leaders = [player.name for player in result.players if player.total == most]
    if len(leaders) == len(result.players):
        return phrase("Nobody has won yet.")
    return plural_phrase(
        "Nobody has won yet; {players} leads with {total}.",
        "Nobody has won yet; {players} lead with {total}.",
        len(leaders),
        players=join_names(leaders),
        total=format_number(most),
    )


def verdict(result: Tally) -> Phrase:
    """The outcome in one sentence."""
    if not result.final:
        return phrase("Score so far: nobody has won yet.")
    first, second = result.ranking[:2]
    points = points_phrase(first.total)
    if result.decided_by == "shared":
        shared = phrase(
            "{players} share the victory with {points} each.",
            players=join_names(result.winners),
            points=points,
        )
        if _has_unequal_longest_routes(result):
            shared = phrase(
                "{verdict} Longest routes: {lengths}.", verdict=shared, lengths=_lengths(result)
            )
        if result.has_passengers:
            shared = Phrase("{verdict} {note}", {"verdict": shared, "note": _PASSENGERS})
        return shared
    if result.decided_by == "points":
        return phrase(
            "{player} wins with {points}, {margin} ahead of {second}.",
            player=first.name,
            points=points,
            margin=first.total - second.total,
            second=join_names(runners_up(result)),
        )
    return phrase(
        "{player} wins the tie with {others} at {points}: {reason}.",
        player=first.name,
        points=points,
        others=join_names(_level_with_winner(result)),
        reason=_tie_breaker_text(result, result.decided_by),
    )


def short_verdict(result: Tally) -> Phrase:
    """The outcome without points, for the last step of the reveal."""
    if not result.final:
        return SCORE_SO_FAR
    if result.decided_by == "shared":
        return phrase("A shared victory")
    return phrase("{player} wins", player=result.winners[0])


def past_game_outcome(game: FinishedGame) -> Phrase:
    """The outcome of a game in the history, of which only the scores are loaded."""
    if not game.final:
        return phrase("Not played to the end")
    players, points = join_names(game.winners), format_number(max(game.scores.values()))
    if len(game.winners) > 1:
        return phrase("{players}: shared victory with {points}", players=players, points=points)
    return phrase("{players} won with {points}", players=players, points=points)


def runners_up(result: Tally) -> list[str]:
    """The players with the second highest total, where one player wins by points."""
    second = result.ranking[1].total
    return [each.name for each in result.ranking[1:] if each.total == second]


def _level_with_winner(result: Tally) -> list[str]:
    first, *others = result.ranking
    return [each.name for each in others if each.total == first.total]


def _has_unequal_longest_routes(result: Tally) -> bool:
    """Whether players share the victory because a player who is not tied holds the longest route.

    Some rulebooks compare the routes of the tied players instead, so their lengths are shown.
    """
    lengths = {each.longest_route.length for each in _tied(result)}
    return len(lengths) > 1 and LONGEST_ROUTE.id in result.part_ids


def _lengths(result: Tally) -> Phrase:
    """The length of each tied player's longest route."""
    return comma_separated(
        [
            phrase("{player} {length}", player=each.name, length=each.longest_route.length)
            for each in _tied(result)
        ]
    )


def _tied(result: Tally) -> list[PlayerTally]:
    return [each for each in result.ranking if each.name in result.tied]


def _tie_breaker_text(result: Tally, by: TieBreaker) -> Phrase:
    """How a tie-breaker favours the winner."""
    first, second = result.ranking[:2]
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
            return phrase("holding the longest route ({lengths})", lengths=_lengths(result))
        case "longest_route_length":
            return phrase(
                "the longer continuous route ({first} to {second})",
                first=first.longest_route.length,
                second=second.longest_route.length,
            )
