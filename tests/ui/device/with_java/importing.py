"""Choosing files to import, and opening the app with a file."""

from __future__ import annotations

import os
from pathlib import Path
from time import sleep

import pytest
from kivy.clock import Clock

from companion.ui.device.android import AndroidPhone
from tests.ui.device.told import Told
from tests.ui.device.with_java.standing_in import ADDRESS, CANCELLED, CHOSEN, Java, never


def test_chosen_file_is_copied_into_the_cache(
    java: Java, phone: AndroidPhone, told: Told, tmp_path: Path
) -> None:
    came: list[Path] = []
    java.offer(b'{"of": "Ana"}', tmp_path)
    phone.choose_file(came.append, told)
    (asked,) = java.calls("startActivityForResult")
    assert asked.endswith(" OPEN_DOCUMENT */* | OPENABLE")
    assert came == []
    java.answer(CHOSEN, ADDRESS)
    assert java.calls("openFileDescriptor") == [f"openFileDescriptor {ADDRESS} r"]
    assert [path.read_bytes() for path in came] == [b'{"of": "Ana"}']
    assert came[0].name == "game.json"
    assert told == []


@pytest.mark.parametrize(
    "name",
    ["Ana 🚂.json", "../../files/railkeeper/settings.json", "a\nb.json", "..", "", "x" * 300],
)
def test_copied_file_keeps_a_valid_name(
    java: Java, phone: AndroidPhone, told: Told, tmp_path: Path, name: str
) -> None:
    came: list[Path] = []
    java.offer(b"{}", tmp_path)
    java.of("android.content.ContentResolver").name = java.text(name)
    phone.choose_file(came.append, told)
    java.answer(CHOSEN, ADDRESS)
    assert came == [tmp_path / "incoming" / (name if "🚂" in name else "record.json")]


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
    java: Java, phone: AndroidPhone, told: Told, tmp_path: Path, call: str, how: str
) -> None:
    came: list[Path] = []
    java.offer(b"{}", tmp_path)
    java.fails(call, how)
    phone.choose_file(came.append, told)
    java.answer(CHOSEN, ADDRESS)
    assert came == [tmp_path / "incoming" / "record.json"]
    assert told == []


def test_double_tap_requests_one_file(
    java: Java, phone: AndroidPhone, told: Told, tmp_path: Path
) -> None:
    came: list[Path] = []
    java.offer(b"{}", tmp_path)
    phone.choose_file(came.append, told)
    phone.choose_file(came.append, told)
    assert len(java.calls("startActivityForResult")) == 1
    java.answer(CHOSEN, ADDRESS)
    java.answer(CHOSEN, ADDRESS)
    assert len(came) == 1
    phone.choose_file(came.append, told)
    assert len(java.calls("startActivityForResult")) == 2


@pytest.mark.parametrize("java", [36], indirect=True)
def test_unanswered_request_does_not_block_the_next(
    java: Java, phone: AndroidPhone, told: Told, tmp_path: Path
) -> None:
    came: list[Path] = []
    phone.choose_file(never, told)
    sleep(1.1)
    java.offer(b"{}", tmp_path)
    phone.choose_file(came.append, told)
    first, _ = java.calls("startActivityForResult")
    java.activity.answered(int(first.split(" ")[1]), CHOSEN, java.intent("", ADDRESS))
    Clock.tick()
    assert came == []
    java.answer(CHOSEN, ADDRESS)
    assert len(came) == 1


def test_foreign_and_cancelled_results_are_ignored(
    java: Java, phone: AndroidPhone, told: Told
) -> None:
    phone.choose_file(never, told)
    java.activity.answered(1, CHOSEN, java.intent("", ADDRESS))
    Clock.tick()
    java.answer(CANCELLED)
    phone.choose_file(never, told)
    *_, asked = java.calls("startActivityForResult")
    java.activity.answered(int(asked.split(" ")[1]), CHOSEN, None)
    Clock.tick()
    assert told == []


@pytest.mark.parametrize(
    ("call", "how", "sentence"),
    [
        ("startActivityForResult", "raises", "Nothing on this phone can choose a file."),
        ("getData", "answers nothing", "Android gives no access to it"),
        ("getCacheDir", "answers nothing", "Android gives no access to it"),
        ("getCacheDir", "raises", "no room: ENOSPC"),
        ("openFileDescriptor", "answers nothing", "Android gives no access to it"),
        ("openFileDescriptor", "raises", "no room: ENOSPC"),
    ],
)
def test_unreadable_chosen_file_is_reported(
    java: Java, phone: AndroidPhone, told: Told, call: str, how: str, sentence: str
) -> None:
    java.fails(call, how)
    phone.choose_file(never, told)
    java.answer(CHOSEN, ADDRESS)
    assert told.refusal in (sentence, f"The file cannot be read: {sentence}.")


def test_read_error_is_reported(
    java: Java, phone: AndroidPhone, told: Told, tmp_path: Path
) -> None:
    java.of("android.os.ParcelFileDescriptor").opened = os.open(tmp_path, os.O_RDONLY)
    phone.choose_file(never, told)
    java.answer(CHOSEN, ADDRESS)
    assert told.refusal == "The file cannot be read: Is a directory."


def test_record_the_app_is_started_with_is_imported(
    java: Java, phone: AndroidPhone, told: Told, tmp_path: Path
) -> None:
    came: list[Path] = []
    java.activity.intent = java.intent("ACTION_VIEW", ADDRESS)
    java.offer(b'{"of": "Ana"}', tmp_path)
    phone.opened_with(came.append, told)
    assert [path.read_bytes() for path in came] == [b'{"of": "Ana"}']
    assert told == []


def test_record_opened_while_the_app_runs_is_imported(
    java: Java, phone: AndroidPhone, told: Told, tmp_path: Path
) -> None:
    came: list[Path] = []
    phone.opened_with(came.append, told)
    assert came == []
    java.offer(b"{}", tmp_path)
    java.activity.opened(java.intent("ACTION_VIEW", ADDRESS))
    Clock.tick()
    assert len(came) == 1
    java.activity.opened(java.intent("ACTION_MAIN"))
    Clock.tick()
    assert len(came) == 1
    assert told == []


def test_start_from_recent_apps_imports_nothing(
    java: Java, phone: AndroidPhone, told: Told
) -> None:
    java.activity.intent = java.intent("ACTION_VIEW", ADDRESS, flags=0x00100000)
    phone.opened_with(never, told)
    java.fails("getIntent", "answers nothing")
    phone.opened_with(never, told)
    assert told == []


@pytest.mark.parametrize(
    ("call", "how"),
    [
        ("getData", "answers nothing"),
        ("openFileDescriptor", "answers nothing"),
        ("openFileDescriptor", "raises"),
    ],
)
def test_unreadable_record_the_app_is_opened_with_is_reported(
    java: Java, phone: AndroidPhone, told: Told, call: str, how: str
) -> None:
    java.activity.intent = java.intent("ACTION_VIEW", ADDRESS)
    java.fails(call, how)
    phone.opened_with(never, told)
    assert told.refusal.startswith("The file cannot be read: ")
