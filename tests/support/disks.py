"""A full disk, and a folder without write permission.

The full disk is a small tmpfs or, for a user who cannot mount one, a limit on the size of files.
"""

from __future__ import annotations

import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Disk:
    """A folder with limited space."""

    folder: Path
    limit: int | None
    """The limit on the size of a file, if the file system itself is not small."""

    @contextmanager
    def full(self) -> Iterator[None]:
        """Writes that do not fit fail within this context."""
        if self.limit is None:
            yield
            return
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (self.limit, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def full_disk(parent: Path, limit: int, size: int | None = None) -> Iterator[Disk]:
    """A disk of `size` bytes or, without one, with room for files of at most `limit` bytes."""
    folder = parent / "disk"
    folder.mkdir()
    if size is None or not _mounted(folder, size):
        yield Disk(folder, limit)
        return
    try:
        yield Disk(folder, limit=None)
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def _mounted(folder: Path, size: int) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)]
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


@contextmanager
def without_rights(
    folder: Path, files: int = 0o444, folders: int = 0o555, closed: Path | None = None
) -> Iterator[None]:
    """Nothing in a folder can be written, not even by root, who becomes another user.

    A `closed` folder cannot be listed either.
    """
    paths = [folder, *folder.rglob("*")]
    for path in paths:
        path.chmod(folders if path.is_dir() else files)
    if closed is not None:
        closed.chmod(0)
    superuser = os.geteuid() == 0
    if superuser:
        os.seteuid(65534)
    try:
        yield
    finally:
        if superuser:
            os.seteuid(0)
        for path in [folder, *([closed] if closed else ()), *folder.rglob("*")]:
            path.chmod(0o755)
