"""The appearance of each track and place: owner, closed, highlighted, faded."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from companion.drawing.highlight import NO_HIGHLIGHT, Highlight, TrackId
from companion.rules.board import Board
from companion.rules.state import GameState

Emphasis = Literal["printed", "normal", "highlighted", "faded"]
"""printed: on a board without a game; normal: in a game; highlighted and faded: as a `Highlight`
asks for."""


@dataclass(frozen=True, slots=True)
class TrackLook:
    """The appearance of a track."""

    owner: str | None = None
    """The colour of the player who claimed it."""
    closed: bool = False
    """Whether it is free but cannot be claimed because the other track is taken."""
    emphasis: Emphasis = "normal"
    borrowed: bool = False


@dataclass(frozen=True, slots=True)
class PlaceLook:
    """The appearance of a place."""

    station: str | None = None
    """The colour of the player who built a station here."""
    faded: bool = False
    """Whether the station fades because another player is highlighted."""
    ringed: bool = False


def track_looks(
    board: Board, state: GameState | None, highlight: Highlight = NO_HIGHLIGHT
) -> dict[TrackId, TrackLook]:
    """The look of every track; without a game, as printed."""
    normal: Emphasis = "normal" if state else "printed"
    nothing_fades = not (highlight.tracks or highlight.trail or highlight.player)
    highlighted, borrowed = set(highlight.tracks), set(highlight.borrowed)
    colors = state.setup.colors if state else {}
    looks = {}
    for route in board.routes.values():
        owners = state.track_owners(route) if state else (None,) * len(route.tracks)
        closing = state is not None and state.is_closed(route)
        for number, owner in enumerate(owners):
            track = route.id, number
            own = owner is not None and owner == highlight.player
            unfaded = nothing_fades or own or track in highlight.trail
            looks[track] = TrackLook(
                owner=None if owner is None else colors[owner],
                closed=closing and owner is None,
                emphasis="highlighted" if track in highlighted else normal if unfaded else "faded",
                borrowed=track in borrowed and owner is not None,
            )
    return looks


def final_looks(board: Board, state: GameState) -> dict[TrackId, TrackLook]:
    """The look of every track after the game: free tracks fade, because only owners matter."""
    return {
        track: look if look.owner else replace(look, closed=False, emphasis="faded")
        for track, look in track_looks(board, state).items()
    }


def place_looks(
    board: Board, state: GameState | None, highlight: Highlight = NO_HIGHLIGHT
) -> dict[str, PlaceLook]:
    """The look of every place, by its id."""
    colors = state.setup.colors if state else {}
    builders = state.station_owners if state else {}
    return {
        place: PlaceLook(
            station=colors[builders[place]] if place in builders else None,
            faded=highlight.player not in (None, builders.get(place)),
            ringed=place in highlight.places,
        )
        for place in board.places
    }
