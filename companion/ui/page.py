"""The base class of all pages: lifecycle, notification, sheets, background tasks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import (
    AliasProperty,
    BooleanProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen
from kivy.uix.widget import Widget

from companion.rules.errors import Refused
from companion.rules.wording import Phrase
from companion.ui import keyboard
from companion.ui.keyboard import KeyboardFocus
from companion.ui.kit.containers import VerticalScroll
from companion.ui.kit.layout import layout_now
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.navigator import OpenEntry, OpenFiles

if TYPE_CHECKING:
    from companion.store.errors import Cancelled, Progress
    from companion.table.session import GameSession
    from companion.table.snapshot import Answer, Snapshot
    from companion.ui.background_task import BackgroundTask
    from companion.ui.context import AppContext
    from companion.ui.kit.fields import SearchField
    from companion.ui.kit.sheet import Sheet
    from companion.ui.navigator import Request

_Result = TypeVar("_Result")

WIDE = 560
"""Width in dp from which a landscape window shows two columns."""
JUST_ARRIVED = 1.0
"""Seconds in which Undo does not undo an entry from a phone, which nobody has read yet."""
ROOMY = (1000, 600)
"""The least width and height of a landscape window with room for a panel at the side, in dp."""
LONGEST_WAIT = 0.15
"""Seconds that leaving a page waits for its background task, which then ends by itself."""


class UndoButtons(BoxLayout):
    """Undo and Redo buttons for the bar of a page where entries are made."""

    page = ObjectProperty(None, allownone=True, rebind=True)
    is_narrow = BooleanProperty(False)
    """Whether there is room for one button, which must not move.

    Redo then appears at its left; otherwise it always has its place at its right.
    """

    def on_page(self, *_: object) -> None:
        """Let the page's sheets pass touches on to these buttons."""
        if self.page is not None:
            self.page.undo_buttons = self

    def takes(self, touch: MotionEvent) -> bool:
        """Whether a touch is on a button that can be tapped."""
        return any(each.enabled and each.collide_point(*touch.pos) for each in self.children)


