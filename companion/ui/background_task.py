"""An errand: work that takes a while, done beside the screen, which hears of it frame by frame."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Event, Thread
from typing import Generic, TypeVar

from kivy.clock import Clock
from kivy.logger import Logger

from companion.rules.errors import Refused
from companion.rules.wording import Phrase, phrase
from companion.store.errors import reason_of
from companion.store.progress import Cancelled, Progress

Result = TypeVar("Result")


NAME = "errand"
"""What the threads are called."""


class BackgroundTask(Generic[Result]):
    """One piece of work in a thread of its own; what comes of it is told in the screen's thread."""

    def __init__(
        self,
        work: Callable[[Progress, Cancelled], Result],
        done: Callable[[Result], object],
        refused: Callable[[Refused], object],
        progress: Callable[[int, int], object],
    ) -> None:
        self._work = work
        self._done = done
        self._refused = refused
        self._progress = progress
        self._stop = Event()
        self._far: tuple[int, int] | None = None
        """How far it is, while that is still to be told."""
        self._outcome: Callable[[], object] | None = None
        """What is still to be told at the end."""
        self._thread = Thread(target=self._run, name=NAME, daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        """Ask it to stop as soon as may be; what comes of it is told all the same."""
        self._stop.set()

    def wait(self) -> None:
        """Hold up the screen until it has come to its end, which is told before this returns."""
        self._thread.join()
        self._tell_outcome()

    def _run(self) -> None:
        try:
            self._outcome = partial(self._done, self._work(self._hear, self._stop.is_set))
        except Refused as problem:
            self._outcome = partial(self._refused, problem)
        except Exception as error:
            # Whoever waits must hear of it, and nobody else can tell them.
            Logger.exception("Errand: it ended in what nobody expected")
            self._outcome = partial(self._refused, Refused(_unexpected(error)))
        Clock.schedule_once(self._tell_outcome)

    def _tell_outcome(self, *_: object) -> None:
        outcome, self._outcome = self._outcome, None
        if outcome is not None:
            outcome()

    def _hear(self, done: int, of: int) -> None:
        """Note how far it is; only the newest is told, and not more often than it is drawn."""
        waiting, self._far = self._far is not None, (done, of)
        if not waiting:
            Clock.schedule_once(self._tell_progress)

    def _tell_progress(self, *_: object) -> None:
        far, self._far = self._far, None
        if far is not None and not self._stop.is_set():
            self._progress(*far)


def _unexpected(error: Exception) -> Phrase:
    if isinstance(error, OSError):
        return phrase("This did not work: {reason}.", reason=reason_of(error))
    # Translators: What went wrong has only a name of programmers, such as KeyError.
    return phrase(
        "This did not work, for a reason that nobody expected: {name}.", name=type(error).__name__
    )
