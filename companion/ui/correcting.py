"""Corrections of a board: kept for every later game, and worked into the one on the table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.report.route_facts import route_as_printed
from companion.rules import (
    Board,
    Game,
    Phrase,
    Refused,
    Route,
    RouteCorrection,
    bundled_boards,
    corrected,
)
from companion.rules.wording import say
from companion.ui.look.words import words
from companion.ui.pages.corrections import CorrectionsPage

if TYPE_CHECKING:
    from companion.ui.app import RailkeeperApp


def correct_at_table(app: RailkeeperApp, correction: RouteCorrection) -> None:
    """Correct a route of the board on the table; all or nothing, answered where it was asked."""
    table = app.screen("table")
    game: Game = table.keeping.game
    board = bundled_boards()[game.setup.board.id]
    try:
        played_on = _on_corrected_board(game, board, correction)
        _keep(app, board, correction)
        app.go_on_with(played_on)
    except Refused as problem:
        table.sheet.refusal = words.told(problem.phrase)
        return
    app.show("table")
    route = played_on.setup.board.routes[correction.route]
    line = say(
        "{route}: {printed}, from now on", route=board.title(route), printed=route_as_printed(route)
    )
    table.ids.notice.tell(words.told(line))


def corrections(app: RailkeeperApp) -> CorrectionsPage:
    """Every correction, and the way back from it."""
    screen = CorrectionsPage()

    def refresh() -> None:
        screen.corrections = tuple(
            (board, correction)
            for board in bundled_boards().values()
            for correction in app.shelf.learned.corrections(board)
        )

    def change(board: Board, correction: RouteCorrection, line: Phrase) -> None:
        try:
            _keep(app, board, correction)
        except Refused as problem:
            screen.tell(problem.phrase, refused=True)
            return
        refresh()
        try:
            _work_in(app, board, correction)
        except Refused as problem:
            keeps = say("The game on the table keeps it: {reason}", reason=problem.phrase)
            screen.tell(keeps, refused=True)
        else:
            screen.tell(line)

    def revoke(board: Board, correction: RouteCorrection) -> None:
        route = board.routes[correction.route]
        change(board, _as_bundled(route), say("Taken back: {route}", route=board.title(route)))
        screen.undo = lambda: change(board, correction, say("Done again."))

    screen.refresh = refresh
    screen.bind(
        on_back=lambda _: app.back(),
        on_revoke=lambda _, board, correction: revoke(board, correction),
    )
    return screen


def _as_bundled(route: Route) -> RouteCorrection:
    return RouteCorrection(route.id, route.length, route.tracks)


def _keep(app: RailkeeperApp, board: Board, correction: RouteCorrection) -> None:
    """For every later game; what is as bundled needs no correction."""
    if correction == _as_bundled(board.routes[correction.route]):
        app.shelf.learned.forget_correction(board, correction.route)
    else:
        app.shelf.learned.correct(board, correction)


def _work_in(app: RailkeeperApp, board: Board, correction: RouteCorrection) -> None:
    """For the game on the table, if it is one in progress on this board."""
    kept = app.kept
    in_progress = kept is not None and any(kept.id == each.id for each in app.shelf.games.all())
    if kept is not None and in_progress and kept.game.setup.board.id == board.id:
        app.go_on_with(_on_corrected_board(kept.game, board, correction))


def _on_corrected_board(game: Game, bundled: Board, correction: RouteCorrection) -> Game:
    """The same game with one route printed differently; refused if an entry would break."""
    others = [each for each in game.setup.board.corrections if each.route != correction.route]
    if correction != _as_bundled(bundled.routes[correction.route]):
        others.append(correction)
    board = corrected(bundled, others)
    return Game.begin(replace(game.setup, board=board), game.events)
