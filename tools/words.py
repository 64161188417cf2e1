"""Collects every word the app says, brings the translations up to date and compiles them.

Run with `make words`; a test runs `problems` for every language. `python -m tools.words fr` begins
a language that has no translations yet.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tools.hints import hints

ROOT = Path(__file__).resolve().parents[1]
LOCALES = ROOT / "data" / "locales"
DOMAIN = "railkeeper"

BEGINNING = datetime(2026, 1, 1, tzinfo=timezone.utc)

ONE_TEXT = ("phrase", "tr", "translatable")
COUNTED = ("plural_phrase", "tr_plural")
OF_SOMETHING = ("context_phrase", "tr_context")

_IN_KV = re.compile(
    r'translator\.(tr_context|tr_plural|tr)\(("(?:[^"\\]|\\.)*")(?:,\s*("(?:[^"\\]|\\.)*"))?'
)
_NOTE = re.compile(r"\s*# Translators: (.+)")
_NOTE_GOES_ON = re.compile(r"\s*# (.+)")


class Words(NamedTuple):
    """A text that is said."""

    text: str
    plural: str | None = None
    context: str | None = None

    @property
    def values(self) -> frozenset[str]:
        """What it names in braces."""
        return _values(self.plural or self.text)


@dataclass(slots=True)
class Said:
    """Where a text is said, and what its translators should know."""

    files: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, file: str, note: str) -> None:
        """Once more, perhaps in the same file."""
        if file not in self.files:
            self.files.append(file)
        if note and note not in self.notes:
            self.notes.append(note)


def languages() -> list[str]:
    """Every language there is a translation for."""
    return sorted(path.parent.parent.name for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def po_file(language: str) -> Path:
    """Where a language's translations are written by people."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def mo_file(language: str) -> Path:
    """Where the app reads them."""
    return po_file(language).with_suffix(".mo")


@cache
def said() -> Mapping[Words, Said]:
    """Everything the app can say."""
    found: dict[Words, Said] = {}
    sources = sorted((ROOT / "companion").rglob("*.py")) + sorted((ROOT / "kv").rglob("*.kv"))
    for path in [*sources, *sorted((ROOT / "data" / "maps").glob("*.json"))]:
        text = path.read_text(encoding="utf-8")
        read = {".py": _in_python, ".kv": _in_kv, ".json": _in_board}[path.suffix]
        for words, note in read(text):
            found.setdefault(words, Said()).add(path.relative_to(ROOT).as_posix(), note)
    return found


def _in_python(text: str) -> Iterator[tuple[Words, str]]:
    lines = text.splitlines()
    tree = ast.parse(text)
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        texts = [
            each.value
            for each in node.args
            if isinstance(each, ast.Constant) and isinstance(each.value, str)
        ]
        words = _words(name, texts)
        if words:
            # A note stands above the text or above the statement that says it.
            around = max(
                each.lineno for each in statements if each.lineno <= node.lineno <= _end(each)
            )
            yield words, _note(lines, node.lineno - 1) or _note(lines, around - 1)


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno


def _in_kv(text: str) -> Iterator[tuple[Words, str]]:
    lines = text.splitlines()
    for number, line in enumerate(lines):
        for kind, *quoted in _IN_KV.findall(line):
            words = _words(kind, [ast.literal_eval(each) for each in quoted if each])
            if words:
                yield words, _note(lines, number)


def _words(function: str, texts: list[str]) -> Words | None:
    if function in ONE_TEXT and texts:
        return Words(texts[0])
    if function in COUNTED and len(texts) == 2:
        return Words(*texts)
    if function in OF_SOMETHING and len(texts) == 2:
        return Words(texts[1], context=texts[0])
    return None


def _note(lines: list[str], number: int) -> str:
    """What the comment right above a line tells translators."""
    note: list[str] = []
    for line in reversed(lines[:number]):
        if begins := _NOTE.fullmatch(line):
            return " ".join([begins[1], *reversed(note)])
        goes_on = _NOTE_GOES_ON.fullmatch(line)
        if goes_on is None:
            return ""
        note.append(goes_on[1])
    return ""


