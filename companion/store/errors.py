"""The ways keeping something can fail, each carrying one sentence for people."""

from __future__ import annotations

import errno

from companion.rules import Refused
from companion.rules.errors import LeftAlone, Newer
from companion.rules.wording import Phrase, say

__all__ = ["AlreadyOpen", "LeftAlone", "Newer", "NoSuchGame", "NotSaved", "reason_of"]

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_NO_RIGHT = (errno.EACCES, errno.EPERM, errno.EROFS)


class NotSaved(Refused):
    """Nothing was written: what was kept before is still there, unchanged."""

    @classmethod
    def because(cls, error: OSError) -> NotSaved:
        """The refusal of the operating system, in words."""
        return cls(say("Not saved: {reason}.", reason=reason_of(error)))


class AlreadyOpen(Refused):
    """Another running copy of the app has the folder."""


class NoSuchGame(Refused):
    """No game of that id is kept, or nothing of it could be read any more."""


def reason_of(error: OSError) -> Phrase:
    """Why the operating system refused."""
    if error.errno in _NO_ROOM:
        return say("there is no room left on this device")
    if error.errno in _NO_RIGHT:
        return say("this folder cannot be written to")
    return say("{reason}", reason=error.strerror or type(error).__name__)
