"""The monkey: random steps, reproducible by their seed."""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch
from kivy.uix.textinput import TextInput

from companion.report.translation import LANGUAGES
from companion.ui import background_task
from companion.ui.kit.buttons import Tappable
from companion.ui.pages.settings import TEXT_SIZES, THEMES
from tests.support.phone import FastPhone, SinglePhone
from tests.support.widgets import track_on_screen
from tests.ui.monkey import random_input
from tests.ui.monkey.invariants import count_objects, increases, violations

REPORTED_STEPS = 20
"""Number of last steps in a report."""


class Violation(AssertionError):
    """A broken invariant or an exception, with the seed and the last steps to reproduce it."""


class Monkey:
    """Makes random steps and checks the invariants after each."""

    def __init__(self, folder: Path, seed: str) -> None:
        self.seed = seed
        self.steps = 0
        """Number of steps made."""
        self._random = Random(seed)
        self._folder = folder
        self._last: deque[str] = deque(maxlen=REPORTED_STEPS)
        self._uncaught: list[str] = []
        """Exceptions in threads or in Kivy's C code, which no caller catches."""
        self._left = False
        """Whether the last Back has closed the app."""
        # Widgets of hidden pages of the shared app would be counted too.
        FastPhone.shared_app = None
        self.phone = SinglePhone(folder / "first")
        self.phone.wait_until_idle()
        self._initial_counts = count_objects(self.phone)
        self._open(folder / "data")

    def run(self, steps: int) -> None:
        """Make a number of steps; `Violation` at the first that breaks an invariant."""
        actions = [action for action, weight in self._actions() for _ in range(weight)]
        with self._recording_errors():
            for _ in range(steps):
                self._random.choice(actions)()
                self._wait()
                self.steps += 1
                self._require([*self._uncaught, *violations(self.phone)])
            self._note("starts again in an empty folder")
            self._open(self._folder / "last")
            self.phone.set_size(390, 844)
            more = increases(self._initial_counts, count_objects(self.phone))
            self._require([f"more than at the start: {more}"] if more else [])
        self.phone.close()

    def _open(self, folder: Path) -> None:
        """Restart the app with another data folder."""
        self.phone.close()
        self.phone.folder = folder
        self.phone.start()
        self.phone.wait_until_idle()

    @contextmanager
    def _recording_errors(self) -> Iterator[None]:
        before = threading.excepthook, sys.excepthook
        threading.excepthook = lambda problem: self._uncaught.append(repr(problem.exc_value))
        sys.excepthook = lambda _, problem, __: self._uncaught.append(repr(problem))
        Window.bind(on_request_close=self._leave)
        try:
            yield
        except Violation:
            raise
        except BaseException as problem:
            raise self._violation([repr(problem)]) from problem
        finally:
            Window.unbind(on_request_close=self._leave)
            threading.excepthook, sys.excepthook = before

    def _require(self, problems: list[str]) -> None:
        if problems:
            raise self._violation(problems)

    def _violation(self, problems: list[str]) -> Violation:
        steps = "\n".join(f"  {step}" for step in self._last)
        wrong = "\n".join(problems)
        return Violation(f"seed {self.seed}, step {self.steps}, last steps:\n{steps}\n{wrong}")

    def _note(self, step: str) -> None:
        self._last.append(f"{step}  ({self.phone.screen})")

    def _leave(self, *_: object, **__: object) -> bool:
        """Note that Back on the first page closes the app."""
        self._left = True
        return True

    def _wait(self) -> None:
        """Wait for background tasks, then for a frame or until the app is idle."""
        for thread in threading.enumerate():
            if thread.name == background_task.NAME:
                thread.join(30)
        if self._left:
            self._left = False
            self._note("has left the app and opens it again")
            self.phone.close()
            self.phone.start()
        if self._random.random() < 0.6:
            self.phone.wait_until_idle()
        else:
            self.phone.wait()

    # Actions

    def _actions(self) -> tuple[tuple[Callable[[], None], int], ...]:
        return (
            (self._tap, 40),
            (self._tap_board, 10),
            (self._tap_anywhere, 4),
            (self._tap_twice, 5),
            (self._hold, 4),
            (self._drag, 5),
            (self._drag_along_route, 3),
            (self._pinch, 2),
            (self._key, 10),
            (self._type, 8),
            (self._resize, 2),
            (self._change_setting, 2),
            (self._kill, 2),
            (self._pause, 1),
            (self._enter_events, 3),
            (self._begin_game, 2),
            (self._open_page, 5),
        )

    def _tap(self) -> None:
        chosen = self._random_button()
        if chosen is not None:
            self._note(f"taps {_describe(chosen)}")
            self.phone.tap(chosen)

    def _tap_twice(self) -> None:
        chosen = self._random_button()
        if chosen is not None:
            apart = self._random.choice((0.05, 0.2, 0.35))
            self._note(f"taps {_describe(chosen)} twice, {apart} s apart")
            self.phone.tap_twice(chosen, apart)

    def _hold(self) -> None:
        chosen = self._random_button()
        if chosen is not None:
            self._note(f"holds {_describe(chosen)}")
            self.phone.hold(chosen, self._random.choice((0.3, 0.6, 1.2)))

    def _tap_anywhere(self) -> None:
        x, y = self._random_point()
        self._note(f"taps at {x}, {y}")
        self.phone.tap_at(x, y)

    def _tap_board(self) -> None:
        if self.phone.screen != "table":
            return self._tap()
        board = self.phone.table.ids.board
        if self._random.random() < 0.7:
            track = self._random.choice(sorted(board.layout.tracks))
            self._note(f"taps the track {track}")
            self.phone.tap_at(*board.to_window(*track_on_screen(board, *track)))
        else:
            place = self._random.choice(sorted(board.layout.dots))
            self._note(f"taps the place {place}")
            self.phone.tap_at(*board.to_window(*board.place_on_screen(place)))
        self.phone.wait(board.double_tap_time)

    def _drag_along_route(self) -> None:
        if self.phone.screen != "table":
            return self._drag()
        board = self.phone.table.ids.board
        route = self._random.choice(list(self.phone.now.board.routes.values()))
        self._note(f"draws a line along {route.id}")
        ends = [board.to_window(*board.place_on_screen(each)) for each in (route.start, route.end)]
        self.phone.drag(ends[0], ends[1], steps=4)

    def _drag(self) -> None:
        start, end = self._random_point(), self._random_point()
        self._note(f"drags from {start} to {end}")
        self.phone.drag(start, end, steps=4)

    def _pinch(self) -> None:
        """Move two fingers and lift them in random order."""
        ends = [(self._random_point(), self._random_point()) for _ in range(2)]
        self._note(f"moves two fingers: {ends}")
        fingers = [UnitTestTouch(*start) for start, _ in ends]
        for touch in fingers:
            touch.touch_down()
        for touch, (_, end) in zip(fingers, ends, strict=True):
            touch.touch_move(*end)
            self.phone.frame()
        self._random.shuffle(fingers)
        for touch in fingers:
            touch.touch_up()
            self.phone.frame()

    def _key(self) -> None:
        name, key, held = self._random.choice(random_input.KEYS)
        self._note(f"presses {name}")
        letter = chr(key) if 32 <= key < 127 else None
        if not Window.dispatch("on_key_down", key, 0, letter, list(held)):
            Window.dispatch("on_keyboard", key, 0, letter, list(held))
        Window.dispatch("on_key_up", key, 0)

    def _type(self) -> None:
        fields = [each for each in self.phone.visible_widgets() if isinstance(each, TextInput)]
        if not fields:
            return self._tap()
        if not any(field.focus for field in fields):
            field = self._random.choice(fields)
            self._note("taps a field")
            self.phone.tap(field)
        text = self._random.choice(random_input.TEXTS)
        self._note(f"types {text!r}")
        Window.dispatch("on_textinput", text)

    def _resize(self) -> None:
        size = self._random.choice(random_input.SIZES)
        self._note(f"turns the phone to {size}")
        self.phone.set_size(*size)

    def _change_setting(self) -> None:
        name, values = self._random.choice(
            (("text_size", TEXT_SIZES), ("theme", THEMES), ("language", LANGUAGES))
        )
        value = self._random.choice(list(values))
        self._note(f"sets {name} to {value}")
        self.phone.context.preferences.change(name, value)

    def _kill(self) -> None:
        self._note("kills the app and opens it again")
        self.phone.kill()
        self.phone.start()

    def _pause(self) -> None:
        self._note("puts the phone away for a while")
        self.phone.app.dispatch("on_pause")
        self.phone.wait(1)
        self.phone.app.dispatch("on_resume")

    def _enter_events(self) -> None:
        """Make several entries, so that games reach their end."""
        if self.phone.context.snapshot is None or self.phone.now.correcting is not None:
            return self._tap()
        count = self._random.choice((1, 5, 20))
        self._note(f"enters {count} that the rules allow")
        for _ in range(count):
            event = random_input.random_entry(self.phone.now, self._random)
            if event is None or self.phone.screen != "table":
                break
            self.phone.session.enter(event)

    def _begin_game(self) -> None:
        setup = random_input.random_setup(self._random)
        self._note(f"begins a game on {setup.board.id} with {', '.join(setup.names)}")
        self.phone.context.sessions.begin(setup)
        self.phone.navigator.reset_to("home", "table")

    def _open_page(self) -> None:
        """Open a page that a random tap would seldom reach."""
        here = self.phone.screen
        if here not in random_input.LINKS or self.phone.navigator.page.sheet is not None:
            return self._key()
        name = self._random.choice(random_input.LINKS[here])
        self._note(f"goes to {name}")
        self.phone.navigator.go(name)

    # Random choices

    def _random_button(self) -> Tappable | None:
        found = [
            each
            for each in self.phone.visible_widgets()
            if isinstance(each, Tappable) and each.enabled
        ]
        return self._random.choice(found) if found else None

    def _random_point(self) -> tuple[int, int]:
        width, height = Window.size
        return self._random.randrange(int(width)), self._random.randrange(int(height))


def _describe(widget: Tappable) -> str:
    text = widget.name_for_readers or getattr(widget, "text", "") or getattr(widget, "title", "")
    return f"{type(widget).__name__} “{text}”"
