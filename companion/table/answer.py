"""The answer to a command of the session, which goes to all its subscribers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.rules.events import Event, Ticket
from companion.rules.wording import Phrase
from companion.table.snapshot import Snapshot

Action = Literal[
    "entered",
    "changed",
    "inserted",
    "removed",
    "undone",
    "redone",
    "turns ended",
    "ticket taken",
    "ticket dropped",
    "ticket revalued",
    "ticket moved",
    "tickets handed in",
    "players changed",
    "board corrected",
    "finished",
    "reopened",
    "described",
    "board turned",
    "player chosen",
    "view changed",
]
"""The command; "view changed" if it begins or ends a correction."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a command: the snapshots before and after it, or why it was refused."""

    action: Action
    before: Snapshot
    after: Snapshot
    """The same as `before` if the request was refused."""
    event: Event | None = None
    """The event that was entered, changed, removed or undone."""
    entry: int | None = None
    """The log entry of that event, counted from 0."""
    ticket: Ticket | None = None
    """The ticket that was changed, with its new value."""
    refusal: Phrase | None = None
    """Why the request was refused; None if it was accepted."""

    conflict: int | None = None
    """The later entry that would break a rule, counted from 0, if that is why it was refused."""

    @property
    def accepted(self) -> bool:
        """Whether the request was carried out."""
        return self.refusal is None

    @property
    def changes_game(self) -> bool:
        """Whether it was carried out and changed more than what the table page shows."""
        views = ("board turned", "player chosen", "view changed", "described")
        return self.accepted and self.action not in views
