"""Validation of names and descriptions, and comparison of names, used by every input path."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import lru_cache

from companion.rules.errors import Refused
from companion.rules.json_reader import JsonObject, excerpt
from companion.rules.wording import Phrase, phrase, plural_phrase

MAX_NAME_LENGTH = 60
"""Most characters of a name."""
MAX_NOTE_LENGTH = 1000
"""Most characters of a note about a game."""

_FORBIDDEN = re.compile(
    "["
    "\x00-\x1f\x7f-\x9f"  # control characters, including line breaks
    "\u2028\u2029"  # line and paragraph separators
    "\u202a-\u202e\u2066-\u2069"  # directional embeddings, overrides and isolates
    "\ud800-\udfff"  # lone surrogates
    "]"
)


def why_not_name(name: str) -> Phrase | None:
    """Why a player cannot have a name: empty, too long or forbidden characters."""
    trimmed = name.strip()
    if _FORBIDDEN.search(trimmed):
        return phrase(
            "“{name}” cannot be a name: one of its characters cannot be shown.",
            name=excerpt(trimmed),
        )
    if _is_invisible(trimmed):
        return phrase("Every player needs a name.")
    if len(trimmed) > MAX_NAME_LENGTH:
        return plural_phrase(
            "“{name}” is too long for a name: it has {count} character; the limit is {most}.",
            "“{name}” is too long for a name: it has {count} characters; the limit is {most}.",
            len(trimmed),
            name=excerpt(trimmed),
            most=MAX_NAME_LENGTH,
        )
    return None


def check_name(name: str) -> str:
    """The trimmed name; `Refused` if it is not allowed."""
    return _allowed(name.strip(), why_not_name(name))


def why_not_description(text: str) -> Phrase | None:
    """Why other points cannot have a description, which follows the rules for names."""
    trimmed = text.strip()
    reason = _why_not_text(trimmed, MAX_NAME_LENGTH)
    if reason is None and _is_invisible(trimmed):
        return phrase("Say in a word or two what the points are for.")
    return reason


def check_description(text: str) -> str:
    """The trimmed description of other points; `Refused` if it is not allowed."""
    return _allowed(text.strip(), why_not_description(text))


def check_title(text: str) -> str:
    """The trimmed title of a game, which may be empty; `Refused` if it is not allowed."""
    trimmed = text.strip()
    allowed = _allowed(trimmed, _why_not_text(trimmed, MAX_NAME_LENGTH))
    return "" if _is_invisible(trimmed) else allowed


def check_note(text: str) -> str:
    """The trimmed note about a game, which may be empty and may have line breaks."""
    trimmed = "\n".join(line.rstrip() for line in text.strip().splitlines())
    in_a_line = trimmed.replace("\n", " ")
    allowed = _allowed(trimmed, _why_not_text(in_a_line, MAX_NOTE_LENGTH))
    return "" if _is_invisible(in_a_line) else allowed


def _allowed(text: str, reason: Phrase | None) -> str:
    """The text; `Refused` if there is a reason against it."""
    if reason is not None:
        raise Refused(reason)
    return text


def _why_not_text(text: str, most: int) -> Phrase | None:
    if _FORBIDDEN.search(text):
        return phrase(
            "“{text}” cannot be used: one of its characters cannot be shown.",
            text=excerpt(text),
        )
    if len(text) > most:
        return plural_phrase(
            "“{text}” is too long: it has {count} character; the limit is {most}.",
            "“{text}” is too long: it has {count} characters; the limit is {most}.",
            len(text),
            text=excerpt(text),
            most=most,
        )
    return None


def _is_invisible(text: str) -> bool:
    return all(unicodedata.category(sign) in ("Cf", "Zs") for sign in text)


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """The key for comparing names: trimmed, NFC-normalised, case-folded."""
    folded = unicodedata.normalize("NFC", name.strip()).casefold()
    return unicodedata.normalize("NFC", folded)


def matching_name(name: str, names: Iterable[str]) -> str | None:
    """The one of `names` that is the same name; None if there is none."""
    key = name_key(name)
    return next((each for each in names if name_key(each) == key), None)


def read_name(fields: JsonObject, field: str, check: Callable[[str], str] = check_name) -> str:
    """Read a name, or what `check` allows, from a field of a JSON object."""
    text = fields.raw(field)
    if not isinstance(text, str):
        fields.fail(phrase("“{name}” should be a single line of text", name=field))
    try:
        return check(text)
    except Refused as problem:
        fields.fail(problem.phrase)
