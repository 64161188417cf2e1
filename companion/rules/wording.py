"""Text for people, kept apart from its language until somebody reads it.

The rules explain themselves in sentences. A sentence is a template with named values, so the
rules stay free of any language but can still be read in every one: the template is the key of
its translation, and the values may be sentences themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import Protocol


class Language(Protocol):
    """What a sentence asks of a language; every `gettext` catalogue is one."""

    def gettext(self, message: str, /) -> str:
        """A template in this language."""
        ...

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        """The template for a count in this language."""
        ...


ENGLISH: Language = NullTranslations()


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence or a part of one."""

    text: str
    """The English template, with values named in braces."""
    values: Mapping[str, object] = field(default_factory=dict)
    """What stands for the names: text, numbers or other phrases."""
    plural: str | None = None
    """The English template when `values["count"]` is not one."""

    def told(self, language: Language) -> str:
        """The phrase in a language."""
        count = self.values.get("count")
        if self.plural is None or not isinstance(count, int):
            template = language.gettext(self.text)
        else:
            template = language.ngettext(self.text, self.plural, count)
        if not self.values:
            return template
        return template.format_map(
            {
                name: value.told(language) if isinstance(value, Phrase) else value
                for name, value in self.values.items()
            }
        )

    def __str__(self) -> str:
        return self.told(ENGLISH)


def say(text: str, /, **values: object) -> Phrase:
    """A phrase with its values."""
    return Phrase(text, values)


def say_count(one: str, many: str, /, count: int, **values: object) -> Phrase:
    """A phrase whose wording depends on `count`."""
    return Phrase(one, {"count": count, **values}, many)


def term(text: str) -> Phrase:
    """A word of the game that comes from a board's file and has a translation, a terrain say."""
    return Phrase(text)


def listed(names: Sequence[str]) -> Phrase:
    """Names as a sentence lists them: "Ana, Peter and Maya"."""
    if len(names) < 2:
        return say("{name}", name="".join(names))
    return say("{names} and {name}", names=", ".join(names[:-1]), name=names[-1])


def signed(points: int) -> str:
    """Points to add or subtract, with a real minus; nothing is neither."""
    return f"+{points}" if points > 0 else unsigned(points)


def unsigned(points: int) -> str:
    """Points that stand for themselves."""
    return str(points).replace("-", "−")
