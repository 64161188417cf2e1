"""The board as JSON for the guests' page: sent once, and then the tracks that changed."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from companion.drawing.highlight import TrackId
from companion.drawing.looks import PlaceLook, TrackLook, place_looks, track_looks
from companion.drawing.palette import DARK, LIGHT, ROUTES, TERRAIN, terrain_line, text_on
from companion.drawing.terrain_signs import TERRAIN_SIGNS
from companion.drawing.themed_svg import (
    BASELINE,
    FONT_SIZE,
    GAP,
    HALO,
    LABEL_HEIGHT,
    ThemedBoard,
    css_color,
)
from companion.report import route_facts
from companion.rules.board import Board
from companion.rules.state import GameState
from companion.rules.wording import Catalog

Json = dict[str, Any]
FREE, CLOSED = -1, -2
"""The owner of a track that no player has; the others are numbers of players in turn order."""


class GuestBoard:
    """One board; fragments are made once per look. Not thread-safe."""

    def __init__(self, board: Board, id: str) -> None:
        self.id = id
        self.board = board
        self._themed = ThemedBoard(board)
        self._tracks: list[TrackId] = list(track_looks(board, None))
        self._places = list(board.places)
        self._fragments: dict[tuple[TrackId, TrackLook] | tuple[str, PlaceLook], Any] = {}

    def picture(self, catalog: Catalog) -> Json:
        """The parts of the board that do not change during the game."""
        themed, board = self._themed, self.board
        return {
            "id": self.id,
            "width": themed.width,
            "height": themed.height,
            "background": themed.background,
            "touchWidth": themed.touch_width,
            "glowWidth": themed.glow_width,
            "tracks": [
                {
                    "id": f"{route}/{track}",
                    "route": route,
                    "line": themed.touch_line((route, track)),
                    "title": board.route_title(board.routes[route]).render(catalog),
                    "facts": route_facts.track_facts(board, board.routes[route], track).render(
                        catalog
                    ),
                }
                for route, track in self._tracks
            ],
            "places": len(self._places),
            "names": {
                "font": FONT_SIZE,
                "halo": HALO,
                "gap": GAP,
                "height": LABEL_HEIGHT,
                "baseline": BASELINE,
            },
            "terrain": {kind.id: _terrain(kind.id) for kind in self._terrain_types()},
            "colors": {name: css_color(color, color) for name, color in ROUTES.items()},
        }

    def _terrain_types(self) -> tuple[Any, ...]:
        return self.board.terrain.types if self.board.terrain else ()

    def changes(self, state: GameState, before: GameState | None) -> Json:
        """The tracks and places that look different than before; all of them without `before`."""
        return {
            "tracks": self._changed_tracks(state, before),
            "places": self._changed_places(state, before),
        }

    def _changed_tracks(self, state: GameState, before: GameState | None) -> Json:
        looks = track_looks(self.board, state)
        old = track_looks(self.board, before) if before else {}
        order = {color: number for number, color in enumerate(state.setup.colors.values())}
        return {
            str(number): [
                *self._track(track, look),
                order[look.owner] if look.owner else CLOSED if look.closed else FREE,
            ]
            for number, track in enumerate(self._tracks)
            if (look := looks[track]) != old.get(track)
        }

    def _changed_places(self, state: GameState, before: GameState | None) -> Json:
        looks = place_looks(self.board, state)
        old = place_looks(self.board, before) if before else {}
        return {
            str(number): self._place(place, look)
            for number, place in enumerate(self._places)
            if (look := looks[place]) != old.get(place)
        }

    def _track(self, id: TrackId, look: TrackLook) -> list[str]:
        key = id, look
        if key not in self._fragments:
            self._fragments[key] = list(asdict(self._themed.track(id, look)).values())
        made: list[str] = self._fragments[key]
        return made

    def _place(self, id: str, look: PlaceLook) -> str:
        key = id, look
        if key not in self._fragments:
            self._fragments[key] = self._themed.place(id, look)
        made: str = self._fragments[key]
        return made

    def names(self, state: GameState, zoom: int) -> list[list[object]]:
        """The names that have room at a zoom step, none of them on a marker."""
        looks = track_looks(self.board, state)
        claimed = frozenset(track for track, look in looks.items() if look.owner)
        return [list(asdict(name).values()) for name in self._themed.names(zoom, claimed)]


def _terrain(id: str) -> Json:
    """The sign and the colours of a terrain."""
    color = TERRAIN.get(id)
    fills = (color, color) if color else (LIGHT.accent, DARK.accent)
    lines = terrain_line(fills[0], LIGHT), terrain_line(fills[1], DARK)
    return {
        "sign": " ".join(f"{x:.4g},{24 - y:.4g}" for x, y in TERRAIN_SIGNS.get(id, ())),
        "fill": css_color(*fills),
        "line": css_color(*lines),
        "text": css_color(text_on(fills[0]), text_on(fills[1])),
    }
