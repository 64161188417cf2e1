"""Pages about past games: their base class, tabs, numbers with captions, charts of games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.rules.wording import Phrase
from companion.table.snapshot import Snapshot
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.containers import Column
from companion.ui.kit.events import register_events
from companion.ui.kit.fields import SegmentedControl
from companion.ui.kit.text import TextBlock
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.page import Page


class HistoryPage(Page):
    """Base class: calls `show_history` once the past games are loaded, and after every change."""

    hint = StringProperty("")
    """Why nothing is shown."""

    def refresh(self, _: Snapshot | None) -> None:
        """Show the page, or load the headers first."""
        games = self.context.store.games
        self.can_undo = self.can_redo = False
        if games.is_finished_loaded:
            self.attempt(self.show_history)
        else:
            self.run_in_background(games.load_finished_headers, self._loaded)

    def _loaded(self, complete: bool) -> None:
        if complete:
            self.redraw()

    def open_game(self, id: str) -> None:
        """Show the result of a game."""
        if self.context.sessions.open(id).accepted:
            self.context.navigator.go("result")
        else:
            self.redraw()

    def show_history(self) -> None:
        """Show the games, players, boards or figures; `Refused` becomes a notification."""
        raise NotImplementedError


class HistoryTabs(SegmentedControl):
    """Opens another page in place of the current one, so that Back leaves all of them."""

    page = ObjectProperty(None, allownone=True, rebind=True)

    def on_choose(self, name: str) -> None:
        """Open the page of a tab."""
        navigator = self.page.context.navigator
        if navigator.name != name:
            navigator.replace(name)


class NumberWithCaption(TextBlock):
    """A large number above what it counts."""

    number = StringProperty("")
    caption = StringProperty("")


def number_columns(width: float, least: float) -> int:
    """In how many columns four numbers with captions are shown; they need a least width."""
    return 4 if width > least else 2


class FactRow(Column):
    """A figure below its title."""

    title = StringProperty("")
    text = StringProperty("")


def fact_rows(facts: Iterable[tuple[Phrase, Phrase]]) -> Iterator[FactRow]:
    """A row for each title and figure."""
    for title, text in facts:
        yield FactRow(title=translator.render(title), text=translator.render(text))


class ChartedGame(NamedTuple):
    """A game as a point of a chart."""

    id: str
    value: float
    is_marked: bool
    """Whether the point is filled: a game that was won."""
    date: str
    text: str
    """Describes the game once its point was tapped."""


class ChosenGame(Tappable):
    """The game of the selected point; a tap opens it."""

    text = StringProperty("")


@register_events("on_open")
class GameChart(Column):
    """A `PointChart` with the selected game below; dispatches `on_open` with the id of a game."""

    unit = StringProperty("")
    lowest = NumericProperty(None, allownone=True)
    highest = NumericProperty(None, allownone=True)
    chosen = StringProperty("")
    """Describes the selected game."""

    def __init__(self, **properties: object) -> None:
        self.games: Sequence[ChartedGame] = ()
        super().__init__(**properties)

    def show(self, games: Sequence[ChartedGame]) -> None:
        """Show games in order of time; a game that was selected stays selected."""
        chart = self.ids.chart
        selected = self.games[int(chart.selected)].id if chart.selected >= 0 else ""
        self.games = games
        chart.marked = [game.is_marked for game in games]
        chart.values = [game.value for game in games]
        chart.start, chart.end = (games[0].date, games[-1].date) if games else ("", "")
        ids = [game.id for game in games]
        self.select(ids.index(selected) if selected in ids else -1)

    def select(self, index: int) -> None:
        """Name the game of a point."""
        self.ids.chart.selected = index
        self.chosen = self.games[index].text if index >= 0 else ""

    def open_chosen(self) -> None:
        """Open the selected game."""
        if self.chosen:
            self.dispatch("on_open", self.games[int(self.ids.chart.selected)].id)


load("game/statistics")
