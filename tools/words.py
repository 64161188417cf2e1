"""Collects every word the app says, brings the translations up to date and compiles them.

Run with `make words`; a test runs `missing` for every language.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Iterator
from datetime import datetime, timezone
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
LOCALES = ROOT / "data" / "locales"
DOMAIN = "railkeeper"

BEGINNING = datetime(2026, 1, 1, tzinfo=timezone.utc)

Words = str | tuple[str, str]
"""A text, or its singular and plural."""

ONE_TEXT = ("say", "term")
COUNTED = ("say_count", "count")

_IN_KV = re.compile(r'words\.(say|count)\(("(?:[^"\\]|\\.)*")(?:,\s*("(?:[^"\\]|\\.)*"))?')


def languages() -> list[str]:
    """Every language there is a translation for."""
    return sorted(path.parent.parent.name for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def po_file(language: str) -> Path:
    """Where a language's translations are written by people."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def mo_file(language: str) -> Path:
    """Where the app reads them."""
    return po_file(language).with_suffix(".mo")


def said() -> dict[Words, list[str]]:
    """Everything the app can say, with the files that say it."""
    found: dict[Words, list[str]] = {}
    sources = sorted((ROOT / "companion").rglob("*.py")) + sorted((ROOT / "kv").rglob("*.kv"))
    for path in [*sources, *sorted((ROOT / "data" / "maps").glob("*.json"))]:
        text = path.read_text(encoding="utf-8")
        read = {".py": _in_python, ".kv": _in_kv, ".json": _in_board}[path.suffix]
        for words in read(text):
            files = found.setdefault(words, [])
            name = path.relative_to(ROOT).as_posix()
            if name not in files:
                files.append(name)
    return found


def _in_python(text: str) -> Iterator[Words]:
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call):
            continue
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        texts = [
            each.value
            for each in node.args
            if isinstance(each, ast.Constant) and isinstance(each.value, str)
        ]
        if name in ONE_TEXT and texts:
            yield texts[0]
        elif name in COUNTED and len(texts) == 2:
            yield texts[0], texts[1]


def _in_kv(text: str) -> Iterator[Words]:
    for kind, one, many in _IN_KV.findall(text):
        if kind == "say":
            yield ast.literal_eval(one)
        else:
            yield ast.literal_eval(one), ast.literal_eval(many)


def _in_board(text: str) -> Iterator[Words]:
    for kind in json.loads(text).get("terrain", {}).get("types", ()):
        yield kind["name"]
        yield kind["short"]


def translations(language: str) -> Catalog:
    """A language's translations as they are written."""
    with po_file(language).open("rb") as file:
        return read_po(file, language, DOMAIN)


def missing(language: str) -> list[str]:
    """What is wrong with a language: nothing translated, or other values named than said."""
    catalog = translations(language)
    counted = {words[0] for words in said() if not isinstance(words, str)}
    problems = [f"said with and without a count: {words}" for words in counted & said().keys()]
    for words in said():
        message = catalog.get(words if isinstance(words, str) else words[0])
        if message is None or message.fuzzy or not _texts(message):
            problems.append(f"not translated: {words}")
        elif any(_values(text) != _values(_longest(words)) for text in _texts(message)):
            problems.append(f"other values than said: {words}")
    return problems


def _longest(words: Words) -> str:
    return words if isinstance(words, str) else words[1]


def _values(text: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", text))


def _texts(message: Message) -> list[str]:
    texts = [message.string] if isinstance(message.string, str) else list(message.string or ())
    return texts if all(texts) else []


def compiled(language: str) -> bytes:
    """A language as the app reads it."""
    file = BytesIO()
    write_mo(file, translations(language))
    return file.getvalue()


def update(language: str) -> None:
    """Write what is said now into a language's file, keeping what is translated."""
    old = translations(language)
    new = Catalog(
        locale=language,
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
        header_comment=f"# Railkeeper in {language}.",
    )
    for words, files in sorted(said().items(), key=lambda each: (each[1][0], str(each[0]))):
        known = old.get(words if isinstance(words, str) else words[0])
        fits = known is not None and isinstance(known.string, str) == isinstance(words, str)
        string = known.string if known and fits else None
        new.add(words, string, locations=[(name, 0) for name in files])
    file = BytesIO()
    write_po(file, new, width=96, include_lineno=False, omit_header=False)
    po_file(language).write_bytes(file.getvalue())
    mo_file(language).write_bytes(compiled(language))


def main() -> int:
    """Update and compile every language; the exit code tells whether something is missing."""
    code = 0
    for language in languages():
        update(language)
        for problem in missing(language):
            code = 1
            print(f"{language}: {problem}")
    return code


if __name__ == "__main__":
    sys.exit(main())
