"""What stands out on a drawn board: the tracks of a ticket, a player's routes, a longest route."""

from __future__ import annotations

from dataclasses import dataclass

TrackId = tuple[str, int]
"""A route's id and the number of one of its tracks."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """What stands out on the board. With tracks, a trail or a player everything else fades."""

    tracks: tuple[TrackId, ...] = ()
    """Tracks with a glow."""
    borrowed: tuple[TrackId, ...] = ()
    """Tracks outlined as borrowed through a station."""
    places: tuple[str, ...] = ()
    """Ids of places with a ring around them."""
    trail: tuple[TrackId, ...] = ()
    """Tracks with a line drawn along them, in this order."""
    player: str | None = None
    """Whose routes and stations do not fade."""


NO_HIGHLIGHT = Highlight()
