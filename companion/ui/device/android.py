"""An Android phone. Everything Java is asked for only when it is needed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.ui.device import Insets

_NIGHT_MASK, _NIGHT_YES = 0x30, 0x20
_KEEP_SCREEN_ON = 0x80
_SYSTEM_BARS_AND_CUTOUT = 7 | 128


class AndroidPhone:
    """The phone in the score keeper's hand."""

    def folder(self) -> Path:
        """The app's private storage."""
        return Path(self._activity().getFilesDir().getAbsolutePath()) / "railkeeper"

    def language(self) -> str:
        """The phone's first language."""
        locale = self._configuration().getLocales().get(0)
        return str(locale.getLanguage())

    def dark(self) -> bool:
        """Whether night mode is on."""
        return bool(self._configuration().uiMode & _NIGHT_MASK == _NIGHT_YES)

    def keep_awake(self, awake: bool) -> None:
        """Set or clear the window's flag, on the thread that owns it."""
        from android.runnable import run_on_ui_thread

        def set_flag() -> None:
            window = self._activity().getWindow()
            (window.addFlags if awake else window.clearFlags)(_KEEP_SCREEN_ON)

        run_on_ui_thread(set_flag)()

    def vibrate(self) -> None:
        """A touch of the view's own haptic feedback, which needs no permission."""
        from jnius import autoclass

        constants = autoclass("android.view.HapticFeedbackConstants")
        self._activity().getWindow().getDecorView().performHapticFeedback(constants.KEYBOARD_TAP)

    def insets(self) -> Insets:
        """System bars and camera, which Android draws over the app since API 35."""
        view = self._activity().getWindow().getDecorView()
        insets = view.getRootWindowInsets()
        if insets is None:
            return Insets()
        from jnius import autoclass

        if autoclass("android.os.Build$VERSION").SDK_INT >= 30:
            bars = insets.getInsets(_SYSTEM_BARS_AND_CUTOUT)
            return Insets(bars.left, bars.top, bars.right, bars.bottom)
        return Insets(
            insets.getSystemWindowInsetLeft(),
            insets.getSystemWindowInsetTop(),
            insets.getSystemWindowInsetRight(),
            insets.getSystemWindowInsetBottom(),
        )

    def _activity(self) -> Any:
        from jnius import autoclass

        return autoclass("org.kivy.android.PythonActivity").mActivity

    def _configuration(self) -> Any:
        return self._activity().getResources().getConfiguration()
