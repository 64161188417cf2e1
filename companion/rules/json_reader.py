"""Reading JSON from elsewhere: sizes are limited, every field is checked before it is used."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from math import isfinite
from typing import NamedTuple, NoReturn

from companion.rules.errors import Malformed
from companion.rules.wording import Phrase, phrase

MAX_DEPTH = 40
"""Deepest nesting of lists and objects."""
MAX_TEXT_LENGTH = 200
"""Most characters of a text field."""


class Limits(NamedTuple):
    """The largest file of a kind, or line of an archive."""

    bytes: int
    containers: int
    """Lists and objects; a small file of brackets would parse for seconds."""
    values: int


_MB = 1024 * 1024
RECORD_LIMITS = Limits(2 * _MB, containers=15_000, values=40_000)
"""A record, alone or in an archive; a real game has about ten thousand bytes."""
BOARD_LIMITS = Limits(1 * _MB, containers=8_000, values=25_000)
"""A board; the record of a game may contain one and has more."""
OWN_LIMITS = Limits(10 * _MB, containers=30_000, values=80_000)
"""A file in the app's folder: an imported record grows when it is written and continued."""


def read_json(content: bytes | str, limits: Limits = RECORD_LIMITS) -> object:
    """Parse JSON; `Malformed` for duplicate keys, deep nesting, and infinite or huge numbers."""
    if isinstance(content, str):
        content = content.encode("utf-8", "surrogatepass")
    check_size(content, limits)
    try:
        # utf-8-sig: some editors write a byte order mark.
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Malformed(phrase("not UTF-8 text")) from None
    try:
        value: object = json.loads(text, object_pairs_hook=_reject_duplicates)
    except RecursionError:
        raise _too_deep() from None
    except json.JSONDecodeError as error:
        raise Malformed(
            phrase(
                "not JSON: line {line}, column {column} cannot be read",
                line=error.lineno,
                column=error.colno,
            )
        ) from None
    except ValueError:
        raise Malformed(phrase("not JSON: a number has too many digits")) from None
    _check_values(value)
    return value


