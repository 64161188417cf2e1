"""Background tasks: errors, cancelling."""

from __future__ import annotations

from threading import Event
from time import perf_counter
from typing import TYPE_CHECKING, NoReturn

import pytest

from companion.rules.errors import Refused
from companion.rules.wording import phrase

if TYPE_CHECKING:
    from pathlib import Path

    from companion.store.errors import Cancelled, Progress
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


def test_task_that_does_not_stop_is_abandoned(finger: Finger) -> None:
    from companion.ui.background_task import BackgroundTask

    ready = Event()

    def work(*_: object) -> bool:
        return ready.wait(TIMEOUT)

    def never(_: object) -> None:
        pytest.fail("the outcome is not wanted any more")

    task = BackgroundTask(work, never, never, lambda *_: None)
    task.cancel()
    start = perf_counter()
    assert not task.wait(0.05)
    assert perf_counter() - start < 1
    ready.set()
    for _ in range(5):
        finger.wait()


def test_leaving_a_page_does_not_wait_for_its_task(tmp_path: Path) -> None:
    from tests.support.phone import FastPhone

    phone, ready = FastPhone(tmp_path / "data"), Event()
    try:
        phone.navigator.reset_to("home", "settings")
        page = phone.navigator.page
        page.run_in_background(lambda *_: ready.wait(TIMEOUT), lambda _: pytest.fail("left"))
        start = perf_counter()
        page.close()
        assert perf_counter() - start < 0.2
        assert page.progress_text == ""
        ready.set()
        # The page can start other work.
        done: list[int] = []
        page.run_in_background(lambda *_: 7, done.append)
        phone.wait_until_idle()
        assert done == [7]
    finally:
        ready.set()
        phone.close()
