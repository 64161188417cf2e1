"""What every page can do: come, show, answer, step back. A page keeps no copy of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.screenmanager import Screen

from companion.rules.errors import Refused
from companion.rules.wording import Phrase
from companion.ui.keyboard_focus import KeyboardFocus
from companion.ui.kit import buttons, notification
from companion.ui.kit.layout import layout_now
from companion.ui.look.kv import load
from companion.ui.look.translator import translator

if TYPE_CHECKING:
    from companion.store.progress import Cancelled, Progress
    from companion.table.session import Answer, GameSession
    from companion.table.snapshot import Snapshot
    from companion.ui.background_task import BackgroundTask
    from companion.ui.context import AppContext
    from companion.ui.kit.sheet import Sheet
    from companion.ui.navigator import Request

Result = TypeVar("Result")

WIDE = 560
"""From this width on, in dp, a window wider than high has room for two columns."""


WIDEST_LINE = 520
"""How wide the line that answers may be, in dp."""


class UndoButtons(BoxLayout):
    """Redo and Undo, for the bar of a page where entries are made."""

    page = ObjectProperty(None, allownone=True, rebind=True)


class Page(Screen):
    """A page on paper. The ways show it, and only while it is in sight.

    In a page's kv rule children are its content; sheets and the line that answers lie above.
    """

    wide = BooleanProperty(False)
    """Whether two columns stand side by side."""
    can_undo = BooleanProperty(False)
    can_redo = BooleanProperty(False)
    waiting = StringProperty("")
    """How far what is done beside the screen is, in words; empty while nothing is."""

    def __init__(self, context: AppContext) -> None:
        self.context = context
        self.sheet: Sheet | None = None
        """What lies over the page, if something does."""
        self.ring = KeyboardFocus()
        """What Enter would tap."""
        self._offered: Callable[[], object] | None = None
        self._under_way: BackgroundTask[Any] | None = None
        super().__init__()
        self._place = Clock.create_trigger(self._place_notice, -1)
        self.bind(size=self._place)
        # Turned, a page would take Kivy more rounds than a frame has.
        self.fbind("size", Clock.create_trigger(lambda _: layout_now(self), -1))

    def add_widget(self, widget: object, *arguments: object, **options: object) -> None:
        """Put content below sheets and answers."""
        if "notice" in self.ids:
            self.ids.ground.add_widget(widget, *arguments, **options)
        else:
            super().add_widget(widget, *arguments, **options)

    @property
    def session(self) -> GameSession:
        """The game on the table, and where wishes go."""
        return self.context.session

    # What the ways ask of a page

    def arrive(self) -> None:
        """Come into sight with nothing left over from an earlier visit."""
        self.close_sheet()
        self.ids.notice.clear()

    def show(self, snapshot: Snapshot | None) -> None:
        """Show the table as it is now."""
        self.can_undo = snapshot is not None and snapshot.can_undo
        self.can_redo = snapshot is not None and snapshot.can_redo

    def open_with(self, request: Request) -> None:
        """Do what somebody came here for."""
        raise NotImplementedError(f"{type(self).__name__} cannot grant {request}")

    def hear(self, answer: Answer) -> None:
        """Tell what came of a wish."""
        from companion.report import answers

        line = answers.describe_answer(answer)
        if line is None:
            return
        match answers.revert_button(answer):
            case "undo":
                self.tell(line, offer=translator.tr("Undo"), act=self.undo)
            case "redo":
                self.tell(line, offer=translator.tr("Redo"), act=self.redo)
            case None:
                self.tell(line, refused=not answer.accepted)

    def leave(self) -> None:
        """Go out of sight, and let nothing go on beside the screen."""
        self.stop()

    def step_back(self) -> bool:
        """Leave what was begun on this page; False if nothing was."""
        return self.close_sheet()

    def key(self, key: int, modifiers: frozenset[str]) -> bool:  # noqa: ARG002
        """Do what a key means here; False if it means nothing."""
        return False

    def on_touch_down(self, touch: object) -> bool:
        """Whoever touches needs no ring."""
        self.ring.drop()
        return bool(super().on_touch_down(touch))

    # What pages do alike

    def tell(
        self,
        line: Phrase,
        refused: bool = False,
        offer: str = "",
        act: Callable[[], object] | None = None,
    ) -> None:
        """Answer in a line, where the eye is: a refusal on the sheet that asked for it."""
        text = translator.render(line)
        if refused and self.sheet is not None:
            self.sheet.refuse(text)
            return
        self._offered = act
        self.ids.notice.tell(text, refused=refused, offer=offer)
        self._place_notice()

    def notice_spot(self) -> tuple[float, float, float]:
        """Where the line that answers stands: its middle, the width there is, its lower edge."""
        foot = self.ids.get("footer")
        return self.width / 2, self.width, foot.top + dp(4) if foot else dp(12)

    def _place_notice(self, *_: object) -> None:
        middle, room, bottom = self.notice_spot()
        if self.sheet is not None:
            # Beside what was asked for on the sheet, not on what can be asked for next.
            bottom = max(bottom, self.sheet.covered + dp(4))
            room = min(room, self.width - self.sheet.covered_side)
            middle = min(middle, room / 2) if self.sheet.covered_side else middle
        line = self.ids.notice
        line.width = min(room - dp(16), dp(WIDEST_LINE))
        line.center_x, line.y = middle, bottom

    def take_offer(self) -> None:
        """Do what the line offers."""
        act, self._offered = self._offered, None
        self.ids.notice.clear()
        if act is not None:
            act()

    def attempt(self, act: Callable[[], object]) -> bool:
        """Do something outside the log that may be refused; False and told if it is."""
        try:
            act()
        except Refused as problem:
            self.tell(problem.phrase, refused=True)
            return False
        return True

    def begin(
        self, work: Callable[[Progress, Cancelled], Result], done: Callable[[Result], object]
    ) -> None:
        """Do what takes long beside the screen, one thing at a time, and say how far it is."""
        from companion.ui.background_task import BackgroundTask

        if self._under_way is not None:
            return
        self.waiting = translator.tr("One moment …")

        def ended(result: Result) -> None:
            self._under_way, self.waiting = None, ""
            done(result)

        def refused(problem: Refused) -> None:
            self._under_way, self.waiting = None, ""
            self.tell(problem.phrase, refused=True)

        def progress(far: int, of: int) -> None:
            self.waiting = translator.tr("{percent} % …", percent=100 * far // max(1, of))

        self._under_way = BackgroundTask(work, ended, refused, progress)

    def cancel(self) -> bool:
        """Ask what is done beside the screen to stop; False if nothing is.

        The screen goes on. Until it has stopped nothing else is begun on this page.
        """
        if self._under_way is None:
            return False
        self.waiting = translator.tr("One moment …")
        self._under_way.cancel()
        return True

    def stop(self) -> None:
        """Let nothing go on beside the screen: whatever comes next may need the same files."""
        if self._under_way is not None:
            self._under_way.cancel()
            self._under_way.wait()

    def undo(self) -> None:
        """One step back."""
        self.session.undo()

    def redo(self) -> None:
        """Do again what was undone."""
        self.session.redo()

    def go_back(self) -> None:
        """Leave for where one came from."""
        self.context.navigator.back()

    def open_sheet(self, sheet: Sheet) -> None:
        """Lay a sheet over the page, in place of what lies there, and of an earlier answer."""
        self.close_sheet()
        self.ids.notice.clear()
        self.sheet = sheet
        sheet.bind(on_closed=self._closed)
        sheet.open(self.ids.layer)

    def close_sheet(self) -> bool:
        """Take away what lies over the page; False if nothing does."""
        if self.sheet is None:
            return False
        self.sheet.close()
        return True

    def _closed(self, sheet: Sheet) -> None:
        if sheet is self.sheet:
            self.sheet = None


_NEEDED = (notification, buttons)
"""Modules whose widgets the kv file names."""

load("page")
