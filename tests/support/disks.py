"""A disk without room, and a folder without rights.

A small file system of its own is without room or, where none can be mounted, a limit is set.
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
    """Somewhere to write until there is no room."""

    folder: Path
    limit: int | None
    """How large a file may grow where the file system itself has no end."""

    @contextmanager
    def full(self) -> Iterator[None]:
        """Make what does not fit fail, whichever way the disk is small."""
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
def full_disk(parent: Path, size: int, *, mount: bool = True) -> Iterator[Disk]:
    """A disk of about `size` bytes."""
    folder = parent / "disk"
    folder.mkdir()
    if not (mount and _mounted(folder, size)):
        yield Disk(folder, limit=size // 10)
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
    """Nothing in a folder may be written, not even by the superuser, who becomes nobody.

    What is `closed` may not even be looked into.
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
