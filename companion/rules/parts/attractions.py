"""Score part: points for each attraction that a player's routes reach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.rules.parts.score_part import PartRule, ScorePart

if TYPE_CHECKING:
    from companion.rules.final_tally import PlayerTally
    from companion.rules.state import GameState


@dataclass(frozen=True, slots=True)
class AttractionsPart(ScorePart):
    """The points and the attractions reached."""

    places: tuple[str, ...]


def _applies_to(state: GameState) -> bool:
    return state.setup.board.bonuses.attraction > 0


def _score(state: GameState, players: Sequence[PlayerTally]) -> list[AttractionsPart]:
    board, scored = state.setup.board, []
    for player in players:
        reached = {end for claim in player.claims for end in (claim.route.start, claim.route.end)}
        found = tuple(
            id for id, place in board.places.items() if place.attraction and id in reached
        )
        scored.append(AttractionsPart(RULE.id, board.bonuses.attraction * len(found), found))
    return scored


RULE = PartRule("attractions", _score, _applies_to)
