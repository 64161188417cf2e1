"""The formats of files, the game record's among them: a name and a version number.

A file carries its format as in `railkeeper/1`. A field or an event that is only added needs no
new number.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.rules.errors import NewerVersion
from companion.rules.json_reader import JsonObject, quoted
from companion.rules.wording import Phrase, phrase


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file and the version of it that this app writes and reads."""

    name: str
    title: Phrase
    """The beginning of a sentence about such a file."""
    number: int = 1
    """The version number."""

    @property
    def stamp(self) -> str:
        """The value of the field “format” in a file."""
        return f"{self.name}/{self.number}"

    def check(self, value: object) -> dict[str, Any]:
        """The content of a file; `NewerVersion` for a later number, otherwise `Malformed`."""
        fields = JsonObject(value, self.title)
        stamp = fields.raw("format")
        name, _, number = stamp.partition("/") if isinstance(stamp, str) else ("", "", "")
        # Compared as text: a number of thousands of digits is not worth converting.
        known, given = (len(text) for text in (str(self.number), number))
        is_number = number.isascii() and number.isdecimal() and number[0] != "0"
        if name == self.name and is_number and (given, number) > (known, str(self.number)):
            raise NewerVersion(
                phrase(
                    "{title} was saved by a newer version of Railkeeper and is left unchanged: "
                    "update the app to use it.",
                    title=self.title,
                )
            )
        if stamp != self.stamp:
            fields.fail(
                phrase(
                    "“format” should be “{format}”, not {value}",
                    format=self.stamp,
                    value=quoted(stamp),
                )
            )
        assert isinstance(value, dict)
        return value


RECORD = Format("railkeeper", phrase("A game file"))
"""The record of a game, as read by the scorer, the store and imports."""
FORMAT = RECORD.stamp
"""The value of the field “format” in a record."""
