"""The boards to choose from for a new game."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from companion.rules.boards import BoardSummary, summary_of
from companion.rules.errors import Refused, UnusableFile
from companion.rules.wording import phrase
from companion.store.store import Store

if TYPE_CHECKING:
    # Not at run time: the first start reads no board.
    from companion.rules.board import Board


class BoardList:
    """The boards of the app, and the board of a game to play again if it is not one of them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._again: Board | None = None
        """The board of the game to play again."""

    @property
    def _own(self) -> Board | None:
        """The board of the game to play again, while it is removed here or lacks the variant."""
        board = self._again
        if board is not None:
            with suppress(KeyError, UnusableFile):
                self._store.boards.summary(board.id).in_variant(board.variant_id)
                return None
        return board

    def summaries(self) -> tuple[BoardSummary, ...]:
        """All boards, the last played or imported first; the others in their usual order."""
        played = self._store.learned.boards_played()
        boards = {board.id: board for board in self._store.boards.summaries()}
        own = self._own
        if own is not None:
            boards[own.id] = summary_of(own).in_variant("")

        def latest(board: BoardSummary) -> float:
            # The version of an imported board is the time of its import in nanoseconds.
            last = played.get(board.id)
            return max(last.timestamp() if last else 0, board.version / 1e9)

        return tuple(sorted(boards.values(), key=latest, reverse=True))

    def play_again(self, board: Board) -> BoardSummary:
        """Offer the board of a game; its summary in the game's variant."""
        self._again = board
        if self._own is not None:
            return summary_of(board)
        return self._store.boards.summary(board.id).in_variant(board.variant_id)

    def current(self, board: BoardSummary) -> BoardSummary:
        """A board as it is by now; the first one if it was removed."""
        boards = {each.id: each for each in self.summaries()}
        if board.id not in boards:
            return self.in_last_variant(next(iter(boards.values())))
        by_now = boards[board.id]
        return by_now.in_variant(board.variant if board.variant in dict(by_now.variants) else "")

    def in_last_variant(self, board: BoardSummary) -> BoardSummary:
        """The board in the variant that was played last; the first if it does not have that."""
        last = self._store.learned.boards().get(board.id, "")
        return board.in_variant(last if last in dict(board.variants) else "")

    def read(self, id: str, variant: str = "") -> Board:
        """A board in a variant; `Refused` if it cannot be read."""
        own = self._own
        if own is None or own.id != id:
            if id not in self._store.boards:
                # Removed after its card was made.
                raise Refused(phrase("There is no board “{id}” any more.", id=id))
            return self._store.boards.in_variant(id, variant)
        return own.in_variant(variant or own.variants[0].id) if own.variants else own

    def is_stored(self, board: BoardSummary) -> bool:
        """Whether a board is an imported one that can be shared and removed."""
        own = self._own
        is_own = own is not None and own.id == board.id
        return board.imported and not is_own and board.id in self._store.boards
