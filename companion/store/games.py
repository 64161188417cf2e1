"""The games in progress, each in a small file of its own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from companion.rules import Game, Refused, Setup
from companion.store.errors import LeftAlone, NoSuchGame
from companion.store.history import History
from companion.store.kept_game import KeptGame
from companion.store.learned import Learned
from companion.store.notices import Notices
from companion.store.record_folder import RecordFolder


class Games:
    """What is being played, at one table or several."""

    def __init__(
        self,
        folder: RecordFolder,
        removed: RecordFolder,
        history: History,
        learned: Learned,
        notices: Notices,
        now: Callable[[], datetime],
    ) -> None:
        self._folder = folder
        self._removed = removed
        self._history = history
        self._learned = learned
        self._notices = notices
        self._now = now

    def all(self) -> list[KeptGame]:
        """Every game in progress, the one changed last first."""
        games = [kept for id in sorted(self._folder.ids()) if (kept := self._readable(id))]
        return sorted(games, key=lambda kept: kept.changed, reverse=True)

    def open(self, id: str) -> KeptGame:
        """One of them."""
        return self._folder.read(id)

    def begin(self, setup: Setup) -> KeptGame:
        """Begin a game, on the board as the keeper has corrected it."""
        board = self._learned.corrected(setup.board)
        kept = KeptGame.begun(Game.begin(replace(setup, board=board)), self._now())
        self._folder.write(kept)
        self._learn(lambda: self._learned.meet(setup.players, self._now()))
        return kept

    def save(self, kept: KeptGame, game: Game) -> KeptGame:
        """Save an entry, an undo or a correction: it counts once this returns."""
        changed = kept.with_game(game, self._now())
        self._folder.write(changed)
        return changed

    def correct_board(self, kept: KeptGame) -> KeptGame:
        """Go on with the board as corrected since; refused if an entry would break a rule."""
        setup = kept.game.setup
        board = self._learned.corrected(setup.board)
        return self.save(kept, Game.begin(replace(setup, board=board), kept.game.events))

    def finish(self, kept: KeptGame) -> KeptGame:
        """Put a game away into the history, and remember tickets no bundled deck has."""
        finished = replace(kept, finished=self._now())
        self._folder.write(finished)
        self._history.receive(finished, self._folder)
        board = kept.game.setup.board
        held = [each for player in kept.game.state.players.values() for each in player.tickets]
        self._learn(lambda: self._learned.meet_tickets(board, held))
        return finished

    def discard(self, id: str) -> None:
        """Throw a game away; it can be brought back until the app is closed."""
        self._folder.move(id, self._removed)

    def bring_back(self, id: str) -> KeptGame:
        """Undo `discard`."""
        self._removed.move(id, self._folder)
        return self.open(id)

    def _readable(self, id: str) -> KeptGame | None:
        try:
            return self._folder.read(id)
        except NoSuchGame:
            return None
        except LeftAlone as problem:
            self._notices.tell(problem.phrase)
            return None

    def _learn(self, learn: Callable[[], None]) -> None:
        """What cannot be learned must not get in the way of a game: it is only told."""
        try:
            learn()
        except Refused as problem:
            self._notices.tell(problem.phrase)
