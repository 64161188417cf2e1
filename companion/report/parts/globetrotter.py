"""Texts about the bonus for most completed tickets."""

from __future__ import annotations

from collections.abc import Iterator

from companion.report.highlights import tickets_highlight
from companion.report.parts.report_types import (
    Explanation,
    PartReport,
    RevealStep,
    comparison_row,
)
from companion.report.ticket_facts import completed_tickets
from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.parts.globetrotter import RULE
from companion.rules.setup import Setup
from companion.rules.state import GameState
from companion.rules.wording import Phrase, phrase, plural_phrase, points_phrase


def _note(player: PlayerTally) -> Phrase:
    return plural_phrase("{count} completed", "{count} completed", player.tickets_completed)


def _explain(state: GameState, result: Tally, player: PlayerTally) -> Explanation:
    points = player.points(RULE.id)
    by_count = sorted(result.players, key=lambda each: -each.tickets_completed)
    most = by_count[0].tickets_completed
    if most == 0:
        summary = phrase("Nobody completed a ticket, so nobody gets the bonus.")
    elif points:
        summary = phrase("Nobody completed more tickets.")
    else:
        summary = plural_phrase(
            "{count} completed ticket would have earned the bonus.",
            "{count} completed tickets would have earned the bonus.",
            most,
        )
    return Explanation(
        player.name,
        phrase(
            "{player}: Globetrotter, {points}", player=player.name, points=points_phrase(points)
        ),
        summary,
        tickets_highlight(state, player),
        tuple(
            comparison_row(
                each,
                RULE.id,
                phrase(
                    "{player}: {completed}", player=each.name, completed=completed_tickets(each)
                ),
                tickets_highlight(state, each),
            )
            for each in by_count
        ),
    )


def _reveal(_: GameState, result: Tally) -> Iterator[RevealStep]:
    winners = [player for player in result.players if player.points(RULE.id)]
    yield RevealStep(
        REPORT.title,
        plural_phrase(
            "{count} ticket completed.",
            "{count} tickets completed.",
            winners[0].tickets_completed if winners else 0,
        ),
        {player.name: player.points(RULE.id) for player in winners},
    )


def _rule(setup: Setup) -> Phrase | None:
    bonus = setup.board.bonuses.globetrotter
    if not bonus:
        return None
    return phrase(
        "Globetrotter, most completed tickets: {points}, to everybody who is tied",
        points=points_phrase(bonus),
    )


REPORT = PartReport(
    title=phrase("Globetrotter"),
    # Translators: a part of the score that decided, after “thanks to”.
    cause=phrase("the Globetrotter bonus"),
    note=_note,
    explain=_explain,
    reveal=_reveal,
    rule=_rule,
)
