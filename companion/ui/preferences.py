"""How the keeper likes it: the settings, and what follows from them on the screen and the phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.report.translation import supported_language
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

if TYPE_CHECKING:
    from companion.store.settings import Settings, SettingsFile
    from companion.ui.device import Device


class Preferences:
    """The settings in force."""

    def __init__(self, file: SettingsFile, device: Device) -> None:
        self._file = file
        self._device = device
        self._awake = False
        self.settings = file.read()

    def apply(self) -> None:
        """Look and speak as the settings say; the phone may have changed its mind meanwhile."""
        self.settings = self._file.read()
        dress(self.settings, self._device)
        self.keep_awake(self._awake)

    def change(self, name: str, value: object) -> None:
        """Change a setting and what follows from it; `Refused` if it cannot be kept."""
        try:
            self._file.change(**{name: value})
        finally:
            self.apply()

    def keep_awake(self, playing: bool) -> None:
        """Keep the screen on while a game is kept, if the keeper likes it."""
        self._awake = playing
        self._device.keep_awake(playing and self.settings.keep_awake)

    def buzz(self) -> None:
        """Answer an entry in the hand, if the keeper likes it."""
        if self.settings.vibration:
            self._device.vibrate()


def dress(settings: Settings, device: Device) -> None:
    """Look and speak as settings say."""
    now = device.surroundings()
    dark = now.dark if settings.theme == "system" else settings.theme == "dark"
    theme.apply(dark, settings.text_size)
    device.color_bars(theme.palette.bar, theme.palette.background)
    code = now.language if settings.language == "system" else settings.language
    translator.set_language(supported_language(code))
