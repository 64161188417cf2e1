"""Events that a widget only announces: whoever cares binds to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Announcer = TypeVar("Announcer", bound=type)


def announces(*events: str) -> Callable[[Announcer], Announcer]:
    """Let a class dispatch events, `on_claim` say, that nothing happens on by itself."""

    def with_events(cls: Announcer) -> Announcer:
        for event in events:
            if event not in vars(cls):
                setattr(cls, event, _unheard)
        cls.__events__ = (*getattr(cls, "__events__", ()), *events)  # type: ignore[attr-defined]
        return cls

    return with_events


def _unheard(*_: object) -> None:
    """Nobody has bound to it."""
