"""The reveal page: shows the result step by step, by tapping or automatically."""

from __future__ import annotations

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.widget import Widget

from companion.report.words.part_report import RevealStep
from companion.report.words.result import reveal
from companion.rules.setup import Player
from companion.rules.wording import format_number, format_signed, untranslated
from companion.ui.board.view import BoardView
from companion.ui.context import AppContext
from companion.ui.kit.surface import Panel
from companion.ui.look.kv import load
from companion.ui.page import Page

STEP_SECONDS = 2.4
"""How long a step is shown during automatic play."""
ANIMATION_SECONDS = 0.5
"""How long a total counts up and a row moves."""


class RankingRow(Panel):
    """A player with their points so far."""

    name = StringProperty("")
    color_name = StringProperty("blue")
    total = NumericProperty(0)
    gain = StringProperty("")
    """The points the step added, as text."""
    won = BooleanProperty(False)

    is_loss = BooleanProperty(False)
    """Whether the step took points away."""

    def total_text(self, total: float) -> str:
        """The total as text, also while it counts up."""
        return format_number(round(total))


class RankingList(Widget):
    """A row per player, the leader on top; rows move when the order changes."""

    row_height = NumericProperty(dp(44))
    gap = NumericProperty(dp(4))

    def __init__(self, **properties: object) -> None:
        self._order: tuple[str, ...] = ()
        super().__init__(**properties)
        self.bind(pos=self._place, size=self._place, row_height=self._place)

    def reset(self, players: tuple[Player, ...]) -> None:
        """Show the players in turn order, without points."""
        self.clear_widgets()
        for player in players:
            self.add_widget(RankingRow(name=player.name, color_name=player.color))
        self._order = tuple(player.name for player in players)
        self._place()

    def show(self, step: RevealStep) -> None:
        """Animate totals and order to those after a step."""
        self._order = step.order
        for row in self.children:
            gained = step.gains.get(row.name, 0)
            row.gain, row.is_loss = format_signed(gained) if gained else "", gained < 0
            row.won = False
            Animation.cancel_all(row)
            Animation(
                duration=ANIMATION_SECONDS,
                transition="in_out_quad",
                total=step.totals[row.name],
                y=self._row_y(row.name),
            ).start(row)

    def mark_winners(self, winners: tuple[str, ...]) -> None:
        """Outline the rows of the winners."""
        for row in self.children:
            row.won = row.name in winners

    def _row_y(self, name: str) -> float:
        below = self._order.index(name) + 1
        return float(self.top - below * self.row_height - (below - 1) * self.gap)

    def _place(self, *_: object) -> None:
        count = len(self._order)
        self.height = count * self.row_height + max(0, count - 1) * self.gap
        for row in self.children:
            Animation.cancel_all(row, "y")
            row.size = (self.width, self.row_height)
            row.pos = (self.x, self._row_y(row.name))


class RevealPage(Page):
    """Shows the steps of the reveal; its end and Skip lead to the result page."""

    steps = ObjectProperty(())
    """All `RevealStep`s."""
    number = NumericProperty(-1)
    """The index of the step shown."""
    playing = BooleanProperty(False)
    """Whether steps follow automatically."""
    step = ObjectProperty(RevealStep(untranslated(""), untranslated("")), rebind=True)
    """The step shown."""
    at_end = BooleanProperty(False)

    def __init__(self, context: AppContext) -> None:
        self.winners: tuple[str, ...] = ()
        super().__init__(context)
        self._autoplay = Clock.schedule_interval(self._play_next, STEP_SECONDS)
        self._autoplay.cancel()
        self._board = BoardView(disabled=True)
        self.ids.view.add_widget(self._board)
        self.bind(playing=self._start_or_stop_autoplay)

    def skip_width(self, text_width: float, bar_width: float, title_size: float) -> float:
        """The width of Skip; 0 where the title needs it, as the back button skips too."""
        fits = text_width + dp(24) < bar_width - title_size * 9
        return max(dp(72), text_width + dp(24)) if fits else 0.0

    def height_of_texts(self, needed: float, bar_height: float, page_height: float) -> float:
        """The height of texts and ranking below the board, which keeps a part of the page."""
        return float(min(needed + dp(42), page_height - bar_height - dp(152)))

    def opening(self) -> None:
        """Begin with the first step."""
        now = self.session.now
        state, self.playing = now.game.state, False
        self.steps = reveal(state, now.tally)
        self.winners = now.tally.winners if now.tally.final else ()
        self._board.board, self._board.state = state.setup.board, state
        self._board.show_all()
        self.ids.ranking.reset(state.setup.players)
        self.number = -1
        self.number = 0

    def closing(self) -> None:
        """Stop automatic play."""
        self.playing = False

    def advance(self) -> None:
        """Show the next step; after the last one, the result page."""
        if self.at_end:
            self._go_to_result()
        else:
            self.number += 1

    def skip(self) -> None:
        """Go to the result page at once."""
        self.playing = False
        self._go_to_result()

    def _go_to_result(self) -> None:
        navigator = self.context.navigator
        if navigator.previous_page == "result":
            navigator.back()
        else:
            navigator.replace("result")

    def on_number(self, *_: object) -> None:
        """Show the step of that index."""
        if self.number < 0:
            return
        self.step = step = self.steps[int(self.number)]
        self.at_end = self.number == len(self.steps) - 1
        self._board.highlight = step.highlight
        self.ids.ranking.show(step)
        if self.at_end:
            self.playing = False
            self.ids.ranking.mark_winners(self.winners)

    def _start_or_stop_autoplay(self, *_: object) -> None:
        self._autoplay.cancel()
        if self.playing:
            self._autoplay()

    def _play_next(self, *_: object) -> bool:
        if not self.at_end:
            self.advance()
        return bool(self.playing)


load("pages/reveal")
