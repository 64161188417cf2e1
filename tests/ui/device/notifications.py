"""Records notifications."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.rules.wording import Phrase


class Notifications(list[tuple[Phrase, bool]]):
    """The notifications of a device, and whether each is a refusal."""

    def __init__(self) -> None:
        super().__init__()
        self.buttons: dict[str, Callable[[], object]] = {}
        """The actions of the buttons, by text."""

    def __call__(
        self,
        phrase: Phrase,
        /,
        *,
        refused: bool = False,
        button: str = "",
        act: Callable[[], object] | None = None,
    ) -> None:
        self.append((phrase, refused))
        if act is not None:
            self.buttons[button] = act

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
