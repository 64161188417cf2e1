"""Texts about other points."""

from __future__ import annotations

from collections.abc import Iterator

from companion.drawing.highlight import NO_HIGHLIGHT
from companion.report.parts.report_types import Explanation, ExplanationRow, PartReport, RevealStep
from companion.rules.events import OtherPoints
from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.parts.extra import RULE, OtherPointsPart
from companion.rules.state import GameState
from companion.rules.wording import (
    Phrase,
    comma_separated,
    format_signed,
    phrase,
    plural_phrase,
    points_phrase,
    untranslated,
)


def _entries(player: PlayerTally) -> tuple[OtherPoints, ...]:
    part = player.part(OtherPointsPart)
    return part.entries if part else ()


def _note(player: PlayerTally) -> Phrase:
    return plural_phrase("{count} entry", "{count} entries", len(_entries(player)))


def _explain(_: GameState, __: Tally, player: PlayerTally) -> Explanation:
    return Explanation(
        player.name,
        phrase(
            "{player}: other points, {points}",
            player=player.name,
            points=points_phrase(player.points(RULE.id)),
        ),
        phrase("Points that the app does not know the rules for, as you entered them."),
        NO_HIGHLIGHT,
        tuple(
            ExplanationRow(
                untranslated(entry.description), None, format_signed(entry.points), NO_HIGHLIGHT
            )
            for entry in _entries(player)
        ),
    )


def _reveal(_: GameState, result: Tally) -> Iterator[RevealStep]:
    """One step per player who has other points."""
    for player in result.players:
        entries = _entries(player)
        if entries:
            yield RevealStep(
                phrase("{player}: {part}", player=player.name, part=REPORT.title),
                comma_separated([entry.description for entry in entries]),
                {player.name: player.points(RULE.id)},
            )


REPORT = PartReport(
    title=phrase("Other points"),
    # Translators: a part of the score that decided, after “thanks to”.
    cause=phrase("other points"),
    note=_note,
    explain=_explain,
    reveal=_reveal,
)
