"""Errors of the store, each with one sentence for the keeper."""

from __future__ import annotations

import errno
from pathlib import Path

from companion.rules.errors import Refused, UnusableFile
from companion.rules.wording import Phrase, phrase

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
_NO_PERMISSION = (errno.EACCES, errno.EPERM)


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
                "This version of Railkeeper cannot read one of your games; it is left unchanged "
                "({reason}).",
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
    return NoSuchGame(phrase("This game no longer exists."))


def stopped_import() -> Stopped:
    """The refusal of a cancelled import."""
    return Stopped(phrase("Stopped. Nothing was imported."))


def already_there() -> Refused:
    """The refusal for a game whose id another game has."""
    return Refused(phrase("This game already exists."))


def unreadable_file(path: Path, error: OSError) -> UnusableFile:
    """The refusal for a file or folder that cannot be read."""
    return UnusableFile(
        phrase("{file} cannot be read: {reason}.", file=path.name, reason=unreadable_reason(error))
    )


def unreadable_reason(error: OSError) -> Phrase:
    """Why a file could not be read: half a sentence."""
    if error.errno in _NO_PERMISSION:
        return phrase("you do not have permission to read it")
    if error.errno == errno.ENOENT:
        return phrase("it does not exist")
    return reason_of(error)


def reason_of(error: OSError) -> Phrase:
    """Why the operating system refused to write a file: half a sentence.

    The operating system's own message is not shown, because it is in English or in the language of
    the system.
    """
    number = error.errno
    if isinstance(error, NotAFile):
        return phrase("it is not a Railkeeper file")
    if number in _NO_SPACE:
        return phrase("there is no space left on this device")
    if number in _NO_PERMISSION:
        return phrase("this folder cannot be written to")
    if number == errno.EROFS:
        return phrase("this folder is read-only")
    if number == errno.ENOENT:
        return phrase("the folder does not exist")
    if number == errno.EISDIR:
        return phrase("it is a folder, not a file")
    if number in (errno.ENOTDIR, errno.EEXIST):
        return phrase("there is a file where a folder is needed")
    if number == errno.ENAMETOOLONG:
        return phrase("the name of the file is too long")
    # Translators: {name} is a technical name, such as EIO.
    return phrase("the device reported an error ({name})", name=_name(error))


def _name(error: OSError) -> str:
    """The technical name of an error: "EIO"."""
    return errno.errorcode.get(error.errno or 0, type(error).__name__)
