"""Sharing ends with the app, and continues after a kill."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.network import CABLE, WIFI
from tests.support.phone import FastPhone
from tests.support.sharing_guest import Guest, is_listening
from tests.support.stores import open_store
from tests.support.table import start_game

ROOT = Path(__file__).parents[2]
LIBRARIES = ("waitress", "segno", "companion.web")
SCRIPT = """
import json, sys, time
from pathlib import Path
from tests.support.off_screen import use_off_screen_window
use_off_screen_window()
from companion.ui.device import NetworkAddress
from tests.support.phone import FastPhone
from tests.support.table import start_game
folder, address, *libraries = sys.argv[1:]
phone = FastPhone(Path(folder))
phone.device.addresses = (NetworkAddress(address, "wlan0"),)
start_game(phone, "europe", 2)
phone.press("Menu")
phone.press("Other phones")
imported = [name for name in libraries if name in sys.modules]
phone.press("Switch on")
print(json.dumps({"link": phone.context.sharing.link, "imported": imported}), flush=True)
while True:
    phone.frame()
    time.sleep(0.01)
"""


@contextmanager
def sharing_process(folder: Path) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    """Another process with the app, which shares a game; killed at the end."""
    command = [sys.executable, "-c", SCRIPT, str(folder), WIFI.address, *LIBRARIES]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process, json.loads(process.stdout.readline())
        finally:
            process.kill()


def take_seat(link: str, player: str) -> Guest:
    """A guest of another process, which runs its frames by itself."""
    guest = Guest(link)
    assert guest.request_seat(player).status == 200
    return guest


def share(phone: FastPhone) -> str:
    """Switch sharing on by touch; the link in the code."""
    phone.press("Menu")
    phone.press("Other phones")
    phone.press("Switch on")
    return phone.context.sharing.link


@pytest.mark.slow
def test_killed_app_shares_again_with_the_same_token_address_and_seats(tmp_path: Path) -> None:
    with sharing_process(tmp_path) as (process, report):
        assert report["imported"] == []
        guest = take_seat(report["link"], "Peter")
        process.send_signal(signal.SIGKILL)
        process.wait()
    assert not is_listening(guest.link)
    phone = FastPhone(tmp_path)
    phone.wait()
    assert phone.context.sharing.link == guest.link
    assert guest.seat == "Peter"
    phone.press("Other phones")
    assert "Peter" in phone.texts()
    assert not phone.shows("The address has changed.")
    phone.close()


def test_closing_the_app_ends_sharing(tmp_path: Path) -> None:
    phone = FastPhone(tmp_path)
    start_game(phone, "europe", 2)
    link = share(phone)
    phone.close()
    assert not (tmp_path / "guests.json").exists()
    assert not is_listening(link)
    phone.start()
    assert not phone.context.is_sharing
    phone.close()


def test_restored_sharing_uses_the_same_address_and_seats(tmp_path: Path) -> None:
    phone = FastPhone(tmp_path)
    start_game(phone, "europe", 2)
    guest = Guest(share(phone))
    guest.take_seat(phone, "Peter")
    phone.kill()
    phone.start()
    phone.wait()
    assert phone.context.sharing.link == guest.link
    assert guest.seat == "Peter"
    assert phone.buttons("Other phones")
    phone.close()


def test_gone_address_is_replaced_after_a_kill(tmp_path: Path) -> None:
    phone = FastPhone(tmp_path)
    start_game(phone, "europe", 2)
    first = share(phone)
    phone.kill()
    phone.device.addresses = (CABLE,)
    phone.start()
    phone.wait()
    assert CABLE.address in phone.context.sharing.link
    assert not is_listening(first)
    phone.press("Other phones")
    assert phone.shows("The address has changed.")
    phone.close()


def test_damaged_file_after_a_kill_means_off(tmp_path: Path) -> None:
    with open_store(tmp_path):
        (tmp_path / "guests.json").write_text("{", encoding="utf-8")
    phone = FastPhone(tmp_path)
    phone.wait()
    assert not phone.context.is_sharing
    assert not (tmp_path / "guests.json").exists()
    phone.close()
