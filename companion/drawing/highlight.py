"""Emphasis on a drawn board: tracks of a ticket, a player's routes, a longest route."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.rules.board import Board, Route
from companion.rules.events import Event, RouteClaimed, StationBuilt

TrackId = tuple[str, int]
"""A route's id and the number of one of its tracks."""


@dataclass(frozen=True, slots=True)
class Highlight:
    """Emphasised tracks and places. With tracks, a trail or a player, all other tracks fade."""

    tracks: tuple[TrackId, ...] = ()
    """Tracks with a glow."""
    borrowed: tuple[TrackId, ...] = ()
    """Tracks outlined as borrowed through a station."""
    places: tuple[str, ...] = ()
    """Ids of places with a ring around them."""
    targets: tuple[str, ...] = ()
    """Ids of places that are filled, because one of them comes next."""
    trail: tuple[TrackId, ...] = ()
    """Tracks with a line drawn along them, in this order."""
    player: str | None = None
    """The player whose routes and stations do not fade."""

    @property
    def has_location(self) -> bool:
        """Whether it names tracks or places, which a view can zoom to."""
        return bool(self.tracks or self.trail or self.places)

    def restricted_to_board(self, board: Board) -> Highlight:
        """Without tracks and places of other boards.

        A page sets the board and the highlight of a view one after the other.
        """

        def known(tracks: tuple[TrackId, ...]) -> tuple[TrackId, ...]:
            return tuple(
                (route, track)
                for route, track in tracks
                if route in board.routes and track < len(board.routes[route].tracks)
            )

        return replace(
            self,
            tracks=known(self.tracks),
            borrowed=known(self.borrowed),
            places=tuple(place for place in self.places if place in board.places),
            targets=tuple(place for place in self.targets if place in board.places),
            trail=known(self.trail),
        )


NO_HIGHLIGHT = Highlight()


def tracks_of_routes(*routes: Route) -> tuple[TrackId, ...]:
    """Every track of some routes."""
    return tuple((route.id, track) for route in routes for track in range(len(route.tracks)))


def event_highlight(event: Event, player: str | None = None) -> Highlight:
    """The track or city an event is about, among the routes of a player if one is given."""
    match event:
        case RouteClaimed():
            return Highlight(tracks=((event.route, event.track),), player=player)
        case StationBuilt():
            return Highlight(places=(event.city,), player=player)
        case _:
            return Highlight(player=player)
