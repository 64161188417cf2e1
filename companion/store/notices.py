"""Sentences for the keeper about damaged or unreadable files."""

from __future__ import annotations

from companion.rules.wording import Phrase


class Notices(list[Phrase]):
    """Sentences to show once; the page that shows one removes it."""

    def add(self, sentence: Phrase) -> None:
        """Append a sentence that is not in the list yet."""
        if sentence not in self:
            self.append(sentence)
