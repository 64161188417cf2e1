"""Makes the views of publications for guests, each once per language."""

from __future__ import annotations

import secrets
from threading import RLock
from typing import Any

from companion.drawing.themed_svg import LARGEST_ZOOM
from companion.report.translation import catalog
from companion.table.snapshot import Snapshot
from companion.web.board_view import GuestBoard
from companion.web.publications import Publication
from companion.web.table_view import player_view, route_view, table_view

Json = dict[str, Any]
_KEPT_BOARDS = 3
_KEPT_VIEWS = 64


class GuestViews:
    """Views as JSON; one thread at a time makes them."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._boards: list[GuestBoard] = []
        self._made: dict[object, Any] = {}

    def picture(self, snapshot: Snapshot, language: str) -> Json:
        """The parts of the board that do not change."""
        with self._lock:
            return self._board(snapshot).picture(catalog(language))

    def table(
        self, now: Publication, before: Publication | None, board: str, language: str, zoom: int
    ) -> Json:
        """The game; with the board that the page shows, also the tracks that changed."""
        with self._lock:
            key = now, before, board, language, zoom
            if key not in self._made:
                while len(self._made) >= _KEPT_VIEWS:
                    del self._made[next(iter(self._made))]
                self._made[key] = self._make_table(*key)
            made: Json = self._made[key]
            return made

    def _make_table(
        self, now: Publication, before: Publication | None, board: str, language: str, zoom: int
    ) -> Json:
        if now.snapshot is None:
            return {"board": "", "table": None}
        shown = self._board(now.snapshot)
        view: Json = {
            "board": shown.id,
            "table": table_view(now.snapshot, catalog(language)),
            "taken": [name for name in now.snapshot.state.players if name in now.seats],
        }
        if board == shown.id:
            state = now.snapshot.state
            known = before.snapshot if before else None
            # The page knows owners by their places in the turn order.
            old = known.state if known and _same_players(known, now.snapshot) else None
            view.update(shown.changes(state, old))
            names = shown.names(state, min(zoom, LARGEST_ZOOM))
            if old is None or names != shown.names(old, min(zoom, LARGEST_ZOOM)):
                view["names"] = names
        return view

    def names(self, snapshot: Snapshot, zoom: int) -> list[list[object]]:
        """The names that have room at a zoom step."""
        with self._lock:
            return self._board(snapshot).names(snapshot.state, min(zoom, LARGEST_ZOOM))

    def route(self, snapshot: Snapshot, id: str, seat: str | None, language: str) -> Json:
        """A route, for the player of the seat or the one to move."""
        viewer = seat if seat in snapshot.state.players else None
        route = snapshot.board.routes[id]
        return route_view(snapshot, route, viewer or snapshot.player, catalog(language))

    def player(self, snapshot: Snapshot, name: str, language: str) -> Json:
        """A player."""
        return player_view(snapshot, name, catalog(language))

    def _board(self, snapshot: Snapshot) -> GuestBoard:
        for known in self._boards:
            if known.board is snapshot.board:
                return known
        made = GuestBoard(snapshot.board, secrets.token_hex(4))
        self._boards = [*self._boards[1 - _KEPT_BOARDS :], made]
        return made


def _same_players(one: Snapshot, other: Snapshot) -> bool:
    return one.board is other.board and one.setup.players == other.setup.players
