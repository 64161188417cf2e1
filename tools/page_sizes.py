"""Finds 64-bit libraries of an APK or app bundle that do not support memory pages of 16 KB.

Phones with Android 15 and newer may use such pages. Libraries in python-for-android's bundle are
checked too. Needs `readelf`.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

PAGE = 16 * 1024
LIBRARIES = re.compile(r"(?:^|/)lib/(?:arm64-v8a|x86_64)/[^/]+\.so$")


def libraries(package: Path) -> Iterator[tuple[str, bytes]]:
    """The name and content of every library; one that is not ELF is python-for-android's bundle."""
    with ZipFile(package) as files:
        for name in filter(LIBRARIES.search, files.namelist()):
            content = files.read(name)
            if content.startswith(b"\x7fELF"):
                yield name, content
            else:
                yield from _packed(name, content)


def _packed(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=BytesIO(content)) as bundle:
        for member in bundle:
            file = bundle.extractfile(member) if member.name.endswith(".so") else None
            if file is not None:
                yield f"{name}: {member.name}", file.read()


def alignment(library: Path) -> int:
    """The smallest alignment of the loadable segments of a library."""
    output = subprocess.run(
        ["readelf", "--program-headers", "--wide", library],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    alignments = [
        int(line.split()[-1], 16) for line in output.splitlines() if line.split()[:1] == ["LOAD"]
    ]
    return min(alignments, default=0)


def main(packages: list[str]) -> int:
    """Check every package; the exit code is 1 if a library is wrong or none was found."""
    checked, too_small = 0, []
    with TemporaryDirectory() as place:
        file = Path(place, "library.so")
        for package in map(Path, packages):
            for name, content in libraries(package):
                file.write_bytes(content)
                checked += 1
                if alignment(file) < PAGE:
                    too_small.append(f"{package.name}: {name}")
    for name in too_small:
        print(f"Not for pages of 16 KB: {name}")
    print(f"{checked} libraries, {len(too_small)} of them not for pages of 16 KB")
    return 1 if too_small or not checked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
