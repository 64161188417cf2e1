"""Texts about the points for attractions."""

from __future__ import annotations

from collections.abc import Iterator

from companion.drawing.highlight import Highlight
from companion.report.parts.report_types import Explanation, ExplanationRow, PartReport, RevealStep
from companion.rules.final_tally import PlayerTally, Tally
from companion.rules.parts.attractions import RULE, AttractionsPart
from companion.rules.setup import Setup
from companion.rules.state import GameState
from companion.rules.wording import Phrase, format_signed, phrase, plural_phrase, points_phrase


def _places(player: PlayerTally) -> tuple[str, ...]:
    part = player.part(AttractionsPart)
    return part.places if part else ()


def _note(player: PlayerTally) -> Phrase:
    return plural_phrase("{count} reached", "{count} reached", len(_places(player)))


def _explain(state: GameState, _: Tally, player: PlayerTally) -> Explanation:
    board, reached = state.setup.board, _places(player)
    return Explanation(
        player.name,
        phrase(
            "{player}: attractions, {points}",
            player=player.name,
            points=points_phrase(player.points(RULE.id)),
        ),
        phrase(
            "Each attraction that {player}’s routes reach scores {points}.",
            player=player.name,
            points=points_phrase(board.bonuses.attraction),
        ),
        Highlight(places=reached),
        tuple(
            ExplanationRow(
                board.places[place].display_name,
                None,
                format_signed(board.bonuses.attraction),
                Highlight(places=(place,)),
            )
            for place in reached
        ),
    )


def _reveal(_: GameState, result: Tally) -> Iterator[RevealStep]:
    """One step per player who reached an attraction, or one step without points."""
    players = [player for player in result.players if _places(player)]
    for player in players:
        yield RevealStep(
            phrase("{player}: {part}", player=player.name, part=REPORT.title),
            _note(player),
            {player.name: player.points(RULE.id)},
            Highlight(places=_places(player)),
        )
    if not players:
        yield RevealStep(REPORT.title, phrase("Nobody reached an attraction."))


def _rule(setup: Setup) -> Phrase | None:
    bonus = setup.board.bonuses.attraction
    if not bonus:
        return None
    return phrase(
        "Each tourist attraction at one of your routes: {points}", points=points_phrase(bonus)
    )


REPORT = PartReport(
    title=phrase("Attractions"),
    # Translators: a part of the score that decided, after “thanks to”.
    cause=phrase("attractions"),
    note=_note,
    explain=_explain,
    reveal=_reveal,
    rule=_rule,
)
