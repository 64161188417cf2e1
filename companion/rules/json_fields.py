"""Descriptions of JSON fields, from which both the reader and a JSON Schema follow.

A `Kind` holds how a field is read next to the same rule as JSON Schema, so that a file's
description is written once.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.rules.errors import Malformed, Refused
from companion.rules.json_reader import MAX_TEXT_LENGTH, JsonObject, excerpt, is_single_line
from companion.rules.wording import Phrase, phrase

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
    for name in fields.keys:
        if name not in description:
            problems.append(fields.problem(phrase("unknown field “{name}”", name=excerpt(name))))
    return values


def object_schema(description: Fields) -> dict[str, object]:
    """The JSON Schema of an object with these fields and no others."""
    return {
        "type": "object",
        "properties": {name: kind.schema for name, kind in description.items()},
        "required": [name for name, kind in description.items() if kind.is_required],
        "additionalProperties": False,
    }


def entry_name(kind: Phrase, id: str) -> Phrase:
    """The name of a file's entry in an error message."""
    return phrase("{kind} “{id}”", kind=kind, id=excerpt(id))


def optional(kind: Kind, default: object = None) -> Kind:
    """A field that may be missing."""
    return kind._replace(is_required=False, default=default)


_TEXT_SCHEMA = {"type": "string", "maxLength": MAX_TEXT_LENGTH, "pattern": r"\S"}

TEXT = Kind(lambda fields, name, _: fields.text(name), _TEXT_SCHEMA)
"""A line of text."""
FLAG = Kind(lambda fields, name, _: fields.boolean(name), {"type": "boolean"})
"""True or false."""


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


NUMBER_TABLE = Kind(
    lambda fields, name, _: MappingProxyType(fields.integers_by_number(name)),
    {
        "type": "object",
        "propertyNames": {"pattern": "^[1-9][0-9]?$"},
        "additionalProperties": whole(0, 999).schema,
    },
)
"""Numbers by number, such as points by route length."""


def one_of(names: Collection[str], problem: Callable[[str], Phrase]) -> Kind:
    """One of these texts; `problem` words the error of another one."""

    def read(fields: JsonObject, name: str, _: Problems) -> str:
        text = fields.text(name)
        if text not in names:
            fields.fail(problem(excerpt(text)))
        return text

    return Kind(read, {"enum": [*names]})


def texts(most: int) -> Kind:
    """A list of at most that many texts."""

    def read(fields: JsonObject, name: str, _: Problems) -> tuple[str, ...]:
        _check_count(fields, name, 0, most)
        return fields.texts(name)

    return Kind(read, {"type": "array", "items": _TEXT_SCHEMA, "maxItems": most})


def some_of(
    names: Collection[str], problem: Callable[[str], Phrase], least: int, most: int
) -> Kind:
    """A list of these texts; `problem` words the error of another one."""

    def read(fields: JsonObject, name: str, _: Problems) -> tuple[str, ...]:
        _check_count(fields, name, least, most)
        listed = fields.texts(name)
        for text in listed:
            if text not in names:
                fields.fail(problem(excerpt(text)))
        return listed

    items = {"enum": [*names]}
    return Kind(read, {"type": "array", "items": items, "minItems": least, "maxItems": most})


def nested(description: Fields) -> Kind:
    """An object with these fields."""
    return Kind(
        lambda fields, name, problems: read_fields(fields.child(name), description, problems),
        object_schema(description),
    )


def entries(
    kind: Phrase,
    description: Fields,
    least: int,
    most: int,
    other_forms: Mapping[str, Fields] = MappingProxyType({}),
) -> Kind:
    """A list of objects with different ids; errors name `kind` and the id.

    An object that has the field which is a key of `other_forms` is described by its value.
    """

    def read(fields: JsonObject, name: str, problems: Problems) -> list[dict[str, Any]]:
        _check_count(fields, name, least, most)
        ids: dict[str, int] = {}
        values = []
        for number, value in enumerate(fields.array(name), start=1):
            numbered = phrase("{kind} {number}", kind=kind, number=number)
            try:
                entry = JsonObject(value, numbered)
            except Malformed as problem:
                problems.append(problem)
                continue
            form = next((other_forms[key] for key in other_forms if entry.has(key)), description)
            id = entry.raw("id") if entry.has("id") else None
            if isinstance(id, str) and is_single_line(id):
                ids[id] = ids.get(id, 0) + 1
                entry.where = entry_name(kind, id)
                if ids[id] == 2:
                    problems.append(entry.problem(phrase("this id appears twice")))
                if ids[id] > 1:
                    entry.where = numbered
            values.append(read_fields(entry, form, problems))
        return values

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
