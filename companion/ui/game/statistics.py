"""Pages about past games: base class, tabs, cards of figures, tiles and charts of games."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout

from companion.report.statistics.words import axis_dates
from companion.report.words.games import short_date
from companion.rules.wording import Phrase
from companion.store.saved_game import FinishedGame
from companion.table.snapshot import Snapshot
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.containers import Card, Stack
from companion.ui.kit.events import register_events
from companion.ui.kit.fields import SegmentedControl
from companion.ui.kit.layout import set_children
from companion.ui.kit.text import TextBlock
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.page import Page


class HistoryPage(Page):
    """Base class: calls `show_history` once the past games are loaded, and after every change."""

    hint = StringProperty("")
    """Why nothing is shown."""
    is_empty = BooleanProperty(False)
    """Whether there is nothing to show before the first game has been finished."""

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


class HistoryHint(Stack):
    """Progress, or why nothing is shown; before the first game a picture and the way to one."""

    page = ObjectProperty(None, allownone=True, rebind=True)
    margin = NumericProperty(0)


class NumberWithCaption(TextBlock):
    """A large number above what it counts."""

    number = StringProperty("")
    caption = StringProperty("")


def number_columns(width: float, least: float) -> int:
    """In how many columns four numbers with captions are shown; they need a least width."""
    return 4 if width > least else 2


class KeyNumber(FloatLayout):
    """A large number above what it counts, as high as the others in its row."""

    number = StringProperty("")
    caption = StringProperty("")


class RecordTile(Tappable):
    """A number that was reached in one game; a tap opens the game."""

    number = StringProperty("")
    caption = StringProperty("")
    date = StringProperty("")
    is_best = BooleanProperty(False)
    """Whether it stands out from the others."""


class FigureGrid(GridLayout):
    """Key numbers or tiles in rows."""

    def show_numbers(self, numbers: Iterable[tuple[Phrase, Phrase]]) -> None:
        """Show numbers with their captions."""
        render = translator.render
        set_children(
            self,
            (KeyNumber(number=render(number), caption=render(text)) for number, text in numbers),
        )

    def show_tiles(
        self, tiles: Iterable[tuple[str, str, FinishedGame]], open_game: Callable[[str], object]
    ) -> None:
        """Show numbers with caption and game, of which the first stands out."""
        self.clear_widgets()
        for number, caption, game in tiles:
            tile = RecordTile(
                number=number,
                caption=caption,
                date=translator.render(short_date(game.date.astimezone())),
                is_best=not self.children,
                name_for_readers=f"{number} {caption}",
                on_tap=lambda _, id=game.id: open_game(id),
            )
            self.add_widget(tile)


class FiguresCard(Card):
    """A card with a title, which can be hidden."""

    title = StringProperty("")
    shown = BooleanProperty(True)


class ChartedGame(NamedTuple):
    """A game as a point of a chart."""

    game: FinishedGame
    value: int
    is_marked: bool
    """Whether the point is filled: a game that was won."""
    text: Phrase
    """Describes the game once its point was tapped."""


class ChosenGame(Tappable):
    """The game of the selected point; a tap opens it."""

    text = StringProperty("")


LAST_GAMES = 10
FEWEST_GAMES = 3


@register_events("on_open")
class GameChart(FiguresCard):
    """The latest games as points, the selected one below; dispatches `on_open` with its id.

    It is hidden if there are too few games.
    """

    average = NumericProperty(0)
    """Of all games."""
    marking = StringProperty("")
    """What a filled dot means."""
    chosen = StringProperty("")
    """Describes the selected game."""

    def __init__(self, **properties: object) -> None:
        self.games: Sequence[ChartedGame] = ()
        super().__init__(**properties)

    def show(self, games: Sequence[ChartedGame], average: float) -> None:
        """Show the latest of these games, the oldest first."""
        chart = self.ids.chart
        self.shown, self.average = len(games) >= FEWEST_GAMES, average
        self.games = games[-LAST_GAMES:] if self.shown else ()
        dates = axis_dates([each.game.date.astimezone() for each in self.games])
        chart.marked = [each.is_marked for each in self.games]
        chart.dates = [translator.render(date) for date in dates]
        chart.values = [each.value for each in self.games]
        self.select(-1)

    def select(self, index: int) -> None:
        """Name the game of a point."""
        self.ids.chart.selected = index
        self.chosen = translator.render(self.games[index].text) if index >= 0 else ""

    def open_chosen(self) -> None:
        """Open the selected game."""
        if self.chosen:
            self.dispatch("on_open", self.games[int(self.ids.chart.selected)].game.id)


load("game/statistics")
