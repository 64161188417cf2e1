"""What operations report: errors and notices, each one sentence for the keeper, and progress."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.rules.errors import Refused, UnusableFile
from companion.rules.wording import Phrase, phrase

Progress = Callable[[int, int], None]
"""Called, in the thread of the operation, with the number of steps done and the total."""
Cancelled = Callable[[], bool]
"""Asked between two steps whether to stop."""

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

_NO_PERMISSION = (errno.EACCES, errno.EPERM)


class Notices(list[Phrase]):
    """Sentences about files to show once; the page that shows one removes it."""

    def add(self, sentence: Phrase) -> None:
        """Append a sentence that is not in the list yet."""
        if sentence not in self:
            self.append(sentence)

    @contextmanager
    def instead_of_refusal(self) -> Iterator[None]:
        """Add the sentence of a refusal in the block, which does not stop the operation."""
        try:
            yield
        except Refused as problem:
            self.add(problem.phrase)


class NotSaved(Refused):
    """Nothing was written; the previous content of the file is unchanged."""

    @classmethod
    def because(cls, error: OSError) -> NotSaved:
        """The refusal for an error of the operating system."""
        return cls(phrase("Not saved: {reason}.", reason=reason_of(error)))


class AlreadyOpen(Refused):
    """Another running copy of the app has the folder open."""


class NoSuchFile(Refused):
    """No file has this id."""

    def __init__(self) -> None:
        super().__init__(phrase("This game no longer exists."))


class Damaged(UnusableFile):
    """A file that cannot be used; its backup copy may be."""


class Stopped(Refused):
    """The operation was cancelled and has changed nothing."""


def already_there() -> Refused:
    """The refusal for a game whose id another game has."""
    return Refused(phrase("This game already exists."))


def stoppable(progress: Progress, cancelled: Cancelled, outcome: Phrase) -> Progress:
    """Progress that raises `Stopped` with this outcome if the operation was cancelled."""

    def step(done: int, total: int) -> None:
        if cancelled():
            raise Stopped(outcome)
        progress(done, total)

    return step


NOTHING_IMPORTED = phrase("Stopped. Nothing was imported.")


@contextmanager
def writing() -> Iterator[None]:
    """Turn an error of the operating system in the block into `NotSaved`."""
    try:
        yield
    except OSError as error:
        raise NotSaved.because(error) from error


@contextmanager
def reading(file: str | Phrase) -> Iterator[None]:
    """Turn an error of the operating system in the block into `UnusableFile`."""
    try:
        yield
    except OSError as error:
        reason = unreadable_reason(error)
        raise UnusableFile(
            phrase("{file} cannot be read: {reason}.", file=file, reason=reason)
        ) from error


def unreadable_reason(error: OSError) -> Phrase:
    """Why a file could not be read: half a sentence."""
    if error.errno in _NO_PERMISSION:
        return phrase("you do not have permission to read it")
    if error.errno == errno.ENOENT:
        return phrase("it does not exist")
    return reason_of(error)


_REASONS = {
    **dict.fromkeys(
        (errno.ENOSPC, errno.EDQUOT, errno.EFBIG), phrase("there is no space left on this device")
    ),
    **dict.fromkeys(_NO_PERMISSION, phrase("this folder cannot be written to")),
    errno.EROFS: phrase("this folder is read-only"),
    errno.ENOENT: phrase("the folder does not exist"),
    errno.EISDIR: phrase("it is a folder, not a file"),
    errno.ENOTDIR: phrase("there is a file where a folder is needed"),
    errno.EEXIST: phrase("there is a file where a folder is needed"),
    errno.ENAMETOOLONG: phrase("the name of the file is too long"),
}


def reason_of(error: OSError) -> Phrase:
    """Why the operating system refused to write a file: half a sentence in the app's language."""
    number = error.errno or 0
    name = errno.errorcode.get(number, type(error).__name__)
    # Translators: {name} is a technical name, such as EIO.
    other = phrase("the device reported an error ({name})", name=name)
    return _REASONS.get(number, other)


def no_progress(done: int, total: int) -> None:
    """Ignore the progress."""


def never_cancelled() -> bool:
    """Run to the end."""
    return False
