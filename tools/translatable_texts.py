"""Collects the translatable texts of the app from Python, kv and board files."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]

SIMPLE_FUNCTIONS = ("phrase", "tr", "translatable")
PLURAL_FUNCTIONS = ("plural_phrase", "tr_plural")
CONTEXT_FUNCTIONS = ("context_phrase", "tr_context")
"""Functions whose arguments are translatable texts."""

_KV_CALL = re.compile(
    r'translator\.(tr_context|tr_plural|tr)\(("(?:[^"\\]|\\.)*")(?:,\s*("(?:[^"\\]|\\.)*"))?'
)
_NOTE = re.compile(r"\s*# Translators: (.+)")
_NOTE_CONTINUED = re.compile(r"\s*# (.+)")


class Text(NamedTuple):
    """A translatable text, which is the key of its translations."""

    text: str
    plural: str | None = None
    context: str | None = None

    @property
    def values(self) -> frozenset[str]:
        """The names in braces."""
        return names_in_braces(self.plural or self.text)


@dataclass(slots=True)
class Occurrences:
    """The files that contain a text, and the notes for its translators."""

    files: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, file: str, note: str) -> None:
        """Add an occurrence in a file."""
        if file not in self.files:
            self.files.append(file)
        if note and note not in self.notes:
            self.notes.append(note)


def names_in_braces(text: str) -> frozenset[str]:
    """The names of the values of a template."""
    return frozenset(re.findall(r"{(\w+)}", text))


@cache
def all_texts() -> Mapping[Text, Occurrences]:
    """Every translatable text of the app."""
    found: dict[Text, Occurrences] = {}
    sources = sorted((ROOT / "companion").rglob("*.py")) + sorted((ROOT / "kv").rglob("*.kv"))
    for path in [*sources, *sorted((ROOT / "data" / "maps").glob("*.json"))]:
        content = path.read_text(encoding="utf-8")
        collect = {".py": _python_texts, ".kv": _kv_texts, ".json": _board_texts}[path.suffix]
        for text, note in collect(content):
            found.setdefault(text, Occurrences()).add(path.relative_to(ROOT).as_posix(), note)
    return found


def _python_texts(content: str) -> Iterator[tuple[Text, str]]:
    lines = content.splitlines()
    tree = ast.parse(content)
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        arguments = [
            (each.value, each.lineno)
            for each in node.args
            if isinstance(each, ast.Constant) and isinstance(each.value, str)
        ]
        text = _text(name, [value for value, _ in arguments])
        if text:
            # The note is above the text, above the call, or above the statement that contains it.
            statement = max(
                each.lineno for each in statements if each.lineno <= node.lineno <= _end(each)
            )
            notes = (_note(lines, line - 1) for line in (arguments[0][1], node.lineno, statement))
            yield text, next(filter(None, notes), "")


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _kv_texts(content: str) -> Iterator[tuple[Text, str]]:
    lines = content.splitlines()
    for number, line in enumerate(lines):
        for function, *quoted in _KV_CALL.findall(line):
            text = _text(function, [ast.literal_eval(each) for each in quoted if each])
            if text:
                yield text, _note(lines, number)


def _text(function: str, arguments: list[str]) -> Text | None:
    """The text in a call of a function; None if the function translates nothing."""
    if function in SIMPLE_FUNCTIONS and arguments:
        return Text(arguments[0])
    if function in PLURAL_FUNCTIONS and len(arguments) == 2:
        return Text(*arguments)
    if function in CONTEXT_FUNCTIONS and len(arguments) == 2:
        return Text(arguments[1], context=arguments[0])
    return None


def _note(lines: list[str], number: int) -> str:
    """The comment for translators directly above a line; empty if there is none."""
    continued: list[str] = []
    for line in reversed(lines[:number]):
        if first := _NOTE.fullmatch(line):
            return " ".join([first[1], *reversed(continued)])
        more = _NOTE_CONTINUED.fullmatch(line)
        if more is None:
            return ""
        continued.append(more[1])
    return ""


def _board_texts(content: str) -> Iterator[tuple[Text, str]]:
    board = json.loads(content)
    yield Text(board["name"]), "a board, by the name on its box"
    if "short_name" in board:
        yield Text(board["short_name"]), "a board, by a short name"
    for variant in board.get("variants", ()):
        yield Text(variant["name"]), "a ticket variant of a board, after the name of the board"
    for kind in board.get("terrain", {}).get("types", ()):
        short = kind["short"]
        yield Text(kind["name"]), "a kind of terrain, by its full name"
        yield Text(short), "a kind of terrain, short: on a button and in the log"
        yield Text(f"{{count}} {short} card", f"{{count}} {short} cards"), "terrain cards"
        yield Text(f"{{player}} has no {short} cards"), "half a sentence"