def _in_board(text: str) -> Iterator[tuple[Words, str]]:
    board = json.loads(text)
    yield Words(board["name"]), "a board, by the name on its box"
    for kind in board.get("terrain", {}).get("types", ()):
        short = kind["short"]
        yield Words(kind["name"]), "a kind of terrain, by its full name"
        yield Words(short), "a kind of terrain, short: on a button and in the log"
        yield Words(f"{{count}} {short} card", f"{{count}} {short} cards"), "terrain cards"
        yield Words(f"no {short} card"), "in place of a number of terrain cards"
    for place in board["places"]:
        if place.get("kind") == "way_station":
            yield Words(place["name"]), "a place without a printed name"


def translations(file: Path, language: str) -> Catalog:
    """A language's translations as they are written."""
    with file.open("rb") as content:
        return read_po(content, language, DOMAIN, abort_invalid=True)


def translated(catalog: Catalog, words: Words) -> tuple[str, ...]:
    """A text in a catalogue's language, in as many forms as it has; empty if it is not there."""
    message = catalog.get(words.text, words.context)
    if message is None or message.fuzzy or _words_of(message) != words:
        return ()
    strings = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return strings if all(strings) else ()


def _words_of(message: Message) -> Words:
    one, *many = (message.id,) if isinstance(message.id, str) else message.id
    return Words(one, many[0] if many else None, message.context)


def problems(catalog: Catalog) -> list[str]:
    """What is wrong with the translations into a language."""
    found = []
    everything = said()
    for words in everything:
        forms = translated(catalog, words)
        if not forms:
            found.append(f"not translated: {words.text}")
        elif words.plural is not None and len(forms) != catalog.num_plurals:
            found.append(f"{len(forms)} forms instead of {catalog.num_plurals}: {words.text}")
        elif any(_values(form) != words.values for form in forms):
            found.append(f"other values than said: {words.text}")
        elif any(_margins(form) != _margins(words.text) for form in forms):
            found.append(f"other space around it: {words.text}")
    written = {_words_of(message) for message in catalog if message.id}
    found += [f"nobody says: {words.text}" for words in written - everything.keys()]
    texts = [(words.text, words.context) for words in everything]
    found += [f"said with and without a count: {each}" for each in texts if texts.count(each) > 1]
    return found


def _values(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"{(\w+)}", text))


def _margins(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()


def compiled(language: str) -> bytes:
    """A language as the app reads it."""
    file = BytesIO()
    write_mo(file, translations(po_file(language), language))
    return file.getvalue()


def brought_up_to_date(old: Catalog) -> Catalog:
    """What is said now, with what a catalogue has of it; its own comments at the top stay."""
    new = Catalog(
        locale=old.locale,
        domain=DOMAIN,
        project="Railkeeper",
        version="1",
        last_translator="the Railkeeper authors",
        language_team="",
        msgid_bugs_address="",
        # Dates would change the file with every run.
        creation_date=BEGINNING,
        revision_date=BEGINNING,
        fuzzy=False,
        header_comment=old.header_comment,
    )
    for words, where in sorted(said().items(), key=lambda each: (each[1].files[0], each[0].text)):
        forms = translated(old, words)
        new.add(
            words.text if words.plural is None else (words.text, words.plural),
            forms if words.plural is not None else "".join(forms),
            locations=[(name, 0) for name in where.files],
            auto_comments=hints(where.files, where.notes, words.values),
            context=words.context,
        )
    return new


def begun(language: str) -> Catalog:
    """A catalogue for a language that has none."""
    return Catalog(locale=language, header_comment=f"# Railkeeper in {language}.")


def written(catalog: Catalog) -> bytes:
    """A catalogue as people write it."""
    file = BytesIO()
    write_po(file, catalog, width=96, include_lineno=False, omit_header=False)
    return file.getvalue()


def update(language: str) -> list[str]:
    """Write what is said now into a language's file, keeping what is translated."""
    file = po_file(language)
    old = translations(file, language) if file.exists() else begun(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(written(brought_up_to_date(old)))
    mo_file(language).write_bytes(compiled(language))
    return problems(translations(file, language))


def main(begin: Iterable[str] = ()) -> int:
    """Update and compile every language; the exit code tells whether something is missing."""
    code = 0
    for language in sorted({*languages(), *begin}):
        for problem in update(language):
            code = 1
            print(f"{language}: {problem}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
