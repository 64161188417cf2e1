"""Records notifications."""

from __future__ import annotations

from pathlib import Path

from companion.rules.wording import Phrase


class Notifications(list[tuple[Phrase, bool]]):
    """The notifications of a device, and whether each is a refusal."""

    def __call__(self, phrase: Phrase, /, *, refused: bool = False) -> None:
        self.append((phrase, refused))

    @property
    def sentence(self) -> str:
        """The text of the only notification, which must be no refusal."""
        ((phrase, refused),) = self
        assert not refused
        return str(phrase)

    @property
    def refusal(self) -> str:
        """The text of the only notification, which must be a refusal."""
        ((phrase, refused),) = self
        assert refused
        return str(phrase)

    @property
    def file(self) -> Path:
        """The file named by the only notification."""
        assert self.sentence
        return Path(str(self[0][0].values["file"]))
