"""The upper part of the result page: the winners or what the game lacks, and the main button."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan, cos, degrees, pi, sin

from kivy.clock import Clock
from kivy.graphics import (
    Color,
    InstructionGroup,
    PopMatrix,
    PushMatrix,
    Rotate,
    RoundedRectangle,
    SmoothLine,
    Translate,
)
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.drawing.palette import mixed
from companion.ui.game.symbols import marker_disc
from companion.ui.kit.buttons import TextButton
from companion.ui.kit.containers import Column, Stack
from companion.ui.kit.layout import set_children
from companion.ui.kit.sheet import MenuItem
from companion.ui.kit.text import line_width
from companion.ui.look.theme import theme

_CAR, _GAP, _THICKNESS = 26, 6, 9
"""Length, distance and width of the cars of the track, in dp."""
_WAVE, _WAVE_LENGTH = 4.5, 320
"""Height and length of the track's waves, in dp."""
_DISC_STEP = 0.6
"""The distance of two discs, as a share of their width."""


class HeadlineButton(TextButton):
    """A button on the bar's colour; the main one has the accent colour."""

    label = StringProperty("")
    """The text, which is hidden where only the icon fits."""
    is_main = BooleanProperty(False)
    has_text = BooleanProperty(True)

    def natural_width(self, text_width: float) -> float:
        """The width with the text in one line."""
        return float(text_width + dp(60))


class HeadlineButtons(BoxLayout):
    """The main button, and others that show only icons if the texts do not fit."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._fit_soon = Clock.create_trigger(self._fit, -1)
        self.fbind("width", self._fit_soon)

    def show(self, actions: Sequence[MenuItem]) -> None:
        """Show a button for each action, the main one first."""
        buttons = [
            HeadlineButton(
                icon=action.icon,
                label=action.text,
                is_main=action is actions[0],
                on_tap=lambda _, action=action: action.act(),
            )
            for action in actions
        ]
        buttons[0].bind(font_size=self._fit_soon)
        set_children(self, buttons)
        self._fit()

    def _fit(self, *_: object) -> None:
        needed = sum(
            each.natural_width(line_width(each.label, each.font_size, each.bold))
            for each in self.children
        )
        fits = needed + self.spacing * (len(self.children) - 1) <= self.width
        for button in self.children:
            button.has_text = fits or button.is_main


class MarkerDiscs(Widget):
    """The markers of the winners on discs that overlap if there are several."""

    color_names = ListProperty()
    disc = NumericProperty(0)
    """The width of a disc."""

    def size_for(self, color_names: Sequence[str], disc: float) -> tuple[float, float]:
        """The size of all discs, or of an icon if there are none."""
        if not color_names:
            return dp(36), dp(36)
        return disc * (1 + _DISC_STEP * (len(color_names) - 1)), disc

    def __init__(self, **properties: object) -> None:
        self._discs = InstructionGroup()
        super().__init__(**properties)
        self.canvas.add(self._discs)
        self._redraw = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size", "color_names"):
            self.fbind(name, self._redraw)

    def _draw(self, *_: object) -> None:
        self._discs.clear()
        for number, color in enumerate(self.color_names):
            x = self.x + self.disc * (0.5 + _DISC_STEP * number)
            self._discs.add(marker_disc(color, x, self.y + self.height / 2, self.disc))


class TrackBand(Widget):
    """A track through the whole width: cars of the winners, or free spaces without a winner."""

    color_names = ListProperty()

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._redraw = Clock.create_trigger(self._draw, -1)
        for name in ("pos", "size", "color_names"):
            self.fbind(name, self._redraw)
        theme.bind(version=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        step = dp(_CAR + _GAP)
        for number in range(int(self.width / step) + 2):
            colors = self.color_names
            color = colors[number % len(colors)] if colors else None
            self.canvas.add(self._car(step * number, color))

    def _car(self, along: float, color: str | None) -> InstructionGroup:
        turn = 2 * pi * along / dp(_WAVE_LENGTH)
        rise, slope = -dp(_WAVE) * cos(turn), _WAVE * 2 * pi / _WAVE_LENGTH * sin(turn)
        length, width, corner = dp(_CAR), dp(_THICKNESS), dp(2)
        box = (-length / 2, -width / 2, length, width)
        group = InstructionGroup()
        group.add(PushMatrix())
        group.add(Translate(self.x + along, self.y + self.height / 2 + rise))
        group.add(Rotate(angle=degrees(atan(slope)), axis=(0, 0, 1)))
        if color is not None:
            group.add(Color(*theme.player(color)))
            group.add(RoundedRectangle(pos=box[:2], size=box[2:], radius=[corner]))
        free = mixed(theme.palette.bar, theme.palette.bar_text_muted, 0.4)
        group.add(Color(*(free if color is None else theme.bar_accent)))
        group.add(SmoothLine(rounded_rectangle=(*box, corner), width=dp(0.75)))
        group.add(PopMatrix())
        return group


class HeadlineTexts(Column):
    """The title and the reason below it."""

    title = StringProperty("")
    why = StringProperty("")
    title_size = NumericProperty(20)


class ResultHeadline(Stack):
    """The winners with margin and score, or what the game lacks; continues the bar."""

    title = StringProperty("")
    why = StringProperty("")
    score = StringProperty("")
    """The winners' total; empty if nobody has won yet."""
    color_names = ListProperty()
    """The colours of the winners."""
    margin = NumericProperty(0)
    """The space on both sides of the content."""
    is_low = BooleanProperty(False)
    """Whether the page is so low that the score columns below need the height."""
    is_narrow = BooleanProperty(False)
    stacked = BooleanProperty(False)
    """Whether the texts are below disc and score, because there is no space between them."""
    title_size = NumericProperty(20)
    score_size = NumericProperty(40)
    disc = NumericProperty(64)
    """The width of a marker's disc."""

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        for name in ("width", "margin", "color_names", "is_low"):
            self.fbind(name, self._fit)
        theme.bind(version=self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        """Choose sizes by the width, relative to the text size, and the number of winners."""
        room = (self.width - 2 * self.margin) / dp(1) / max(1, theme.body / sp(16))
        count = len(self.color_names)
        self.is_narrow = room < 340 or self.is_low
        is_small = room < 225
        fits = 1 if self.is_narrow else 2
        self.stacked = count > (0 if room < (200 if self.is_low else 225) else fits)
        self.title_size = theme.title * (1.1 if self.is_narrow or count != 1 else 1.35)
        self.score_size = theme.number * (1 if is_small else 1.5 if self.is_narrow else 2)
        self.disc = dp(44 if self.is_low else 50 if self.is_narrow else 64) * (
            1 if count < 3 else 0.75
        )
