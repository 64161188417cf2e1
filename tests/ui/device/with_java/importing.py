"""Choosing files to import, and opening the app with a file."""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic, sleep

import pytest
from kivy.clock import Clock

from companion.store.errors import Stopped, never_cancelled, no_progress
from companion.ui.device import FileSource, android
from companion.ui.device.android import AndroidPhone
from tests.ui.device.notifications import Notifications
from tests.ui.device.with_java.android_stubs import ADDRESS, CANCELLED, CHOSEN, Java, Received


def test_chosen_file_is_copied_into_the_cache(
    java: Java, phone: AndroidPhone, notifications: Notifications, tmp_path: Path
) -> None:
    received = Received(notifications)
    java.provide_file(b'{"of": "Ana"}', tmp_path)
    phone.choose_file(received, notifications)
    (asked,) = java.calls("startActivityForResult")
    assert asked.endswith(" OPEN_DOCUMENT */* | OPENABLE")
    assert received == []
    java.answer(CHOSEN, ADDRESS)
    assert java.calls("openFileDescriptor") == [f"openFileDescriptor {ADDRESS} r"]
    assert [path.read_bytes() for path in received] == [b'{"of": "Ana"}']
    assert received[0].name == "game.json"
    assert notifications == []


@pytest.mark.parametrize(
    "name",
    ["Ana 🚂.json", "../../files/railkeeper/settings.json", "a\nb.json", "..", "", "x" * 300],
)
def test_copied_file_keeps_a_valid_name(
    java: Java, phone: AndroidPhone, notifications: Notifications, tmp_path: Path, name: str
) -> None:
    received = Received(notifications)
    java.provide_file(b"{}", tmp_path)
    java.of("android.content.ContentResolver").name = java.text(name)
    phone.choose_file(received, notifications)
    java.answer(CHOSEN, ADDRESS)
    assert received == [tmp_path / "incoming" / (name if "🚂" in name else "record.json")]


@pytest.mark.parametrize(
    ("call", "how"),
    [
        ("query", "answers nothing"),
        ("query", "raises"),
        ("moveToFirst", "answers nothing"),
        ("moveToFirst", "raises"),
        ("getString", "answers nothing"),
        ("getString", "raises"),
        ("close", "raises"),
    ],
)
def test_file_without_a_readable_name_is_copied(
    java: Java,
    phone: AndroidPhone,
    notifications: Notifications,
    tmp_path: Path,
    call: str,
    how: str,
) -> None:
    received = Received(notifications)
    java.provide_file(b"{}", tmp_path)
    java.fails(call, how)
    phone.choose_file(received, notifications)
    java.answer(CHOSEN, ADDRESS)
    assert received == [tmp_path / "incoming" / "record.json"]
    assert notifications == []


def test_double_tap_requests_one_file(
    java: Java, phone: AndroidPhone, notifications: Notifications, tmp_path: Path
) -> None:
    received = Received(notifications)
    java.provide_file(b"{}", tmp_path)
    phone.choose_file(received, notifications)
    phone.choose_file(received, notifications)
    assert len(java.calls("startActivityForResult")) == 1
    java.answer(CHOSEN, ADDRESS)
    java.answer(CHOSEN, ADDRESS)
    assert len(received) == 1
    phone.choose_file(received, notifications)
    assert len(java.calls("startActivityForResult")) == 2


@pytest.mark.parametrize("java", [36], indirect=True)
def test_unanswered_request_does_not_block_the_next(
    java: Java, phone: AndroidPhone, notifications: Notifications, tmp_path: Path
) -> None:
    received = Received(notifications)
    phone.choose_file(Received(notifications), notifications)
    sleep(1.1)
    java.provide_file(b"{}", tmp_path)
    phone.choose_file(received, notifications)
    first, _ = java.calls("startActivityForResult")
    java.activity.answered(int(first.split(" ")[1]), CHOSEN, java.intent("", ADDRESS))
    Clock.tick()
    assert received == []
    java.answer(CHOSEN, ADDRESS)
    assert len(received) == 1


