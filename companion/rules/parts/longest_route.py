"""Score part: the bonus for the longest route, for all players tied for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.rules.parts.score_part import PartRule, ScorePart

if TYPE_CHECKING:
    from companion.rules.final_tally import PlayerTally
    from companion.rules.state import GameState


def _applies_to(state: GameState) -> bool:
    return state.setup.longest_route_bonus > 0


def _score(state: GameState, players: Sequence[PlayerTally]) -> list[ScorePart]:
    bonus = state.setup.longest_route_bonus
    longest = max(player.longest_route.length for player in players)
    return [
        ScorePart(RULE.id, bonus if player.longest_route.length == longest > 0 else 0)
        for player in players
    ]


RULE = PartRule("longest_route", _score, _applies_to)
