"""Background tasks: errors, cancelling."""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, NoReturn

import pytest

from companion.rules.errors import Refused
from companion.rules.wording import phrase

if TYPE_CHECKING:
    from companion.store.progress import Cancelled, Progress
    from tests.support.touch import Finger

PATIENCE = 10
"""Seconds after which what nobody has called is given up."""


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (KeyError("no such thing"), "for a reason that nobody expected: KeyError"),
        (OSError(28, "No space left on device"), "there is no room left on this device"),
        (MemoryError(), "MemoryError"),
    ],
)
def test_exception_in_the_thread_is_reported_as_a_refusal(
    finger: Finger, error: Exception, said: str
) -> None:
    from companion.ui.background_task import BackgroundTask

    heard: list[Refused] = []

    def work(*_: object) -> NoReturn:
        raise error

    task = BackgroundTask(work, pytest.fail, heard.append, lambda *_: None)
    task.wait()
    finger.wait()
    assert [said in str(problem) for problem in heard] == [True]


def test_cancelled_task_does_not_block_and_reports_once(finger: Finger) -> None:
    from companion.ui.background_task import BackgroundTask

    heard: list[Refused] = []
    ready = Event()

    def work(_: Progress, cancelled: Cancelled) -> str:
        ready.wait(PATIENCE)
        if cancelled():
            raise Refused(phrase("Stopped. Nothing was imported."))
        return "nobody has cancelled"

    task = BackgroundTask(work, pytest.fail, heard.append, lambda *_: None)
    task.cancel()
    finger.wait()
    assert not heard
    ready.set()
    task.wait()
    assert [str(problem) for problem in heard] == ["Stopped. Nothing was imported."]
    finger.wait()
    assert len(heard) == 1