def test_foreign_and_cancelled_results_are_ignored(
    java: Java, phone: AndroidPhone, notifications: Notifications
) -> None:
    phone.choose_file(Received(notifications), notifications)
    java.activity.answered(1, CHOSEN, java.intent("", ADDRESS))
    Clock.tick()
    java.answer(CANCELLED)
    phone.choose_file(Received(notifications), notifications)
    *_, asked = java.calls("startActivityForResult")
    java.activity.answered(int(asked.split(" ")[1]), CHOSEN, None)
    Clock.tick()
    assert notifications == []


@pytest.mark.parametrize(
    ("call", "how", "sentence"),
    [
        ("startActivityForResult", "raises", "No app on this phone can choose a file."),
        ("getData", "answers nothing", "Android does not allow access to it"),
        ("getCacheDir", "answers nothing", "Android does not allow access to it"),
        ("getCacheDir", "raises", "there is no space left on this device"),
        ("openFileDescriptor", "answers nothing", "Android does not allow access to it"),
        ("openFileDescriptor", "raises", "there is no space left on this device"),
    ],
)
def test_unreadable_chosen_file_is_reported(
    java: Java,
    phone: AndroidPhone,
    notifications: Notifications,
    call: str,
    how: str,
    sentence: str,
) -> None:
    java.fails(call, how)
    phone.choose_file(Received(notifications), notifications)
    java.answer(CHOSEN, ADDRESS)
    assert notifications.refusal in (sentence, f"The file cannot be read: {sentence}.")


def test_read_error_is_reported(
    java: Java, phone: AndroidPhone, notifications: Notifications, tmp_path: Path
) -> None:
    java.of("android.os.ParcelFileDescriptor").opened = os.open(tmp_path, os.O_RDONLY)
    phone.choose_file(Received(notifications), notifications)
    java.answer(CHOSEN, ADDRESS)
    assert notifications.refusal == "The file cannot be read: it is a folder, not a file."


def test_record_the_app_is_started_with_is_imported(
    java: Java, phone: AndroidPhone, notifications: Notifications, tmp_path: Path
) -> None:
    received = Received(notifications)
    java.activity.intent = java.intent("ACTION_VIEW", ADDRESS)
    java.provide_file(b'{"of": "Ana"}', tmp_path)
    phone.opened_with(received, notifications)
    assert [path.read_bytes() for path in received] == [b'{"of": "Ana"}']
    assert notifications == []


def test_record_opened_while_the_app_runs_is_imported(
    java: Java, phone: AndroidPhone, notifications: Notifications, tmp_path: Path
) -> None:
    received = Received(notifications)
    phone.opened_with(received, notifications)
    assert received == []
    java.provide_file(b"{}", tmp_path)
    java.activity.opened(java.intent("ACTION_VIEW", ADDRESS))
    Clock.tick()
    assert len(received) == 1
    java.activity.opened(java.intent("ACTION_MAIN"))
    Clock.tick()
    assert len(received) == 1
    assert notifications == []


def test_file_shared_to_the_app_is_imported(
    java: Java, phone: AndroidPhone, notifications: Notifications, tmp_path: Path
) -> None:
    received = Received(notifications)
    java.provide_file(b'{"of": "Ana"}', tmp_path)
    stream = java.of("android.net.Uri").parse(ADDRESS)
    java.activity.intent = java.intent("ACTION_SEND", stream=stream)
    phone.opened_with(received, notifications)
    java.provide_file(b'{"of": "Jo"}', tmp_path)
    java.activity.opened(java.intent("ACTION_SEND", stream=stream))
    assert [path.read_bytes() for path in received] == [b'{"of": "Ana"}']
    Clock.tick()
    assert [path.read_bytes() for path in received[1:]] == [b'{"of": "Jo"}']
    assert notifications == []


def test_shared_text_and_damaged_extras_are_reported(
    java: Java, phone: AndroidPhone, notifications: Notifications
) -> None:
    class_name = java.of("android.content.ComponentName")("org.example", "Example")
    refusals = []
    for stream in (None, class_name):
        java.activity.intent = java.intent("ACTION_SEND", stream=stream)
        phone.opened_with(Received(notifications), notifications)
        refusals.append(notifications.refusal)
        notifications.clear()
    java.fails("getParcelableExtra", "raises")
    phone.opened_with(Received(notifications), notifications)
    refusals.append(notifications.refusal)
    assert set(refusals) == {"The file cannot be read: Android does not allow access to it."}


