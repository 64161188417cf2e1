"""The reveal page: columns that grow step by step, a train on the board, and the winner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)

from companion.drawing.board_layout import follow_trail
from companion.drawing.painting import paint_train
from companion.report.words.part_report import RevealStep
from companion.report.words.result import reveal, reveal_column
from companion.rules.wording import format_number, untranslated
from companion.table.snapshot import Snapshot
from companion.ui.board.view import BoardView
from companion.ui.context import AppContext
from companion.ui.kit.layout import set_children
from companion.ui.kit.text import common_font_size
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.page import Page
from companion.ui.pages.result.score_chart import ScoreColumn, extent

STEP_SECONDS = 1.6
"""How long the points of a step are added and its train runs."""
PAUSE_SECONDS = 1.2
"""How long the step is then shown during automatic play."""


class RevealPage(Page):
    """Shows the steps of the reveal; its end and Skip lead to the result page."""

    steps = ObjectProperty(())
    """All `RevealStep`s."""
    number = NumericProperty(0)
    """The index of the step shown."""
    step = ObjectProperty(RevealStep(untranslated(""), untranslated("")), rebind=True)
    """The step shown."""
    progress = NumericProperty(0.0)
    """How much of the step has been shown, from 0 to 1."""
    playing = BooleanProperty(False)
    """Whether steps follow automatically."""
    at_end = BooleanProperty(False)
    reduced_motion = BooleanProperty(False)
    """Whether there is no animation: each tap shows a whole step."""
    color_name = StringProperty("")
    """The colour of the only player with points in this step."""
    bar_height = NumericProperty(0)
    """The height of the highest column without the texts above and below it."""
    names = ListProperty()
    """The players, in the order of the columns."""
    letters = NumericProperty(1.0)
    """The font sizes as a share of the usual ones: large letters would leave no room."""
    name_size = NumericProperty(0)
    """The font size of the names below the columns."""
    winner_colors = ListProperty()
    """The colours of the winners, in the step that names them."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self._next = Clock.create_trigger(self._play_next, PAUSE_SECONDS)
        self._look_soon = Clock.create_trigger(self._look, 0)
        self._board = BoardView(disabled=True)
        self._board.bind(size=self._look_soon)
        for name in ("progress", "bar_height", "letters", "name_size"):
            self.fbind(name, self._draw)
        self.ids.view.add_widget(self._board)

    def columns_size(
        self, wide: bool, width: float, height: float, fixed: float
    ) -> tuple[float, float]:
        """The size of the columns: beside the board, or above it in a part of the height.

        `fixed` is the height of what is below them.
        """
        room = height - fixed
        share = 0.52 if room < dp(400) else 0.46
        return (width * 0.45, room) if wide else (width, min(room * share, dp(320)))

    def share_of_letters(
        self, wide: bool, height: float, width: float, players: int, number: float
    ) -> float:
        """The share of the font sizes at which columns and board have room.

        `number` is the usual font size of the points, of which three digits fit above a column.
        """
        room = width / max(1, players)
        return min(1.0, height / (number * (12 if wide else 18)), room / (number * 1.9))

    def size_of_names(self, names: Sequence[str], width: float, largest: float) -> float:
        """One font size for the names below the columns, in which their beginnings fit."""
        room = width / max(1, len(names)) - dp(4)
        return common_font_size(names, largest, room, bold=True) if names else largest

    def landing(self, progress: float, bottom: float, height: float, disc: float) -> float:
        """The lower edge of a disc that falls from the top into the middle."""
        return bottom + height - (height + disc) / 2 * progress

    def opening(self) -> None:
        """Begin with the first step."""
        now = self.session.now
        state, setup = now.game.state, now.setup
        self.reduced_motion = self.context.preferences.reduced_motion
        self.steps = reveal(state, now.tally)
        self._board.board, self._board.state = setup.board, state
        sums = [extent(reveal_column(self.steps, name)) for name in setup.names]
        highest, lowest = map(max, zip(*sums, strict=True))
        set_children(
            self.ids.columns,
            (
                ScoreColumn(
                    name=player.name,
                    color_name=player.color,
                    highest=highest,
                    lowest=lowest,
                    pos_hint={"y": 0},
                    on_tap=lambda _: self.advance(),
                )
                for player in setup.players
            ),
        )
        self._show(0)
        # Changes the font sizes, with which the columns of this game are drawn again.
        self.names = setup.names

    def refresh(self, snapshot: Snapshot | None) -> None:
        """Draw the train in the colours of the theme."""
        if snapshot is not None:
            self._draw()

    def closing(self) -> None:
        """Stop the animation and automatic play."""
        Animation.cancel_all(self, "progress")
        self._next.cancel()
        self.playing = False

    def advance(self) -> None:
        """Show the next step, if there is one."""
        if not self.at_end:
            self._show(int(self.number) + 1)

    def play_or_pause(self) -> None:
        """Start or stop automatic play; the step shown is shown to its end."""
        self.playing = not self.playing
        self._next.cancel()
        if self.playing and self.progress == 1:
            self.advance()

    def go_to_result(self) -> None:
        """Show the result page."""
        navigator = self.context.navigator
        if navigator.previous_page == "result":
            navigator.back()
        else:
            navigator.replace("result")

    def _show(self, number: int) -> None:
        Animation.cancel_all(self, "progress")
        self._next.cancel()
        now = self.session.now
        self.number, self.step = number, self.steps[number]
        self.at_end = number == len(self.steps) - 1
        is_winner = self.step.part is None
        names = now.tally.winners if is_winner else self.step.gains
        colors = [now.setup.colors[name] for name in names]
        self.winner_colors = colors if is_winner else []
        self.color_name = colors[0] if len(colors) == 1 else ""
        highlight = self.step.highlight
        self._board.highlight = highlight if self.reduced_motion else replace(highlight, trail=())
        self._look_soon()
        self.progress = 1.0 if self.reduced_motion else 0.0
        self._draw()
        if self.reduced_motion:
            self._step_shown()
            return
        transition = "out_bounce" if is_winner else "in_out_quad"
        animation = Animation(progress=1.0, duration=STEP_SECONDS, transition=transition)
        animation.bind(on_complete=self._step_shown)
        animation.start(self)

    def _step_shown(self, *_: object) -> None:
        """Let other phones see the result after the last step; go on during automatic play."""
        if self.at_end:
            self.playing = False
            self.context.show_result()
        elif self.playing:
            self._next()

    def _play_next(self, _: float) -> None:
        self.advance()

    def _look(self, *_: object) -> None:
        """Move the view of the board to the step, unless motion is reduced."""
        if self.step.highlight.has_location and not self.reduced_motion:
            self._board.focus(self.step.highlight)
        else:
            self._board.show_all()
        self._draw()

    def _draw(self, *_: object) -> None:
        """Let the columns grow and the train run as far as the step has been shown."""
        shown = self.steps[: int(self.number) + 1]
        for column in self.ids.columns.children:
            column.bar_height, column.name_size = self.bar_height, self.name_size
            column.letters = self.letters
            column.segments = reveal_column(shown, column.name, self.progress)
            column.points = format_number(round(sum(points for _, points in column.segments)))
            column.goal = self.step.gains.get(column.name, 0)
        trail, layout = self.step.highlight.trail, self._board.layout
        if self.reduced_motion or not trail or layout is None:
            self._board.show_overlay(())
            return
        points = follow_trail(layout, trail, self.step.highlight.places[0])[1]
        train = paint_train(points, self.progress, self.color_name, theme.palette)
        self._board.show_overlay(train)


load("pages/result/reveal")
