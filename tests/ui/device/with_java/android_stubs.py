"""Access to the stubs of Android classes: recorded calls and prepared answers."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from kivy.clock import Clock

from companion.rules.errors import Refused
from companion.store.errors import never_cancelled, no_progress
from companion.ui.device import FileSource
from tests.ui.device.notifications import Notifications

VERSIONS = (24, 28, 29, 34, 36)
CHOSEN, CANCELLED = -1, 0
ADDRESS = "content://somewhere/game.json"


class Java:
    """The stubs, loaded into the Java of this desktop."""

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
        """A Java string, including emoji."""
        return self.of("java.lang.String")(text.encode("utf-8"), "UTF-8")

    def intent(
        self, action: str = "", address: str = "", flags: int = 0, stream: object = None
    ) -> Any:
        from jnius import cast

        intent = self.of("android.content.Intent")()
        if action:
            intent.setAction(getattr(intent, action))
        if address:
            intent.setData(self.of("android.net.Uri").parse(address))
        if stream is not None:
            intent.putExtra(intent.EXTRA_STREAM, cast("android.os.Parcelable", stream))
        intent.addFlags(flags)
        return intent

    def answer(self, answer: int, address: str = "") -> None:
        """Answer the last `startActivityForResult` as another app would."""
        *_, asked = self.calls("startActivityForResult")
        self.activity.answered(int(asked.split(" ")[1]), answer, self.intent("", address))
        Clock.tick()

    def provide_file(self, content: bytes, tmp_path: Path) -> None:
        """Set the content of the file that another app provides."""
        file = tmp_path / "provided"
        file.write_bytes(content)
        opened = os.open(file, os.O_RDONLY)
        self.of("android.os.ParcelFileDescriptor").opened = opened

    @property
    def version(self) -> int:
        """The API level of Android."""
        return int(self.of("android.os.Build$VERSION").SDK_INT)

    def bars(self, *edges: int) -> None:
        """Set the insets of the system bars."""
        self.of("android.view.WindowInsets").bars = self.of("android.graphics.Insets").of(*edges)


class Received(list[Path]):
    """The files that were received; a refusal while copying becomes a notification."""

    def __init__(self, notifications: Notifications) -> None:
        super().__init__()
        self._notifications = notifications

    def __call__(self, source: FileSource) -> None:
        assert not isinstance(source, Path)
        try:
            self.append(source(no_progress, never_cancelled))
        except Refused as problem:
            self._notifications(problem.phrase, refused=True)