def test_start_from_recent_apps_imports_nothing(
    java: Java, phone: AndroidPhone, notifications: Notifications
) -> None:
    for action in ("ACTION_VIEW", "ACTION_SEND"):
        java.activity.intent = java.intent(action, ADDRESS, flags=0x00100000)
        phone.opened_with(Received(notifications), notifications)
    java.fails("getIntent", "answers nothing")
    phone.opened_with(Received(notifications), notifications)
    assert notifications == []


@pytest.mark.parametrize(
    ("call", "how"),
    [
        ("getData", "answers nothing"),
        ("openFileDescriptor", "answers nothing"),
        ("openFileDescriptor", "raises"),
    ],
)
def test_unreadable_record_the_app_is_opened_with_is_reported(
    java: Java, phone: AndroidPhone, notifications: Notifications, call: str, how: str
) -> None:
    java.activity.intent = java.intent("ACTION_VIEW", ADDRESS)
    java.fails(call, how)
    phone.opened_with(Received(notifications), notifications)
    assert notifications.refusal.startswith("The file cannot be read: ")


@pytest.mark.parametrize(
    "address", ["file:///data/data/org.railkeeper/files/x", "http://a.b/c.json", "CONTENT://x", ""]
)
def test_only_files_of_content_providers_are_opened(
    java: Java, phone: AndroidPhone, notifications: Notifications, address: str
) -> None:
    java.activity.intent = java.intent("ACTION_VIEW", address)
    phone.opened_with(Received(notifications), notifications)
    assert notifications.refusal == "The file cannot be read: Android does not allow access to it."
    assert java.calls("openFileDescriptor") == []


@pytest.mark.parametrize("java", [36], indirect=True)
def test_file_is_copied_when_the_page_asks_for_it(
    java: Java, phone: AndroidPhone, notifications: Notifications, tmp_path: Path
) -> None:
    sources: list[FileSource] = []
    java.activity.intent = java.intent("ACTION_VIEW", ADDRESS)
    java.provide_file(b"x" * 3_000_000, tmp_path)
    phone.opened_with(sources.append, notifications)
    assert java.calls("openFileDescriptor") == []
    (source,) = sources
    assert not isinstance(source, Path)
    steps: list[tuple[int, int]] = []
    path = source(lambda done, of: steps.append((done, of)), never_cancelled)
    assert path.stat().st_size == 3_000_000
    assert steps[-1] == (3_000_000, 3_000_000)


@pytest.mark.parametrize("java", [36], indirect=True)
def test_large_file_is_refused_and_not_kept(
    java: Java,
    phone: AndroidPhone,
    notifications: Notifications,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(android, "LARGEST_COPY", 1024**2)
    java.activity.intent = java.intent("ACTION_VIEW", ADDRESS)
    java.provide_file(b"x" * (1024**2 + 1), tmp_path)
    phone.opened_with(Received(notifications), notifications)
    assert notifications.refusal == "The file cannot be read: larger than 1 MB."
    assert not (tmp_path / "incoming").exists()


def silent_provider(java: Java) -> int:
    """Provide a file of which no byte ever comes; the end that could write it."""
    reader, writer = os.pipe()
    java.of("android.os.ParcelFileDescriptor").opened = reader
    java.activity.intent = java.intent("ACTION_VIEW", ADDRESS)
    return writer


@pytest.mark.parametrize("java", [36], indirect=True)
def test_provider_that_does_not_answer_is_given_up(
    java: Java,
    phone: AndroidPhone,
    notifications: Notifications,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(android, "PATIENCE", 0.2)
    writer = silent_provider(java)
    phone.opened_with(Received(notifications), notifications)
    assert notifications.refusal == "The app that provides the file is not responding."
    os.close(writer)


@pytest.mark.parametrize("java", [36], indirect=True)
def test_waiting_for_a_provider_can_be_cancelled(
    java: Java, phone: AndroidPhone, notifications: Notifications
) -> None:
    writer = silent_provider(java)
    sources: list[FileSource] = []
    phone.opened_with(sources.append, notifications)
    (source,) = sources
    assert not isinstance(source, Path)
    start = monotonic()
    with pytest.raises(Stopped):
        source(no_progress, lambda: True)
    assert monotonic() - start < 1
    os.close(writer)
