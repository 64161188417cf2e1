"""Translatable texts.

A `Phrase` is an English template with named values. The template is the key of its translation,
and values may be phrases themselves, so a text is built here and translated when it is shown.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations

Catalog = NullTranslations
"""A catalogue of translations of templates."""
ENGLISH: Catalog = NullTranslations()


@dataclass(frozen=True, slots=True)
class Phrase:
    """A translatable sentence or part of one."""

    text: str
    """The English template, with values named in braces."""
    values: Mapping[str, object] = field(default_factory=dict)
    """The values of the names in braces: text, numbers or other phrases."""
    plural: str | None = None
    """The English template when `values["count"]` is not one."""
    context: str | None = None
    """The gettext context, where other languages have several words for the English one."""

    def render(self, catalog: Catalog) -> str:
        """The text in the language of a catalogue."""
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
            {name: _shown(value, catalog) for name, value in self.values.items()}
        )

    def __str__(self) -> str:
        return self.render(ENGLISH)


def _shown(value: object, catalog: Catalog) -> object:
    """A value as a text shows it; numbers have a typographic minus sign."""
    if isinstance(value, Phrase):
        return value.render(catalog)
    return format_number(value) if isinstance(value, int) else value


def phrase(text: str, /, **values: object) -> Phrase:
    """A phrase with its values."""
    return Phrase(text, values)


def plural_phrase(one: str, many: str, /, count: int, **values: object) -> Phrase:
    """A phrase whose wording depends on `count`."""
    return Phrase(one, {"count": count, **values}, many)


def context_phrase(context: str, text: str, /, **values: object) -> Phrase:
    """A phrase translated by context, such as the colour of a route or of trains."""
    return Phrase(text, values, context=context)


def translatable(text: str) -> Phrase:
    """A translated text from a board file: the name of a board, terrain or way station."""
    return Phrase(text)


def untranslated(text: str) -> Phrase:
    """A text that is the same in every language, such as the name of a player or city."""
    return Phrase("{text}", {"text": text})


def board_title(name: str, *, is_imported: bool) -> Phrase:
    """The name of a board; that of an imported board has no translation."""
    return untranslated(name) if is_imported else translatable(name)


def variant_title(board: Phrase, variant: str) -> Phrase:
    """The translated names of a board and a variant: “USA · Mega Game”."""
    names = {"board": board, "variant": translatable(variant)}
    return Phrase("{board} · {variant}", names)


def points_phrase(points: int) -> Phrase:
    """A number of points, which may be negative: "12 points"."""
    return plural_phrase("{points} point", "{points} points", abs(points), points=points)


def join_names(names: Sequence[str]) -> Phrase:
    """Names joined for a sentence: "Ana, Peter and Maya"."""
    if len(names) < 2:
        return comma_separated(names)
    before, last = comma_separated(names[:-1]), names[-1]
    if _begins_with_i(last):
        # Translators: ends a list before a name that begins with the sound of i, which changes
        # the word in some languages: "Ana e Inés" in Spanish. Elsewhere the same as the other.
        return context_phrase("before i", "{names} and {name}", names=before, name=last)
    # Translators: ends a list: "Ana, Peter and Maya".
    return phrase("{names} and {name}", names=before, name=last)


def comma_separated(texts: Sequence[str | Phrase]) -> Phrase:
    """Texts joined by commas: "Ana, Peter, Maya"."""
    joined = untranslated("")
    for number, text in enumerate(texts):
        each = text if isinstance(text, Phrase) else untranslated(text)
        # Translators: goes on with a list.
        joined = phrase("{names}, {name}", names=joined, name=each) if number else each
    return joined


def _begins_with_i(name: str) -> bool:
    """Whether a name begins with the vowel i, as Inés and Hilda do and Ian and Hiero do not."""
    letters = "".join(
        letter
        for letter in unicodedata.normalize("NFD", name.casefold())
        if not unicodedata.combining(letter)
    ).removeprefix("h")
    return letters.startswith("i") and not letters.startswith(("ia", "ie", "io", "iu"))


def format_signed(points: int) -> str:
    """A number with a plus or a typographic minus sign; 0 has none."""
    return f"+{points}" if points > 0 else format_number(points)


def format_number(points: int) -> str:
    """A number with a typographic minus sign if it is negative."""
    return str(points).replace("-", "−")
