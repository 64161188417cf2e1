"""Filters of the list of past games: board and variant, player, year, and text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from companion.report.search.text import unaccented
from companion.rules.names import name_key
from companion.rules.setup import Player
from companion.store.saved_game import FinishedGame

BoardId = tuple[str, str | None]
"""The ids of a board and a variant; None instead of the variant means all of them."""


class GameFilter(NamedTuple):
    """Conditions that a listed game meets; the default lists every game."""

    board: BoardId | None = None
    player: str | None = None
    """The name of a player; case does not matter."""
    year: int | None = None
    text: str = ""
    """Words that the names, the board, the title or the note contain."""

    def apply(
        self, games: Iterable[FinishedGame], board_name: Callable[[str, str], str]
    ) -> list[FinishedGame]:
        """The games that meet all conditions, in the same order."""
        words = unaccented(self.text).split()
        key = None if self.player is None else name_key(self.player)
        names: dict[tuple[str, str], str] = {}

        def matches(game: FinishedGame) -> bool:
            board = game.board, game.variant
            if self.board not in (None, board, (game.board, None)):
                return False
            if self.year not in (None, game.date.astimezone().year):
                return False
            if key is not None and all(name_key(each.name) != key for each in _known(game)):
                return False
            if not words:
                return True
            if board not in names:
                names[board] = board_name(*board)
            people = (player.name for player in game.players)
            text = unaccented("\n".join((*people, names[board], game.title, game.note)))
            return all(word in text for word in words)

        return [game for game in games if matches(game)]

    @property
    def is_active(self) -> bool:
        """Whether it leaves out any game."""
        return self != GameFilter()


class FilterOptions(NamedTuple):
    """What the games of a list can be filtered by."""

    boards: tuple[BoardId, ...]
    """Most played first; all variants of a board before each of several."""
    players: tuple[str, ...]
    """As spelled in the latest game, most games first."""
    years: tuple[int, ...]
    """The latest first."""


def filter_options(games: Sequence[FinishedGame]) -> FilterOptions:
    """The boards, players and years of games, the latest first."""
    boards: Counter[BoardId] = Counter((game.board, game.variant) for game in games)
    variants = Counter(board for board, _ in boards)
    boards.update((game.board, None) for game in games if variants[game.board] > 1)
    people = Counter(name_key(each.name) for game in games for each in _known(game))
    names = {name_key(each.name): each.name for game in reversed(games) for each in _known(game)}
    return FilterOptions(
        tuple(sorted(boards, key=lambda each: (-boards[each], each[0], each[1] or ""))),
        tuple(names[key] for key in sorted(people, key=lambda key: (-people[key], key))),
        tuple(sorted({game.date.astimezone().year for game in games}, reverse=True)),
    )


def _known(game: FinishedGame) -> list[Player]:
    """The players who are not forgotten."""
    return [player for player in game.players if player.name not in game.forgotten]
