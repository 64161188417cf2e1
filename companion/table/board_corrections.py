"""Correcting a route of the board, for one game and for all later games."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.rules.board import Board, Route, RouteCorrection
from companion.rules.corrections import apply_corrections
from companion.rules.game import Game

if TYPE_CHECKING:
    from companion.store.learned import Learned


def bundled_values(route: Route) -> RouteCorrection:
    """Length and tracks of a bundled route as a correction; it reverts any other one."""
    return RouteCorrection(route.id, route.length, route.tracks)


def remember_correction(learned: Learned, board: Board, correction: RouteCorrection) -> None:
    """Save a correction for later games; one equal to the bundled route is removed instead."""
    if correction == bundled_values(board.routes[correction.route]):
        learned.forget_correction(board, correction.route)
    else:
        learned.correct(board, correction)


def correct_route(game: Game, bundled: Board, correction: RouteCorrection) -> Game:
    """The game with one route corrected; refused if a rule then forbids an entry."""
    others = [each for each in game.setup.board.corrections if each.route != correction.route]
    if correction != bundled_values(bundled.routes[correction.route]):
        others.append(correction)
    setup = replace(game.setup, board=apply_corrections(bundled, others))
    return game.replace_all(setup, game.events)
