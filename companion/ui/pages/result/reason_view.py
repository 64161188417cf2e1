"""A reason of the tally beside the board that shows it."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.drawing.highlight import Highlight
from companion.report.reasons import Ground, Reason
from companion.rules.state import GameState
from companion.ui.kit import sheet
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.look.kv import load
from companion.ui.look.translator import translator

ICONS = {"plain": "", "completed": "check", "failed": "broken"}


class GroundRow(Tappable):
    """One thing that counted; tapped, the board shows it alone."""

    title = StringProperty("")
    detail = StringProperty("")
    points = StringProperty("")
    tone = StringProperty("plain")
    icon = StringProperty("")
    color_name = StringProperty("")
    """The colour of whose it is, where players are compared."""
    leads_on = BooleanProperty(False)
    """Whether a reason of its own is behind it."""
    chosen = BooleanProperty(False)


@register_events("on_part", "on_leave")
class ReasonView(FloatLayout):
    """Dispatches `on_part` for a part with a reason of its own, and `on_leave`."""

    reason = ObjectProperty(None, allownone=True)
    """The `Reason` to show."""
    state = ObjectProperty(None, allownone=True)
    """The `GameState` it is about."""
    chosen = NumericProperty(-1)
    """Which ground the board shows alone; -1: all of them."""
    wide = BooleanProperty(False)
    """Whether the words stand beside the board, not below it."""
    shown = NumericProperty(0.0)
    """How far the words have come in, from 0 to 1."""
    color_name = StringProperty("")
    title = StringProperty("")
    summary = StringProperty("")
    place = StringProperty("")
    """Which of how many grounds is shown."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._look = Clock.create_trigger(self._focus, 0)
        self.ids.board.bind(size=self._look)

    def come(self, layer: FloatLayout, state: GameState, reason: Reason) -> None:
        """Show a reason over a layer."""
        self.state, self.reason = state, reason
        self._fill()
        if self.parent is None:
            layer.add_widget(self)
            self.shown = 0.0
            Animation(shown=1.0, duration=sheet.SLIDE, transition="out_quad").start(self)
        self._look()

    def say_again(self) -> None:
        """Say the same in the language in force."""
        self._fill()

    def go(self) -> None:
        """Leave the layer."""
        Animation.cancel_all(self, "shown")
        if self.parent is not None:
            self.parent.remove_widget(self)

    def choose(self, number: int) -> None:
        """Show one ground alone; the same again shows all of them."""
        ground: Ground = self.reason.grounds[number]
        if ground.part is not None:
            self.dispatch("on_part", ground.part)
            return
        self.chosen = -1 if number == self.chosen else number

    def step(self, by: int) -> None:
        """Go on to the next ground, or back; after the last comes the first."""
        count = len(self.reason.grounds)
        first_or_last = 0 if by > 0 else count - 1
        self.chosen = (self.chosen + by) % count if self.chosen >= 0 else first_or_last

    def on_chosen(self, *_: object) -> None:
        """Show it on the board and in the list."""
        rows = self.ids.grounds.children[::-1]
        for number, row in enumerate(rows):
            row.chosen = number == self.chosen
        if 0 <= self.chosen < len(rows) and self.ids.scroll.height < self.ids.said.height:
            self.ids.scroll.scroll_to(rows[int(self.chosen)])
        self._show_place()
        self._light()
        self._look()

    def _fill(self, *_: object) -> None:
        reason: Reason | None = self.reason
        if reason is None:
            return
        colors = self.state.setup.colors
        self.color_name = colors[reason.player] if reason.player else ""
        self.title, self.summary = (
            translator.render(reason.title),
            translator.render(reason.summary),
        )
        rows = self.ids.grounds
        rows.clear_widgets()
        for number, ground in enumerate(reason.grounds):
            row = GroundRow(
                title=translator.render(ground.title),
                detail=translator.render(ground.detail) if ground.detail else "",
                points=ground.points,
                tone=ground.tone,
                icon=ICONS[ground.tone],
                color_name=colors[ground.player] if ground.player else "",
                leads_on=ground.part is not None,
            )
            row.bind(on_tap=lambda _, number=number: self.choose(number))
            rows.add_widget(row)
        self.ids.scroll.scroll_y = 1
        self.chosen = -1
        board = self.ids.board
        board.board = self.state.setup.board
        board.state = self.state
        self._show_place()
        self._light()

    def _show_place(self) -> None:
        count = len(self.reason.grounds)
        number = int(self.chosen) + 1
        self.place = (
            translator.tr("{number} of {count}", number=number, count=count)
            if number
            else translator.tr("all {count}", count=count)
        )

    def _light(self) -> None:
        highlight = self.highlight
        board = self.ids.board
        board.lit, board.borrowed, board.marked_places = (
            highlight.tracks,
            highlight.borrowed,
            highlight.places,
        )
        board.trail = highlight.trail

    @property
    def highlight(self) -> Highlight:
        """What the board should show."""
        reason: Reason = self.reason
        return reason.grounds[int(self.chosen)].highlight if self.chosen >= 0 else reason.highlight

    def _focus(self, *_: object) -> None:
        if self.reason is None or self.parent is None:
            return
        highlight = self.highlight
        board = self.ids.board
        if self.chosen >= 0 and (highlight.tracks or highlight.places):
            board.focus(routes=highlight.tracks, places=highlight.places)
        else:
            board.show_all()

    def on_touch_down(self, touch: object) -> bool:
        """Keep every touch: what lies below is covered."""
        super().on_touch_down(touch)
        return bool(self.collide_point(*touch.pos))  # type: ignore[attr-defined]


load("pages/result/reason_view")
