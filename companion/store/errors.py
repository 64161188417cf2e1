"""The ways keeping something can fail, each carrying one sentence for people."""

from __future__ import annotations

import errno

from companion.rules.errors import NewerVersion, Refused, UnusableFile
from companion.rules.wording import Phrase, phrase, untranslated

__all__ = [
    "AlreadyOpen",
    "BeyondRepair",
    "NewerVersion",
    "NoSuchGame",
    "NotAFile",
    "NotSaved",
    "NotUnderstood",
    "Stopped",
    "UnusableFile",
    "reason_of",
    "unread_because",
]

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_NO_RIGHT = (errno.EACCES, errno.EPERM, errno.EROFS)


class NotSaved(Refused):
    """Nothing was written: what was kept before is still there, unchanged."""

    @classmethod
    def because(cls, error: OSError) -> NotSaved:
        """The refusal of the operating system, in words."""
        return cls(phrase("Not saved: {reason}.", reason=reason_of(error)))


class AlreadyOpen(Refused):
    """Another running copy of the app has the folder."""


class NoSuchGame(Refused):
    """No game of that id is kept."""


class NotUnderstood(UnusableFile):
    """A whole file that this version can make nothing of; another one may."""

    @classmethod
    def because(cls, reason: Phrase) -> NotUnderstood:
        """What is said of such a game."""
        return cls(
            phrase(
                "A game cannot be read by this Railkeeper and is left as it is ({reason}).",
                reason=reason,
            )
        )


class BeyondRepair(UnusableFile):
    """A damaged file without a good copy; what is left of it stays where it is."""


class Stopped(Refused):
    """Somebody cancelled it; nothing has changed."""


class NotAFile(OSError):
    """A pipe, a device, a folder or a monster in the place of a file."""


def unread_because(error: OSError) -> Phrase:
    """Why something could not be read."""
    if error.errno in _NO_RIGHT:
        return phrase("it may not be read")
    return reason_of(error)


def reason_of(error: OSError) -> Phrase:
    """Why the operating system refused."""
    if isinstance(error, NotAFile):
        return phrase("it is no file of Railkeeper")
    if error.errno in _NO_ROOM:
        return phrase("there is no room left on this device")
    if error.errno in _NO_RIGHT:
        return phrase("this folder cannot be written to")
    return untranslated(error.strerror or type(error).__name__)
