"""Says which 64-bit libraries of an APK or a bundle cannot be loaded into pages of 16 KB.

Phones with Android 15 and newer may have such pages. Those inside the Python bundle are looked at
too. Needs `readelf`.
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
    """Every library with its name; one that is not ELF is python-for-android's packed bundle."""
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
    """The smallest step at which its parts can be loaded."""
    told = subprocess.run(
        ["readelf", "--program-headers", "--wide", library],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    steps = [
        int(line.split()[-1], 16) for line in told.splitlines() if line.split()[:1] == ["LOAD"]
    ]
    return min(steps, default=0)


def main(packages: list[str]) -> int:
    """Judge every package; the exit code."""
    judged, too_small = 0, []
    with TemporaryDirectory() as place:
        file = Path(place, "library.so")
        for package in map(Path, packages):
            for name, content in libraries(package):
                file.write_bytes(content)
                judged += 1
                if alignment(file) < PAGE:
                    too_small.append(f"{package.name}: {name}")
    for name in too_small:
        print(f"Not for pages of 16 KB: {name}")
    print(f"{judged} libraries, {len(too_small)} of them not for pages of 16 KB")
    return 1 if too_small or not judged else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
