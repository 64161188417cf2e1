"""The desktop device."""

from __future__ import annotations

import sys
from inspect import getmembers, isfunction, signature
from pathlib import Path

import pytest
from kivy.core.clipboard import Clipboard
from kivy.core.window import Window

from companion.ui.device import Device, Insets, SystemState, this_device
from companion.ui.device.android import AndroidPhone
from companion.ui.device.desktop import Desktop
from tests.support.disks import full_disk
from tests.ui.device.notifications import Notifications


@pytest.fixture
def desktop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Desktop:
    monkeypatch.setenv("RAILKEEPER_FOLDER", str(tmp_path))
    return Desktop()


def questions(kind: type) -> dict[str, str]:
    return {
        name: str(signature(function))
        for name, function in getmembers(kind, isfunction)
        if not name.startswith("_")
    }


@pytest.mark.parametrize("twin", [Desktop, AndroidPhone])
def test_desktop_and_phone_implement_all_methods(twin: type) -> None:
    assert questions(twin) == questions(Device)


def test_this_device_is_a_desktop() -> None:
    assert isinstance(this_device(), Desktop)
    assert "companion.ui.device.android" in sys.modules
    assert not {"jnius", "android"} & set(sys.modules)


def test_folder_from_the_environment(desktop: Desktop, tmp_path: Path) -> None:
    assert desktop.folder() == tmp_path


@pytest.mark.skipif(sys.platform != "linux", reason="each system has its own folder")
def test_default_folder_of_each_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAILKEEPER_FOLDER", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert Desktop().folder() == Path("/somewhere/railkeeper")
    monkeypatch.delenv("XDG_DATA_HOME")
    assert Desktop().folder() == Path.home() / ".local/share/railkeeper"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows asks another way")
@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "de_DE.UTF-8"}, "de"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "de_DE"}, "de"),
        ({}, "en"),
    ],
)
def test_language_of_the_session(
    desktop: Desktop, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert desktop.system_state().language == language


def test_screen_is_kept_awake(desktop: Desktop) -> None:
    desktop.keep_awake(True)
    assert not Window.allow_screensaver
    desktop.keep_awake(False)
    assert Window.allow_screensaver


def test_desktop_has_no_insets_and_does_not_change(desktop: Desktop) -> None:
    seen: list[SystemState] = []
    desktop.watch(seen.append)
    assert desktop.system_state().insets == Insets()
    assert not desktop.system_state().dark
    assert not desktop.system_state().reduced_motion
    assert seen == []


def test_shared_text_is_copied(desktop: Desktop) -> None:
    notifications = Notifications()
    desktop.share_text("Zoë wins – by 12 🚂", notifications)
    assert Clipboard.paste() == "Zoë wins – by 12 🚂"
    assert notifications.sentence == "Copied to the clipboard."


def test_link_is_copied(desktop: Desktop) -> None:
    notifications = Notifications()
    desktop.open_link("https://example.org/play?a=1", notifications)
    assert Clipboard.paste() == "https://example.org/play?a=1"
    assert notifications.sentence == "Link copied. Send it to your phone and open it there."


def test_shared_file_is_saved_at_the_reported_path(desktop: Desktop, tmp_path: Path) -> None:
    saved = share(desktop, b"{}")
    assert saved == tmp_path / "shared" / "game.json"
    assert saved.read_bytes() == b"{}"


def test_second_file_of_the_same_name_gets_a_number(desktop: Desktop) -> None:
    files = [share(desktop, text) for text in (b"1", b"2", b"3")]
    assert [file.name for file in files] == ["game.json", "game-2.json", "game-3.json"]
    assert [file.read_bytes() for file in files] == [b"1", b"2", b"3"]


def test_same_file_is_not_saved_a_second_time(desktop: Desktop, tmp_path: Path) -> None:
    first = share(desktop, b"1")
    assert share(desktop, b"2").name == "game-2.json"
    assert share(desktop, b"1") == first
    large = tmp_path / "large"
    large.write_bytes(b"2")
    notifications = Notifications()
    desktop.share_file("game.json", large, notifications)
    assert notifications.file.name == "game-2.json"
    assert len(list((tmp_path / "shared").iterdir())) == 2


@pytest.mark.skipif(sys.platform == "win32", reason="HOME is not asked there")
def test_shared_files_go_to_the_downloads_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("RAILKEEPER_FOLDER", raising=False)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    assert share(Desktop(), b"{}") == tmp_path / "Railkeeper" / "game.json"
    (tmp_path / "Downloads").mkdir()
    assert share(Desktop(), b"{}") == tmp_path / "Downloads" / "game.json"
    (tmp_path / ".config").mkdir()
    settings = (
        '# folders\nXDG_DESKTOP_DIR="$HOME/Bureau"\nXDG_DOWNLOAD_DIR="$HOME/Téléchargements"\n'
    )
    (tmp_path / ".config" / "user-dirs.dirs").write_text(settings, encoding="utf-8")
    assert share(Desktop(), b"{}") == tmp_path / "Downloads" / "game.json"
    (tmp_path / "Téléchargements").mkdir()
    assert share(Desktop(), b"{}") == tmp_path / "Téléchargements" / "game.json"


def test_file_that_cannot_be_saved_is_reported(desktop: Desktop, tmp_path: Path) -> None:
    (tmp_path / "shared").write_text("in the way", encoding="utf-8")
    notifications = Notifications()
    desktop.share_file("game.json", b"{}", notifications)
    desktop.choose_file(lambda path: pytest.fail(f"nothing can come from {path}"), notifications)
    assert [(str(phrase)[:9], refused) for phrase, refused in notifications] == [
        ("Not saved", True)
    ] * 2


@pytest.mark.skipif(sys.platform == "win32", reason="Windows knows no limit for a file")
def test_full_disk_leaves_no_partial_file(desktop: Desktop, tmp_path: Path) -> None:
    notifications = Notifications()
    with full_disk(tmp_path, 10_000) as disk, disk.full():
        desktop.share_file("archive.railkeeper", b"x" * 100_000, notifications)
    assert [str(phrase) for phrase, _ in notifications] == [
        "Not saved: there is no space left on this device."
    ]
    assert list((tmp_path / "shared").iterdir()) == []


def share(desktop: Desktop, content: bytes) -> Path:
    """Share a game; returns the file named by the notification."""
    notifications = Notifications()
    desktop.share_file("game.json", content, notifications)
    return notifications.file
