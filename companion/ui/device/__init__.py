"""What the app asks of the machine it runs on, behind one small interface."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from kivy.utils import platform

if TYPE_CHECKING:
    from companion.drawing.palette import Rgba
    from companion.rules.wording import Phrase


@dataclass(frozen=True, slots=True)
class Insets:
    """How far the system's own bars and the camera reach into the window, in pixels."""

    left: float = 0
    top: float = 0
    right: float = 0
    bottom: float = 0


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the system asks of the app; it may ask otherwise at any moment."""

    insets: Insets
    """What to leave free at the edges."""
    dark: bool
    """Whether the system asks for dark colours."""
    language: str
    """The system's language, as a code such as `de`."""


class Tell(Protocol):
    """Whoever says to the keeper what became of a wish, now or later."""

    def __call__(self, phrase: Phrase, /, *, refused: bool = False) -> None:
        """`refused` if the wish came to nothing."""
        ...


class Device(Protocol):
    """A phone or a desktop. None of its answers is an exception."""

    def folder(self) -> Path:
        """Where the app may keep its files."""
        ...

    def surroundings(self) -> Surroundings:
        """How things are now."""
        ...

    def watch(self, changed: Callable[[Surroundings], None]) -> None:
        """Call back whenever they are others than at this call or since, while in front.

        A turn of the phone and a switch to dark colours are noticed within a second.
        """
        ...

    def color_bars(self, top: Rgba, bottom: Rgba) -> None:
        """Colour the system's bars like the parts of the page they touch, with icons that show.

        Where the system draws the page under its bars (`Insets` says so) the app paints the strips
        itself, and only the icons follow.
        """
        ...

    def keep_awake(self, awake: bool) -> None:
        """Keep the screen on, or let it go dark again."""
        ...

    def vibrate(self) -> None:
        """A short buzz in the hand, where there is one."""
        ...

    def share_text(self, text: str, tell: Tell) -> None:
        """Give a text out of the app."""
        ...

    def share_file(self, name: str, content: bytes | Path, tell: Tell) -> None:
        """Give a file out of the app, with this content or that of a file that may be large."""
        ...

    def open_link(self, address: str, tell: Tell) -> None:
        """Open a link in the app it is meant for."""
        ...

    def incoming(self, on_ready: Callable[[Path], None], tell: Tell) -> None:
        """Let somebody choose a file from outside; nothing is called if they choose none.

        `on_ready` gets the file or, where there is no way to ask, the folder to choose it from.
        """
        ...

    def opened_with(self, on_ready: Callable[[Path], None], tell: Tell) -> None:
        """Call back with every file the app is opened with, that of its start included."""
        ...


def this_device() -> Device:
    """The machine the app runs on."""
    if platform == "android":
        from companion.ui.device.android import AndroidPhone

        return AndroidPhone()
    from companion.ui.device.desktop import Desktop

    return Desktop()
