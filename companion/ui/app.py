"""The Kivy app: opens the store, creates the context and shows the page used last."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock
from kivy.config import Config
from kivy.core.window import Window
from kivy.uix.widget import Widget

from companion.rules.boards import Boards, bundled_boards
from companion.rules.errors import Refused
from companion.rules.wording import Phrase
from companion.store.settings import Settings
from companion.store.store import Store
from companion.ui.context import AppContext
from companion.ui.device import Device, FileSource, this_device
from companion.ui.keyboard import ENTRY_KEYS, handle_key
from companion.ui.kit import debounce
from companion.ui.kit.containers import SafeArea
from companion.ui.kit.layout import layout_now
from companion.ui.look.font_fallback import install_font_fallback
from companion.ui.look.translator import translator
from companion.ui.navigator import CORRECTING, KEEP_AWAKE, Navigator, OpenFiles, PageName
from companion.ui.preferences import Preferences, apply_settings

if TYPE_CHECKING:
    from companion.table.snapshot import Answer

REOPENED: dict[str, tuple[PageName, ...]] = {
    "check": ("check",),
    "tickets": ("tickets",),
    "result": ("tickets", "result"),
    "reveal": ("tickets", "reveal"),
}
"""Pages opened above the table, by the page used last."""

GC_DELAY = 1.0
"""Seconds after the start until the garbage collector is enabled again."""

SUCCESS_DELAY = 2.0
"""Seconds after the first frame until the start counts as successful: thumbnails follow later."""


class RailkeeperApp(App):
    """Railkeeper on a phone or a desktop."""

    title = "Railkeeper"

    def __init__(
        self,
        folder: Path | None = None,
        device: Device | None = None,
        open_store: Callable[[Path, Boards], Store] = Store.open,
        files: Sequence[Path] = (),
    ) -> None:
        # Otherwise a right or middle click leaves a touch behind that is never lifted.
        Config.set("input", "mouse", "mouse,disable_multitouch")
        super().__init__()
        self.device = device or this_device()
        self.folder = folder or self.device.folder()
        """The data folder."""
        self._open_store = open_store
        self._files = files
        """Files to import, named on the command line."""
        self._held_keys: set[int] = set()
        """Keys that make an entry and are held: the system repeats them."""
        self.context: AppContext | None = None
        """None if the data folder cannot be opened."""

    # Start and stop

    def build(self) -> Widget:
        """Open the store and show the page used last."""
        install_font_fallback()
        self.navigator = Navigator(self._page_changed)
        self.safe_area = SafeArea()
        self.safe_area.add_widget(self.navigator.screens)
        self._apply_insets()
        # Kivy sets the size with the first frame, but the first page is laid out before that.
        self.safe_area.size = Window.size
        layout_now(self.safe_area)
        Window.softinput_mode = "below_target"
        self._open()
        return self.safe_area

    def _open(self) -> None:
        """Open the data folder, follow window and device, and show the page used last."""
        debounce.reset()
        Window.bind(**self._window_handlers)
        try:
            store = self._open_store(self.folder, bundled_boards())
        except Refused as problem:
            self._show_error(problem)
            return
        preferences = Preferences(store.settings, self.device)
        self.context = context = AppContext(
            store,
            self.navigator,
            self.device,
            preferences,
            self._receive,
            self._start_as_usual,
        )
        self.navigator.attach(context)
        preferences.apply()
        self.device.watch(self._follow_system)
        context.is_plain = store.failed_starts.begin()
        if context.is_plain:
            self.navigator.reset_to("home")
        else:
            self._start_as_usual()

    def _start_as_usual(self) -> None:
        """Show the page used last, open the file that the app was started with, share again."""
        context = self.context
        assert context is not None
        context.is_plain = False
        self._restore_location(context)
        self.device.opened_with(self._open_files, self._notify)
        if self._files:
            self._open_files(*self._files)
        if context.store.guest_access.exists():
            # In the second frame: it imports the server.
            Clock.schedule_once(lambda _: Clock.schedule_once(self._restore_sharing))
        # After the first frame, whose callbacks run before it is drawn.
        succeed = partial(self._note_success, context)
        Clock.schedule_once(lambda _: Clock.schedule_once(succeed, SUCCESS_DELAY))

    def _note_success(self, context: AppContext, *_: object) -> None:
        """Do not count this start as failed; a start with the plain home page changes nothing."""
        if self.context is context and not context.is_plain:
            context.store.failed_starts.succeed()

    @property
    def _window_handlers(self) -> dict[str, Callable[..., object]]:
        return {
            "on_keyboard": self._key,
            "on_key_up": self._key_up,
            "on_touch_down": debounce.filter_touch,
            "size": self._apply_insets,
        }

    def _restore_location(self, context: AppContext) -> None:
        """Show the game and the page used last, or Home; at the very first start, New game."""
        store, last = context.store, context.store.last_location.read()
        if last.game:
            game = context.sessions.open(last.game).after
            if game is not None and not game.is_finished:
                self.navigator.reset_to("home", "table", *REOPENED.get(last.page, ()))
                return
            context.sessions.close(last.game)
        if store.games.has_games_in_progress() or store.learned.players():
            self.navigator.reset_to("home")
        else:
            self.navigator.reset_to("home", "new_game")

    def _restore_sharing(self, _: float) -> None:
        """Share the game again after a kill."""
        if self.context is not None:
            self.context.sharing.restore()

    def open_settings(self, *_: object) -> bool:
        """Do not open Kivy's own settings panel."""
        return False

    def on_start(self) -> None:
        """Enable the garbage collector again, which `companion.start` disabled."""
        if not gc.isenabled():
            Clock.schedule_once(self._enable_gc, GC_DELAY)

    def _enable_gc(self, _: float) -> None:
        # Objects made at the start live as long as the app: scanning them would cost frames.
        gc.freeze()
        gc.enable()

    def on_pause(self) -> bool:
        """Allow Android to pause the app; nothing to save, every entry is on disk already."""
        if self.context is not None:
            self._note_success(self.context)
        return True

    def on_resume(self) -> None:
        """Follow a change of the system theme, language, orientation or network."""
        self._follow_system()
        if self.context is not None and self.context.is_sharing:
            self.context.sharing.look_again()

    def on_stop(self) -> None:
        """Stop the background task and the server, and release the lock on the data folder."""
        Window.unbind(**self._window_handlers)
        if self.context is not None:
            self._note_success(self.context)
        if self.context is not None and self.navigator.screens.current_screen is not None:
            self.navigator.page.stop_task()
        self.navigator.close()
        if self.context is not None:
            if self.context.is_sharing:
                with suppress(Refused):
                    self.context.sharing.switch_off()
            self.context.store.close()
            self.context = None

    def _show_error(self, problem: Refused) -> None:
        from companion.ui.pages.startup_error import StartupError

        apply_settings(Settings(), self.device)
        self.safe_area.clear_widgets()
        self.safe_area.add_widget(
            StartupError(text=translator.render(problem.phrase), close=self.stop)
        )

    # Reactions

    def _page_changed(self, name: PageName) -> None:
        if self.context is not None:
            self.context.preferences.keep_awake(name in KEEP_AWAKE)
            if not self.context.is_plain:
                self._save_location(self.context, name)
            self._follow_ending(self.context, name)
            self._end_correction(self.context, name)
        self._apply_insets()

    def _save_location(self, context: AppContext, name: PageName) -> None:
        now = context.snapshot
        playing = now is not None and not now.is_finished and self.navigator.is_open("table")
        context.store.last_location.write(now.saved.id if now and playing else "", name)

    def _follow_ending(self, context: AppContext, name: PageName) -> None:
        """Let the other phones follow the keeper through the end of the game."""
        session = context.shared_session
        if session is None:
            return
        if name == "tickets":
            session.collect_tickets()
        elif name == "reveal":
            session.start_reveal()
        elif name == "result":
            context.show_result()

    def _end_correction(self, context: AppContext, name: PageName) -> None:
        """Stop correcting an entry when the keeper leaves the table and the log."""
        now = context.snapshot
        if now is not None and now.correcting is not None and name not in CORRECTING:
            context.session.cancel_correction()

    def _receive(self, answer: Answer) -> None:
        """Tell the current page, unless the answer is about another game than the current one."""
        context = self.context
        current = context.snapshot if context else None
        if answer.game and (current is None or answer.game != current.saved.id):
            return
        if context is not None and answer.changes_game:
            context.preferences.buzz()
        self.navigator.receive(answer)

    def _follow_system(self, *_: object) -> None:
        if self.context is not None:
            self.context.preferences.apply()
        self._apply_insets()

    def _apply_insets(self, *_: object) -> None:
        self.safe_area.insets = self.device.system_state().insets

    def _open_files(self, *sources: FileSource) -> None:
        if self.context is not None:
            self.navigator.go("import", OpenFiles(sources))

    def _notify(self, phrase: Phrase, /, **options: Any) -> None:
        if self.context is not None:
            self.navigator.page.notify(phrase, **options)

    def _key_up(self, _: object, key: int, *__: object) -> None:
        self._held_keys.discard(key)

    def _key(self, _: object, key: int, __: int, ___: str | None, modifiers: list[str]) -> bool:
        if key in self._held_keys:
            return True
        if key in ENTRY_KEYS:
            self._held_keys.add(key)
        return self.context is not None and handle_key(self.navigator, key, frozenset(modifiers))
