"""Reading untrusted JSON: described fields, checked before use, and format versions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from types import MappingProxyType
from typing import Any, NamedTuple, NoReturn

from companion.rules.errors import Malformed, NewerVersion, Refused
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
MAP_LIMITS = Limits(10 * _MB, containers=200_000, values=600_000)
"""A file of the map editor with its background and images, which are dropped."""
LARGEST_ARCHIVE, MOST_BOARD_BYTES = 128 * _MB, 16 * _MB
"""An archive, about 20,000 games, and its boards together: they are in memory during an import."""
MOST_LINES = 50_000
"""Games and boards in an archive, and lines that are neither."""


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

    def items(self, name: str, title: Callable[[int], Phrase]) -> Iterator[JsonObject]:
        """The objects of a list field, named by their numbers; they may have no unknown fields."""
        for number, value in enumerate(self.array(name), start=1):
            item = JsonObject(value, title(number))
            yield item
            item.reject_unknown()

    def child(self, name: str) -> JsonObject:
        """A field that is an object."""
        return JsonObject(self.raw(name), phrase("{where}: “{name}”", where=self.where, name=name))

    @property
    def keys(self) -> tuple[str, ...]:
        """The names of all fields."""
        return tuple(self._fields)

    def unread(self) -> dict[str, object]:
        """The fields that have not been read."""
        return {name: value for name, value in self._fields.items() if name not in self._read}

    def unknown_fields(self) -> list[Malformed]:
        """An error for each field that has not been read: its name is unknown."""
        names = map(excerpt, self.unread())
        return [self.problem(phrase("unknown field “{name}”", name=name)) for name in names]

    def reject_unknown(self) -> None:
        """Raise the first of `unknown_fields`."""
        for problem in self.unknown_fields():
            raise problem


Problems = list[Refused]
"""Collects every error of a file."""


class Kind(NamedTuple):
    """What a field may contain."""

    read: Callable[[JsonObject, str, Problems], Any]
    """Returns the field's value; raises `Refused`, or adds the errors of inner objects."""
    schema: Mapping[str, object]
    is_required: bool = True
    default: Any = None
    """The value of a field that is missing."""


Fields = Mapping[str, Kind]
"""The fields of an object by name."""


def read_fields(fields: JsonObject, description: Fields, problems: Problems) -> dict[str, Any]:
    """The values of an object; complete only if no problem was added."""
    values = {}
    for name, kind in description.items():
        if not kind.is_required and not fields.has(name):
            values[name] = kind.default
            continue
        try:
            values[name] = kind.read(fields, name, problems)
        except Refused as problem:
            problems.append(problem)
    problems += fields.unknown_fields()
    return values


def object_schema(description: Fields) -> dict[str, object]:
    """The JSON Schema of an object with these fields and no others."""
    return {
        "type": "object",
        "properties": {name: kind.schema for name, kind in description.items()},
        "required": [name for name, kind in description.items() if kind.is_required],
        "additionalProperties": False,
    }


def item_name(kind: Phrase, id: str) -> Phrase:
    """The name of an object in an error message."""
    return phrase("{kind} “{id}”", kind=kind, id=excerpt(id))


def optional(kind: Kind, default: object = None) -> Kind:
    """A field that may be missing."""
    return kind._replace(is_required=False, default=default)


_TEXT_SCHEMA = {"type": "string", "maxLength": MAX_TEXT_LENGTH, "pattern": r"\S"}

TEXT = Kind(lambda fields, name, _: fields.text(name), _TEXT_SCHEMA)
"""A line of text."""
FLAG = Kind(lambda fields, name, _: fields.boolean(name), {"type": "boolean"})
"""True or false."""
OBJECT = Kind(lambda fields, name, _: fields.child(name), {"type": "object"})
"""An object that is read elsewhere."""


def whole(low: int, high: int) -> Kind:
    """A whole number from `low` to `high`."""
    return Kind(
        lambda fields, name, _: fields.integer(name, low, high),
        {"type": "integer", "minimum": low, "maximum": high},
    )


def number(low: float, high: float) -> Kind:
    """A number from `low` to `high`."""
    return Kind(
        lambda fields, name, _: fields.number(name, low, high),
        {"type": "number", "minimum": low, "maximum": high},
    )


def _numbers(fields: JsonObject, name: str, _: Problems) -> Mapping[int, int]:
    values, numbers = fields.child(name), {}
    for key in values.keys:
        if not re.fullmatch("[1-9][0-9]?", key):
            values.fail(phrase("“{name}” is not a whole number from 1 to 99", name=excerpt(key)))
        numbers[int(key)] = values.integer(key, 0, 999)
    return MappingProxyType(numbers)


NUMBERS_BY_NUMBER = Kind(
    _numbers,
    {
        "type": "object",
        "propertyNames": {"pattern": "^[1-9][0-9]?$"},
        "additionalProperties": whole(0, 999).schema,
    },
)
"""Numbers by number, such as points by route length."""


