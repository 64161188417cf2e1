"""How guests reach the app: one private file, which exists while the game is shared.

The file is not backed up, exported or imported. After a kill the app reads it and shares the game
again, so that the pages of guests reconnect. A damaged file counts as none, and so does one that
was made by hand, or an old one: who swiped the app away last week does not expect to share a game
now.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass

from companion.rules.wording import phrase
from companion.store.errors import NotSaved, reason_of
from companion.store.files import DataFolder, fsync_folder
from companion.store.json_folder import read_private, write_private

MAX_AGE = 12 * 60 * 60
"""Seconds after the last change for which the file is used."""

_TOKEN_CHARACTERS = "acdefghjkmnprtuvwxy347"
"""Letters and digits that cannot be confused in print."""
_TOKEN_LENGTH, _SECRET_BYTES = 12, 16


@dataclass(frozen=True, slots=True)
class GuestAccess:
    """Token, address and seats of guests, and the game they see, while it is shared."""

    token: str
    """12 lower-case letters and digits, the path of the guests' page."""
    address: str
    """The IPv4 address that the server listens on."""
    port: int
    seats: Mapping[str, str]
    """The secret of the guest who took the seat, by the player's name."""
    game: str = ""
    """The id of the game that guests see; empty if none."""


def new_token() -> str:
    """A random token, short enough to type."""
    import secrets

    return "".join(secrets.choice(_TOKEN_CHARACTERS) for _ in range(_TOKEN_LENGTH))


def new_secret() -> str:
    """A random secret of a seat, in hexadecimal."""
    import secrets

    return secrets.token_hex(_SECRET_BYTES)


class GuestAccessFile:
    """The guest access in its file."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder
        self._path = folder.path / "guests.json"

    def exists(self) -> bool:
        """Whether a game was shared when the app was killed."""
        return self._path.exists()

    def read(self) -> GuestAccess | None:
        """The guest access; None if there is no file, it is old or damaged, or has other fields."""
        with suppress(OSError, TypeError):
            if abs(time.time() - self._path.stat().st_mtime) <= MAX_AGE:
                return GuestAccess(**read_private(self._path) or {})
        return None

    def write(self, access: GuestAccess) -> None:
        """Replace the file; `NotSaved` leaves it unchanged."""
        write_private(self._folder, self._path, asdict(access))

    def delete(self) -> None:
        """Delete the file; `NotSaved` if that fails, and it may be used after a restart."""
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            text = phrase(
                "Sharing is off, but may be on again when the app starts next: {reason}.",
                reason=reason_of(error),
            )
            raise NotSaved(text) from error
        fsync_folder(self._path.parent)
