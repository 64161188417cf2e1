"""The private file with token, address and seats of guests."""

from __future__ import annotations

import json
import os
import stat
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from companion.store.archive import write_archive
from companion.store.errors import NotSaved
from companion.store.guest_access import MAX_AGE, GuestAccess, new_secret, new_token
from companion.store.store import Store
from tests.support.disks import without_rights
from tests.support.stores import open_store

ACCESS = GuestAccess("abcdefgh2345", "192.168.1.20", 8765, {"Ana": "0f" * 16, "Björn": "a1" * 16})
FIELDS = {
    "token": ACCESS.token,
    "address": ACCESS.address,
    "port": ACCESS.port,
    "seats": dict(ACCESS.seats),
}
DAMAGED = {
    "nothing": b"",
    "half a file": json.dumps(FIELDS).encode()[:40],
    "not text": b"\xff\xfe\x00",
    "a list": b"[]",
    "brackets": b"[" * 100_000,
}
WRONG: tuple[tuple[str, object], ...] = (
    ("token", ""),
    ("token", ACCESS.token.upper()),
    ("token", 7),
    ("address", "example.org"),
    ("address", 7),
    ("port", 0),
    ("port", 65536),
    ("port", True),
    ("seats", ["Ana"]),
    ("seats", {"": "0f" * 16}),
    ("seats", {"Ana": "0f"}),
    ("seats", {"Ana": "0f" * 16, "Ben": "0f" * 16}),
    ("seats", {f"P{number}": f"{number:032x}" for number in range(1000)}),
)


def test_no_file_means_no_guest_access(store: Store) -> None:
    assert not store.guest_access.exists()
    assert store.guest_access.read() is None


def test_guest_access_survives_a_restart(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.guest_access.write(ACCESS)
    with open_store(tmp_path) as store:
        assert store.guest_access.exists()
        assert store.guest_access.read() == ACCESS


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no access rights of this kind")
def test_only_its_owner_can_read_the_file(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.guest_access.write(ACCESS)
        assert stat.S_IMODE((tmp_path / "guests.json").stat().st_mode) == 0o600


def test_delete_leaves_nothing(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.guest_access.write(ACCESS)
        store.guest_access.write(replace(ACCESS, port=8766))
        store.guest_access.delete()
        store.guest_access.delete()
        assert not store.guest_access.exists()
    assert not list(tmp_path.glob("guests*"))


@pytest.mark.parametrize("content", DAMAGED.values(), ids=DAMAGED)
def test_damaged_file_counts_as_none(tmp_path: Path, content: bytes) -> None:
    with open_store(tmp_path) as store:
        (tmp_path / "guests.json").write_bytes(content)
        assert store.guest_access.read() is None
        assert not store.notices


@pytest.mark.parametrize(("field", "value"), WRONG)
def test_wrong_field_counts_as_damage(tmp_path: Path, field: str, value: object) -> None:
    with open_store(tmp_path) as store:
        (tmp_path / "guests.json").write_text(json.dumps({**FIELDS, field: value}))
        assert store.guest_access.read() is None


@pytest.mark.parametrize("age", [-2 * MAX_AGE, 2 * MAX_AGE], ids=["future", "past"])
def test_old_file_counts_as_none(tmp_path: Path, age: int) -> None:
    with open_store(tmp_path) as store:
        store.guest_access.write(ACCESS)
        then = time.time() - age
        os.utime(tmp_path / "guests.json", (then, then))
        assert store.guest_access.read() is None


def test_folder_in_place_of_the_file_counts_as_none(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        (tmp_path / "guests.json").mkdir()
        assert store.guest_access.read() is None
        with pytest.raises(NotSaved):
            store.guest_access.delete()


def test_unwritable_folder_is_refused(shared_folder: Path) -> None:
    with open_store(shared_folder) as store, without_rights(shared_folder), pytest.raises(NotSaved):
        store.guest_access.write(ACCESS)


def test_file_that_cannot_be_deleted_is_named(shared_folder: Path) -> None:
    with open_store(shared_folder) as store:
        store.guest_access.write(ACCESS)
        with without_rights(shared_folder), pytest.raises(NotSaved) as refusal:
            store.guest_access.delete()
    assert str(refusal.value) == (
        "Sharing is off, but may be on again when the app starts next: "
        "this folder cannot be written to."
    )


def test_export_does_not_contain_tokens_and_secrets(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.guest_access.write(ACCESS)
        exported = write_archive(store).read_text("utf-8")
    assert ACCESS.token not in exported
    assert ACCESS.seats["Ana"] not in exported


def test_tokens_and_secrets_are_random_and_can_be_stored(tmp_path: Path) -> None:
    tokens = {new_token() for _ in range(100)}
    secrets = {new_secret() for _ in range(100)}
    assert len(tokens) == len(secrets) == 100
    with open_store(tmp_path) as store:
        for token, secret in zip(tokens, secrets, strict=True):
            access = replace(ACCESS, token=token, seats={"Ana": secret})
            store.guest_access.write(access)
            assert store.guest_access.read() == access
