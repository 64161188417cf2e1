"""The settings, applied to theme, language and device."""

from __future__ import annotations

from companion.report.translation import supported_language
from companion.store.settings import Settings, SettingsFile
from companion.ui.device import Device
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator


class Preferences:
    """Reads and changes the settings, and applies them."""

    def __init__(self, file: SettingsFile, device: Device) -> None:
        self._file = file
        self._device = device
        self._awake = self._has_guests = False
        self.settings = file.read()

    def apply(self) -> None:
        """Apply the settings again: the system theme or language may have changed."""
        self.settings = self._file.read()
        apply_settings(self.settings, self._device)
        self.keep_awake(self._awake)

    def change(self, name: str, value: object) -> None:
        """Change a setting and apply it; `Refused` if it cannot be saved."""
        try:
            self._file.change(**{name: value})
        finally:
            self.apply()

    def keep_awake(self, playing: bool) -> None:
        """Keep the screen on while a game is played, if the setting is on."""
        self._awake = playing
        self._device.keep_awake(self._has_guests or (playing and self.settings.keep_awake))

    def keep_awake_for_guests(self, has_guests: bool) -> None:
        """Keep the screen on while the game is shared: a phone that sleeps answers no guest."""
        self._has_guests = has_guests
        self.keep_awake(self._awake)

    @property
    def reduced_motion(self) -> bool:
        """Whether the settings of the app or of the system ask for less animation."""
        return self.settings.reduced_motion or self._device.system_state().reduced_motion

    def buzz(self) -> None:
        """Vibrate after an entry, if the setting is on."""
        if self.settings.vibration:
            self._device.vibrate()


def apply_settings(settings: Settings, device: Device) -> None:
    """Set theme, text size, system bar colours and language."""
    now = device.system_state()
    dark = now.dark if settings.theme == "system" else settings.theme == "dark"
    theme.apply(dark, settings.text_size)
    device.color_bars(theme.palette.bar, theme.palette.background)
    code = now.language if settings.language == "system" else settings.language
    translator.language = supported_language(code)
