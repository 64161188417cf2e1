"""Exceptions for what is refused; each carries one translatable sentence.

A class exists only where code distinguishes it. Rules return the sentence instead (`why_…`), and
`apply_event` raises it.
"""

from __future__ import annotations

from companion.rules.wording import Phrase


class Refused(Exception):
    """Base class of errors shown to the keeper: what is refused, and why."""

    def __init__(self, phrase: Phrase) -> None:
        self.phrase = phrase
        """The reason as one translatable sentence."""

    def __str__(self) -> str:
        return str(self.phrase)


class Malformed(Refused):
    """A file with a wrong format; the phrase names the field and the problem."""


class UnusableFile(Refused):
    """A file that cannot be used now but is not damaged, so it must not be changed or moved."""


class NewerVersion(UnusableFile):
    """A file written by a later version of the app."""


class EntryRefused(Refused):
    """An entry of a log breaks a rule, so the whole log is refused."""

    def __init__(self, phrase: Phrase, entry: int, cause: Refused) -> None:
        super().__init__(phrase)
        self.entry = entry
        """The first entry that breaks a rule, from 0."""
        self.cause = cause
        """The refusal of that entry."""
