"""What the app asks of the machine it runs on, behind one small interface."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from kivy.utils import platform


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


def this_device() -> Device:
    """The machine the app runs on."""
    if platform == "android":
        from companion.ui.device.android import AndroidPhone

        return AndroidPhone()
    from companion.ui.device.desktop import Desktop

    return Desktop()
