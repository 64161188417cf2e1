"""The ceremony: the result revealed step by step, by tapping or by itself."""

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
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.report.reveal import Step, reveal
from companion.rules.setup import Player
from companion.rules.state import GameState
from companion.rules.wording import signed, unsigned
from companion.table.snapshot import Snapshot
from companion.ui.context import AppContext
from companion.ui.game.still_board import StillBoard
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.page import Page

PACE = 2.4
"""Seconds a step is shown when it plays by itself."""
COUNTING = 0.5
"""Seconds a total takes to count up, and a player to change places."""


class Racer(BoxLayout):
    """A player with what they have so far."""

    name = StringProperty("")
    color_name = StringProperty("blue")
    total = NumericProperty(0)
    gain = StringProperty("")
    """What the step brought, as it is printed."""
    won = BooleanProperty(False)

    def told_total(self, total: float) -> str:
        """The total while it counts."""
        return unsigned(round(total))


class Race(Widget):
    """The players below each other, who leads on top; they change places as totals change."""

    row_height = NumericProperty(dp(44))
    gap = NumericProperty(dp(4))

    def __init__(self, **properties: object) -> None:
        self._order: tuple[str, ...] = ()
        super().__init__(**properties)
        self.bind(pos=self._place, size=self._place, row_height=self._place)

    def line_up(self, players: tuple[Player, ...]) -> None:
        """Begin with nobody having anything."""
        self.clear_widgets()
        for player in players:
            self.add_widget(Racer(name=player.name, color_name=player.color))
        self._order = tuple(player.name for player in players)
        self._place()

    def show(self, step: Step, at_once: bool = False) -> None:
        """Count and move on to where a step leads."""
        self._order = step.order
        for racer in self.children:
            gained = step.gains.get(racer.name)
            racer.gain = signed(gained) if gained else ""
            racer.won = False
            Animation.cancel_all(racer)
            goal = {"total": step.totals[racer.name], "y": self._slot(racer.name)}
            if at_once:
                racer.total, racer.y = goal["total"], goal["y"]
            else:
                Animation(duration=COUNTING, transition="in_out_quad", **goal).start(racer)

    def crown(self, winners: tuple[str, ...]) -> None:
        """Mark who has won."""
        for racer in self.children:
            racer.won = racer.name in winners

    def _slot(self, name: str) -> float:
        below = self._order.index(name) + 1
        return float(self.top - below * self.row_height - (below - 1) * self.gap)

    def _place(self, *_: object) -> None:
        count = len(self._order)
        self.height = count * self.row_height + max(0, count - 1) * self.gap
        for racer in self.children:
            Animation.cancel_all(racer, "y")
            racer.size = (self.width, self.row_height)
            racer.pos = (self.x, self._slot(racer.name))


class RevealPage(Page):
    """Steps through the tally; at its end, or for who has enough, comes the result."""

    steps = ObjectProperty(())
    """The steps to reveal."""
    number = NumericProperty(-1)
    """Which of them is shown."""
    playing = BooleanProperty(False)
    """Whether it goes on by itself."""
    title = StringProperty("")
    detail = StringProperty("")
    points = StringProperty("")
    tone = StringProperty("plain")
    lead = StringProperty("")
    """Who has just taken the lead, in words."""
    progress = StringProperty("")
    at_end = BooleanProperty(False)

    def __init__(self, context: AppContext) -> None:
        self.winners: tuple[str, ...] = ()
        super().__init__(context)
        self._going = Clock.schedule_interval(self._go_on, PACE)
        self._going.cancel()
        self._board = StillBoard()
        self.ids.view.add_widget(self._board)
        self.bind(playing=self._play)

    def opening(self) -> None:
        """Begin with the first step."""
        now = self.session.now
        self._begin(now.game.state, reveal(now.game.state, now.tally), now.tally.winners)

    def refresh(self, _: Snapshot | None) -> None:
        """Say the same step, perhaps in another language."""
        self._tell()

    def closing(self) -> None:
        """Do not go on behind somebody's back."""
        self.playing = False

    def _begin(self, state: GameState, steps: tuple[Step, ...], winners: tuple[str, ...]) -> None:
        """Begin a ceremony with its first step."""
        self.playing = False
        self.steps, self.winners = steps, winners
        self._board.board, self._board.state = state.setup.board, state
        self._board.show_all()
        self.ids.race.line_up(state.setup.players)
        self.number = -1
        self.number = 0

    def advance(self) -> None:
        """Show the next step; after the last one there is nothing but the result."""
        if self.at_end:
            self._done()
        else:
            self.number += 1

    def skip(self) -> None:
        """Have enough of it."""
        self.playing = False
        self._done()

    def _done(self) -> None:
        """On to the result, whichever way one came."""
        navigator = self.context.navigator
        if navigator.came_from == "result":
            navigator.back()
        else:
            navigator.replace("result")

    def on_number(self, *_: object) -> None:
        """Show a step."""
        if self.number < 0:
            return
        step: Step = self.steps[int(self.number)]
        self.at_end = self.number == len(self.steps) - 1
        self.tone = step.tone
        self._tell()
        highlight = step.highlight
        self._board.lit, self._board.borrowed = highlight.tracks, highlight.borrowed
        self._board.marked_places, self._board.trail = highlight.places, highlight.trail
        self.ids.race.show(step)
        if self.at_end:
            self.playing = False
            self.ids.race.crown(self.winners)

    def _tell(self, *_: object) -> None:
        if self.number < 0 or not self.steps:
            return
        step: Step = self.steps[int(self.number)]
        self.title, self.detail = translator.render(step.title), translator.render(step.detail)
        gains = list(step.gains.values())
        self.points = signed(gains[0]) if step.kind == "ticket" else ""
        overtakes = step.takes_the_lead
        self.lead = translator.tr("{player} takes the lead", player=overtakes) if overtakes else ""
        self.progress = translator.tr(
            "{number} of {count}", number=int(self.number) + 1, count=len(self.steps)
        )

    def _play(self, *_: object) -> None:
        self._going.cancel()
        if self.playing:
            self._going()

    def _go_on(self, *_: object) -> bool:
        if not self.at_end:
            self.advance()
        return bool(self.playing)


load("pages/reveal")
