"""Sending texts, links and files."""

from __future__ import annotations

import pytest

from companion.ui.device.android import AndroidPhone
from tests.ui.device.notifications import Notifications
from tests.ui.device.with_java.android_stubs import ADDRESS, CANCELLED, CHOSEN, VERSIONS, Java

SINCE_10 = [version for version in VERSIONS if version >= 29]
BEFORE_10 = [version for version in VERSIONS if version < 29]


def test_shared_text_is_complete(
    java: Java, phone: AndroidPhone, notifications: Notifications
) -> None:
    phone.share_text("Zoë wins – by 12 🚂", notifications)
    (call,) = java.calls("startActivity")
    assert call == (
        "startActivity SEND text/plain | TEXT=Zoë wins – by 12 🚂 | in a chooser | "
        "EXCLUDED=[org.railkeeper.railkeeper/PythonActivity]"
    )
    assert notifications.sentence == "Choose where to send it."


def test_no_app_for_a_text_is_reported(
    java: Java, phone: AndroidPhone, notifications: Notifications
) -> None:
    java.fails("startActivity", "raises")
    phone.share_text("Zoë wins", notifications)
    assert notifications.refusal == "No app on this phone can send this."


def test_link_is_opened(java: Java, phone: AndroidPhone, notifications: Notifications) -> None:
    phone.open_link("https://app.bgstatsapp.com/createPlay.html?data=%7B%7D", notifications)
    assert java.calls("startActivity") == [
        "startActivity android.intent.action.VIEW "
        "https://app.bgstatsapp.com/createPlay.html?data=%7B%7D"
    ]
    assert notifications == []


def test_no_app_for_a_link_is_reported(
    java: Java, phone: AndroidPhone, notifications: Notifications
) -> None:
    java.fails("startActivity", "raises")
    phone.open_link("https://app.bgstatsapp.com/", notifications)
    assert notifications.refusal == "No app on this phone can open this link."


@pytest.mark.parametrize("java", SINCE_10, indirect=True)
def test_shared_file_is_saved_to_downloads_and_old_ones_deleted(
    java: Java, phone: AndroidPhone, notifications: Notifications
) -> None:
    phone.share_file("game.json", b'{"of": "Zo\xc3\xab"}', notifications)
    swept, inserted, *written, sent = java.calls(
        "delete", "insert", "openOutputStream", "write", "close", "startActivity"
    )
    assert swept.startswith(
        "delete content://downloads owner_package_name=org.railkeeper.railkeeper "
        "AND relative_path=Download/Railkeeper/ AND date_added<1"
    )
    assert inserted == (
        "insert content://downloads {_display_name=game.json, mime_type=application/json, "
        "relative_path=Download/Railkeeper/}"
    )
    assert written == [
        "openOutputStream content://downloads/7",
        'write {"of": "Zoë"}',
        "close",
    ]
    assert sent == (
        "startActivity SEND application/json | STREAM=content://downloads/7 "
        "| clip game.json: content://downloads/7 | in a chooser "
        "| EXCLUDED=[org.railkeeper.railkeeper/PythonActivity] | readable"
    )
    assert notifications.sentence == "Choose where to send it."


@pytest.mark.parametrize("java", SINCE_10, indirect=True)
def test_picture_is_shared_with_its_type(
    java: Java, phone: AndroidPhone, notifications: Notifications
) -> None:
    phone.share_file("game.png", b"PNG", notifications)
    (sent,) = java.calls("startActivity")
    assert "SEND image/png" in sent
    assert "clip game.png: content://downloads/7" in sent


@pytest.mark.parametrize("java", SINCE_10, indirect=True)
@pytest.mark.parametrize(
    ("call", "how"),
    [
        ("insert", "answers nothing"),
        ("insert", "raises"),
        ("openOutputStream", "answers nothing"),
        ("openOutputStream", "raises"),
        ("write", "raises"),
        ("close", "raises"),
        ("startActivity", "raises"),
    ],
)
@pytest.mark.parametrize("litter", ["goes", "stays"])
def test_failed_share_is_reported_and_leaves_no_file(
    java: Java, phone: AndroidPhone, notifications: Notifications, call: str, how: str, litter: str
) -> None:
    java.fails(call, how)
    if litter == "stays":
        java.fails("delete", "raises")
    phone.share_file("game.json", b"{}", notifications)
    if call == "startActivity":
        assert notifications.refusal == "No app on this phone can send this."
    elif how == "raises":
        assert notifications.refusal == "Not saved: there is no space left on this device."
    else:
        assert notifications.refusal == "Not saved: Android does not allow access to it."
    removed = [line for line in java.calls("delete") if line.endswith("downloads/7")]
    assert len(removed) == (call != "insert")


@pytest.mark.parametrize("java", BEFORE_10, indirect=True)
def test_before_android_10_the_keeper_chooses_where_to_save(
    java: Java, phone: AndroidPhone, notifications: Notifications
) -> None:
    phone.share_file("game.json", b"{}", notifications)
    (asked,) = java.calls("startActivityForResult")
    assert asked.endswith(" CREATE_DOCUMENT application/json | OPENABLE | TITLE=game.json")
    assert notifications == []
    java.answer(CHOSEN, ADDRESS)
    assert java.calls("openOutputStream", "write", "close") == [
        f"openOutputStream {ADDRESS}",
        "write {}",
        "close",
    ]
    assert notifications.sentence == "Saved."
    assert java.calls("insert", "startActivity") == []


@pytest.mark.parametrize("java", BEFORE_10, indirect=True)
@pytest.mark.parametrize(
    ("call", "how"),
    [
        ("startActivityForResult", "raises"),
        ("getData", "answers nothing"),
        ("openOutputStream", "answers nothing"),
        ("openOutputStream", "raises"),
        ("write", "raises"),
        ("close", "raises"),
    ],
)
def test_document_that_cannot_be_written_is_reported(
    java: Java, phone: AndroidPhone, notifications: Notifications, call: str, how: str
) -> None:
    java.fails(call, how)
    phone.share_file("game.json", b"{}", notifications)
    java.answer(CHOSEN, ADDRESS)
    if call == "startActivityForResult":
        assert notifications.refusal == "No app on this phone can choose a file."
    elif how == "raises":
        assert notifications.refusal == "Not saved: there is no space left on this device."
    else:
        assert notifications.refusal == "Not saved: Android does not allow access to it."
    if call in ("openOutputStream", "write", "close"):
        # The document exists already, and is empty or incomplete.
        assert java.calls("deleteDocument") == [f"deleteDocument {ADDRESS}"]


@pytest.mark.parametrize("java", BEFORE_10, indirect=True)
def test_cancelled_document_is_ignored(
    java: Java, phone: AndroidPhone, notifications: Notifications
) -> None:
    phone.share_file("game.json", b"{}", notifications)
    java.answer(CANCELLED)
    assert notifications == []
    assert java.calls("openOutputStream") == []
