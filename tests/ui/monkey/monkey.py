"""The monkey itself: a seed and what follows from it, step by step."""

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
from tests.support.phone import FastPhone
from tests.support.widgets import track_on_screen
from tests.ui.monkey import temper
from tests.ui.monkey.watching import grown, living, wrong

REMEMBERED = 20
"""How many of its last steps it can tell."""


class Caught(AssertionError):
    """Something broke: the seed and the last steps, to see it again."""


class Monkey:
    """Does anything, and looks after every step whether all is well."""

    def __init__(self, folder: Path, seed: str) -> None:
        self.seed = seed
        self.steps = 0
        """How many it has done."""
        self._chance = Random(seed)
        self._folder = folder
        self._last: deque[str] = deque(maxlen=REMEMBERED)
        self._unheard: list[str] = []
        """Exceptions that nobody could hear, in a thread or in Kivy's own C."""
        self._left = False
        """Whether it has left the app by the last step back."""
        self.phone = FastPhone(folder / "first")
        self.phone.wait_until_idle()
        self._at_first = living(self.phone)
        self._open(folder / "kept")

    def go_wild(self, steps: int) -> None:
        """Do so many steps; `Caught` at the first that breaks something."""
        kinds = [action for action, often in self._deeds() for _ in range(often)]
        with self._watched():
            for _ in range(steps):
                self._chance.choice(kinds)()
                self._let_pass()
                self.steps += 1
                self._demand([*self._unheard, *wrong(self.phone)])
            self._note("begins anew in an empty folder")
            self._open(self._folder / "last")
            self.phone.set_size(390, 844)
            more = grown(self._at_first, living(self.phone))
            self._demand([f"more than in the beginning: {more}"] if more else [])
        self.phone.close()

    def _open(self, folder: Path) -> None:
        """Close the app, and open it on a folder."""
        self.phone.close()
        self.phone.folder = folder
        self.phone.start()
        self.phone.wait_until_idle()

    @contextmanager
    def _watched(self) -> Iterator[None]:
        before = threading.excepthook, sys.excepthook
        threading.excepthook = lambda problem: self._unheard.append(repr(problem.exc_value))
        sys.excepthook = lambda _, problem, __: self._unheard.append(repr(problem))
        Window.bind(on_request_close=self._leave)
        try:
            yield
        except Caught:
            raise
        except BaseException as problem:
            raise self._caught([repr(problem)]) from problem
        finally:
            Window.unbind(on_request_close=self._leave)
            threading.excepthook, sys.excepthook = before

    def _demand(self, problems: list[str]) -> None:
        if problems:
            raise self._caught(problems)

    def _caught(self, problems: list[str]) -> Caught:
        told = "\n".join(f"  {step}" for step in self._last)
        wrong = "\n".join(problems)
        return Caught(f"seed {self.seed}, step {self.steps}, the last of them:\n{told}\n{wrong}")

    def _note(self, step: str) -> None:
        self._last.append(f"{step}  ({self.phone.screen})")

    def _leave(self, *_: object, **__: object) -> bool:
        """Nothing to go back to: the app closes."""
        self._left = True
        return True

    def _let_pass(self) -> None:
        """A moment, or until everything has arrived; what is done beside the screen is awaited."""
        for thread in threading.enumerate():
            if thread.name == background_task.NAME:
                thread.join(30)
        if self._left:
            self._left = False
            self._note("has left the app and opens it again")
            self.phone.close()
            self.phone.start()
        if self._chance.random() < 0.6:
            self.phone.wait_until_idle()
        else:
            self.phone.wait()

    # Deeds

    def _deeds(self) -> tuple[tuple[Callable[[], None], int], ...]:
        return (
            (self._tap, 40),
            (self._tap_board, 10),
            (self._tap_anywhere, 4),
            (self._tap_twice, 5),
            (self._hold, 4),
            (self._drag, 5),
            (self._connect, 3),
            (self._pinch, 2),
            (self._key, 10),
            (self._write, 8),
            (self._turn, 2),
            (self._dress, 2),
            (self._die, 2),
            (self._sleep, 1),
            (self._play_on, 3),
            (self._change_tables, 2),
            (self._wander, 5),
        )

    def _tap(self) -> None:
        chosen = self._something()
        if chosen is not None:
            self._note(f"taps {_named(chosen)}")
            self.phone.tap(chosen)

    def _tap_twice(self) -> None:
        chosen = self._something()
        if chosen is not None:
            apart = self._chance.choice((0.05, 0.2, 0.35))
            self._note(f"taps {_named(chosen)} twice, {apart} s apart")
            self.phone.tap_twice(chosen, apart)

    def _hold(self) -> None:
        chosen = self._something()
        if chosen is not None:
            self._note(f"holds {_named(chosen)}")
            self.phone.hold(chosen, self._chance.choice((0.3, 0.6, 1.2)))

    def _tap_anywhere(self) -> None:
        x, y = self._spot()
        self._note(f"taps at {x}, {y}")
        self.phone.tap_at(x, y)

    def _tap_board(self) -> None:
        if self.phone.screen != "table":
            return self._tap()
        board = self.phone.table.ids.board
        if self._chance.random() < 0.7:
            track = self._chance.choice(sorted(board.layout.tracks))
            self._note(f"taps the track {track}")
            self.phone.tap_at(*board.to_window(*track_on_screen(board, *track)))
        else:
            place = self._chance.choice(sorted(board.layout.dots))
            self._note(f"taps the place {place}")
            self.phone.tap_at(*board.to_window(*board.place_on_screen(place)))
        self.phone.wait(board.double_tap_time)

    def _connect(self) -> None:
        if self.phone.screen != "table":
            return self._drag()
        board = self.phone.table.ids.board
        route = self._chance.choice(list(self.phone.now.board.routes.values()))
        self._note(f"draws a line along {route.id}")
        ends = [board.to_window(*board.place_on_screen(each)) for each in (route.start, route.end)]
        self.phone.drag(ends[0], ends[1], steps=4)

    def _drag(self) -> None:
        start, end = self._spot(), self._spot()
        self._note(f"drags from {start} to {end}")
        self.phone.drag(start, end, steps=4)

    def _pinch(self) -> None:
        """Two fingers, of which either goes first."""
        ends = [(self._spot(), self._spot()) for _ in range(2)]
        self._note(f"moves two fingers: {ends}")
        fingers = [UnitTestTouch(*start) for start, _ in ends]
        for touch in fingers:
            touch.touch_down()
        for touch, (_, end) in zip(fingers, ends, strict=True):
            touch.touch_move(*end)
            self.phone.frame()
        self._chance.shuffle(fingers)
        for touch in fingers:
            touch.touch_up()
            self.phone.frame()

    def _key(self) -> None:
        name, key, held = self._chance.choice(temper.KEYS)
        self._note(f"presses {name}")
        letter = chr(key) if 32 <= key < 127 else None
        if not Window.dispatch("on_key_down", key, 0, letter, list(held)):
            Window.dispatch("on_keyboard", key, 0, letter, list(held))
        Window.dispatch("on_key_up", key, 0)

    def _write(self) -> None:
        fields = [each for each in self.phone.visible_widgets() if isinstance(each, TextInput)]
        if not fields:
            return self._tap()
        if not any(field.focus for field in fields):
            field = self._chance.choice(fields)
            self._note("taps a field")
            self.phone.tap(field)
        text = self._chance.choice(temper.TEXTS)
        self._note(f"types {text!r}")
        Window.dispatch("on_textinput", text)

    def _turn(self) -> None:
        size = self._chance.choice(temper.SIZES)
        self._note(f"turns the phone to {size}")
        self.phone.set_size(*size)

    def _dress(self) -> None:
        name, values = self._chance.choice(
            (("text_size", TEXT_SIZES), ("theme", THEMES), ("language", LANGUAGES))
        )
        value = self._chance.choice(list(values))
        self._note(f"sets {name} to {value}")
        self.phone.context.preferences.change(name, value)

    def _die(self) -> None:
        self._note("kills the app and opens it again")
        self.phone.kill()
        self.phone.start()

    def _sleep(self) -> None:
        self._note("puts the phone away for a while")
        self.phone.app.dispatch("on_pause")
        self.phone.wait(1)
        self.phone.app.dispatch("on_resume")

    def _play_on(self) -> None:
        """Some entries at once, so that games come to their end."""
        if self.phone.session.snapshot is None or self.phone.now.correcting is not None:
            return self._tap()
        count = self._chance.choice((1, 5, 20))
        self._note(f"enters {count} that the rules allow")
        for _ in range(count):
            event = temper.something_to_enter(self.phone.now, self._chance)
            if event is None or self.phone.screen != "table":
                break
            self.phone.session.enter(event)

    def _change_tables(self) -> None:
        setup = temper.another_table(self._chance)
        self._note(f"begins a game on {setup.board.id} with {', '.join(setup.names)}")
        self.phone.session.begin(setup)
        self.phone.navigator.reset_to("home", "table")

    def _wander(self) -> None:
        """Go where taps would lead too, but not as soon."""
        here = self.phone.screen
        if here not in temper.WAYS or self.phone.navigator.page.sheet is not None:
            return self._key()
        name = self._chance.choice(temper.WAYS[here])
        self._note(f"goes to {name}")
        self.phone.navigator.go(name)

    # What there is

    def _something(self) -> Tappable | None:
        found = [
            each
            for each in self.phone.visible_widgets()
            if isinstance(each, Tappable) and each.enabled
        ]
        return self._chance.choice(found) if found else None

    def _spot(self) -> tuple[int, int]:
        width, height = Window.size
        return self._chance.randrange(int(width)), self._chance.randrange(int(height))


def _named(widget: Tappable) -> str:
    text = widget.name_for_readers or getattr(widget, "text", "") or getattr(widget, "title", "")
    return f"{type(widget).__name__} “{text}”"
