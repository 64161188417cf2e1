"""Text for people, kept apart from its language until somebody reads it.

The rules explain themselves in sentences. A sentence is a template with named values, so the
rules stay free of any language but can still be read in every one: the template is the key of
its translation, and the values may be sentences themselves.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import Protocol


class Catalog(Protocol):
    """What a sentence asks of a language; every `gettext` catalogue is one."""

    def gettext(self, message: str, /) -> str:
        """A template in this language."""
        ...

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        """The template for a count in this language."""
        ...

    def pgettext(self, context: str, message: str, /) -> str:
        """A template that means something else elsewhere."""
        ...


ENGLISH: Catalog = NullTranslations()


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence or a part of one."""

    text: str
    """The English template, with values named in braces."""
    values: Mapping[str, object] = field(default_factory=dict)
    """What stands for the names: text, numbers or other phrases."""
    plural: str | None = None
    """The English template when `values["count"]` is not one."""
    context: str | None = None
    """What is spoken of, where other languages have several words for the English one."""

    def render(self, catalog: Catalog) -> str:
        """The phrase in a language."""
        count = self.values.get("count")
        if self.context is not None:
            template = catalog.pgettext(self.context, self.text)
        elif self.plural is None or not isinstance(count, int):
            template = catalog.gettext(self.text)
        else:
            template = catalog.ngettext(self.text, self.plural, count)
        if not self.values:
            return template
        return template.format_map(
            {
                name: value.render(catalog) if isinstance(value, Phrase) else value
                for name, value in self.values.items()
            }
        )

    def __str__(self) -> str:
        return self.render(ENGLISH)


def phrase(text: str, /, **values: object) -> Phrase:
    """A phrase with its values."""
    return Phrase(text, values)


def plural_phrase(one: str, many: str, /, count: int, **values: object) -> Phrase:
    """A phrase whose wording depends on `count`."""
    return Phrase(one, {"count": count, **values}, many)


def context_phrase(context: str, text: str, /, **values: object) -> Phrase:
    """A phrase whose words depend on what it speaks of: the colour of a route, or of trains."""
    return Phrase(text, values, context=context)


def translatable(text: str) -> Phrase:
    """A word that comes from a board's file and has a translation: a terrain, the board's name."""
    return Phrase(text)


def untranslated(text: str) -> Phrase:
    """Text that is the same in every language, a printed or typed name say."""
    return Phrase("{text}", {"text": text})


def points_phrase(points: int) -> Phrase:
    """A number of points, which may be below nothing."""
    shown = format_number(points)
    return plural_phrase("{points} point", "{points} points", abs(points), points=shown)


def join_names(names: Sequence[str]) -> Phrase:
    """Names as a sentence lists them: "Ana, Peter and Maya"."""
    if len(names) < 2:
        return comma_separated(names)
    before, last = comma_separated(names[:-1]), names[-1]
    if _begins_with_i(last):
        # Translators: ends a list before a name that begins with the sound of i, which changes
        # the word in some languages: "Ana e Inés" in Spanish. Elsewhere the same as the other.
        return context_phrase("before i", "{names} and {name}", names=before, name=last)
    # Translators: ends a list: "Ana, Peter and Maya".
    return phrase("{names} and {name}", names=before, name=last)


def comma_separated(things: Sequence[str | Phrase]) -> Phrase:
    """Things one after the other, without an end: "Ana, Peter, Maya"."""
    told = untranslated("")
    for number, thing in enumerate(things):
        each = thing if isinstance(thing, Phrase) else untranslated(thing)
        # Translators: goes on with a list.
        told = phrase("{names}, {name}", names=told, name=each) if number else each
    return told


def _begins_with_i(name: str) -> bool:
    """Whether a name begins with the vowel i, as Inés and Hilda do and Ian and Hiero do not."""
    letters = "".join(
        letter
        for letter in unicodedata.normalize("NFD", name.casefold())
        if not unicodedata.combining(letter)
    ).removeprefix("h")
    return letters.startswith("i") and not letters.startswith(("ia", "ie", "io", "iu"))


def format_signed(points: int) -> str:
    """Points to add or subtract, with a real minus; nothing is neither."""
    return f"+{points}" if points > 0 else format_number(points)


def format_number(points: int) -> str:
    """Points that stand for themselves."""
    return str(points).replace("-", "−")
