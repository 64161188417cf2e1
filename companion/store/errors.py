"""Errors of the store, each with one sentence for the keeper."""

from __future__ import annotations

import errno
from pathlib import Path

from companion.rules.errors import Refused, UnusableFile
from companion.rules.wording import Phrase, phrase, untranslated

PARSE_ERRORS = (
    Refused,
    AttributeError,
    LookupError,
    OverflowError,
    RecursionError,
    TypeError,
    ValueError,
)
"""Exceptions that parsing a value of the wrong form may raise."""

_NO_SPACE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_NO_PERMISSION = (errno.EACCES, errno.EPERM, errno.EROFS)


class NotSaved(Refused):
    """Nothing was written; the previous content of the file is unchanged."""

    @classmethod
    def because(cls, error: OSError) -> NotSaved:
        """The refusal for an error of the operating system."""
        return cls(phrase("Not saved: {reason}.", reason=reason_of(error)))


class AlreadyOpen(Refused):
    """Another running copy of the app has the folder open."""


class NoSuchGame(Refused):
    """No game has this id."""


class NotUnderstood(UnusableFile):
    """A valid JSON file that this version cannot read; another version may."""

    @classmethod
    def because(cls, reason: Phrase) -> NotUnderstood:
        """The refusal for a record that breaks a rule of its format."""
        return cls(
            phrase(
                "A game cannot be read by this Railkeeper and is left as it is ({reason}).",
                reason=reason,
            )
        )


class BeyondRepair(UnusableFile):
    """A damaged file without a good backup copy; both files stay where they are."""


class Unavailable(UnusableFile):
    """A file that the operating system does not let the app read now."""


class Stopped(Refused):
    """The operation was cancelled and has changed nothing."""


class NotAFile(OSError):
    """A pipe, a device, a folder or an oversized file in place of a file of the store."""


class TooLarge(NotAFile):
    """A file that is larger than any that the store writes."""


def no_such_game() -> NoSuchGame:
    """The refusal for an id that no game has."""
    return NoSuchGame(phrase("This game is not there any more."))


def stopped_import() -> Stopped:
    """The refusal of a cancelled import."""
    return Stopped(phrase("Stopped. Nothing was imported."))


def already_there() -> Refused:
    """The refusal for a game whose id another game has."""
    return Refused(phrase("This game is there already."))


def unreadable_file(path: Path, error: OSError) -> UnusableFile:
    """The refusal for a file or folder that cannot be read."""
    return UnusableFile(
        phrase("{file} cannot be read: {reason}.", file=path.name, reason=unreadable_reason(error))
    )


def unreadable_reason(error: OSError) -> Phrase:
    """Why a file could not be read."""
    if error.errno in _NO_PERMISSION:
        return phrase("it may not be read")
    return reason_of(error)


def reason_of(error: OSError) -> Phrase:
    """Why the operating system refused a file operation."""
    if isinstance(error, NotAFile):
        return phrase("it is no file of Railkeeper")
    if error.errno in _NO_SPACE:
        return phrase("there is no room left on this device")
    if error.errno in _NO_PERMISSION:
        return phrase("this folder cannot be written to")
    return untranslated(error.strerror or type(error).__name__)
