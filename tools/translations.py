"""Updates and compiles the translations: the gettext catalogues in data/locales.

`make words` does it. The English text is the key of its translations. When it changes, they are
carried over to the new text and marked for review: `#, fuzzy`, with the English text that they
were made for in a comment, `#| msgid`. Marked translations are not compiled.

    python -m tools.translations --list  also list the missing and marked texts
    python -m tools.translations fr      start a catalogue for a new language
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from copy import deepcopy
from datetime import datetime, timezone
from difflib import SequenceMatcher
from gettext import c2py
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import escape, read_po, unescape, write_po

from tools.translatable_texts import ROOT, Text, all_texts, names_in_braces
from tools.translator_hints import hints

LOCALES = ROOT / "data" / "locales"
DOMAIN = "railkeeper"
FIXED_DATE = datetime(2026, 1, 1, tzinfo=timezone.utc)
"""The date in every catalogue: the current date would change the files with every run."""
SIMILAR = 0.75
"""Similarity from which a text is a reworded one; 1 is equality."""
GAPS_ALLOWED = False
"""Whether translations may be missing or marked, or tests and `make words` fail then."""

_PREVIOUS = re.compile(r"\|\s*(msgid(?:_plural)?|msgctxt|)\s*(\".*\")")


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
        catalog = read_po(content, language, DOMAIN, abort_invalid=True)
    for message in catalog:
        message.previous_id = _previous_id(message.user_comments)
    return catalog


def _previous_id(comments: Iterable[str]) -> list[str]:
    """The text and plural in `#| msgid` comments, which Babel writes but does not read."""
    found: list[str] = []
    for line in filter(None, map(_PREVIOUS.fullmatch, comments)):
        keyword, quoted = line.groups()
        if keyword.startswith("msgid"):
            found.append(unescape(quoted))
        elif not keyword and found:
            found[-1] += unescape(quoted)
    return found


def translation(catalog: Catalog, text: Text) -> tuple[str, ...]:
    """The translation of a text in all its plural forms; empty if it is missing or marked."""
    message = _message(catalog, text)
    return () if message is None or message.fuzzy else _forms(message)


def _message(catalog: Catalog, text: Text) -> Message | None:
    message = catalog.get(text.text, text.context)
    return message if message is not None and _text_of(message) == text else None


def _forms(message: Message) -> tuple[str, ...]:
    """The plural forms of a translation; empty if one is missing."""
    strings = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return strings if all(strings) else ()


def _text_of(message: Message) -> Text:
    one, *many = (message.id,) if isinstance(message.id, str) else message.id
    return Text(one, many[0] if many else None, message.context)


def missing(catalog: Catalog) -> list[Text]:
    """The texts of the app without any translation."""
    marked_texts = marked(catalog)
    return [
        text for text in all_texts() if text not in marked_texts and not translation(catalog, text)
    ]


def marked(catalog: Catalog) -> list[Text]:
    """The texts of the app whose translation is marked for review."""
    messages = [message for message in catalog if message.id and message.fuzzy]
    return [_text_of(message) for message in messages if _forms(message)]


def problems(catalog: Catalog) -> list[str]:
    """Wrong and superfluous translations of a catalogue."""
    found = []
    texts = all_texts()
    for text in texts:
        forms = translation(catalog, text)
        if not forms:
            continue
        if text.plural is not None and len(forms) != catalog.num_plurals:
            found.append(f"{len(forms)} plural forms, not {catalog.num_plurals}: {text.text}")
        elif any(not _has_names(catalog, text, *form) for form in enumerate(forms)):
            found.append(f"other names in braces: {text.text}")
        elif any(_margins(form) != _margins(text.text) for form in forms):
            found.append(f"other space at the start or end: {text.text}")
    translated = {_text_of(message) for message in catalog if message.id}
    found += [f"not a text of the app: {text.text}" for text in translated - texts.keys()]
    keys = Counter((text.text, text.context) for text in texts)
    found += [f"used with and without a plural: {key}" for key in keys if keys[key] > 1]
    return found


def _has_names(catalog: Catalog, text: Text, number: int, form: str) -> bool:
    """Whether a plural form has the names in braces of its text.

    A form that is used for the number 1 only may leave out what English leaves out: “once”.
    """
    names = names_in_braces(form)
    if names == text.values or text.plural is None:
        return names == text.values
    rule = c2py(catalog.plural_expr)
    is_one = [count for count in range(200) if rule(count) == number] == [1]
    return is_one and names == names_in_braces(text.text)


def _margins(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()


def compiled(catalog: Catalog) -> bytes:
    """The content of a catalogue's mo file: only complete translations that are not marked."""
    gaps = [message for message in catalog if message.id and not _forms(message)]
    complete = deepcopy(catalog) if gaps else catalog
    for message in gaps:
        complete.delete(message.id, message.context)
    file = BytesIO()
    write_mo(file, complete)
    return file.getvalue()


