"""How guests reach the app: one private file, which exists while the game is shared.

The file is not backed up, exported or imported. After a kill the app reads it and shares the game
again, so that the pages of guests reconnect. A damaged file counts as none, and so does an old one:
who swiped the app away last week does not expect to share a game now.
"""

from __future__ import annotations

import json
import re
import secrets
import time
from base64 import b32encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address
from pathlib import Path
from types import MappingProxyType

from companion.rules.errors import Refused
from companion.rules.names import check_name
from companion.store.files import delete_file, fsync_folder, read_file, write_file
from companion.store.lock import FolderLock
from companion.store.saved_game import is_id

MAX_AGE = 12 * 60 * 60
"""Seconds after the last change for which the file is used."""

_TOKEN = re.compile(r"[a-z2-7]{12}")
_SECRET = re.compile(r"[0-9a-f]{32}")
_TOKEN_BYTES, _SECRET_BYTES = 8, 16
_MAX_SEATS = 20


@dataclass(frozen=True, slots=True)
class GuestAccess:
    """Token, address and seats of guests, and the game they see, while it is shared."""

    token: str
    """12 lower-case base32 characters, the path of the guests' page."""
    address: str
    """The IPv4 address that the server listens on."""
    port: int
    seats: Mapping[str, str]
    """The secret of the guest who took the seat, by the player's name."""
    game: str = ""
    """The id of the game that guests see; empty if none."""


def new_token() -> str:
    """A random token, short enough to type."""
    return b32encode(secrets.token_bytes(_TOKEN_BYTES)).decode("ascii")[:12].lower()


def new_secret() -> str:
    """A random secret of a seat, in hexadecimal."""
    return secrets.token_hex(_SECRET_BYTES)


class GuestAccessFile:
    """The guest access in its file."""

    def __init__(self, path: Path, lock: FolderLock) -> None:
        self._path = path
        self._lock = lock

    def read(self) -> GuestAccess | None:
        """The guest access; None if there is no file or it is old or damaged."""
        try:
            if abs(time.time() - self._path.stat().st_mtime) > MAX_AGE:
                return None
            return _parse(json.loads(read_file(self._path)))
        except (OSError, ValueError, RecursionError, LookupError, TypeError, Refused):
            return None

    def write(self, access: GuestAccess) -> None:
        """Replace the file; `NotSaved` leaves it unchanged."""
        self._lock.acquire()
        fields = {
            "token": access.token,
            "address": access.address,
            "port": access.port,
            "seats": dict(access.seats),
            "game": access.game,
        }
        write_file(self._path, json.dumps(fields) + "\n")

    def delete(self) -> None:
        """Delete the file, as far as possible."""
        with suppress(OSError):
            delete_file(self._path)
        fsync_folder(self._path.parent)


def _parse(value: object) -> GuestAccess:
    """The guest access in the content of a file; `ValueError` and others if it is damaged."""
    if not isinstance(value, dict):
        raise TypeError(value)
    names = "token", "address", "port", "seats", "game"
    token, address, port, seats, game = (value[name] for name in names)
    if not isinstance(seats, dict) or len(seats) > _MAX_SEATS:
        raise TypeError(seats)
    secrets = list(seats.values())
    is_usable = (
        _TOKEN.fullmatch(token)
        and isinstance(address, str)
        and str(IPv4Address(address)) == address
        and type(port) is int
        and 0 < port < 2**16
        and all(check_name(name) == name for name in seats)
        and all(_SECRET.fullmatch(secret) for secret in secrets)
        and len(set(secrets)) == len(secrets)
        and (game == "" or is_id(game))
    )
    if not is_usable:
        raise ValueError(value)
    return GuestAccess(token, address, port, MappingProxyType(seats), game)
