"""The real app on a real off-screen window, driven by button texts and touches."""

from __future__ import annotations

import threading
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import ClassVar

from kivy.animation import Animation
from kivy.app import App
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
from kivy.metrics import dp
from kivy.tests.common import UnitTestTouch
from kivy.uix.widget import Widget

from companion.rules.boards import Boards
from companion.store.settings import Settings
from companion.store.store import Store
from companion.table.board_list import BoardList
from companion.table.session import GameSession
from companion.table.snapshot import Snapshot
from companion.ui import background_task
from companion.ui.app import RailkeeperApp
from companion.ui.context import AppContext
from companion.ui.kit import debounce
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.debounce import IGNORE_TIME
from companion.ui.navigator import Navigator, PageName
from companion.ui.page import Page
from companion.ui.pages.table.page import TablePage
from companion.ui.pages.table.scoreboard import HOLD_TIME
from companion.ui.preferences import apply_settings
from tests.support.network import LoopbackDesktop
from tests.support.touch import Finger, release_memory
from tests.support.widgets import track_on_screen

MAX_INTERVAL = 0.04
"""Seconds between calls up to which they belong to an animation."""
SETTLING_TIME = 0.001
"""Seconds of a frame that lays out what the last one changed."""


class Phone(Finger):
    """The app, opened on a data folder."""

    open_store: Callable[[Path, Boards], Store] = staticmethod(Store.open)
    """Opens the store in the data folder."""
    make_device: Callable[[], LoopbackDesktop] = LoopbackDesktop

    def __init__(self, folder: Path, width: int = 390, height: int = 844) -> None:
        super().__init__(width, height)
        self.folder = folder
        self.device = self.make_device()
        self._pressed: Tappable | None = None
        self.open()

    def open(self) -> None:
        """Open the app on the data folder."""
        self.start()

    def reopen(self) -> None:
        """Kill the app, and open it again on the data folder."""
        self.kill()
        self.open()

    def start(self) -> None:
        """Start the app."""
        self.app = RailkeeperApp(self.folder, self.device, self.open_store)
        self.app._run_prepare()
        self.wait()

    def kill(self) -> None:
        """Drop the app without calling its stop handlers; only locks and ports are released."""
        store = self.context.store
        if self.context.is_sharing:
            self.context.sharing.stop_server()
            self.context.sharing._look.cancel()
        Window.release_all_keyboards()
        if self.app is not FastPhone.shared_app:
            self.app.root.clear_widgets()
        self.clear_window()
        Window.unbind(**self.app._window_handlers)
        self.navigator.close()
        store.close()
        self.app.context = None

    def close(self) -> None:
        """Close the app as it closes itself."""
        Window.release_all_keyboards()
        self.app.dispatch("on_stop")
        self.clear_window()

    @property
    def context(self) -> AppContext:
        """The objects shared by all pages."""
        assert self.app.context is not None
        return self.app.context

    @property
    def session(self) -> GameSession:
        """The session with the current game."""
        return self.context.session

    @property
    def now(self) -> Snapshot:
        """The current snapshot of the game."""
        return self.session.now

    @property
    def navigator(self) -> Navigator:
        """The app's navigator."""
        return self.app.navigator

    def page(self, name: PageName) -> Page:
        """A page, whether it is shown or not."""
        return self.navigator.get_page(name)

    @property
    def table(self) -> TablePage:
        """The table page."""
        page = self.page("table")
        assert isinstance(page, TablePage)
        return page

    @property
    def screen(self) -> str:
        """The name of the page that is shown."""
        return "startup_error" if self.app.context is None else self.navigator.name

    def visible_widgets(self) -> list[Widget]:
        """Every visible widget whose centre is inside the window, the topmost last."""
        return [widget for widget in self.widgets() if _is_visible(widget)]

    def texts(self) -> list[str]:
        """Every visible text, with plain spaces."""
        texts = (getattr(widget, "text", "") for widget in self.visible_widgets())
        return [text.replace("\u00a0", " ") for text in texts if text]

    def shows(self, part: str) -> bool:
        """Whether a visible text contains these words."""
        return any(part in text for text in self.texts())

    def buttons(self, words: str) -> list[Tappable]:
        """Every visible button with this text or accessible name, the topmost last."""
        return [
            widget
            for widget in self.visible_widgets()
            if isinstance(widget, Tappable) and words in (_title(widget), widget.name_for_readers)
        ]

    def button(self, words: str) -> Tappable:
        """The topmost button with this text or accessible name."""
        found = self.buttons(words)
        assert found, f"no button says {words!r}; visible texts: {self.texts()}"
        return found[-1]

    def press(self, words: str) -> None:
        """Tap the button with this text, after a pause if it was tapped last (debouncing)."""
        button = self.button(words)
        if button is self._pressed:
            self.wait(IGNORE_TIME + self.frame_time)
        self._pressed = button
        self.tap(button)
        self.wait_until_idle()

    def start_game(self) -> None:
        """Start the game entered on the New game page."""
        self.press(self.page("new_game").start_text)

    def wait_until_idle(self) -> None:
        """Wait for background tasks, animations and the time in which touches are ignored."""
        for thread in threading.enumerate():
            if thread.name == background_task.NAME:
                thread.join(30)
        self.wait(IGNORE_TIME + self.frame_time)
        for _ in range(40):
            if not Animation._instances:
                break
            self.wait(self.longest_frame)

    def tap_route(self, route: str, track: int = 0) -> None:
        """Tap a track on the table page's board."""
        board = self.table.ids.board
        self._tap_on_board(*board.to_window(*track_on_screen(board, route, track)))

    def tap_city(self, place: str) -> None:
        """Tap a city on the table page's board."""
        board = self.table.ids.board
        self._tap_on_board(*board.to_window(*board.place_on_screen(place)))

    def _tap_on_board(self, x: float, y: float) -> None:
        """Tap, and wait until it is no double tap any more."""
        self.tap_at(x, y)
        self.wait(self.table.ids.board.double_tap_time + 0.02)
        self.wait_until_idle()

    def open_player(self, name: str) -> None:
        """Open a player's sheet by holding the player's card."""
        self.hold(self.button(name), HOLD_TIME + 0.1)
        self.wait_until_idle()

    def finish(self) -> None:
        """Press Final tally or Finish, which is in the menu if the dock has no room."""
        if self.buttons("Final tally"):
            self.press("Final tally")
            return
        if not self.buttons("Finish"):
            self.press("Menu")
        self.press("Finish")

    def drag_between(self, start: str, end: str) -> None:
        """Drag from a city to a neighbouring city."""
        board = self.table.ids.board
        ends = (board.to_window(*board.place_on_screen(place)) for place in (start, end))
        self.drag(*ends)
        self.wait_until_idle()

    def close_sheet(self) -> None:
        """Tap outside the sheet."""
        self.tap_at(Window.width * 0.2, Window.height - 20)
        self.wait_until_idle()

    def key(self, key: int, *modifiers: str) -> bool:
        """Press a key of the keyboard, or the phone's back key."""
        handled = bool(Window.dispatch("on_keyboard", key, 0, None, list(modifiers)))
        Window.dispatch("on_key_up", key, 0)
        self.wait_until_idle()
        return handled

    def type(self, text: str) -> None:
        """Type into the focused text field."""
        field = next(
            each for each in self.visible_widgets() if getattr(each, "focus", False) is True
        )
        for letter in text:
            field.insert_text(letter)
        self.wait()


