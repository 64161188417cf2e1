"""What the keeper should be told about the files, apart from what a call itself refuses."""

from __future__ import annotations

from companion.rules.wording import Phrase


class Notices(list[Phrase]):
    """Sentences about damage and what became of it. Whoever has shown them may clear the list."""

    def tell(self, sentence: Phrase) -> None:
        """Add a sentence that is not there yet."""
        if sentence not in self:
            self.append(sentence)
