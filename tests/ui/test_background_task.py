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

TIMEOUT = 10
"""Seconds until a test gives up."""


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (KeyError("no such thing"), "Something unexpected went wrong: KeyError"),
        (OSError(28, "No space left on device"), "there is no space left on this device"),
        (MemoryError(), "MemoryError"),
    ],
)
def test_exception_in_the_thread_is_reported_as_a_refusal(
    finger: Finger, error: Exception, message: str
) -> None:
    from companion.ui.background_task import BackgroundTask

    refusals: list[Refused] = []

    def work(*_: object) -> NoReturn:
        raise error

    task = BackgroundTask(work, pytest.fail, refusals.append, lambda *_: None)
    task.wait()
    finger.wait()
    assert [message in str(problem) for problem in refusals] == [True]


def test_cancelled_task_does_not_block_and_reports_once(finger: Finger) -> None:
    from companion.ui.background_task import BackgroundTask

    refusals: list[Refused] = []
    ready = Event()

    def work(_: Progress, cancelled: Cancelled) -> str:
        ready.wait(TIMEOUT)
        if cancelled():
            raise Refused(phrase("Stopped. Nothing was imported."))
        return "not cancelled"

    task = BackgroundTask(work, pytest.fail, refusals.append, lambda *_: None)
    task.cancel()
    finger.wait()
    assert not refusals
    ready.set()
    task.wait()
    assert [str(problem) for problem in refusals] == ["Stopped. Nothing was imported."]
    finger.wait()
    assert len(refusals) == 1
