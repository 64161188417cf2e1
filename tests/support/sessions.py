"""Game sessions on a store, without a window."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from companion.rules.setup import Setup
from companion.store.store import Store
from companion.table.session import GameSession
from companion.table.sessions import Sessions
from companion.table.snapshot import Answer

Arguments = ParamSpec("Arguments")


def begin(store: Store, setup: Setup) -> GameSession:
    """The session of a new game."""
    sessions = Sessions(store)
    assert sessions.begin(setup).accepted
    assert sessions.current is not None
    return sessions.current


def accepted(
    command: Callable[Arguments, Answer], *arguments: Arguments.args, **options: Arguments.kwargs
) -> bool:
    """Call a command; whether it was accepted."""
    return command(*arguments, **options).accepted
