"""Whether a route can be had now, and why not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.claims import check_claim
from companion.rules.errors import Refused, TrackTaken

if TYPE_CHECKING:
    from companion.rules.board import Route
    from companion.rules.state import GameState


def why_not_claim(state: GameState, player: str, route: Route, track: int) -> Refused | None:
    """Why a player cannot claim a track now; None if it may be done."""
    try:
        check_claim(state, player, route, track)
    except Refused as reason:
        return reason
    return None


def why_not_connect(state: GameState, player: str, route: Route) -> Refused | None:
    """Why a player cannot claim any track of a route now; None if one may be claimed."""
    reasons = [why_not_claim(state, player, route, track) for track in range(len(route.tracks))]
    if None in reasons:
        return None
    # That one track is taken says less than why the other is of no use.
    return next((each for each in reasons if not isinstance(each, TrackTaken)), reasons[0])
