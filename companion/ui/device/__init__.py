"""Platform differences behind one interface: `Device`, implemented for Android and desktops."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Protocol

from kivy.utils import platform

from companion.drawing.palette import Rgba
from companion.rules.wording import Phrase
from companion.store.errors import Cancelled, Progress


class Insets(NamedTuple):
    """How far the system bars and the camera cutout reach into the window, in pixels."""

    left: float = 0
    top: float = 0
    right: float = 0
    bottom: float = 0


class SystemState(NamedTuple):
    """System settings that the app follows; they can change at any time."""

    insets: Insets
    dark: bool
    """Whether the system uses its dark theme."""
    language: str
    """A code such as `de`."""
    reduced_motion: bool = False
    """Whether animations are switched off."""


class NetworkAddress(NamedTuple):
    """An IPv4 address of this device."""

    address: str
    interface: str
    """The name of the network interface, such as `wlan0`."""


FileSource = Path | Callable[[Progress, Cancelled], Path]
"""A file, a folder to choose from, or a function that copies a file in a thread; `Refused` if that
fails or is cancelled."""


class Notify(Protocol):
    """Callback that shows a notification, now or later."""

    def __call__(
        self,
        phrase: Phrase,
        /,
        *,
        refused: bool = False,
        button: str = "",
        act: Callable[[], object] | None = None,
    ) -> None:
        """Show `phrase`, and a button that calls `act`; `refused` if the action failed."""


class Device(Protocol):
    """A phone or a desktop. Its methods report failures by `notify` and raise nothing."""

    def folder(self) -> Path:
        """The folder for the app's data."""

    def system_state(self) -> SystemState:
        """The current system settings."""

    def watch(self, changed: Callable[[SystemState], None]) -> None:
        """Call `changed` within a second of a change, while the app is in the foreground."""

    def color_bars(self, top: Rgba, bottom: Rgba) -> None:
        """Set the colours of the system bars, and light or dark icons to match.

        If the app is drawn behind the bars (see `Insets`), only the icons change.
        """

    def keep_awake(self, awake: bool) -> None:
        """Keep the screen on, or let it turn off again."""

    def vibrate(self) -> None:
        """Vibrate shortly, if the device can."""

    def network_addresses(self) -> tuple[NetworkAddress, ...]:
        """The addresses of this device on local networks, the likely one first."""

    def share_text(self, text: str, notify: Notify) -> None:
        """Share a text with other apps."""

    def share_file(self, name: str, content: bytes | Path, notify: Notify) -> None:
        """Share a file with this content, or with that of another file, which may be large."""

    def open_link(self, address: str, notify: Notify) -> None:
        """Open a link in another app."""

    def choose_file(self, on_ready: Callable[[FileSource], None], notify: Notify) -> None:
        """Let the keeper choose a file to import; a cancelled choice calls nothing."""

    def opened_with(self, on_ready: Callable[..., None], notify: Notify) -> None:
        """Call `on_ready` with files opened with or shared to the app, now and later."""


def this_device() -> Device:
    """The device the app runs on."""
    if platform == "android":
        from companion.ui.device.android import AndroidPhone

        return AndroidPhone()
    from companion.ui.device.desktop import Desktop

    return Desktop()
