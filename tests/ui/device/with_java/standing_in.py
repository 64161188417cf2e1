"""The stand-ins for Android: what they were asked, and what they shall answer."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from kivy.clock import Clock

VERSIONS = (24, 28, 29, 34, 36)
CHOSEN, CANCELLED = -1, 0
ADDRESS = "content://somewhere/game.json"


class Java:
    """Android as this desktop's Java knows it."""

    def __init__(self) -> None:
        from jnius import autoclass

        self.of = autoclass
        self.notes = autoclass("stand.Notes")
        self.activity = autoclass("org.kivy.android.PythonActivity").mActivity

    def calls(self, *names: str) -> list[str]:
        """The calls of these names, in order."""
        lines = str(self.notes.all()).splitlines()
        return [line for line in lines if not names or line.split(" ")[0] in names]

    def fails(self, call: str, how: str) -> None:
        """From now on a call raises, or answers nothing."""
        if how == "raises":
            self.notes.fail(call, "no room: ENOSPC\n\tat android.os.Parcel.readException")
        else:
            self.notes.answerNothing(call)

    def text(self, text: str) -> Any:
        """A text as Java has it, emoji and all."""
        return self.of("java.lang.String")(text.encode("utf-8"), "UTF-8")

    def intent(self, action: str = "", address: str = "", flags: int = 0) -> Any:
        intent = self.of("android.content.Intent")()
        if action:
            intent.setAction(getattr(intent, action))
        if address:
            intent.setData(self.of("android.net.Uri").parse(address))
        intent.addFlags(flags)
        return intent

    def answer(self, answer: int, address: str = "") -> None:
        """Another app answers the last question."""
        *_, asked = self.calls("startActivityForResult")
        self.activity.answered(int(asked.split(" ")[1]), answer, self.intent("", address))
        Clock.tick()

    def offer(self, content: bytes, tmp_path: Path) -> None:
        """What another app lets us read."""
        file = tmp_path / "offered"
        file.write_bytes(content)
        opened = os.open(file, os.O_RDONLY)
        self.of("android.os.ParcelFileDescriptor").opened = opened

    @property
    def version(self) -> int:
        """The version of Android, as programs count it."""
        return int(self.of("android.os.Build$VERSION").SDK_INT)

    def bars(self, *edges: int) -> None:
        """How far the system's bars reach into the window."""
        self.of("android.view.WindowInsets").bars = self.of("android.graphics.Insets").of(*edges)


def never(path: Path) -> None:
    """For files that must not come."""
    pytest.fail(f"nothing could be read, and yet there is {path}")
