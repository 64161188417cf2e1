"""The formats of files, the game record's among them: older ones are brought up to date.

A format is a name and a number, as in `railkeeper/1`. Each number above 1 has a step: a pure
function that makes a value of that number from one of the number before. A field or an event that
is only added needs no new number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.errors import Malformed, NewerVersion
from companion.rules.json_reader import JsonObject, excerpt
from companion.rules.wording import Phrase, phrase

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
        """Which number a value is of; `NewerVersion` for one from the future."""
        fields = JsonObject(value, self.title)
        stamp = fields.raw("format")
        name, _, number = stamp.partition("/") if isinstance(stamp, str) else ("", "", "")
        if name != self.name or not (number.isascii() and number.isdecimal()) or number[0] == "0":
            fields.fail(
                phrase(
                    "“format” should be “{format}”, not {value}",
                    format=self.stamp,
                    value=excerpt(stamp),
                )
            )
        if len(number) > 9 or int(number) > self.number:
            raise NewerVersion(
                phrase(
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
            raise Malformed(phrase("it is not what “format” says")) from None
        return {**value, "format": self.stamp}


RECORD = Format("railkeeper", phrase("The file of a game"))
"""The record of a game, whoever reads it: the scorer, the store, an import."""
FORMAT = RECORD.stamp
"""What a record carries as its “format”."""