class FastPhone(Phone):
    """A phone that runs few long frames and draws only on request, to save time.

    All phones of a process share one app, which opens the data folder of each: creating the pages
    takes longer than most tests. `start` starts another app, after `close` or `kill`.
    """

    frame_time = 0.05
    longest_frame = 0.25
    shared_app: ClassVar[RailkeeperApp | None] = None
    """The app of all phones of this class; the next phone starts it if there is none."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, *_pixels(390, 844))

    def open(self) -> None:
        """Start the shared app, or open the data folder in it."""
        if FastPhone.shared_app is None:
            self.start()
            FastPhone.shared_app = self.app
        else:
            self.app = FastPhone.shared_app
            self.reset()

    def reset(self) -> None:
        """Open the data folder in the running app, whose pages keep nothing of the last one."""
        app, navigator = self.app, self.app.navigator
        app.folder, app.device, app._open_store = self.folder, self.device, self.open_store
        App._running_app = app
        app.safe_area.clear_widgets()
        app.safe_area.add_widget(navigator.screens)
        for page in navigator.screens.screens:
            page.close_sheet()
            page.ids.notice.clear()
        if navigator.screens.current_screen is not None:
            navigator.page.close()
        apply_settings(Settings(), self.device)
        Window.add_widget(app.root)
        app._open()
        self.reset_pages()
        debounce.reset()
        self.wait_until_idle()

    def reset_pages(self) -> None:
        """Remove what pages keep from game to game."""
        navigator = self.navigator
        if navigator.screens.has_screen("new_game"):
            page = navigator.get_page("new_game")
            page._board_list = BoardList(page.context.store)
            page.boards = page._board_list.summaries()
            page.prefill((), page._board_list.in_last_variant(page.boards[0]))
            page.ids.carousel.scroll_x = 0
        if navigator.screens.has_screen("table"):
            self.table._game_id = ""
            self.table.turn_offer.shown = self.table.drag_hint.shown = False
            self.table.ids.board.unfocus()
            self.table.ids.board.show_all()

    def set_size(self, width: int, height: int) -> None:
        """Set the window size in dp."""
        self.resize(*_pixels(width, height))
        self.wait_until_idle()

    def wait(self, seconds: float = 0.0) -> None:
        """Run frames for a time, at least three, without drawing.

        The clock jumps from event to event: a delay or an animation costs one frame or a few.
        """
        EventLoop.ensure_window()
        end = Clock.get_time() + seconds + self.frame_time / 2
        # What the first frame does may begin a delay.
        self.frame()
        while (left := end - Clock.get_time()) > 0:
            self.frame(min(left, self.longest_frame, self._until_next_event()))
        for _ in range(2):
            self.frame(SETTLING_TIME)

    def _until_next_event(self) -> float:
        """Seconds until the next delayed call, without the calls in each frame."""
        now: float = Clock.get_time()
        ends = (
            each._last_dt + each.timeout
            for each in Clock.get_events()
            if each.timeout > MAX_INTERVAL
        )
        return float(max(min(ends, default=inf) - now, self.frame_time))

    def tap_twice(self, widget: Widget, apart: float) -> None:
        """Tap the same point twice, even if another widget is there the second time."""
        spot = widget.to_window(*widget.center)
        for pause in (apart, self.frame_time):
            self.taps += 1
            touch = UnitTestTouch(*spot)
            touch.touch_down()
            touch.touch_up()
            self.frame(pause)

    def render_pixels(self) -> tuple[int, int, bytes]:
        """Draw the window; returns width, height and RGBA pixels from the bottom up.

        An off-screen window has no pixels beyond its initial size.
        """
        # Content drawn for the first time may appear only in the next frame.
        for event in ("on_draw", "on_flip", "on_draw"):
            Window.dispatch(event)
        width, height = Window.size
        pixels = glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE)
        release_memory()
        return width, height, pixels


class SinglePhone(FastPhone):
    """A fast phone whose app is its own."""

    def open(self) -> None:
        """Start the app."""
        self.start()


def _pixels(width: int, height: int) -> tuple[int, int]:
    return round(dp(width)), round(dp(height))


def _title(widget: Widget) -> str:
    return str(getattr(widget, "text", "") or getattr(widget, "title", ""))


def _is_visible(widget: Widget) -> bool:
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
