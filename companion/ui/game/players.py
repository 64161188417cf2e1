"""Widgets that show players: chips, tabs, markers with points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Canvas, Color, Rectangle
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion.store.saved_game import GameInProgress
from companion.ui.game.symbols import marker
from companion.ui.kit.buttons import ChipLook, Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.rows import Divided
from companion.ui.kit.text import common_font_size, line_height, line_width
from companion.ui.look.icons import Drawn
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

if TYPE_CHECKING:
    from companion.rules.setup import Player
    from companion.store.learned import KnownPlayer


class PlayerChip(ChipLook, Tappable):
    """A player, or a train colour, to choose."""

    text = StringProperty("")
    color_name = StringProperty("blue")


def player_chips(
    players: Iterable[Player | KnownPlayer],
    choose: Callable[[str], object],
    chosen: str = "",
    repeats: bool = False,
) -> Iterator[PlayerChip]:
    """A chip for each player; a tap calls `choose` with the name."""
    for player in players:
        yield PlayerChip(
            text=player.name,
            color_name=player.color,
            chosen=player.name == chosen,
            repeats=repeats,
            on_tap=lambda chip: choose(chip.text),
        )


def more_names(count: int) -> str:
    """A sentence about names without a chip; empty if there are none."""
    if not count:
        return ""
    text: str = translator.tr_plural(
        "{count} more name: type to find it.", "{count} more names: type to find one.", count
    )
    return text


_GAP = 12
"""The space between two players, in dp."""


class PlayerScores(Drawn):
    """Markers, each with a text, in as many lines as they need; as high as its lines.

    In a list of games this is faster than a widget for each player.
    """

    scores = ObjectProperty(())
    """Pairs of a train colour and a text."""
    font_size = NumericProperty(13)
    color = ColorProperty((0, 0, 0, 1))
    redraw_on = ("scores", "font_size", "color", "width")
    uses_theme = True

    @property
    def text(self) -> str:
        """All texts, as tests read them."""
        return " · ".join(text for _, text in self.scores)

    def draw(self, drawing: Canvas, _side: float) -> None:
        """Place the markers and texts, set the height and draw them."""
        side, line = round(self.font_size * 0.8), line_height(self.font_size) + dp(2)
        placed, x, row = [], 0.0, 0
        for color, text in self.scores:
            most = max(1, self.width - side - dp(5))
            wide = min(line_width(text, self.font_size) + 2, most)
            if x and x + side + dp(5) + wide > self.width:
                x, row = 0.0, row + 1
            placed.append((color, text, x, row, wide))
            x += side + dp(5) + wide + dp(_GAP)
        self.height = line * (row + 1) if placed else 0
        for color, text, left, row, wide in placed:
            bottom = self.height - line * (row + 1)
            drawing.add(marker(color, left + side / 2, bottom + line / 2, side))
            label = CoreLabel(
                text=text,
                font_size=self.font_size,
                text_size=(wide, None),
                shorten=True,
                shorten_from="right",
                max_lines=1,
            )
            label.refresh()
            width, height = label.texture.size
            drawing.add(Color(*self.color))
            drawing.add(
                Rectangle(
                    texture=label.texture,
                    size=(width, height),
                    pos=(round(left + side + dp(5)), round(bottom + (line - height) / 2)),
                )
            )


class PlayerTab(Tappable):
    """A player's marker, name and caption."""

    name = StringProperty("")
    color_name = StringProperty("blue")
    caption = StringProperty("")
    chosen = BooleanProperty(False)
    name_size = NumericProperty(13)
    """The font size of the name, the same on all tabs."""
    marked = BooleanProperty(False)
    """Whether the caption asks for something."""
    marker_beside_name = BooleanProperty(True)
    """Whether the marker fits beside the name; otherwise it is beside the caption."""


@register_events("on_choose")
class PlayerTabs(Divided, BoxLayout):
    """All players in turn order; dispatches `on_choose` with a name."""

    players = ListProperty()
    """Per player: name, colour, whether the tab is marked, caption, and a shorter caption."""
    chosen = StringProperty("")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.bind(players=self._show, chosen=self._mark, width=self._fit)
        theme.bind(body=self._fit)

    def _show(self, *_: object) -> None:
        names = [name for name, *_ in self.players]
        if [tab.name for tab in reversed(self.children)] != names:
            self.clear_widgets()
            for name, color, *_ in self.players:
                tab = PlayerTab(name=name, color_name=color)
                tab.bind(on_tap=lambda tab: self.dispatch("on_choose", tab.name))
                self.add_widget(tab)
            self._mark()
        self._fit()

    def _mark(self, *_: object) -> None:
        for tab in self.children:
            tab.chosen = tab.name == self.chosen

    def _fit(self, *_: object) -> None:
        """Show the captions, and the markers beside the names, if all of them fit."""
        if not self.players:
            return
        widest = max(line_width(caption, theme.body, bold=True) for *_, caption, _ in self.players)
        tab_width = (self.width - dp(16)) / len(self.players) - dp(8)
        names = [name for name, *_ in self.players]
        longest = max(line_width(name, theme.small, bold=True) for name in names)
        is_beside = longest <= tab_width - dp(35)
        fits = widest + dp(37) <= tab_width
        size = common_font_size(names, theme.small, tab_width - dp(12), bold=True)
        tabs = zip(reversed(self.children), self.players, strict=True)
        for tab, (*_, marked, caption, short) in tabs:
            tab.marked, tab.caption = marked, caption if fits else short
            tab.marker_beside_name, tab.name_size = is_beside, size


class PlayerScore(BoxLayout):
    """Base class of the score rows."""

    player = StringProperty("")
    color_name = StringProperty("blue")
    score = NumericProperty(0)


class PlayerScoreRow(PlayerScore):
    """A player's marker, name and score."""


class CompactScoreRow(PlayerScore):
    """A player's marker, name and score in small type, as wide as its content."""


def score_rows(game: GameInProgress, kind: type[PlayerScore]) -> list[PlayerScore]:
    """Create a row widget of a class for each player of a game, in turn order."""
    return [
        kind(player=player.name, color_name=player.color, score=game.scores[player.name])
        for player in game.players
    ]


load("game/players")