class Page(Screen):
    """Base class of all pages.

    Lifecycle: the navigator calls `open`, `redraw`, `receive`, `step_back` and `close`, which are
    not overridden. They do what all pages share and call the hooks that subclasses override:

    - `opening()`: the page is about to be shown, also when the keeper returns to it
    - `refresh(snapshot)`: display this snapshot; follows `opening`, and every change of the game,
      the language or the theme while the page is shown
    - `open_with(request)`: the page was opened for this purpose; follows the first `refresh`
    - `handle_answer(answer)`: a command of the session was carried out or refused
    - `handle_back()` and `handle_key(key, modifiers)`: return True if the page used the key
    - `closing()`: another page is about to be shown

    No subclass calls a hook itself: a page that changed something outside the session calls
    `redraw`. A page keeps no copy of the game. In a page's kv rule, children are its content;
    sheets and the notification are drawn above them.
    """

    sheet: Sheet | None = ObjectProperty(None, allownone=True, rebind=True)
    """The open sheet."""
    covered = NumericProperty(0)
    covered_side = NumericProperty(0)
    """How much of the window's height or width the open sheet covers."""
    can_undo = BooleanProperty(False)
    can_redo = BooleanProperty(False)
    progress_text = StringProperty("")
    """Progress of the background task as text; empty while none is running."""

    def __init__(self, context: AppContext) -> None:
        self.context = context
        self.undo_buttons: UndoButtons | None = None
        """Undo and Redo of the bar, which can be tapped while a sheet is open."""
        self.keyboard_focus = KeyboardFocus()
        self._task: BackgroundTask[Any] | None = None
        super().__init__()
        self.place_notice_soon = place = Clock.create_trigger(self._place_notice, -1)
        self.bind(size=place, covered=place, covered_side=place)
        # After a rotation Kivy alone would need more layout passes than one frame allows.
        self.fbind("size", Clock.create_trigger(lambda _: layout_now(self), -1))

    def add_widget(self, widget: object, *arguments: object, **options: object) -> None:
        """Add content below the sheets and the notification."""
        if "notice" in self.ids:
            self.ids.content_layer.add_widget(widget, *arguments, **options)
        else:
            super().add_widget(widget, *arguments, **options)

    def _has_two_columns(self) -> bool:
        """Whether there is room for two columns."""
        return bool(self.width > self.height and self.width >= dp(WIDE))

    wide = AliasProperty(_has_two_columns, bind=("size",), cache=True)

    def _is_roomy(self) -> bool:
        """Whether there is room for a panel beside the content, such as on a tablet."""
        width, height = map(dp, ROOMY)
        return bool(self.width > self.height and self.width >= width and self.height >= height)

    roomy = AliasProperty(_is_roomy, bind=("size",), cache=True)

    @property
    def first_focus(self) -> Widget | None:
        """The field or button that Tab focuses first; None for the first of the page."""
        return None

    @property
    def session(self) -> GameSession:
        """The current game and the commands that change it."""
        return self.context.session

    # Called by the navigator

    def open(self) -> None:
        """Prepare to be shown, with no sheet or notification left over from the last time.

        A page shows its beginning, unless the keeper returns to it.
        """
        self.close_sheet()
        self.ids.notice.clear()
        if not self.context.navigator.is_returning:
            self.keyboard_focus.clear()
            for part in self.walk(restrict=True):
                if isinstance(part, VerticalScroll):
                    part.to_top()
        self.opening()
        self.redraw()

    def redraw(self, from_phone: bool = False) -> None:
        """Display the current snapshot. Pages call it after a change outside the session.

        An open sheet stays as it is as far as possible if the change came from a phone.
        """
        snapshot = self.context.snapshot
        self.can_undo = snapshot is not None and snapshot.can_undo
        self.can_redo = snapshot is not None and snapshot.can_redo
        snapshot = self.displayed(snapshot)
        self.refresh(snapshot)
        if snapshot is not None and self.sheet is not None:
            (self.sheet.show_from_phone if from_phone else self.sheet.show)(snapshot)

    def receive(self, answer: Answer) -> None:
        """Show the outcome of a command as a notification, unless the page handles it."""
        if self.handle_answer(answer):
            return
        from companion.report.words import answers

        line = answers.describe_answer(answer)
        if line is None:
            return
        last = self.context.last_from_phone
        if answer.from_phone:
            if last is None or last[0] is not answer:
                self.context.last_from_phone = answer, Clock.get_time()
        elif self.context.is_sharing and self.context.sharing.is_first_draw(answer):
            line = answers.with_phone_of_player(line, answer)
        if answer.needs_decision:
            self.notify(line, button=translator.tr("Decide"), act=self.decide_hand_ins)
        elif answer.revert is not None:
            undone = answer.action == "undone"
            button = translator.tr("Redo") if undone else translator.tr("Undo")
            # The button may have taken the place of another one.
            act = self.undo if answer.from_phone and not undone else answer.revert
            self.notify(line, button=button, act=act, from_phone=answer.from_phone)
        elif answer.conflict is not None:
            entry = answer.conflict
            button = translator.tr("Show entry {number}", number=entry + 1)
            self.notify(line, refused=True, button=button, act=lambda: self._jump_to(entry))
        else:
            self.notify(line, refused=not answer.accepted, from_phone=answer.from_phone)

    def _jump_to(self, entry: int) -> None:
        """Open an entry in the log, and stop the correction in progress."""
        self.close_sheet()
        if self.session.now.correcting is not None:
            self.session.cancel_correction()
        navigator = self.context.navigator
        if navigator.previous_page == "log":
            navigator.back_for(OpenEntry(entry))
        else:
            navigator.go("log", OpenEntry(entry))

    def step_back(self) -> bool:
        """Close the sheet or leave what was begun on this page; False if there is neither."""
        return self.close_sheet() or self.handle_back()

    def close(self) -> None:
        """Prepare to be hidden: the next page may need the files of a background task."""
        self.stop_task()
        self.closing()

    # Hooks for subclasses

    def opening(self) -> None:
        """Reset what must not be left over from the last time the page was shown."""

    def displayed(self, snapshot: Snapshot | None) -> Snapshot | None:
        """The snapshot as the page displays it."""
        return snapshot

    def refresh(self, snapshot: Snapshot | None) -> None:
        """Display a snapshot; None if there is no current game."""

    def open_with(self, request: Request) -> None:
        """Do what the page was opened for."""
        raise NotImplementedError(f"{type(self).__name__} does not accept {request}")

    def handle_answer(self, answer: Answer) -> bool:  # noqa: ARG002
        """React to the outcome of a command; True if no notification is needed any more."""
        return False

    def handle_back(self) -> bool:
        """Leave what was begun on this page; False if nothing was."""
        return False

    def handle_key(self, key: int, modifiers: frozenset[str]) -> bool:  # noqa: ARG002
        """Do what a key means on this page; False if it means nothing."""
        return False

    def closing(self) -> None:
        """Release the keyboard and stop timers before the page is hidden."""

    # For pages and kv rules

    def handle_search_key(
        self, search: SearchField, results: Widget, key: int, modifiers: frozenset[str]
    ) -> bool:
        """Focus the search field by Ctrl+F, and a result by Down and Up; False for other keys."""
        if key == keyboard.F and modifiers & {"ctrl", "meta"}:
            self.keyboard_focus.clear()
            search.focus()
            return True
        if key not in (keyboard.DOWN, keyboard.UP):
            return False
        return self.keyboard_focus.move_through(search, results, backwards=key == keyboard.UP)

    def on_touch_down(self, touch: object) -> bool:
        """Hide the keyboard focus: the keeper uses the touch screen."""
        self.keyboard_focus.clear()
        return bool(super().on_touch_down(touch))

    def notify(
        self,
        line: Phrase,
        refused: bool = False,
        button: str = "",
        act: Callable[[], object] | None = None,
        from_phone: bool = False,
    ) -> None:
        """Show a notification with an optional button; a refusal appears on an open sheet."""
        text = translator.render(line)
        if refused and self.sheet is not None:
            self.sheet.refuse(text, button, act)
            return
        self.ids.notice.show(text, refused, button, act, from_phone)
        self._place_notice()

    def notice_position(self) -> tuple[float, float, float]:
        """Centre, available width and lower edge of the notification."""
        foot = self.ids.get("footer")
        return self.width / 2, self.width, foot.top + dp(4) if foot else dp(12)

    def _place_notice(self, *_: object) -> None:
        """Place the notification where it covers no button of the page or the open sheet."""
        middle, room, bottom = self.notice_position()
        right = min(middle + room / 2, self.width - self.covered_side)
        self.ids.notice.place(middle - room / 2, right, max(bottom, self.covered + dp(4)))

    def attempt(self, act: Callable[[], object]) -> bool:
        """Call `act`; if it raises `Refused`, show why and return False."""
        try:
            act()
        except Refused as problem:
            self.notify(problem.phrase, refused=True)
            return False
        return True

    def choose_import(self) -> None:
        """Let the keeper choose a file, then open the import page."""
        navigator = self.context.navigator
        self.context.device.choose_file(
            lambda source: navigator.go("import", OpenFiles((source,))), self.notify
        )

    def run_in_background(
        self, work: Callable[[Progress, Cancelled], _Result], done: Callable[[_Result], object]
    ) -> None:
        """Run slow work in a thread and show its progress; ignored while other work is running."""
        from companion.ui.background_task import BackgroundTask

        if self._task is not None:
            return
        self.progress_text = translator.tr("One moment…")

        def ended(result: _Result) -> None:
            self._task, self.progress_text = None, ""
            done(result)

        def refused(problem: Refused) -> None:
            self._task, self.progress_text = None, ""
            self.notify(problem.phrase, refused=True)

        def progress(far: int, of: int) -> None:
            self.progress_text = translator.tr("{percent}%…", percent=100 * far // max(1, of))

        self._task = BackgroundTask(work, ended, refused, progress)

    def cancel_task(self) -> bool:
        """Ask the background task to stop, without waiting for it; False if none is running."""
        if self._task is None:
            return False
        self.progress_text = translator.tr("One moment…")
        self._task.cancel()
        return True

    def decide_hand_ins(self, go_on: Callable[[], object] = lambda: None) -> None:
        """Ask about tickets that were handed in and wait, and call `go_on` if none waits more."""
        from companion.ui.game.hand_ins import HandInSheet

        if self.session.now.waiting_players:
            self.open_sheet(HandInSheet(self.session, go_on))
        else:
            go_on()

    def stop_task(self) -> None:
        """Cancel the background task and wait until it has ended, but not long."""
        task = self._task
        if task is not None:
            task.cancel()
            if not task.wait(LONGEST_WAIT):
                self._task, self.progress_text = None, ""

    def undo(self) -> None:
        """Undo the last entry, unless it has just come from a phone: then show it again."""
        answer, time = self.context.last_from_phone or (None, 0.0)
        is_new = Clock.get_time() - time < JUST_ARRIVED
        if answer and is_new and answer.after and answer.after.game is self.session.now.game:
            self.receive(answer)
        else:
            self.session.undo()

    def redo(self) -> None:
        """Redo the entry undone last."""
        self.session.redo()

    def go_back(self) -> None:
        """Return to the page before this one."""
        self.context.navigator.back()

    def open_sheet(self, sheet: Sheet) -> None:
        """Open a sheet in place of the open one; the notification disappears."""
        self.close_sheet()
        self.ids.notice.clear()
        self.sheet = sheet
        sheet.undo_buttons = self.undo_buttons
        sheet.bind(on_closed=self._closed)
        sheet.open(self.ids.layer)

    def close_sheet(self) -> bool:
        """Close the open sheet; False if there is none."""
        if self.sheet is None:
            return False
        self.sheet.close()
        return True

    def _closed(self, sheet: Sheet) -> None:
        if sheet is self.sheet:
            self.sheet = None


load("page")
