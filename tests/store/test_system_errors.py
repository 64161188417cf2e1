"""Errors of the operating system are told in sentences of the app, never in the system's words."""

from __future__ import annotations

import errno
import os
import re

import pytest

from companion.store.errors import NotSaved, reason_of, unreadable_reason, writing
from tools.translatable_texts import ROOT, Text, all_texts


def test_reason_is_translatable() -> None:
    untranslatable = set()
    for reason in (reason_of, unreadable_reason):
        for number, name in errno.errorcode.items():
            found = reason(OSError(number, os.strerror(number)))
            if Text(found.text) not in all_texts() or os.strerror(number) in str(found):
                untranslatable.add((reason.__name__, name, str(found)))
    assert untranslatable == set()


def test_error_without_a_number_has_a_reason() -> None:
    assert str(reason_of(OSError("odd"))) == "the device reported an error (OSError)"


@pytest.mark.parametrize(
    ("number", "written", "read"),
    [
        (errno.ENOSPC, "there is no space left on this device", None),
        (errno.EDQUOT, "there is no space left on this device", None),
        (errno.EFBIG, "there is no space left on this device", None),
        (
            errno.EACCES,
            "this folder cannot be written to",
            "you do not have permission to read it",
        ),
        (errno.EPERM, "this folder cannot be written to", "you do not have permission to read it"),
        (errno.EROFS, "this folder is read-only", None),
        (errno.ENOENT, "the folder does not exist", "it does not exist"),
        (errno.EISDIR, "it is a folder, not a file", "it is a folder, not a file"),
        (errno.ENOTDIR, "there is a file where a folder is needed", None),
        (
            errno.ENAMETOOLONG,
            "the name of the file is too long",
            "the name of the file is too long",
        ),
        (errno.EIO, "the device reported an error (EIO)", "the device reported an error (EIO)"),
    ],
)
def test_common_causes_have_their_own_words(number: int, written: str, read: str | None) -> None:
    error = OSError(number, os.strerror(number))
    with pytest.raises(NotSaved, match=f"Not saved: {re.escape(written)}\\."), writing():
        raise error
    if read is not None:
        assert str(unreadable_reason(error)) == read


def test_no_message_of_the_system_is_used() -> None:
    for path in (ROOT / "companion").rglob("*.py"):
        assert "strerror" not in path.read_text(encoding="utf-8"), path
