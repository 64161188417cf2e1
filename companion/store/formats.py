"""The formats of the files: every one says which it is of, and older ones are brought up to date.

A format is a name and a number, as in `railkeeper-settings/1`. Each number above 1 has a step: a
pure function that makes a value of that number from one of the number before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules import Malformed
from companion.rules.reading import shown
from companion.rules.wording import Phrase, say
from companion.store.errors import Newer

Step = Callable[[Mapping[str, Any]], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Format:
    """What a kind of file looks like, and how it came to look so."""

    name: str
    title: Phrase
    """How a sentence begins that speaks of such a file."""
    steps: tuple[Step, ...] = ()
    """The first makes number 2 from number 1, and so on."""

    @property
    def number(self) -> int:
        """The number that is written today."""
        return len(self.steps) + 1

    @property
    def stamp(self) -> str:
        """What a file of today carries as its “format”."""
        return f"{self.name}/{self.number}"

    def number_of(self, value: object) -> int:
        """Which number a value is of; `Newer` for one from the future."""
        stamp = value.get("format") if isinstance(value, dict) else None
        name, _, number = stamp.partition("/") if isinstance(stamp, str) else ("", "", "")
        if name != self.name or not (number.isascii() and number.isdecimal()) or number[0] == "0":
            raise Malformed(
                say(
                    "“format” should be “{format}”, not {value}",
                    format=self.stamp,
                    value=shown(stamp),
                )
            )
        if len(number) > 9 or int(number) > self.number:
            raise Newer(
                say(
                    "{title} was written by a newer Railkeeper and is left as it is:"
                    " update the app to use it.",
                    title=self.title,
                )
            )
        return int(number)

    def upgraded(self, value: object) -> dict[str, Any]:
        """A value of any number up to today's, as one of today's."""
        number = self.number_of(value)
        assert isinstance(value, dict)
        try:
            for step in self.steps[number - 1 :]:
                value = step(value)
        except (AttributeError, LookupError, TypeError, ValueError):
            raise Malformed(say("it is not what “format” says")) from None
        return {**value, "format": self.stamp}
