"""What is done beside the screen always comes to an end that somebody hears of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

import pytest

from companion.rules import Refused

if TYPE_CHECKING:
    from tests.ui.finger import Finger


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (KeyError("no such thing"), "for a reason that nobody expected: KeyError"),
        (OSError(28, "No space left on device"), "there is no room left on this device"),
        (MemoryError(), "MemoryError"),
    ],
)
def test_whatever_is_raised_becomes_a_sentence(finger: Finger, error: Exception, said: str) -> None:
    from companion.ui.errand import Errand

    heard: list[Refused] = []

    def work(*_: object) -> NoReturn:
        raise error

    errand = Errand(work, pytest.fail, heard.append, lambda *_: None)
    errand.cancel()
    finger.wait()
    assert [said in str(problem) for problem in heard] == [True]
