"""Records notifications."""

from __future__ import annotations

from pathlib import Path

from companion.rules.wording import Phrase


class Told(list[tuple[Phrase, bool]]):
    """Every sentence, and whether it was a refusal."""

    def __call__(self, phrase: Phrase, /, *, refused: bool = False) -> None:
        self.append((phrase, refused))

    @property
    def sentence(self) -> str:
        """The one sentence, of something that was done."""
        ((phrase, refused),) = self
        assert not refused
        return str(phrase)

    @property
    def refusal(self) -> str:
        """The one sentence, of something that came to nothing."""
        ((phrase, refused),) = self
        assert refused
        return str(phrase)

    @property
    def file(self) -> Path:
        """The file that the one sentence names."""
        assert self.sentence
        return Path(str(self[0][0].values["file"]))
