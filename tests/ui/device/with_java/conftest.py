"""Fixtures of the Android tests: stubs of Android classes, recorded notifications.

Run by test_android.py in a process with Java. The stubs, in the folder `java`, record every
call, have only the methods of their Android version, and fail on request.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.ui.device.android import AndroidPhone
from tests.ui.device.notifications import Notifications
from tests.ui.device.with_java.android_stubs import VERSIONS, Java


@pytest.fixture(params=VERSIONS, ids=lambda version: f"android-{version}")
def java(request: pytest.FixtureRequest, tmp_path: Path) -> Java:
    java = Java()
    java.notes.clear()
    java.activity.forget()
    java.of("android.os.Build$VERSION").SDK_INT = request.param
    folders, file = java.of("android.app.Activity"), java.of("java.io.File")
    folders.files = file(str(tmp_path / "files"))
    folders.cache = file(str(tmp_path))
    java.activity.intent = java.intent("ACTION_MAIN")
    now = java.activity.resources.now
    now.uiMode, now.language = 0x11, "de-AT"
    java.of("android.content.ContentResolver").name = "game.json"
    java.bars(0, 63, 0, 126)
    return java


@pytest.fixture
def phone() -> AndroidPhone:
    return AndroidPhone()


@pytest.fixture
def notifications() -> Iterator[Notifications]:
    notifications = Notifications()
    yield notifications
    for phrase, _ in notifications:
        assert "\n" not in str(phrase)
        assert "\tat " not in str(phrase)
