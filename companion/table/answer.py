"""The answer to a command of a session: returned to the caller and sent to all listeners."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from companion.rules.events import Event, Ticket
from companion.rules.wording import Phrase
from companion.table.snapshot import Snapshot

_GameAction = Literal["begun", "opened", "closed", "finished", "reopened", "described"]
_LogAction = Literal["entered", "changed", "inserted", "removed", "undone", "redone", "turns ended"]
_TicketAction = Literal["ticket taken", "ticket dropped", "ticket revalued", "ticket moved"]
_SetupAction = Literal["players changed", "board corrected"]
_ViewAction = Literal["board turned", "player chosen", "view changed"]
_EndAction = Literal[
    "tickets collected", "tickets handed in", "hand-in decided", "reveal started", "result shown"
]
Action = Literal[_GameAction, _LogAction, _TicketAction, _SetupAction, _ViewAction, _EndAction]
"""The command; "view changed" if it changes only what the keeper's pages show."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a command: the snapshots before and after it, or why it was refused."""

    action: Action
    before: Snapshot | None
    """None if the command opened the game."""
    after: Snapshot | None
    """The same as `before` if the command was refused; None if it closed the game."""
    event: Event | None = None
    """The event that was entered, changed, removed or undone."""
    entry: int | None = None
    """The log entry of that event, counted from 0."""
    ticket: Ticket | None = None
    """The ticket that was changed, with its new value."""
    refusal: Phrase | None = None
    """Why the command was refused; None if it was accepted."""
    conflict: int | None = None
    """The later entry that would break a rule, counted from 0, if that is why it was refused."""
    revert: Callable[[], Answer] | None = field(default=None, compare=False)
    """The command that reverts this one; None if none does."""

    @property
    def accepted(self) -> bool:
        """Whether the command was carried out."""
        return self.refusal is None

    @property
    def game(self) -> str:
        """The id of the game; empty if it could not be begun or opened."""
        snapshot = self.after or self.before
        return snapshot.saved.id if snapshot else ""

    @property
    def changes_game(self) -> bool:
        """Whether it changed the log, the players or the board, or filed or resumed the game."""
        before, after = self.before, self.after
        moves = ("finished", "reopened")
        if before is None or after is None:
            return False
        is_edit = before.game is not after.game and self.action != "opened"
        return self.action in moves or is_edit
