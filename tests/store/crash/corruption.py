"""Functions that damage a file: flip bits, truncate, overwrite, replace values or the file."""

from __future__ import annotations

import json
import os
import random
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 10**9, 10**30, 1e308, float("inf"), float("nan"), "", " ", "x" * 100_000,
    "\ud800", "\u202e", "a\nb", "../../../outside/secret", "0" * 32, "9999-12-31T23:59:59-14:00",
    "0001-01-01T00:00:00+14:00", [], {}, [[]], {"": None}, {"id": {}}, [0] * 10_000,
    ["Ana", "Ana"], "railkeeper/9", "railkeeper-settings/7",
)  # fmt: skip
"""Values put in place of a correct one."""

Bytes = Callable[[bytes, random.Random], bytes]


def flip_bits(content: bytes, chance: random.Random) -> bytes:
    """Flip some bits."""
    changed = bytearray(content or b"\0")
    for _ in range(chance.choice((1, 1, 2, 8, 64))):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def truncate(content: bytes, chance: random.Random) -> bytes:
    """Cut off the end or the beginning."""
    at = chance.randrange(len(content) + 1)
    return content[:at] if chance.random() < 0.7 else content[at:]


def overwrite(content: bytes, chance: random.Random) -> bytes:
    """Insert zeros, brackets, digits or the content itself, with or without overwriting."""
    at = chance.randrange(len(content) + 1)
    many = chance.choice((1, 7, 4096, 100_000))
    noise = chance.choice((b"\0", b"[", b'{"a":', b"9", b"\xff", b"\n", b"{}\n", content))
    if noise == content:
        many = chance.choice((1, 2))
    rest = chance.choice((at, len(content), at + many))
    return content[:at] + noise * many + content[rest:]


def replace_value(content: bytes, chance: random.Random) -> bytes:
    """Replace a value in the JSON by another type, delete it, or nest it deeply."""
    lines = content.splitlines() or [b"{}"]
    at = chance.randrange(len(lines))
    try:
        value = json.loads(lines[at])
    except ValueError:
        return content
    holders = list(_holders(value))
    if not holders:
        return json.dumps(chance.choice(STRANGE)).encode()
    holder = chance.choice(holders)
    key = chance.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    text = None
    match chance.randrange(5):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder[chance.choice(("", "id", "format", "\ud800", "9" * 5000))] = holder.pop(key)
        case 2:
            holder[key] = "MARK"
            deep = chance.choice((50, 2000, 100_000))
            nested = ("[" * deep + "]" * deep, '{"a":' * deep + "1" + "}" * deep, "9" * deep)
            text = json.dumps(value).replace('"MARK"', chance.choice(nested))
        case 3 if isinstance(holder, list):
            holder.extend([holder[key]] * chance.choice((1, 500)))
        case _:
            holder[key] = chance.choice(STRANGE)
    lines[at] = (text or json.dumps(value)).encode()
    return b"\n".join(lines) + b"\n"


def _holders(value: Any) -> Iterator[Any]:
    if isinstance(value, dict | list) and value:
        yield value
        for each in value.values() if isinstance(value, dict) else value:
            yield from _holders(each)


def replace_file(path: Path, secret: Path, chance: random.Random) -> None:
    """Put a pipe, socket, link or folder in place of the file."""
    path.unlink(missing_ok=True)
    match chance.randrange(6):
        case 0:
            os.mkfifo(path)
        case 1:
            with socket.socket(socket.AF_UNIX) as made, suppress(OSError):
                made.bind(str(path))
        case 2:
            path.symlink_to(chance.choice(("/dev/zero", "/dev/null", "/dev/full", "/dev/tty")))
        case 3:
            path.symlink_to(chance.choice((path.name, "nowhere")))
        case 4:
            path.symlink_to(secret)
        case _:
            path.mkdir()
            (path / "inside").write_bytes(b"something")


CORRUPTIONS: tuple[Bytes, ...] = (
    flip_bits,
    truncate,
    overwrite,
    replace_value,
    replace_value,
    replace_value,
)


def corrupt(path: Path, secret: Path, chance: random.Random) -> bytes | None:
    """Damage a file; its new content, None if it is no file any more."""
    if chance.random() < 0.15:
        replace_file(path, secret, chance)
        return None
    content = chance.choice(CORRUPTIONS)(path.read_bytes(), chance)
    path.write_bytes(content)
    return content
