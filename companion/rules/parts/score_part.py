"""The types every part of the score shares: `ScorePart` and the `PartRule` that scores it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.final_tally import PlayerTally
    from companion.rules.state import GameState


@dataclass(frozen=True, slots=True)
class ScorePart:
    """One player's points for one part of the score.

    Claims, ticket results, station uses and the longest route are evidence for several parts and
    for tie-breakers, so `PlayerTally` holds them. A part with other evidence adds it in a subclass.
    """

    id: str
    points: int


@dataclass(frozen=True, slots=True)
class PartRule:
    """How a part is scored."""

    id: str
    """Also the name of its modules in `companion.rules.parts` and `companion.report.parts`."""
    score: Callable[[GameState, Sequence[PlayerTally]], Sequence[ScorePart]]
    """Scores all players, whose `parts` are still empty; one result per player, in their order."""
    applies_to: Callable[[GameState], bool] = lambda _: True
    """Whether a game has this part."""
