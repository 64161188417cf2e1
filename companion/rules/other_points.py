"""The rules for other points: points that no rule of the board covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.names import why_not_description
from companion.rules.wording import Phrase, phrase

if TYPE_CHECKING:
    from companion.rules.events import OtherPoints

MOST_OTHER_POINTS = 500
"""Most points of one entry, added or subtracted."""


def why_not_other_points(event: OtherPoints) -> Phrase | None:
    """Why a number is out of range or a description is not allowed."""
    if abs(event.points) > MOST_OTHER_POINTS:
        return phrase(
            "{player} cannot get {points} other points: one entry has from {least} to {most}.",
            player=event.player,
            points=event.points,
            least=-MOST_OTHER_POINTS,
            most=MOST_OTHER_POINTS,
        )
    return why_not_description(event.description)
