"""Objects shared by all pages: boards, store, sessions, history, navigator, device and others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.report.statistics.history import History
    from companion.rules.boards import Boards
    from companion.rules.wording import Phrase
    from companion.store.store import Store
    from companion.table.session import GameSession
    from companion.table.sessions import Sessions
    from companion.table.snapshot import Answer, Snapshot
    from companion.ui.device import Device
    from companion.ui.navigator import Navigator
    from companion.ui.preferences import Preferences
    from companion.ui.sharing import Sharing


@dataclass(eq=False)
class AppContext:
    """Objects shared by all pages; every page receives the context when it is created."""

    store: Store
    navigator: Navigator
    device: Device
    preferences: Preferences
    receive: Callable[[Answer], None]
    """Called with the answer to every command of a session."""
    start_as_usual: Callable[[], None]
    """Leaves the plain home page for the page used last."""
    last_from_phone: tuple[Answer, float] | None = None
    """The last answer to a player's phone and when it was shown, by Kivy's clock."""
    is_plain: bool = False
    """Whether the app started with the plain home page, because it failed to start before."""

    @property
    def boards(self) -> Boards:
        """All boards the app knows."""
        return self.store.boards

    @cached_property
    def sessions(self) -> Sessions:
        """All open games; created on first use, because importing the rules takes 40 ms."""
        from companion.table.sessions import Sessions

        sessions = Sessions(self.store)
        sessions.listen(self.receive)
        return sessions

    @property
    def session(self) -> GameSession:
        """The session of the current game; an error if no game is open."""
        session = self.sessions.current
        if session is None:
            raise RuntimeError("no game is open")
        return session

    @cached_property
    def history(self) -> History:
        """The finished games and their statistics; created on first use."""
        from companion.report.statistics.history import History

        return History(self.store.games)

    @property
    def snapshot(self) -> Snapshot | None:
        """The current game as its session has it; None if there is none."""
        session = self.sessions.current if "sessions" in self.__dict__ else None
        return session.now if session else None

    @cached_property
    def sharing(self) -> Sharing:
        """The server for the other players' browsers; created on first use."""
        from companion.ui.sharing import Sharing

        return Sharing(self)

    @property
    def is_sharing(self) -> bool:
        """Whether the other players can follow the game in their browsers."""
        return "sharing" in self.__dict__ and self.sharing.is_on

    def enters_on_phone(self, player: str) -> bool:
        """Whether a player of the current game has joined with a phone to enter turns."""
        return self.is_sharing and self.sharing.enters_on_phone(player)

    @property
    def shared_session(self) -> GameSession | None:
        """The session of the current game if the other players see it, otherwise None."""
        if not self.is_sharing:
            return None
        session = self.sharing.session
        return session if session is self.sessions.current else None

    def show_result(self) -> None:
        """Show the result of the current game on the other phones if it has a winner."""
        session = self.shared_session
        if session is None or session.now.is_result_shown or session.now.waiting_players:
            return
        if session.now.is_decided:
            session.show_result()

    def board_name(self, board: str, variant: str | None) -> Phrase:
        """The name of a board and variant, None for all variants; see `words.boards`."""
        from companion.report.words.boards import board_name

        return board_name(self.boards, board, variant, self.history.games())
