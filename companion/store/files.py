"""Writing files so that a kill, an empty battery or a full disk never leaves half of one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.store.errors import NotSaved


def write_file(path: Path, text: str, *, keep_copy: bool = False) -> None:
    """Replace a file as a whole, for good once this returns; `NotSaved` leaves the old one.

    With `keep_copy` the content it had until now stays beside it, see `copy_of`.
    """
    _write(path, text.encode("utf-8"), keep_copy)


def copy_of(path: Path) -> Path:
    """Where the previous content of a file is kept."""
    return path.with_name(path.name + ".before")


def move_file(path: Path, folder: Path) -> None:
    """Move a file with its copy to another folder beside it."""
    try:
        # The copy goes first: a copy alone means nothing, so a kill in between loses nothing.
        with suppress(FileNotFoundError):
            copy_of(path).replace(copy_of(folder / path.name))
        path.replace(folder / path.name)
        _settle(folder)
        _settle(path.parent)
    except OSError as error:
        raise NotSaved.because(error) from error


def delete_file(path: Path) -> None:
    """Remove a file and its copy, whether they are there or not."""
    path.unlink(missing_ok=True)
    copy_of(path).unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Remove what writing left unfinished when the app was killed."""
    for path in folder.glob("*.new"):
        with suppress(OSError):
            path.unlink()


@contextmanager
def all_or_nothing(new: Iterable[Path], changed: Sequence[Path]) -> Iterator[None]:
    """If what is done meanwhile fails, remove the new files and put the changed ones back."""
    before = {path: path.read_bytes() for path in changed if path.exists()}
    added = [*new, *(path for path in changed if path not in before)]
    try:
        yield
    except BaseException:
        # New files go first: on a full disk they make the room to put the others back.
        for path in added:
            delete_file(path)
        for path, content in before.items():
            if path.read_bytes() != content:
                _write(path, content, keep_copy=False)
        raise


def _write(path: Path, content: bytes, keep_copy: bool) -> None:
    new = path.with_name(path.name + ".new")
    try:
        with new.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if keep_copy:
            with suppress(FileNotFoundError):
                shutil.copyfile(path, copy_of(path))
        new.replace(path)
        _settle(path.parent)
    except OSError as error:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise NotSaved.because(error) from error


def _settle(folder: Path) -> None:
    """Make the names in a folder as lasting as the files; Windows does so by itself."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
