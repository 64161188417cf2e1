"""Declaring events that a widget dispatches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

WidgetClass = TypeVar("WidgetClass", bound=type)


def register_events(*events: str) -> Callable[[WidgetClass], WidgetClass]:
    """Class decorator: let a widget dispatch events such as `on_claim`.

    Kivy requires a handler method for each name in `__events__`; missing ones are added.
    """

    def with_events(cls: WidgetClass) -> WidgetClass:
        for event in events:
            if event not in vars(cls):
                setattr(cls, event, lambda *_: None)
        cls.__events__ = (*getattr(cls, "__events__", ()), *events)  # type: ignore[attr-defined]
        return cls

    return with_events