def updated(
    old: Catalog, comments: Mapping[Text, list[str]], replaced: Mapping[Text, Text]
) -> Catalog:
    """A catalogue with the texts of the app, the old translations and the old header comment.

    `comments` contains the comments for translators by text. A text without a translation takes
    over, marked, the one of the text that it has `replaced`. The catalogue is sorted by place in
    the app and contains no file names, so moving code does not change it.
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
    for text in sorted(comments, key=lambda text: (comments[text][0], text.text)):
        message = new.add(
            text.text if text.plural is None else (text.text, text.plural),
            auto_comments=comments[text],
            context=text.context,
        )
        own, source = _message(old, text), replaced.get(text)
        replaces = _message(old, source) if source else None
        if replaces and _forms(replaces) and not translation(old, text):
            _take_over(message, replaces, new.num_plurals)
        elif own and _forms(own):
            message.string, message.previous_id = own.string, own.previous_id
            message.flags |= own.flags & {"fuzzy"}
    return new


def _take_over(message: Message, old: Message, num_plurals: int) -> None:
    """Give a new message the translation of the one that it replaces, marked for review."""
    forms = _forms(old)
    one, *many = forms[-1:] if not message.pluralizable else forms
    fitting = (one, *many) if many or not message.pluralizable else (one,) * num_plurals
    message.string = fitting if message.pluralizable else one
    message.previous_id = (old.fuzzy and old.previous_id) or _ids(old)
    # A text that is as it was at first needs no review: its translation was made for it.
    again = message.previous_id == _ids(message) and message.context == old.context
    if not (again and fitting == forms):
        message.flags.add("fuzzy")


def _ids(message: Message) -> list[str]:
    return [message.id] if isinstance(message.id, str) else list(message.id)


def text_comments() -> dict[Text, list[str]]:
    """The comments for translators by text; the first names the place in the app."""
    return {
        text: hints(occurrences.files, occurrences.notes, text.values)
        for text, occurrences in all_texts().items()
    }


def new_catalog(language: str) -> Catalog:
    """An empty catalogue for a new language."""
    return Catalog(locale=language, header_comment=f"# Railkeeper in {language}.")


def catalog_bytes(catalog: Catalog) -> bytes:
    """The content of a catalogue's po file.

    Babel wraps the comments with the previous text. Here it stays on one line, for searching.
    """
    file = BytesIO()
    write_po(file, catalog, width=96, omit_header=False)
    blocks = file.getvalue().decode().split("\n\n")
    for number, message in enumerate(catalog):
        if message.id and message.fuzzy:
            keywords = zip(("msgid", "msgid_plural"), message.previous_id, strict=False)
            lines = [f"#| {keyword} {escape(previous)}\n" for keyword, previous in keywords]
            flags, ids = re.split(r"(?<=\n)(?=msgctxt |msgid )", blocks[number], maxsplit=1)
            blocks[number] = flags + "".join(lines) + ids
    return "\n\n".join(blocks).encode()


def known_texts(catalogs: Iterable[Catalog]) -> list[Text]:
    """The texts in the catalogues of all languages."""
    messages = (message for catalog in catalogs for message in catalog if message.id)
    return list(dict.fromkeys(map(_text_of, messages)))


def replaced_texts(old: Sequence[Text], new: Collection[Text]) -> dict[Text, Text]:
    """By new text of the app the old one whose translations it takes over.

    That is the same text in another context, or the most similar of those that are gone.
    """
    vanished = [text for text in old if text not in new]
    found = {}
    for text in new:
        if text not in old:
            same = [each for each in old if each.text == text.text]
            form = text.context, text.plural is None
            alike = [each for each in vanished if (each.context, each.plural is None) == form]
            source = max(same or alike, key=lambda each: _similarity(each, text), default=None)
            if source and _similarity(source, text) >= SIMILAR:
                found[text] = source
    return found


def _similarity(old: Text, new: Text) -> float:
    return SequenceMatcher(None, old.text.lower(), new.text.lower(), autojunk=False).ratio()


def write(language: str, catalog: Catalog) -> None:
    """Write and compile the catalogue of a language."""
    file = po_file(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(catalog_bytes(catalog))
    mo_file(language).write_bytes(compiled(catalog))


def main(arguments: Sequence[str]) -> int:
    """Update every language and print what changed; the exit code is 1 if something is wrong."""
    parser = ArgumentParser(prog="python -m tools.translations")
    parser.add_argument("--list", action="store_true", help="list missing and marked texts")
    parser.add_argument("languages", nargs="*", help="codes of new languages")
    options = parser.parse_args(arguments)
    old = {language: read_catalog(po_file(language), language) for language in languages()}
    known = known_texts(old.values())
    comments = text_comments()
    replaced = replaced_texts(known, comments)
    print_changes(known, comments, replaced)
    code = 0
    old |= {language: new_catalog(language) for language in {*options.languages} - old.keys()}
    for language, catalog in sorted(old.items()):
        new = updated(catalog, comments, replaced)
        write(language, new)
        if print_gaps(language, new, each=options.list) and not GAPS_ALLOWED:
            code = 1
        for problem in problems(new):
            code = 1
            print(f"{language}: {problem}")
    return code


def print_changes(
    known: Collection[Text], texts: Collection[Text], replaced: Mapping[Text, Text]
) -> None:
    """Print which texts replace others, are new or were removed."""
    for after, before in replaced.items():
        context = f" ({after.context})" if after.context else ""
        print(f"replaced: {before.text}\n    with: {after.text}{context}")
    for text in texts:
        if text not in replaced and text not in known:
            print(f"     new: {text.text}")
    for text in known:
        if text not in texts and text not in replaced.values():
            print(f" removed: {text.text}")


def print_gaps(language: str, catalog: Catalog, each: bool) -> bool:
    """Print how many texts of a language are missing and marked, and with `each` also which.

    Returns whether there are any.
    """
    gaps = {"missing": missing(catalog), "marked": marked(catalog)}
    if any(gaps.values()):
        print(f"{language}: " + ", ".join(f"{len(texts)} {kind}" for kind, texts in gaps.items()))
    if each:
        for kind, texts in gaps.items():
            for text in texts:
                print(f"{language}: {kind}: {text.text}")
    return any(gaps.values())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
