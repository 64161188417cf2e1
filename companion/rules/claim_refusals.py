"""Why a player cannot claim a track or a route, as a value instead of an exception."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.claims import check_claim
from companion.rules.errors import Refused, TrackTaken

if TYPE_CHECKING:
    from companion.rules.board import Route
    from companion.rules.state import GameState


def why_not_claim(state: GameState, player: str, route: Route, track: int) -> Refused | None:
    """Why a player cannot claim a track now; None if they can."""
    try:
        check_claim(state, player, route, track)
    except Refused as reason:
        return reason
    return None


def why_not_claim_route(state: GameState, player: str, route: Route) -> Refused | None:
    """Why a player cannot claim any track of a route now; None if they can claim one."""
    reasons = [why_not_claim(state, player, route, track) for track in range(len(route.tracks))]
    if None in reasons:
        return None
    # "Taken" explains less than the reason that rules out the other track.
    return next((each for each in reasons if not isinstance(each, TrackTaken)), reasons[0])
