"""Score part: values of completed tickets, less those of the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.rules.parts.score_part import PartRule, ScorePart

if TYPE_CHECKING:
    from companion.rules.final_tally import PlayerTally
    from companion.rules.state import GameState


def _score(_: GameState, players: Sequence[PlayerTally]) -> list[ScorePart]:
    return [
        ScorePart(RULE.id, sum(result.points for result in player.tickets)) for player in players
    ]


RULE = PartRule("tickets", _score)
