"""Updates and compiles the translations: the gettext catalogues in data/locales.

Run it with `make words`. `python -m tools.translations fr` starts a catalogue for a new language.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from datetime import datetime, timezone
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tools.translatable_texts import ROOT, Text, all_texts, names_in_braces
from tools.translator_hints import hints

LOCALES = ROOT / "data" / "locales"
DOMAIN = "railkeeper"
FIXED_DATE = datetime(2026, 1, 1, tzinfo=timezone.utc)
"""The date in every catalogue: the current date would change the files with every run."""


def languages() -> list[str]:
    """The codes of all languages with a catalogue."""
    return sorted(path.parent.parent.name for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def po_file(language: str) -> Path:
    """The file that translators edit."""
    return LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def mo_file(language: str) -> Path:
    """The compiled file that the app reads."""
    return po_file(language).with_suffix(".mo")


def read_catalog(file: Path, language: str) -> Catalog:
    """The catalogue in a po file."""
    with file.open("rb") as content:
        return read_po(content, language, DOMAIN, abort_invalid=True)


def translation(catalog: Catalog, text: Text) -> tuple[str, ...]:
    """The translation of a text in all its plural forms; empty if it is missing."""
    message = catalog.get(text.text, text.context)
    if message is None or message.fuzzy or _text_of(message) != text:
        return ()
    strings = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return strings if all(strings) else ()


def _text_of(message: Message) -> Text:
    one, *many = (message.id,) if isinstance(message.id, str) else message.id
    return Text(one, many[0] if many else None, message.context)


def problems(catalog: Catalog) -> list[str]:
    """Missing, wrong and superfluous translations of a catalogue."""
    found = []
    texts = all_texts()
    for text in texts:
        forms = translation(catalog, text)
        if not forms:
            found.append(f"not translated: {text.text}")
        elif text.plural is not None and len(forms) != catalog.num_plurals:
            found.append(f"{len(forms)} plural forms, not {catalog.num_plurals}: {text.text}")
        elif any(names_in_braces(form) != text.values for form in forms):
            found.append(f"other names in braces: {text.text}")
        elif any(_margins(form) != _margins(text.text) for form in forms):
            found.append(f"other space at the start or end: {text.text}")
    translated = {_text_of(message) for message in catalog if message.id}
    found += [f"not a text of the app: {text.text}" for text in translated - texts.keys()]
    keys = [(text.text, text.context) for text in texts]
    found += [f"used with and without a plural: {key}" for key in keys if keys.count(key) > 1]
    return found


def _margins(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()


def compiled(language: str) -> bytes:
    """The content of a language's mo file."""
    file = BytesIO()
    write_mo(file, read_catalog(po_file(language), language))
    return file.getvalue()


def updated(old: Catalog) -> Catalog:
    """A catalogue with all texts of the app, the old translations and the old header comment.

    It is sorted by place in the app and contains no file names, so moving code does not change it.
    """
    new = Catalog(
        locale=old.locale,
        domain=DOMAIN,
        project="Railkeeper",
        version="1",
        last_translator="the Railkeeper authors",
        language_team="",
        msgid_bugs_address="",
        creation_date=FIXED_DATE,
        revision_date=FIXED_DATE,
        fuzzy=False,
        header_comment=old.header_comment,
    )
    comments = {
        text: hints(occurrences.files, occurrences.notes, text.values)
        for text, occurrences in all_texts().items()
    }
    for text in sorted(comments, key=lambda text: (comments[text][0], text.text)):
        forms = translation(old, text)
        new.add(
            text.text if text.plural is None else (text.text, text.plural),
            forms if text.plural is not None else "".join(forms),
            auto_comments=comments[text],
            context=text.context,
        )
    return new


def new_catalog(language: str) -> Catalog:
    """An empty catalogue for a new language."""
    return Catalog(locale=language, header_comment=f"# Railkeeper in {language}.")


def catalog_bytes(catalog: Catalog) -> bytes:
    """The content of a catalogue's po file."""
    file = BytesIO()
    write_po(file, catalog, width=96, omit_header=False)
    return file.getvalue()


def update(language: str) -> list[str]:
    """Update and compile the catalogue of a language; returns its problems."""
    file = po_file(language)
    old = read_catalog(file, language) if file.exists() else new_catalog(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(catalog_bytes(updated(old)))
    mo_file(language).write_bytes(compiled(language))
    return problems(read_catalog(file, language))


def main(new_languages: Iterable[str] = ()) -> int:
    """Update every language and print the problems; the exit code is 1 if there are any."""
    code = 0
    for language in sorted({*languages(), *new_languages}):
        for problem in update(language):
            code = 1
            print(f"{language}: {problem}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
