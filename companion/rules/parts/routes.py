"""Score part: points for claimed routes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.rules.parts.score_part import PartRule, ScorePart

if TYPE_CHECKING:
    from companion.rules.final_tally import PlayerTally
    from companion.rules.state import GameState


def _score(_: GameState, players: Sequence[PlayerTally]) -> list[ScorePart]:
    return [ScorePart(RULE.id, sum(claim.points for claim in player.claims)) for player in players]


RULE = PartRule("routes", _score)