def one_of(known: Collection[str], unknown: Callable[[str], Phrase]) -> Kind:
    """One of these texts; `unknown` words the error of another one."""

    def read(fields: JsonObject, name: str, _: Problems) -> str:
        text = fields.text(name)
        if text not in known:
            fields.fail(unknown(excerpt(text)))
        return text

    return Kind(read, {"enum": [*known]})


def texts(most: int, least: int = 0, item: Kind = TEXT) -> Kind:
    """A list of texts."""

    def read(fields: JsonObject, name: str, problems: Problems) -> tuple[str, ...]:
        _check_count(fields, name, least, most)
        items = (JsonObject({name: text}, fields.where) for text in fields.texts(name))
        return tuple(item.read(each, name, problems) for each in items)

    return Kind(read, {"type": "array", "items": item.schema, "minItems": least, "maxItems": most})


Make = Callable[..., Any]
"""Makes the value of an object, whose fields are the arguments."""


def nested(description: Fields, make: Make = dict) -> Kind:
    """An object with these fields."""
    return Kind(
        lambda fields, name, problems: _made(fields.child(name), description, make, problems),
        object_schema(description),
    )


def _made(fields: JsonObject, description: Fields, make: Make, problems: Problems) -> object:
    known = len(problems)
    values = read_fields(fields, description, problems)
    return make(**values) if len(problems) == known else None


def objects(
    kind: Phrase,
    description: Fields,
    least: int,
    most: int,
    make: Make = dict,
    other_forms: Mapping[str, Fields] = MappingProxyType({}),
) -> Kind:
    """A list of objects with different ids; errors name `kind` and the id.

    An object that has the field which is a key of `other_forms` is described by its value.
    """

    def read(fields: JsonObject, name: str, problems: Problems) -> tuple[Any, ...]:
        _check_count(fields, name, least, most)
        ids: dict[str, int] = {}
        values = []
        for number, value in enumerate(fields.array(name), start=1):
            numbered = phrase("{kind} {number}", kind=kind, number=number)
            try:
                item = JsonObject(value, numbered)
            except Malformed as problem:
                problems.append(problem)
                continue
            form = next((other_forms[key] for key in other_forms if item.has(key)), description)
            id = item.raw("id") if item.has("id") else None
            if isinstance(id, str) and is_single_line(id):
                ids[id] = ids.get(id, 0) + 1
                item.where = item_name(kind, id)
                if ids[id] == 2:
                    problems.append(item.problem(phrase("this id appears twice")))
                if ids[id] > 1:
                    item.where = numbered
            values.append(_made(item, form, make, problems))
        return tuple(values)

    forms = [object_schema(form) for form in (description, *other_forms.values())]
    items = {"anyOf": forms} if other_forms else forms[0]
    return Kind(read, {"type": "array", "items": items, "minItems": least, "maxItems": most})


def _check_count(fields: JsonObject, name: str, least: int, most: int) -> None:
    count = len(fields.array(name))
    if not least <= count <= most:
        fields.fail(
            phrase(
                "“{name}” should have {least} to {most} entries, not {count}",
                name=name,
                least=least,
                most=most,
                count=count,
            )
        )


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file and the version of it that this app writes; it reads the former ones too."""

    name: str
    title: Phrase
    """The beginning of a sentence about such a file."""
    number: int = 1
    """The version number."""

    @property
    def stamp(self) -> str:
        """The value of the field “format” in a file."""
        return f"{self.name}/{self.number}"

    def newer_version(self) -> NewerVersion:
        """The refusal of a file that a later version of the app has made."""
        return NewerVersion(
            phrase(
                "{title} was made with a newer version of Railkeeper. Update the app to use it.",
                title=self.title,
            )
        )

    def check(self, value: object) -> dict[str, Any]:
        """The content of a file; `NewerVersion` for a later number, otherwise `Malformed`."""
        fields = JsonObject(value, self.title)
        stamp = fields.raw("format")
        given = re.fullmatch(f"{self.name}/([1-9][0-9]*)", str(stamp))
        # A number of thousands of digits is not worth converting.
        if given and (len(given[1]) > 9 or int(given[1]) > self.number):
            raise self.newer_version()
        if not given:
            fields.fail(
                phrase(
                    "“format” should be “{format}”, not {value}",
                    format=self.stamp,
                    value=quoted(stamp),
                )
            )
        assert isinstance(value, dict)
        return value


RECORD = Format("railkeeper", phrase("A game file"))
"""The record of a game, as read by the scorer, the store and imports."""
BOARD_FORMAT = Format("railkeeper-board", phrase("A board file"))
"""A board file that does not come with the app."""
EVENT_KINDS = ("claim", "terrain", "station", "pass", "tickets", "extra", "left")
"""The values of “do” in the events of a record."""
