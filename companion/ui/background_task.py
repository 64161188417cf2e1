"""Slow work in a thread; progress and result are reported in the main thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Event, Thread
from typing import Generic, TypeVar

from kivy.clock import Clock
from kivy.logger import Logger

from companion.rules.errors import Refused
from companion.rules.wording import Phrase, phrase
from companion.store.errors import Cancelled, Progress, reason_of

_Result = TypeVar("_Result")


NAME = "background task"
"""The name of the threads."""


class BackgroundTask(Generic[_Result]):
    """Runs a function in a thread and calls `done` or `refused` in the main thread."""

    def __init__(
        self,
        work: Callable[[Progress, Cancelled], _Result],
        done: Callable[[_Result], object],
        refused: Callable[[Refused], object],
        progress: Callable[[int, int], object],
    ) -> None:
        self._work = work
        self._done = done
        self._refused = refused
        self._progress = progress
        self._stop = Event()
        self._is_abandoned = False
        self._unreported: tuple[int, int] | None = None
        """Progress not yet reported to the main thread."""
        self._outcome: Callable[[], object] | None = None
        """The final callback, until it has been called."""
        self._thread = Thread(target=self._run, name=NAME, daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        """Ask the work to stop early; `done` or `refused` is called all the same."""
        self._stop.set()

    def wait(self, seconds: float | None = None) -> bool:
        """Block until the work has ended and its callback has been called.

        False if the time is over before that: then the callback is never called.
        """
        self._thread.join(seconds)
        self._is_abandoned = self._thread.is_alive()
        self._report_outcome()
        return not self._is_abandoned

    def _run(self) -> None:
        try:
            self._outcome = partial(self._done, self._work(self._note_progress, self._stop.is_set))
        except Refused as problem:
            self._outcome = partial(self._refused, problem)
        except Exception as error:
            # An exception that leaves the thread would be lost, and the page would wait forever.
            Logger.exception("BackgroundTask: unexpected exception")
            self._outcome = partial(self._refused, Refused(_unexpected(error)))
        Clock.schedule_once(self._report_outcome)

    def _report_outcome(self, *_: object) -> None:
        outcome, self._outcome = self._outcome, None
        if outcome is not None and not self._is_abandoned:
            outcome()

    def _note_progress(self, done: int, of: int) -> None:
        """Store the progress; the main thread reports only the latest, once per frame."""
        scheduled, self._unreported = self._unreported is not None, (done, of)
        if not scheduled:
            Clock.schedule_once(self._report_progress)

    def _report_progress(self, *_: object) -> None:
        progress, self._unreported = self._unreported, None
        if progress is not None and not self._stop.is_set():
            self._progress(*progress)


def _unexpected(error: Exception) -> Phrase:
    if isinstance(error, OSError):
        return phrase("This did not work: {reason}.", reason=reason_of(error))
    # Translators: {name} is a technical name, such as KeyError.
    return phrase("Something unexpected went wrong: {name}.", name=type(error).__name__)
