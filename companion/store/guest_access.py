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
from dataclasses import asdict, dataclass, field
from ipaddress import IPv4Address
from pathlib import Path
from types import MappingProxyType

from companion.rules.errors import Refused
from companion.rules.names import check_name
from companion.store.files import delete_file, fsync_folder, read_file, write_file
from companion.store.lock import FolderLock

MAX_AGE = 12 * 60 * 60
"""Seconds after the last change for which the file is used."""

_TOKEN = re.compile(r"[a-z2-7]{12}")
_SECRET = re.compile(r"[0-9a-f]{32}")
_TOKEN_BYTES, _SECRET_BYTES = 8, 16
_MAX_SEATS = 20
_MAX_CARDS = 100


@dataclass(frozen=True, slots=True)
class HandIn:
    """The last tickets that a player handed in, and what of them the keeper has to decide."""

    game: str
    """The id of the game."""
    receipt: str
    """Random; the next list names it, so that a repeated request is recognised."""
    waiting: tuple[str, ...] = ()
    """The ids of cards that another player has, or of a whole list that differs from what the
    keeper entered."""
    replaces: bool = False
    """Whether the waiting cards are a whole list."""


@dataclass(frozen=True, slots=True)
class GuestAccess:
    """Token, address and seats of guests while the game is shared."""

    token: str
    """12 lower-case base32 characters, the path of the guests' page."""
    address: str
    """The IPv4 address that the server listens on."""
    port: int
    seats: Mapping[str, str]
    """The secret of the guest who took the seat, by the player's name."""
    hand_ins: Mapping[str, HandIn] = field(default_factory=dict)
    """By the player's name."""


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
            "hand_ins": {name: asdict(each) for name, each in access.hand_ins.items()},
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
    names = "token", "address", "port", "seats", "hand_ins"
    token, address, port, seats, hand_ins = (value[name] for name in names)
    for each in (seats, hand_ins):
        if not isinstance(each, dict) or len(each) > _MAX_SEATS:
            raise TypeError(each)
    secrets = list(seats.values())
    is_usable = (
        _TOKEN.fullmatch(token)
        and isinstance(address, str)
        and str(IPv4Address(address)) == address
        and type(port) is int
        and 0 < port < 2**16
        and all(check_name(name) == name for name in (*seats, *hand_ins))
        and all(_SECRET.fullmatch(secret) for secret in secrets)
        and len(set(secrets)) == len(secrets)
    )
    if not is_usable:
        raise ValueError(value)
    read = {name: _parse_hand_in(each) for name, each in hand_ins.items()}
    return GuestAccess(token, address, port, MappingProxyType(seats), MappingProxyType(read))


def _parse_hand_in(value: dict[str, object]) -> HandIn:
    game, receipt, waiting, replaces = (
        value[name] for name in ("game", "receipt", "waiting", "replaces")
    )
    if not isinstance(game, str) or not isinstance(receipt, str) or not isinstance(waiting, list):
        raise TypeError(value)
    if not all(isinstance(card, str) for card in waiting) or not isinstance(replaces, bool):
        raise TypeError(value)
    if len(waiting) > _MAX_CARDS or not _SECRET.fullmatch(receipt):
        raise ValueError(value)
    return HandIn(game, receipt, tuple(waiting), replaces)
