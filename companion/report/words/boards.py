"""The name of a board by its id, for lists of games."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Protocol

from companion.rules.boards import Boards, BoardSummary
from companion.rules.errors import UnusableFile
from companion.rules.wording import Phrase, untranslated


class ListedGame(Protocol):
    """A game as lists show it."""

    @property
    def board(self) -> str:
        """The board's id."""
        ...

    @property
    def variant(self) -> str:
        """The id of the ticket variant."""
        ...

    @property
    def own_board(self) -> BoardSummary | None:
        """The imported board that the record of the game contains."""
        ...


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
    boards: Boards, id: str, variant: str = "", games: Iterable[ListedGame] = ()
) -> Phrase:
    """The name of a board and variant.

    If the app does not have them, the name in one of the games, otherwise the board's id.
    """
    if id in boards:
        with suppress(KeyError, UnusableFile):
            return boards.summary(id).in_variant(variant).display_name
    own = (game.own_board for game in games if (game.board, game.variant) == (id, variant))
    return next((each.display_name for each in own if each), untranslated(id))
