"""Boards in words: their names in lists of games, and their size."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from companion.rules.errors import UnusableFile
from companion.rules.wording import Phrase, phrase, plural_phrase, untranslated

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.rules.boards import Boards, BoardSummary
    from companion.store.saved_game import FinishedGame, GameInProgress

    ListedGame = FinishedGame | GameInProgress


def board_of(boards: Boards, game: ListedGame) -> BoardSummary:
    """The board of a listed game in its variant."""
    return game.own_board or boards.summary(game.board).in_variant(game.variant)


def game_board_name(boards: Boards, game: ListedGame) -> Phrase:
    """The name of the board and variant of a game."""
    return (
        game.own_board.display_name
        if game.own_board
        else board_name(boards, game.board, game.variant)
    )


def board_name(
    boards: Boards, id: str, variant: str | None = "", games: Iterable[ListedGame] = ()
) -> Phrase:
    """The name of a board and variant, or of all variants for None.

    If the app does not have them, the name in one of the games, otherwise the board's id.
    """

    def name(board: BoardSummary) -> Phrase:
        if variant is not None:
            return board.in_variant(variant).display_name
        # Translators: after the name of a board: “USA · All variants”.
        everything = phrase("All variants")
        return Phrase(
            "{board} · {variant}", {"board": board.short_display_name, "variant": everything}
        )

    if id in boards:
        with suppress(KeyError, UnusableFile):
            return name(boards.summary(id))
    own = (
        game.own_board
        for game in games
        if game.board == id and variant in (None, game.variant) and game.own_board
    )
    return next(map(name, own), untranslated(id))


def short_board_name(board: Board) -> Phrase:
    """The name for a narrow header: the short one, but with the variant."""
    return board.display_name if board.variant_id else board.short_display_name


def board_size(board: Board) -> Phrase:
    """The numbers of places, routes and tickets."""
    places = plural_phrase("{count} place", "{count} places", len(board.places))
    routes = plural_phrase("{count} route", "{count} routes", len(board.routes))
    tickets = plural_phrase("{count} ticket", "{count} tickets", board.ticket_count)
    return Phrase(
        "{places} · {routes} · {tickets}",
        {"places": places, "routes": routes, "tickets": tickets},
    )
