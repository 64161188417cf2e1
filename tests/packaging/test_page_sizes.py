"""The check for pages of 16 KB, on packages with generated libraries."""

from __future__ import annotations

import shutil
import struct
import tarfile
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from tools.page_sizes import main

pytestmark = pytest.mark.skipif(
    shutil.which("readelf") is None, reason="readelf is missing: apt-get install binutils"
)


def library(*steps: int) -> bytes:
    """An empty arm64 library with these segment alignments."""
    start = b"\x7fELF" + bytes([2, 1, 1]) + bytes(9)
    header = struct.pack("<HHIQQQIHHHHHH", 3, 183, 1, 0, 64, 0, 0, 64, 56, len(steps), 64, 0, 0)
    parts = (struct.pack("<IIQQQQQQ", 1, 4, 0, 0, 0, 0, 0, step) for step in steps)
    return start + header + b"".join(parts)


def bundle(**files: bytes) -> bytes:
    """A bundle as python-for-android packs Python's libraries."""
    packed = BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for name, content in files.items():
            entry = tarfile.TarInfo(f"_python_bundle/modules/{name}.so")
            entry.size = len(content)
            tar.addfile(entry, BytesIO(content))
    return packed.getvalue()


def package(folder: Path, **files: bytes) -> str:
    path = folder / "app.apk"
    with ZipFile(path, "w") as made:
        for name, content in files.items():
            made.writestr(f"lib/arm64-v8a/{name}.so", content)
        made.writestr("lib/armeabi-v7a/libold.so", library(0x1000))
        made.writestr("assets/private.tar", b"")
    return str(path)


def test_libraries_with_large_alignment_pass(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = library(0x4000, 0x10000)
    apk = package(tmp_path, libSDL2=good, libpybundle=bundle(math=good, json=good))
    assert main([apk]) == 0
    assert capsys.readouterr().out == "3 libraries, 0 of them not for pages of 16 KB\n"


def test_library_with_small_alignment_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = library(0x4000), library(0x4000, 0x1000)
    apk = package(tmp_path, libSDL2=bad, libmain=good, libpybundle=bundle(math=good, json=bad))
    assert main([apk]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "Not for pages of 16 KB: app.apk: lib/arm64-v8a/libSDL2.so",
        "Not for pages of 16 KB: app.apk: lib/arm64-v8a/libpybundle.so: "
        "_python_bundle/modules/json.so",
        "4 libraries, 2 of them not for pages of 16 KB",
    ]


def test_package_without_libraries_fails(tmp_path: Path) -> None:
    assert main([package(tmp_path)]) == 1
