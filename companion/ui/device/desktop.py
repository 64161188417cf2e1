"""Linux, macOS and Windows; the tests use it too."""

from __future__ import annotations

import filecmp
import locale
import os
import re
import sys
from collections.abc import Callable
from itertools import chain, count
from pathlib import Path

from kivy.clock import Clock
from kivy.core.window import Window

from companion.drawing.palette import Rgba
from companion.rules.wording import phrase
from companion.store.errors import NotSaved
from companion.store.files import desktop_folder, read_chunks, write_file
from companion.ui.device import (
    FileSource,
    Insets,
    NetworkAddress,
    Notify,
    SystemState,
)
from companion.ui.look.translator import translator


class Desktop:
    """Linux, macOS or Windows."""

    def __init__(self) -> None:
        self._dropped: list[Path] = []
        """Files dropped onto the window in this frame."""

    def folder(self) -> Path:
        """The usual folder for application data, or the one in `RAILKEEPER_FOLDER`."""
        return desktop_folder()

    def system_state(self) -> SystemState:
        """The system language, no insets, and always the light theme."""
        return SystemState(Insets(), dark=False, language=_language())

    def watch(self, changed: Callable[[SystemState], None]) -> None:
        """Do nothing: the state does not change while the app runs."""

    def color_bars(self, top: Rgba, bottom: Rgba) -> None:
        """Do nothing: the window frame belongs to the desktop."""

    def keep_awake(self, awake: bool) -> None:
        """Turn the screen saver off, or on again."""
        Window.allow_screensaver = not awake

    def vibrate(self) -> None:
        """Do nothing."""

    def network_addresses(self) -> tuple[NetworkAddress, ...]:
        """The addresses of all interfaces.

        The standard library cannot list them with their names on macOS and Windows.
        """
        import ifaddr

        from companion.ui.device.network import reachable_addresses

        try:
            adapters = list(ifaddr.get_adapters())
        except OSError:
            return ()
        return reachable_addresses(
            NetworkAddress(found.ip, adapter.nice_name)
            for adapter in adapters
            for found in adapter.ips
            if isinstance(found.ip, str)
        )

    def share_text(self, text: str, notify: Notify) -> None:
        """Copy the text to the clipboard."""
        _copy(text)
        notify(phrase("Copied to the clipboard."))

    def share_file(self, name: str, content: bytes | Path, notify: Notify) -> None:
        """Save the file in the downloads folder; a file with another content there is kept."""
        folder = self._downloads()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = _free_path(folder / name, content)
            if not path.exists():
                write_file(path, read_chunks(content) if isinstance(content, Path) else content)
        except OSError as error:
            notify(NotSaved.because(error).phrase, refused=True)
        except NotSaved as problem:
            notify(problem.phrase, refused=True)
        else:
            notify(
                phrase("Saved as {file}.", file=str(path)),
                button=translator.tr("Open folder"),
                act=lambda: _open_folder(folder, notify),
            )

    def open_link(self, address: str, notify: Notify) -> None:
        """Copy the link: the apps it is meant for are on a phone."""
        _copy(address)
        notify(phrase("Link copied. Send it to your phone and open it there."))

    def choose_file(self, on_ready: Callable[[FileSource], None], notify: Notify) -> None:
        """Pass the downloads folder: Kivy cannot open the desktop's file dialog."""
        folder = self._downloads()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            notify(NotSaved.because(error).phrase, refused=True)
        else:
            on_ready(folder)

    def opened_with(
        self,
        on_ready: Callable[..., None],
        notify: Notify,  # noqa: ARG002
    ) -> None:
        """Call `on_ready` with the files dropped onto the window together."""

        def deliver(_: float) -> None:
            paths, self._dropped = self._dropped, []
            on_ready(*paths)

        self._deliver = Clock.create_trigger(deliver, -1)
        Window.bind(on_drop_file=self._drop)

    def _drop(self, _: object, name: bytes, *__: object) -> None:
        self._dropped.append(Path(os.fsdecode(name)))
        self._deliver()

    def _downloads(self) -> Path:
        """The downloads folder of the desktop, or a folder where the keeper finds it."""
        if "RAILKEEPER_FOLDER" in os.environ:
            return self.folder() / "shared"
        folders = (_xdg_downloads(), Path.home() / "Downloads")
        found = (folder for folder in folders if folder is not None and folder.is_dir())
        return next(found, Path.home() / "Railkeeper")


def _copy(text: str) -> None:
    # Importing the clipboard can start a program, so it is done on first use.
    from kivy.core.clipboard import Clipboard

    Clipboard.copy(text)


def _open_folder(folder: Path, notify: Notify) -> None:
    """Show a folder in the desktop's file manager."""
    import subprocess

    try:
        if sys.platform == "win32":
            os.startfile(folder)
        else:
            program = "open" if sys.platform == "darwin" else "xdg-open"
            subprocess.Popen(
                [program, str(folder)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
    except OSError:
        notify(phrase("The folder cannot be opened from here."), refused=True)


def _xdg_downloads() -> Path | None:
    """The downloads folder of a Linux desktop, whose name depends on the language."""
    config = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    try:
        settings = (Path(config) / "user-dirs.dirs").read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    found = re.search(r'^XDG_DOWNLOAD_DIR="(.+)"$', settings, re.MULTILINE)
    return Path(found[1].replace("$HOME", str(Path.home()))) if found else None


def _free_path(path: Path, content: bytes | Path) -> Path:
    """The path, with a number if there is a file with another content."""
    others = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(
        each for each in chain([path], others) if not each.exists() or _has_content(each, content)
    )


def _has_content(path: Path, content: bytes | Path) -> bool:
    if isinstance(content, Path):
        return filecmp.cmp(path, content, shallow=False)
    return path.stat().st_size == len(content) and path.read_bytes() == content


def _language() -> str:
    """The language of the desktop session."""
    if sys.platform == "win32":
        import ctypes

        number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return locale.windows_locale.get(number, "en")[:2]
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return next(filter(None, names), "en")[:2].lower()
