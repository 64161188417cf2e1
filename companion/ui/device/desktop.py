"""A desktop, which is also what the tests run on."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Callable
from itertools import chain, count
from pathlib import Path

from kivy.core.window import Window

from companion.rules import Phrase
from companion.rules.wording import say
from companion.store.errors import NotSaved
from companion.ui.device import Insets


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

    def language(self) -> str:
        """The language of the session."""
        if sys.platform == "win32":
            import ctypes

            number = ctypes.windll.kernel32.GetUserDefaultUILanguage()
            return locale.windows_locale.get(number, "en")[:2]
        names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
        return next(filter(None, names), "en")[:2].lower()

    def dark(self) -> bool:
        """Desktops have no common way to ask."""
        return False

    def keep_awake(self, awake: bool) -> None:
        """Hold the screen saver back."""
        Window.allow_screensaver = not awake

    def vibrate(self) -> None:
        """Nothing to feel here."""

    def insets(self) -> Insets:
        """Windows have their own frame."""
        return Insets()

    def share_text(self, text: str) -> Phrase:
        """Copy it."""
        # Looking for a clipboard takes a while and some start a program, so not before it is used.
        from kivy.core.clipboard import Clipboard

        Clipboard.copy(text)
        return say("Copied to the clipboard.")

    def share_file(self, name: str, content: bytes) -> Phrase:
        """Save it among the downloads, under a name that is still free."""
        folder = self._shared()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = _still_free(folder / name)
            path.write_bytes(content)
        except OSError as error:
            raise NotSaved.because(error) from error
        return say("Saved as {file}.", file=str(path))

    def incoming(
        self, on_ready: Callable[[Path], None], on_refused: Callable[[Phrase], None]
    ) -> None:
        """Look where files are shared to: Kivy cannot open the desktop's own dialog."""
        folder = self._shared()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            on_refused(NotSaved.because(error).phrase)
        else:
            on_ready(folder)

    def _shared(self) -> Path:
        downloads = Path.home() / "Downloads"
        elsewhere = "RAILKEEPER_FOLDER" in os.environ or not downloads.is_dir()
        return self.folder() / "shared" if elsewhere else downloads


def _still_free(path: Path) -> Path:
    others = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(each for each in chain([path], others) if not each.exists())
