"""All open games: one session for each, and one list of listeners to their answers."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakValueDictionary

from companion.rules.errors import Refused
from companion.rules.setup import Setup
from companion.store.saved_game import SavedGame
from companion.store.store import Store
from companion.table.session import GameSession, PhoneEntries
from companion.table.snapshot import Action, Answer

Listener = Callable[[Answer], None]


class Sessions:
    """Finds the session of a game by its id, so that no game has two owners.

    A session lasts as long as something uses it: the pages the current one, `Sharing` that of the
    game which guests see.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._listeners: list[Listener] = []
        self._open: WeakValueDictionary[str, GameSession] = WeakValueDictionary()
        self.current: GameSession | None = None
        """The session of the game that the keeper's pages show; None if no game is open."""
        self.phones = PhoneEntries()

    def listen(self, listener: Listener) -> None:
        """Call `listener` with the answer to every command of every session."""
        self._listeners.append(listener)

    def stop_listening(self, listener: Listener) -> None:
        """Stop calling `listener`."""
        self._listeners.remove(listener)

    def find(self, id: str) -> GameSession:
        """The session of a game, also if it is not current; `Refused` if it cannot be read."""
        session = self._open.get(id)
        return session if session is not None else self._add(self._store.games.open(id))

    # Commands

    def begin(self, setup: Setup) -> Answer:
        """Begin a new game, save it and make it the current one."""
        return self._make_current("begun", lambda: self._add(self._store.games.begin(setup)))

    def open(self, id: str) -> Answer:
        """Make a saved game the current one, in progress or finished."""
        return self._make_current("opened", lambda: self.find(id))

    def close(self, id: str) -> Answer:
        """Close a game, because it was deleted; nothing happens to a game that is not open."""
        session = self._open.pop(id, None)
        if self.current is session:
            self.current = None
        return self._tell(Answer("closed", session.now if session else None, None))

    def reload(self) -> None:
        """Read all open games again, because players were renamed; close the unreadable ones."""
        for id, session in list(self._open.items()):
            if not session.reload().accepted:
                self.close(id)

    def reload_known_tickets(self) -> None:
        """Look up the known tickets of all open games again, because some were edited."""
        for session in list(self._open.values()):
            session.reload_known_tickets()

    # Implementation

    def _add(self, saved: SavedGame) -> GameSession:
        session = self._open[saved.id] = GameSession(self._store, saved, self._tell, self.phones)
        return session

    def _make_current(self, action: Action, find: Callable[[], GameSession]) -> Answer:
        try:
            self.current = session = find()
        except Refused as reason:
            return self._tell(Answer(action, None, None, refusal=reason.phrase))
        return self._tell(Answer(action, None, session.now))

    def _tell(self, answer: Answer) -> Answer:
        for listener in tuple(self._listeners):
            listener(answer)
        return answer