def check_size(content: bytes, limits: Limits) -> None:
    """`Malformed` if a file is too large or contains too many values."""
    if len(content) > limits.bytes:
        raise Malformed(phrase("larger than {limit} MB", limit=limits.bytes // _MB))
    if (
        content.count(b"{") + content.count(b"[") > limits.containers
        or content.count(b",") > limits.values
    ):
        raise Malformed(phrase("it contains too many values"))


def _reject_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields: dict[str, object] = {}
    for name, value in pairs:
        if name in fields:
            raise Malformed(
                phrase("the field “{name}” appears twice in one object", name=excerpt(name))
            )
        fields[name] = value
    return fields


def _check_values(value: object) -> None:
    layer, depth = [value], 0
    while layer:
        if depth > MAX_DEPTH:
            raise _too_deep()
        if any(isinstance(each, float) and not isfinite(each) for each in layer):
            raise Malformed(phrase("not JSON: a number is not finite"))
        layer = [inner for each in layer for inner in _children(each)]
        depth += 1


def _children(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _too_deep() -> Malformed:
    return Malformed(phrase("nested more than {depth} levels deep", depth=MAX_DEPTH))


def encode_json(fields: Mapping[str, object]) -> bytes:
    """Fields as one line of JSON in UTF-8; `Malformed` if they contain a lone surrogate."""
    try:
        return json.dumps(dict(fields), ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    except UnicodeEncodeError:
        raise Malformed(phrase("not text: it contains an incomplete character")) from None


def excerpt(value: object) -> str:
    """A value from a file, shortened and printable, to be quoted in an error message."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )
    return text if len(text) <= 60 else text[:59] + "…"


def quoted(value: object) -> str:
    """An excerpt of a value, in which text has quotes: “4” is not the number 4."""
    return f"“{excerpt(value)}”" if isinstance(value, str) else excerpt(value)


def is_single_line(text: str) -> bool:
    """Whether a text is not blank, not too long, and printable on one line."""
    return len(text) <= MAX_TEXT_LENGTH and bool(text.strip()) and text.isprintable()


class JsonObject:
    """A JSON object read field by field; a wrong field raises `Malformed` naming the object."""

    def __init__(self, value: object, where: Phrase) -> None:
        self.where = where
        """The object's name in error messages, such as "route “brest--paris”"."""
        if not isinstance(value, dict):
            self.fail(phrase("should be an object with named fields"))
        self._fields: dict[str, object] = value
        self._read: set[str] = set()

    def problem(self, problem: Phrase) -> Malformed:
        """The error that this object has a problem."""
        return Malformed(phrase("{where}: {problem}", where=self.where, problem=problem))

    def fail(self, problem: Phrase) -> NoReturn:
        """Raise `Malformed` for a problem of this object."""
        raise self.problem(problem)

    def has(self, name: str) -> bool:
        """Whether the field exists."""
        return name in self._fields

    def raw(self, name: str) -> object:
        """A field of any type; `Malformed` if it is missing."""
        self._read.add(name)
        if name not in self._fields:
            self.fail(phrase("“{name}” is missing", name=name))
        return self._fields[name]

    def text(self, name: str) -> str:
        """A field that is a line of text."""
        value = self.raw(name)
        if isinstance(value, str) and len(value) > MAX_TEXT_LENGTH:
            self.fail(
                phrase("“{name}” is too long (at most {most})", name=name, most=MAX_TEXT_LENGTH)
            )
        if not isinstance(value, str) or not is_single_line(value):
            self.fail(phrase("“{name}” should be a single line of text", name=name))
        return value

    def integer(self, name: str, low: int, high: int) -> int:
        """A field that is a whole number from `low` to `high`."""
        value = self.raw(name)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.fail(
                phrase(
                    "“{name}” should be a whole number from {low} to {high}, not {value}",
                    name=name,
                    low=low,
                    high=high,
                    value=quoted(value),
                )
            )
        return value

    def number(self, name: str, low: float, high: float) -> float:
        """A field that is a number from `low` to `high`."""
        value = self.raw(name)
        if (
            not isinstance(value, int | float)
            or isinstance(value, bool)
            or not low <= value <= high
        ):
            self.fail(
                phrase(
                    "“{name}” should be a number from {low} to {high}, not {value}",
                    name=name,
                    low=low,
                    high=high,
                    value=quoted(value),
                )
            )
        return float(value)

    def boolean(self, name: str) -> bool:
        """A field that is true or false."""
        value = self.raw(name)
        if not isinstance(value, bool):
            self.fail(
                phrase(
                    "“{name}” should be true or false, not {value}", name=name, value=quoted(value)
                )
            )
        return value

    def array(self, name: str) -> list[object]:
        """The value of a list field; `Malformed` if it is not a list."""
        value = self.raw(name)
        if not isinstance(value, list):
            self.fail(phrase("“{name}” should be a list", name=name))
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A field that is a list of text."""
        values = self.array(name)
        texts = tuple(value for value in values if isinstance(value, str) and is_single_line(value))
        if len(texts) < len(values):
            self.fail(phrase("“{name}” should be a list of text", name=name))
        return texts

    def child(self, name: str) -> JsonObject:
        """A field that is an object."""
        return JsonObject(self.raw(name), phrase("{where}: “{name}”", where=self.where, name=name))

    def integers_by_number(self, name: str) -> dict[int, int]:
        """A field that is an object from numbers to numbers, such as points by route length."""
        table = self.child(name)
        numbers = {}
        for number in table.keys:
            if not re.fullmatch("[1-9][0-9]?", number):
                table.fail(
                    phrase("“{name}” is not a whole number from 1 to 99", name=excerpt(number))
                )
            numbers[int(number)] = table.integer(number, 0, 999)
        return numbers

    @property
    def keys(self) -> tuple[str, ...]:
        """The names of all fields."""
        return tuple(self._fields)

    def unread(self) -> dict[str, object]:
        """The fields that have not been read."""
        return {name: value for name, value in self._fields.items() if name not in self._read}

    def reject_unknown(self) -> None:
        """Fail if a field has not been read: its name is unknown."""
        for name in self.unread():
            self.fail(phrase("unknown field “{name}”", name=excerpt(name)))
