"""Measures the app that imports it, while the keeper pans the board; controlled by its input.

Each line of its input is JSON: an entry of the keeper, or "report", which prints what was measured
since the last report.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from functools import partial
from itertools import cycle
from threading import Thread
from typing import Any

from kivy.clock import Clock

from companion.rules.json_reader import JsonObject
from companion.rules.record import read_event
from companion.rules.wording import phrase
from companion.table.snapshot import Answer
from companion.ui.app import RailkeeperApp

STEPS = cycle((*[2] * 40, *[-2] * 40))
"""Pixels by which the board is moved in each frame, to and fro."""
REPORT_FRAMES = 10
"""Frames to wait for before a report."""


def _now() -> tuple[float, float]:
    return time.perf_counter(), time.process_time()


class Measured:
    """What is measured of the running app."""

    def __init__(self, app: RailkeeperApp) -> None:
        self.app = app
        self.clear()
        self._idle = Clock.idle
        self._begun = _now()
        Clock.idle = self._end_frame
        Clock.schedule_once(self._watch)

    def clear(self) -> None:
        """Begin a measurement."""
        self.frames: list[tuple[float, float]] = []
        """The seconds of each frame without waiting for the next, and those of the processor."""
        self.entries: Counter[int] = Counter()
        """How many phone entries were applied, by the number of the frame."""
        self.drawn: dict[int, float] = {}
        """When the keeper's page showed a sum of all scores first."""

    def _watch(self, _: float) -> None:
        context = self.app.context
        assert context is not None
        context.sessions.listen(self._count)
        board = self.app.navigator.page.ids.board
        board.zoom_at(board.center_x, board.center_y, 2.5)
        Clock.schedule_interval(lambda _: board.pan_by(next(STEPS), 0), 0)
        Thread(target=self._follow_input, daemon=True).start()

    def _count(self, answer: Answer) -> None:
        self.entries[len(self.frames)] += answer.from_phone and answer.accepted

    def _end_frame(self) -> Any:
        (wall, processor), (end, processor_end) = self._begun, _now()
        self.frames.append((end - wall, processor_end - processor))
        board = self.app.navigator.page.ids.get("scoreboard")
        if board is not None:
            self.drawn.setdefault(sum(card.score for card in board.cards), time.time())
        now = self._idle()
        self._begun = _now()
        return now

    def _follow_input(self) -> None:
        for line in sys.stdin:
            value = json.loads(line)
            if value == "report":
                # What was entered last is drawn some frames later.
                Clock.schedule_once(partial(self._report, REPORT_FRAMES))
            else:
                Clock.schedule_once(partial(self._enter, value))

    def _enter(self, value: dict[str, Any], _: float) -> None:
        assert self.app.context is not None
        event = read_event(JsonObject(value["event"], phrase("the entry")), value["player"])
        assert self.app.context.session.enter(event).accepted

    def _report(self, frames: int, _: float) -> None:
        if frames:
            Clock.schedule_once(partial(self._report, frames - 1))
            return
        most = max(self.entries.values(), default=0)
        print(json.dumps([self.frames, most, list(self.drawn.items())]), flush=True)
        self.clear()


_build = RailkeeperApp.build


def _measured_build(app: RailkeeperApp) -> Any:
    root = _build(app)
    Measured(app)
    return root


RailkeeperApp.build = _measured_build  # type: ignore[assignment,method-assign]
