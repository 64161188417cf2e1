"""The real app on a real off-screen window, in the hands of somebody who taps what they read."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from kivy.animation import Animation
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.rules.boards import Boards
from companion.store.store import Store
from companion.table.session import GameSession
from companion.table.snapshot import Snapshot
from companion.ui import background_task
from companion.ui.app import RailkeeperApp
from companion.ui.board.thumbnail import pictures
from companion.ui.context import AppContext
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.debounce import DOUBLE_TAP_TIME, IGNORE_TIME
from companion.ui.navigator import Navigator, PageName
from companion.ui.page import Page
from companion.ui.pages.table.page import TablePage
from tests.ui.finger import Finger

_DRAWN = TemporaryDirectory()


class Phone(Finger):
    """A phone with the app open on a folder."""

    open_store: Callable[[Path, Boards], Store] = staticmethod(Store.open)
    """How its folder is opened."""

    def __init__(self, folder: Path, width: int = 390, height: int = 844) -> None:
        super().__init__(width, height)
        self.folder = folder
        self._pressed: Tappable | None = None
        self.start()

    def start(self) -> None:
        """Open the app."""
        self.app = RailkeeperApp(self.folder, open_store=self.open_store)
        self.app._run_prepare()
        # A board looks the same on every phone: what one has drawn, all the others show.
        pictures.folder = Path(_DRAWN.name)
        self.wait()

    def die(self) -> None:
        """Lose the app without a word, as when the system kills it; only the lock goes with it."""
        store = self.context.store
        Window.release_all_keyboards()
        self.app.root.clear_widgets()
        self.leave()
        Window.unbind(**self.app._window_handlers)
        self.navigator.close()
        store.close()

    def close(self) -> None:
        """Close the app as it closes itself."""
        Window.release_all_keyboards()
        self.app.dispatch("on_stop")
        self.leave()

    @property
    def context(self) -> AppContext:
        """What the pages are given."""
        assert self.app.context is not None
        return self.app.context

    @property
    def session(self) -> GameSession:
        """The game on the table."""
        return self.context.session

    @property
    def now(self) -> Snapshot:
        """The table as it is."""
        return self.session.now

    @property
    def navigator(self) -> Navigator:
        """From page to page."""
        return self.app.navigator

    def page(self, name: PageName) -> Page:
        """A page, in sight or not."""
        return self.navigator.get_page(name)

    @property
    def table(self) -> TablePage:
        """The table."""
        page = self.page("table")
        assert isinstance(page, TablePage)
        return page

    @property
    def screen(self) -> str:
        """Which page is in sight."""
        return "trouble" if self.app.context is None else self.navigator.name

    def shown(self) -> list[Widget]:
        """Everything that can be seen, what lies on top last."""
        return [widget for widget in self.widgets() if _visible(widget)]

    def texts(self) -> list[str]:
        """Every text that can be read."""
        return [widget.text for widget in self.shown() if getattr(widget, "text", "")]

    def reads(self, part: str) -> bool:
        """Whether some text on the screen contains these words."""
        return any(part in text for text in self.texts())

    def buttons(self, words: str) -> list[Tappable]:
        """Everything to tap that carries these words, what lies on top last."""
        return [
            widget
            for widget in self.shown()
            if isinstance(widget, Tappable) and words in (_title(widget), widget.name_for_readers)
        ]

    def button(self, words: str) -> Tappable:
        """The topmost thing to tap that carries these words."""
        found = self.buttons(words)
        assert found, f"nothing to tap says {words!r}; there is {self.texts()}"
        return found[-1]

    def press(self, words: str) -> None:
        """Tap what carries these words; the same again only after a pause, to be two taps."""
        button = self.button(words)
        if button is self._pressed:
            self.wait(DOUBLE_TAP_TIME + self.pace)
        self._pressed = button
        self.tap(button)
        self.commit()

    def commit(self) -> None:
        """Let everything that moves arrive, and the eye see it: no tap is swallowed after this."""
        for thread in threading.enumerate():
            if thread.name == background_task.NAME:
                thread.join(30)
        self.wait(IGNORE_TIME + self.pace)
        for _ in range(40):
            if not Animation._instances:
                break
            self.wait()

    def tap_route(self, route: str, track: int = 0) -> None:
        """Tap a track on the board."""
        board = self.table.ids.board
        self._tap_on_board(*board.to_window(*board.track_on_screen(route, track)))

    def tap_city(self, place: str) -> None:
        """Tap a city on the board."""
        board = self.table.ids.board
        self._tap_on_board(*board.to_window(*board.on_screen(place)))

    def _tap_on_board(self, x: float, y: float) -> None:
        """Tap there, first on a line that lies over it, and wait as long as the board does."""
        line = self.table.ids.notice
        if line.text and line.collide_point(x, y):
            self.tap(line)
            self.commit()
        self.tap_at(x, y)
        self.wait(self.table.ids.board.patience + 0.02)
        self.commit()

    def connect(self, start: str, end: str) -> None:
        """Drag from a city to a neighbouring one."""
        board = self.table.ids.board
        ends = (board.to_window(*board.on_screen(place)) for place in (start, end))
        self.drag(*ends)
        self.commit()

    def close_sheet(self) -> None:
        """Tap beside what lies over the page."""
        self.tap_at(Window.width * 0.2, Window.height - 20)
        self.commit()

    def key(self, key: int, *modifiers: str) -> bool:
        """Press a key of a keyboard, or a phone's back key."""
        taken = bool(Window.dispatch("on_keyboard", key, 0, None, list(modifiers)))
        self.commit()
        return taken

    def type(self, text: str) -> None:
        """Type into the field that has the keyboard."""
        field = next(widget for widget in self.shown() if getattr(widget, "focus", False))
        for letter in text:
            field.insert_text(letter)
        self.wait()


def _title(widget: Widget) -> str:
    return str(getattr(widget, "text", "") or getattr(widget, "title", ""))


def _visible(widget: Widget) -> bool:
    x, y = widget.to_window(*widget.center)
    if widget.width <= 0 or widget.height <= 0 or not (0 <= x <= Window.width):
        return False
    if not 0 <= y <= Window.height:
        return False
    while widget is not None and widget is not widget.parent:
        if getattr(widget, "opacity", 1) == 0:
            return False
        widget = widget.parent
    return True
