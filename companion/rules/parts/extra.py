"""Score part: other points, which no rule of the board covers; only in games that have some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.rules.parts.score_part import PartRule, ScorePart

if TYPE_CHECKING:
    from companion.rules.events import OtherPoints
    from companion.rules.final_tally import PlayerTally
    from companion.rules.state import GameState


@dataclass(frozen=True, slots=True)
class OtherPointsPart(ScorePart):
    """The points and the entries they were given with."""

    entries: tuple[OtherPoints, ...]


def _applies_to(state: GameState) -> bool:
    return any(player.other_points for player in state.players.values())


def _score(state: GameState, players: Sequence[PlayerTally]) -> list[OtherPointsPart]:
    entries = [state.players[player.name].other_points for player in players]
    return [
        OtherPointsPart(RULE.id, sum(entry.points for entry in given), given) for given in entries
    ]


RULE = PartRule("extra", _score, _applies_to)
