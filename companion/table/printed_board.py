"""The board as it is really printed: corrected for one game, and kept for every later one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.rules.board import Board, Route, RouteCorrection
from companion.rules.corrections import apply_corrections
from companion.rules.game import Game

if TYPE_CHECKING:
    from companion.store.learned import Learned


def as_bundled(route: Route) -> RouteCorrection:
    """A route as the bundled board has it: what takes a correction back."""
    return RouteCorrection(route.id, route.length, route.tracks)


def keep(learned: Learned, board: Board, correction: RouteCorrection) -> None:
    """For every later game on a bundled board; what is as bundled needs no correction."""
    if correction == as_bundled(board.routes[correction.route]):
        learned.forget_correction(board, correction.route)
    else:
        learned.correct(board, correction)


def on_corrected(game: Game, bundled: Board, correction: RouteCorrection) -> Game:
    """The same game with one route printed differently; refused if an entry would break."""
    others = [each for each in game.setup.board.corrections if each.route != correction.route]
    if correction != as_bundled(bundled.routes[correction.route]):
        others.append(correction)
    return game.replace_all(
        replace(game.setup, board=apply_corrections(bundled, others)), game.events
    )
