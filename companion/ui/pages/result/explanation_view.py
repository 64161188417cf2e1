"""Shows an explanation of the score beside the board that highlights it."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout

from companion.drawing.highlight import Highlight
from companion.report.words.part_report import Explanation, ExplanationRow
from companion.rules.state import GameState
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.rows import Divided
from companion.ui.kit.sheet import SLIDE
from companion.ui.look.translator import translator

_TONE_ICONS = {"plain": "", "completed": "check", "failed": "gap"}


class ExplanationRowButton(Divided, Tappable):
    """One row of an explanation; a tap highlights it alone."""

    title = StringProperty("")
    detail = StringProperty("")
    points = StringProperty("")
    tone = StringProperty("plain")
    icon = StringProperty("")
    color_name = StringProperty("")
    """The colour of the row's player, where players are compared."""
    sign_size = NumericProperty(0)
    """Width and height of icon or marker; 0 if no row has one."""
    end_icon = StringProperty("")
    """An arrow if a tap opens the explanation of a score part."""
    selected = BooleanProperty(False)


@register_events("on_part", "on_close")
class ExplanationView(FloatLayout):
    """Dispatches `on_part` with a score part to explain, and `on_close`."""

    explanation = ObjectProperty(None, allownone=True)
    """The `Explanation` to show."""
    state = ObjectProperty(None, allownone=True)
    """The `GameState` it is about."""
    selected = NumericProperty(-1)
    """The row the board highlights alone; -1 for all rows."""
    wide = BooleanProperty(False)
    """Whether the panel is beside the board, not below it."""
    shown = NumericProperty(0.0)
    """How much of the panel has slid into view, from 0 to 1."""
    color_name = StringProperty("")
    title = StringProperty("")
    summary = StringProperty("")
    has_steps = BooleanProperty(False)
    """Whether buttons select one row after the other."""
    position = StringProperty("")
    """The number of the selected row and the number of rows."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._focus_soon = Clock.create_trigger(self._focus, 0)
        self.ids.board.bind(size=self._focus_soon)
        for name in ("pos", "size", "wide", "shown"):
            self.fbind(name, self._place)
        for name in ("header", "texts", "steps"):
            self.ids[name].fbind("height", self._place)

    def _place(self, *_: object) -> None:
        """Put the panel beside the board or below it, as far as it has slid in."""
        panel, board, hidden = self.ids.panel, self.ids.board, 1 - self.shown
        (x, y), (width, height) = self.pos, self.size
        if self.wide:
            panel.size = min(dp(400), width * 0.46), height
            panel.pos = x - panel.width * hidden, y
            board.pos, board.size = (x + panel.width, y), (width - panel.width, height)
        else:
            content = sum(self.ids[name].height for name in ("header", "texts", "steps"))
            panel.size = width, min(height * 0.52, content + dp(12))
            panel.pos = x, y - panel.height * hidden
            board.pos, board.size = (x, y + panel.height), (width, height - panel.height)

    def open(self, layer: FloatLayout, state: GameState, explanation: Explanation) -> None:
        """Show an explanation above the other widgets of a layer."""
        self.state, self.explanation = state, explanation
        self.show_rows()
        if self.parent is None:
            layer.add_widget(self)
            self.shown = 0.0
            Animation(shown=1.0, duration=SLIDE, transition="out_quad").start(self)

    def close(self) -> None:
        """Remove the view from its layer."""
        Animation.cancel_all(self, "shown")
        if self.parent is not None:
            self.parent.remove_widget(self)

    def select(self, number: int) -> None:
        """Highlight one row alone, or all rows if it is selected already."""
        row: ExplanationRow = self.explanation.rows[number]
        if row.part is not None:
            self.dispatch("on_part", row.part)
            return
        self.selected = -1 if number == self.selected else number

    def step(self, by: int) -> None:
        """Select the next row or the previous one, cyclically."""
        count = len(self.explanation.rows)
        first_or_last = 0 if by > 0 else count - 1
        self.selected = (self.selected + by) % count if self.selected >= 0 else first_or_last

    def on_selected(self, *_: object) -> None:
        """Show the selection on the board and in the list."""
        rows, selected = self.ids.rows.children[::-1], int(self.selected)
        for number, row in enumerate(rows):
            row.selected = number == selected
        if selected >= 0 and self.ids.scroll.height < self.ids.texts.height:
            self.ids.scroll.scroll_to(rows[selected])
        self.position = (
            translator.tr("all {count}", count=len(rows))
            if selected < 0
            else translator.tr("{number} of {count}", number=selected + 1, count=len(rows))
        )
        self.ids.board.highlight = self.highlight
        self._focus_soon()

    def show_rows(self) -> None:
        """Show the explanation in the current language."""
        explanation: Explanation = self.explanation
        colors = self.state.setup.colors
        self.color_name = colors[explanation.player] if explanation.player else ""
        self.title = translator.render(explanation.title)
        self.summary = translator.render(explanation.summary)
        self.ids.rows.clear_widgets()
        has_signs = any(row.player or _TONE_ICONS[row.tone] for row in explanation.rows)
        for number, row in enumerate(explanation.rows):
            button = ExplanationRowButton(
                title=translator.render(row.title),
                detail=translator.render(row.detail) if row.detail else "",
                points=row.points,
                tone=row.tone,
                icon=_TONE_ICONS[row.tone],
                color_name=colors[row.player] if row.player else "",
                sign_size=dp(18) if has_signs else 0,
                end_icon="forward" if row.part is not None else "",
            )
            button.bind(on_tap=lambda _, number=number: self.select(number))
            self.ids.rows.add_widget(button)
        self.has_steps = explanation.has_step_buttons and len(explanation.rows) > 1
        self.ids.scroll.scroll_y = 1
        self.ids.board.board, self.ids.board.state = self.state.setup.board, self.state
        self.selected = -1
        self.on_selected()

    @property
    def highlight(self) -> Highlight:
        """The highlight of the selected row, or of all rows."""
        explanation: Explanation = self.explanation
        if self.selected < 0:
            return explanation.highlight
        return explanation.rows[int(self.selected)].highlight

    def _focus(self, *_: object) -> None:
        if self.explanation is None or self.parent is None:
            return
        if self.selected >= 0 and self.highlight.has_location:
            self.ids.board.focus(self.highlight)
        else:
            self.ids.board.show_all()

    def on_touch_down(self, touch: object) -> bool:
        """Consume every touch, so that none reaches the covered page."""
        super().on_touch_down(touch)
        return bool(self.collide_point(*touch.pos))  # type: ignore[attr-defined]
