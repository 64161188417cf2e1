"""The rules for other points: points that no rule of the board covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.errors import InvalidOtherPoints
from companion.rules.names import check_description
from companion.rules.wording import phrase

if TYPE_CHECKING:
    from companion.rules.events import OtherPoints
    from companion.rules.state import GameState

MOST_OTHER_POINTS = 500
"""Most points of one entry, added or subtracted."""


def check_other_points(state: GameState, event: OtherPoints) -> None:
    """Refuse an unknown player, a number out of range or an invalid description."""
    state.player(event.player)
    if abs(event.points) > MOST_OTHER_POINTS:
        raise InvalidOtherPoints(
            phrase(
                "{player} cannot get {points} other points: one entry has from {least} to {most}.",
                player=event.player,
                points=event.points,
                least=-MOST_OTHER_POINTS,
                most=MOST_OTHER_POINTS,
            )
        )
    check_description(event.description)
