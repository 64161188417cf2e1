"""The games in progress, each in a small file of its own."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from companion.rules.errors import Refused
from companion.store.database import parsed
from companion.store.errors import NoSuchGame, UnusableFile
from companion.store.heads import Head, WaitingGame, head_of, latest_first, waiting_game
from companion.store.records import Records, UnreadableGame
from companion.store.renaming import latest
from companion.store.saved_game import SavedGame, moment

if TYPE_CHECKING:
    from companion.rules.game import Game
    from companion.rules.setup import Setup
    from companion.store.history import History
    from companion.store.learned import Learned
    from companion.store.notices import Notices


class Games:
    """What is being played, at one table or several."""

    def __init__(
        self,
        records: Records,
        history: Callable[[], History],
        learned: Learned,
        notices: Notices,
        now: Callable[[], datetime],
    ) -> None:
        self._records = records
        self._history = history
        self._learned = learned
        self._notices = notices
        self._now = now
        self._unreadable: dict[str, UnreadableGame] = {}
        self._discarded: dict[str, WaitingGame] = {}

    # All of them

    def waiting(self) -> list[WaitingGame]:
        """Every game in progress, the one changed last first, without reading their logs."""
        self._records.catch_up()
        return latest_first(filter(None, map(self._waiting, self._records.going.ids())))

    def are_there(self) -> bool:
        """Whether any game may be in progress, without reading one."""
        return bool(self._records.going.ids())

    def all(self) -> list[SavedGame]:
        """Every game in progress as a whole, the one changed last first."""
        games = []
        for waiting in self.waiting():
            with suppress(NoSuchGame, UnusableFile):
                games.append(self.open(waiting.id))
        return games

    def unreadable(self) -> list[UnreadableGame]:
        """The games that are there but cannot be read by this version, or not at all."""
        self.waiting()
        there = self._records.going.ids()
        return [game for id, game in sorted(self._unreadable.items()) if id in there]

    def content(self, id: str) -> bytes:
        """The file of a game, whatever is in it, to be taken out of the app."""
        return self._records.going.content(id)

    # One of them

    def open(self, id: str) -> SavedGame:
        """The whole of a game."""
        try:
            saved = self._records.going.read(id)
        except UnusableFile as problem:
            self._unreadable[id] = UnreadableGame.left(id, problem)
            raise
        self._unreadable.pop(id, None)
        return saved

    def begin(self, setup: Setup) -> SavedGame:
        """Begin a game, on the board as the keeper has corrected it."""
        from companion.rules.game import Game

        board = self._learned.corrected(setup.board)
        game = Game.begin(replace(setup, board=board))
        saved = SavedGame.begun(game, self._now(), latest(self._learned.renamings()))
        self._records.going.write(saved)
        self._learn(lambda: self._learned.meet(setup.players, board.id, self._now()))
        return saved

    def save(self, saved: SavedGame, game: Game) -> SavedGame:
        """Save an entry, an undo or a correction: it counts once this returns."""
        changed = saved.with_game(game, self._now())
        self._records.going.write(changed)
        return changed

    def note(self, saved: SavedGame, *, turned: int) -> SavedGame:
        """Note how the board of a game lies, finished or not; this is no entry."""
        noted = replace(saved, turned=turned % 4)
        if noted.finished is not None:
            return self._history().write(noted)
        self._records.going.write(noted)
        return noted

    def finish(self, saved: SavedGame) -> SavedGame:
        """Put a game away into the history, and remember tickets no bundled deck has."""
        finished = self._history().receive(replace(saved, finished=self._now()))
        board = saved.game.setup.board
        held = [each for player in saved.game.state.players.values() for each in player.tickets]
        self._learn(lambda: self._learned.meet_tickets(board, held))
        return finished

    def discard(self, id: str) -> None:
        """Throw a game away; it can be brought back until the app is closed."""
        waiting = self._waiting(id)
        self._records.remove(id)
        if waiting is not None:
            self._discarded[id] = waiting

    @property
    def discarded(self) -> tuple[WaitingGame, ...]:
        """The games that can be brought back, the one thrown away last at the end."""
        # What was thrown away may have come in again from a file.
        return tuple(game for id, game in self._discarded.items() if not self._records.has(id))

    def bring_back(self, id: str) -> None:
        """Undo `discard`."""
        self._records.bring_back(id, self._records.going)
        self._discarded.pop(id, None)

    def _waiting(self, id: str) -> WaitingGame | None:
        known = id in self._unreadable
        head = None if known else self._records.going.head(id)
        try:
            if head is None or not _is_in_order(head, id):
                head = head_of(self.open(id))
        except NoSuchGame:
            return None
        except UnusableFile as problem:
            if not known:
                self._notices.tell(problem.phrase)
            return None
        if moment(head.get("finished")) is not None:
            # The app was killed before a finished game had its place among the others.
            with suppress(Refused):
                self._records.put_away(id)
            return None
        return waiting_game(head, id)

    def _learn(self, learn: Callable[[], None]) -> None:
        """What cannot be learned must not get in the way of a game: it is only told."""
        try:
            learn()
        except Refused as problem:
            self._notices.tell(problem.phrase)


def _is_in_order(head: Head, id: str) -> bool:
    return any(True for _ in parsed([head], lambda head: waiting_game(head, id)))
