"""Applies the keeper's route corrections to a board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from companion.rules.board_checks import check_routes
from companion.rules.errors import Refused
from companion.rules.wording import phrase

if TYPE_CHECKING:
    from companion.rules.board import Board, RouteCorrection


def apply_corrections(board: Board, corrections: Iterable[RouteCorrection]) -> Board:
    """The board with its routes corrected; `Refused` if the result is not a valid board."""
    by_route = {correction.route: correction for correction in board.corrections}
    by_route |= {correction.route: correction for correction in corrections}
    if tuple(by_route.values()) == board.corrections:
        return board
    routes = dict(board.routes)
    for id, correction in by_route.items():
        if id not in routes:
            raise Refused(
                phrase(
                    "{board} has no route “{route}” to correct.", board=board.display_name, route=id
                )
            )
        routes[id] = replace(routes[id], length=correction.length, tracks=correction.tracks)
    result = replace(board, routes=MappingProxyType(routes), corrections=tuple(by_route.values()))
    check_routes(result)
    return result
