"""Score part: the bonus for most completed tickets, for all players tied for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.rules.parts.score_part import PartRule, ScorePart

if TYPE_CHECKING:
    from companion.rules.final_tally import PlayerTally
    from companion.rules.state import GameState


def _applies_to(state: GameState) -> bool:
    return state.setup.board.bonuses.globetrotter > 0


def _score(state: GameState, players: Sequence[PlayerTally]) -> list[ScorePart]:
    bonus = state.setup.board.bonuses.globetrotter
    most = max(player.tickets_completed for player in players)
    return [
        ScorePart(RULE.id, bonus if player.tickets_completed == most > 0 else 0)
        for player in players
    ]


RULE = PartRule("globetrotter", _score, _applies_to)
