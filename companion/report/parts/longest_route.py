"""Texts about the bonus for the longest route."""

from __future__ import annotations

from collections.abc import Iterator

from companion.drawing.highlight import Highlight
from companion.report.highlights import end_places, tracks_of, walk_tracks
from companion.report.parts.report_types import (
    Explanation,
    PartReport,
    RevealStep,
    comparison_row,
)
from companion.report.ticket_facts import walk_text
from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.parts.longest_route import RULE
from companion.rules.setup import Setup
from companion.rules.state import GameState
from companion.rules.wording import (
    Phrase,
    phrase,
    plural_phrase,
    points_phrase,
    untranslated,
)


def _note(player: PlayerTally) -> Phrase:
    return plural_phrase("{count} space", "{count} spaces", player.longest_route.length)


def _explain(state: GameState, result: Tally, player: PlayerTally) -> Explanation:
    board, points = state.setup.board, player.points(RULE.id)
    by_length = sorted(result.players, key=lambda each: -each.longest_route.length)
    length, longest = player.longest_route.length, by_length[0].longest_route.length
    if points:
        summary = plural_phrase(
            "{count} space in a row, nobody has more",
            "{count} spaces in a row, nobody has more",
            length,
        )
    else:
        summary = plural_phrase(
            "{count} space in a row, {fewer} fewer than the longest",
            "{count} spaces in a row, {fewer} fewer than the longest",
            length,
            fewer=longest - length,
        )
    return Explanation(
        player.name,
        phrase(
            "{player}: longest route, {points}", player=player.name, points=points_phrase(points)
        ),
        summary,
        _highlight(state, player),
        tuple(
            comparison_row(
                each,
                RULE.id,
                phrase("{player}: {spaces}", player=each.name, spaces=_note(each)),
                _highlight(state, each),
                untranslated(walk_text(board, each.longest_route.places)),
            )
            for each in by_length
        ),
    )


def _highlight(state: GameState, player: PlayerTally) -> Highlight:
    walk = player.longest_route
    return Highlight(
        tracks_of(state, player, walk.routes),
        places=end_places(walk),
        trail=walk_tracks(state, player.name, walk),
    )


def _reveal(state: GameState, result: Tally) -> Iterator[RevealStep]:
    holders = [player for player in result.players if player.points(RULE.id)]
    yield RevealStep(
        REPORT.title,
        plural_phrase(
            "{count} space in a row.",
            "{count} spaces in a row.",
            holders[0].longest_route.length if holders else 0,
        ),
        {player.name: player.points(RULE.id) for player in holders},
        Highlight(
            tuple(
                track
                for player in holders
                for track in tracks_of(state, player, player.longest_route.routes)
            )
        ),
    )


def _rule(setup: Setup) -> Phrase | None:
    bonus = setup.longest_route_bonus
    if not bonus:
        return None
    return phrase(
        "Longest route: {points}, to everybody who is tied",
        points=points_phrase(bonus),
    )


REPORT = PartReport(
    title=phrase("Longest route"),
    # Translators: a part of the score that decided, after “thanks to”.
    cause=phrase("the longest route"),
    note=_note,
    explain=_explain,
    reveal=_reveal,
    rule=_rule,
)
