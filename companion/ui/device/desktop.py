"""A desktop, which is also what the tests run on."""

from __future__ import annotations

import locale
import os
import sys
from pathlib import Path

from kivy.core.window import Window

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
        code = os.environ.get("LANG") or locale.getlocale()[0] or "en"
        return code[:2].lower()

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
