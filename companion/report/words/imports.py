"""Imports in words: the boards and games of a file, what becomes of each, what was imported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from companion.report.words.boards import board_size, game_board_name
from companion.report.words.games import relative_date
from companion.report.words.result import tie_breaker_name
from companion.report.words.setup import later_draws
from companion.rules.wording import (
    Phrase,
    comma_separated,
    phrase,
    plural_phrase,
    points_phrase,
    untranslated,
)

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.rules.boards import Boards
    from companion.store.importing import (
        BoardPreview,
        GamePreview,
        ImportCounts,
        ImportStatus,
    )
    from companion.store.saved_game import FinishedGame, GameInProgress

# Translators: what becomes of one game of a file that is looked into.
_GAME_LABELS: Mapping[ImportStatus, tuple[str, Phrase]] = {
    "new": ("plus", phrase("New")),
    "different": ("plus", phrase("Already here, but different: will be added as a copy")),
    "newer": ("cross", phrase("Made with a newer version of Railkeeper")),
    "broken": ("cross", phrase("Damaged")),
    "imported": ("check", phrase("Just imported")),
    "there": ("check", phrase("Already here")),
}
"""Icon and label of each status, in the order of the list."""
# Translators: what becomes of a board of a file that is looked into.
_BOARD_LABELS: Mapping[ImportStatus, tuple[str, Phrase]] = {
    "new": ("plus", phrase("New board")),
    "replaces": (
        "plus",
        phrase("Replaces the board you imported before. Games on it keep their version."),
    ),
    "imported": ("check", phrase("Just imported")),
    "there": ("check", phrase("Already here")),
    "newer": ("cross", phrase("Made with a newer version of Railkeeper")),
    "broken": ("cross", phrase("Error in the board file")),
}


class PreviewLine(NamedTuple):
    """A board, a game, or an error of a file."""

    icon: str
    title: Phrase
    detail: Phrase = untranslated("")
    status: Phrase = untranslated("")
    game: GameInProgress | FinishedGame | None = None
    """The game, if it can be read."""


def board_lines(boards: Iterable[BoardPreview]) -> Iterator[PreviewLine]:
    """A line for each board; for a board with errors, a line for each error."""
    for preview in boards:
        icon, label = _BOARD_LABELS[preview.status]
        if preview.board is not None:
            board = preview.board
            yield PreviewLine(icon, board.display_name, board_size(board), label)
            if preview.is_converted:
                yield from standard_rules(board)
        for problem in preview.problems:
            yield PreviewLine(icon, label, problem, untranslated(preview.file))


def standard_rules(board: Board) -> Iterator[PreviewLine]:
    """The rules of a board that its file, of the map editor, does not say."""
    points = [
        phrase("{count}:\N{NO-BREAK SPACE}{points}", count=length, points=points)
        for length, points in sorted(board.route_points.items())
    ]
    ties = [tie_breaker_name(by) for by in board.tie_breakers]
    rules = (
        (phrase("Points by length"), comma_separated(points)),
        (phrase("Longest route"), points_phrase(board.bonuses.longest_route)),
        (phrase("Tickets"), later_draws(board)),
        (phrase("If there is a tie"), comma_separated(ties)),
    )
    status = phrase("As in the standard game: the file does not say it")
    return (PreviewLine("", title, detail, status) for title, detail in rules)


def game_lines(
    games: Iterable[GamePreview], boards: Boards, now: datetime
) -> Iterator[PreviewLine]:
    """A line for each game, by status, the latest first."""
    latest_first = sorted(
        games, key=lambda each: str(each.game.date if each.game else ""), reverse=True
    )
    for preview in sorted(latest_first, key=lambda each: list(_GAME_LABELS).index(each.status)):
        icon, label = _GAME_LABELS[preview.status]
        game = preview.game
        if game is None:
            file = untranslated(preview.file)
            yield PreviewLine(icon, label, preview.problem or untranslated(""), file)
            continue
        # In the time zone of the game: converting a date near year 1 or 9999 may fail.
        when = relative_date(game.date, now)
        title = {"board": game_board_name(boards, game), "when": when}
        names = untranslated(" · ".join(player.name for player in game.players))
        yield PreviewLine(icon, Phrase("{board} · {when}", title), names, label, game)


def game_counts(games: Sequence[GamePreview]) -> list[Phrase]:
    """The number of games that are new, stored already and damaged, without those that are 0."""
    found = Counter("new" if game.is_importable else game.status for game in games)
    counts = (
        plural_phrase("{count} new game", "{count} new games", found["new"]),
        plural_phrase(
            "{count} game was already here", "{count} games were already here", found["there"]
        ),
        plural_phrase("{count} damaged", "{count} damaged", found["broken"]),
    )
    return [each for each in counts if each.values["count"]]


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
