"""Boards in words: their names in lists of games, their size, and what an import does to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from companion.rules.errors import UnusableFile
from companion.rules.wording import Phrase, phrase, plural_phrase, untranslated

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.rules.boards import Boards, BoardSummary
    from companion.store.importing import BoardPreview, ImportCounts, ImportStatus
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


# Translators: what becomes of a board of a file that is looked into.
_LABELS: Mapping[ImportStatus, tuple[str, Phrase]] = {
    "new": ("plus", phrase("New board")),
    "replaces": (
        "plus",
        phrase("Replaces the board you imported before. Games on it keep their version."),
    ),
    "there": ("check", phrase("Already here")),
    "newer": ("cross", phrase("Made with a newer version of Railkeeper")),
    "broken": ("cross", phrase("Error in the board file")),
}


class PreviewLine(NamedTuple):
    """A board or an error of a board file."""

    icon: str
    title: Phrase
    detail: Phrase
    status: Phrase = untranslated("")


def board_lines(boards: Iterable[BoardPreview]) -> Iterator[PreviewLine]:
    """A line for each board; for a board with errors, a line for each error."""
    for preview in boards:
        icon, label = _LABELS[preview.status]
        if preview.board is not None:
            board = preview.board
            yield PreviewLine(icon, board.display_name, board_size(board), label)
        for problem in preview.problems:
            yield PreviewLine(icon, label, problem)


def board_size(board: Board) -> Phrase:
    """The numbers of places, routes and tickets."""
    places = plural_phrase("{count} place", "{count} places", len(board.places))
    routes = plural_phrase("{count} route", "{count} routes", len(board.routes))
    tickets = plural_phrase("{count} ticket", "{count} tickets", board.ticket_count)
    return Phrase(
        "{places} · {routes} · {tickets}",
        {"places": places, "routes": routes, "tickets": tickets},
    )


def count_phrases(things: ImportCounts) -> list[Phrase]:
    """The number of things of each kind, without those that are 0."""
    counts = (
        plural_phrase("{count} board", "{count} boards", things.boards),
        plural_phrase("{count} game", "{count} games", things.games),
        plural_phrase("{count} player", "{count} players", things.players),
        plural_phrase("{count} ticket", "{count} tickets", things.tickets),
        plural_phrase("{count} correction", "{count} corrections", things.corrections),
        plural_phrase("{count} setting", "{count} settings", things.settings),
    )
    return [each for each in counts if each.values["count"]]
