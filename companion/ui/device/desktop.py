"""A desktop, which is also what the tests run on."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Callable
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.core.window import Window

from companion.rules.wording import phrase
from companion.store.errors import NotSaved
from companion.store.files import read_chunks, write_file
from companion.ui.device import Insets, Surroundings, Tell

if TYPE_CHECKING:
    from companion.drawing.palette import Rgba


class Desktop:
    """Linux, macOS or Windows."""

    def folder(self) -> Path:
        """The usual folder for an application's data; `RAILKEEPER_FOLDER` names another."""
        named = os.environ.get("RAILKEEPER_FOLDER")
        if named:
            return Path(named)
        if sys.platform == "win32":
            return Path(os.environ.get("APPDATA", Path.home())) / "Railkeeper"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Application Support" / "Railkeeper"
        share = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
        return Path(share) / "railkeeper"

    def surroundings(self) -> Surroundings:
        """Windows have their own frame, and desktops no common way to ask for dark colours."""
        return Surroundings(Insets(), dark=False, language=_language())

    def watch(self, changed: Callable[[Surroundings], None]) -> None:
        """Nothing changes here while the app runs."""

    def color_bars(self, top: Rgba, bottom: Rgba) -> None:
        """The frame of a window is the desktop's own."""

    def keep_awake(self, awake: bool) -> None:
        """Hold the screen saver back."""
        Window.allow_screensaver = not awake

    def vibrate(self) -> None:
        """Nothing to feel here."""

    def share_text(self, text: str, tell: Tell) -> None:
        """Copy it."""
        # Looking for a clipboard takes a while and some start a program, so not before it is used.
        from kivy.core.clipboard import Clipboard

        Clipboard.copy(text)
        tell(phrase("Copied to the clipboard."))

    def share_file(self, name: str, content: bytes | Path, tell: Tell) -> None:
        """Save it among the downloads, under a name that is still free."""
        folder = self._shared()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = _still_free(folder / name)
            write_file(path, read_chunks(content) if isinstance(content, Path) else content)
        except OSError as error:
            tell(NotSaved.because(error).phrase, refused=True)
        except NotSaved as problem:
            tell(problem.phrase, refused=True)
        else:
            tell(phrase("Saved as {file}.", file=str(path)))

    def open_link(self, address: str, tell: Tell) -> None:
        """Copy it: the apps our links are meant for are on a phone."""
        self.share_text(address, tell)

    def incoming(self, on_ready: Callable[[Path], None], tell: Tell) -> None:
        """Look where files are shared to: Kivy cannot open the desktop's own dialog."""
        folder = self._shared()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            tell(NotSaved.because(error).phrase, refused=True)
        else:
            on_ready(folder)

    def opened_with(self, on_ready: Callable[[Path], None], tell: Tell) -> None:
        """Words after the command are for the scorer."""

    def _shared(self) -> Path:
        downloads = Path.home() / "Downloads"
        elsewhere = "RAILKEEPER_FOLDER" in os.environ or not downloads.is_dir()
        return self.folder() / "shared" if elsewhere else downloads


def _still_free(path: Path) -> Path:
    others = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(each for each in chain([path], others) if not each.exists())


def _language() -> str:
    """The language of the session."""
    if sys.platform == "win32":
        import ctypes

        number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
        return locale.windows_locale.get(number, "en")[:2]
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return next(filter(None, names), "en")[:2].lower()
