"""Texts about the bonus for most connected cities."""

from __future__ import annotations

from collections.abc import Iterator

from companion.drawing.highlight import Highlight
from companion.report.highlights import tracks_of
from companion.report.parts.report_types import (
    Explanation,
    PartReport,
    RevealStep,
    comparison_row,
)
from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.parts.most_cities import RULE, MostCitiesPart
from companion.rules.setup import Setup
from companion.rules.state import GameState
from companion.rules.wording import Phrase, phrase, plural_phrase, points_phrase


def _count(player: PlayerTally) -> int:
    part = player.part(MostCitiesPart)
    return len(part.cities) if part else 0


def _note(player: PlayerTally) -> Phrase:
    return plural_phrase("{count} city", "{count} cities", _count(player))


def _highlight(state: GameState, player: PlayerTally) -> Highlight:
    part = player.part(MostCitiesPart)
    if part is None:
        return Highlight()
    return Highlight(tracks_of(state, player, part.routes), places=part.cities)


def _explain(state: GameState, result: Tally, player: PlayerTally) -> Explanation:
    points = player.points(RULE.id)
    by_count = sorted(result.players, key=lambda each: -_count(each))
    most = _count(by_count[0])
    if most == 0:
        summary = phrase("Nobody claimed a route, so nobody gets it.")
    elif points:
        summary = phrase("Nobody connected more cities in one network.")
    else:
        summary = plural_phrase(
            "{count} connected city would have been enough.",
            "{count} connected cities would have been enough.",
            most,
        )
    return Explanation(
        player.name,
        phrase(
            "{player}: most connected cities, {points}",
            player=player.name,
            points=points_phrase(points),
        ),
        summary,
        _highlight(state, player),
        tuple(
            comparison_row(
                each,
                RULE.id,
                phrase("{player}: {cities}", player=each.name, cities=_note(each)),
                _highlight(state, each),
            )
            for each in by_count
        ),
    )


def _reveal(state: GameState, result: Tally) -> Iterator[RevealStep]:
    winners = [player for player in result.players if player.points(RULE.id)]
    yield RevealStep(
        REPORT.title,
        plural_phrase(
            "{count} city in one network.",
            "{count} cities in one network.",
            _count(winners[0]) if winners else 0,
        ),
        {player.name: player.points(RULE.id) for player in winners},
        _highlight(state, winners[0]) if len(winners) == 1 else Highlight(),
    )


def _rule(setup: Setup) -> Phrase | None:
    bonus = setup.board.bonuses.most_cities
    if not bonus:
        return None
    return phrase(
        "Most cities in one network: {points}, to everybody who is tied",
        points=points_phrase(bonus),
    )


REPORT = PartReport(
    title=phrase("Most connected cities"),
    # Translators: a part of the score that decided, after “thanks to”.
    cause=phrase("most connected cities"),
    note=_note,
    explain=_explain,
    reveal=_reveal,
    rule=_rule,
)
