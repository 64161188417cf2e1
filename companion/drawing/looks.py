"""How each track and place should look now: what the game and the screen say about it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from companion.drawing.board_layout import Track
from companion.rules.board import Board
from companion.rules.state import GameState

Tone = Literal["printed", "plain", "lit", "faded"]
"""As on a board nobody plays on yet; as in a game; to be looked at; to be looked past."""


@dataclass(frozen=True, slots=True)
class TrackLook:
    """What a track looks like."""

    owner: str | None = None
    """The colour of the player who has it."""
    closed: bool = False
    """Whether nobody can claim it any more because the other track is taken."""
    tone: Tone = "plain"
    borrowed: bool = False


@dataclass(frozen=True, slots=True)
class PlaceLook:
    """What a place looks like."""

    station: str | None = None
    """The colour of the player who built here."""
    faded: bool = False
    """Whether the station is not the one to look at."""
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Attention:
    """What is to be looked at; nothing in particular: everything as it is."""

    lit: frozenset[Track] = frozenset()
    """Tracks that shine."""
    player: str | None = None
    """Whose tracks and stations stand out."""
    trail: tuple[Track, ...] = ()
    """Tracks to walk along, in that order."""
    borrowed: frozenset[Track] = frozenset()
    """Tracks used through a station."""
    places: frozenset[str] = frozenset()
    """Places with a ring around them."""


NOTHING = Attention()


def tracks_named(board: Board, names: Iterable[str | Track]) -> frozenset[Track]:
    """Tracks that are named one by one, or all at once by the id of their route.

    What another board has is left out: a page that changes boards sets one thing after the other.
    """
    tracks: set[Track] = set()
    for name in names:
        id = name if isinstance(name, str) else name[0]
        route = board.routes.get(id)
        if route is not None:
            all_tracks = ((id, track) for track in range(len(route.tracks)))
            tracks.update(all_tracks if isinstance(name, str) else (name,))
    return frozenset(tracks)


def track_looks(
    board: Board, state: GameState | None, attention: Attention = NOTHING
) -> dict[Track, TrackLook]:
    """What every track looks like; without a game, as it is printed."""
    usual: Tone = "plain" if state else "printed"
    everything = not (attention.lit or attention.trail or attention.player)
    colors = state.setup.colors if state else {}
    looks = {}
    for route in board.routes.values():
        owners = state.track_owners(route) if state else (None,) * len(route.tracks)
        closing = state is not None and state.is_closed(route)
        for number, owner in enumerate(owners):
            track = route.id, number
            own = owner is not None and owner == attention.player
            seen = everything or own or track in attention.trail
            looks[track] = TrackLook(
                owner=None if owner is None else colors[owner],
                closed=closing and owner is None,
                tone="lit" if track in attention.lit else usual if seen else "faded",
                borrowed=track in attention.borrowed and owner is not None,
            )
    return looks


def final_looks(board: Board, state: GameState) -> dict[Track, TrackLook]:
    """What every track looks like when all that matters is who has what."""
    return {
        track: look if look.owner else replace(look, closed=False, tone="faded")
        for track, look in track_looks(board, state).items()
    }


def place_looks(
    board: Board, state: GameState | None, attention: Attention = NOTHING
) -> dict[str, PlaceLook]:
    """What every place looks like."""
    colors = state.setup.colors if state else {}
    builders = state.station_owners if state else {}
    return {
        place: PlaceLook(
            station=colors[builders[place]] if place in builders else None,
            faded=attention.player not in (None, builders.get(place)),
            marked=place in attention.places,
        )
        for place in board.places
    }
