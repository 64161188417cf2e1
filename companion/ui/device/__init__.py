"""What the app asks of the machine it runs on, behind one small interface."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from kivy.utils import platform

from companion.rules import Phrase


@dataclass(frozen=True, slots=True)
class Insets:
    """How far the system's own bars and the camera reach into the window, in pixels."""

    left: float = 0
    top: float = 0
    right: float = 0
    bottom: float = 0


class Device(Protocol):
    """A phone or a desktop."""

    def folder(self) -> Path:
        """Where the app may keep its files."""
        ...

    def language(self) -> str:
        """The system's language, as a code such as `de`."""
        ...

    def dark(self) -> bool:
        """Whether the system asks for dark colours."""
        ...

    def keep_awake(self, awake: bool) -> None:
        """Keep the screen on, or let it go dark again."""
        ...

    def vibrate(self) -> None:
        """A short buzz in the hand, where there is one."""
        ...

    def insets(self) -> Insets:
        """What to leave free at the edges."""
        ...

    def share_text(self, text: str) -> Phrase:
        """Give a text out of the app; says what became of it."""
        ...

    def share_file(self, name: str, content: bytes) -> Phrase:
        """Give a file out of the app, `NotSaved` if it cannot; says what became of it."""
        ...

    def incoming(
        self, on_ready: Callable[[Path], None], on_refused: Callable[[Phrase], None]
    ) -> None:
        """Let somebody choose a file from outside; neither is called if they choose none.

        `on_ready` gets the file or, where there is no way to ask, the folder to choose it from.
        """
        ...


def this_device() -> Device:
    """The machine the app runs on."""
    if platform == "android":
        from companion.ui.device.android import AndroidPhone

        return AndroidPhone()
    from companion.ui.device.desktop import Desktop

    return Desktop()
