"""Score part: points for stations that were not built."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.rules.parts.score_part import PartRule, ScorePart

if TYPE_CHECKING:
    from companion.rules.final_tally import PlayerTally
    from companion.rules.state import GameState


def _applies_to(state: GameState) -> bool:
    return state.setup.board.bonuses.unused_station > 0


def _score(state: GameState, players: Sequence[PlayerTally]) -> list[ScorePart]:
    each = state.setup.board.bonuses.unused_station
    return [
        ScorePart(RULE.id, state.players[player.name].stations_left * each) for player in players
    ]


RULE = PartRule("stations", _score, _applies_to)
