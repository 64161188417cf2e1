"""The formats of files, the game record's among them: a name and a version number.

A file carries its format as in `railkeeper/1`. What may be added without a new number is in
docs/record-format.md.
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

    def newer_version(self) -> NewerVersion:
        """The refusal of a file that a later version of the app has made."""
        return NewerVersion(
            phrase(
                "{title} was made with a newer version of Railkeeper. Update the app to use it.",
                title=self.title,
            )
        )

    def check(self, value: object) -> dict[str, Any]:
        """The content of a file; `NewerVersion` for a later number, otherwise `Malformed`."""
        fields = JsonObject(value, self.title)
        stamp = fields.raw("format")
        name, _, number = stamp.partition("/") if isinstance(stamp, str) else ("", "", "")
        # Compared as text: a number of thousands of digits is not worth converting.
        known, given = (len(text) for text in (str(self.number), number))
        is_number = number.isascii() and number.isdecimal() and number[0] != "0"
        if name == self.name and is_number and (given, number) > (known, str(self.number)):
            raise self.newer_version()
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
BOARD_FORMAT = Format("railkeeper-board", phrase("A board file"))
"""A board file that does not come with the app."""
EVENT_KINDS = ("claim", "terrain", "station", "pass", "tickets", "extra", "left")
"""The values of “do” in the events of a record."""
FORMAT = RECORD.stamp
"""The value of the field “format” in a record."""
