"""A bar with a segment for each player who won a game, as wide as the share of wins."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.report.game_filter import Wins
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.containers import Card
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator

NARROWEST = 48
"""The least width of a segment, in dp: that of a touch target."""
GAP = 3
"""The space between segments, in dp."""


class WinsSegment(Tappable):
    """The wins of a player; a tap lists their games."""

    text = StringProperty("")
    """The player's name; it is shortened."""
    number = StringProperty("")
    color_name = StringProperty("")
    """The train colour; empty for the segment of all others."""


class WinsBar(BoxLayout):
    """The segments; players for whom there is no room share the last one."""

    wins = ListProperty()
    """The `Wins` of the players, most first."""
    page = ObjectProperty(None, allownone=True)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.update_trigger = Clock.create_trigger(self._show, -1)
        for name in ("wins", "width"):
            self.fbind(name, self.update_trigger)
        theme.bind(version=self._apply_theme)

    def _apply_theme(self, *_: object) -> None:
        self.update_trigger()

    def _show(self, *_: object) -> None:
        self.clear_widgets()
        wins: list[Wins] = list(self.wins)
        most = max(1, int((self.width + dp(GAP)) // dp(NARROWEST + GAP)))
        shown = wins if len(wins) <= most else wins[: most - 1]
        others = sum(each.wins for each in wins[len(shown) :])
        numbers = [each.wins for each in shown] + ([others] if others else [])
        widths = _widths(numbers, self.width - dp(GAP) * (len(numbers) - 1))
        for each, width in zip(shown, widths, strict=False):
            # Translators: read aloud for a part of a bar.
            name = translator.tr_plural(
                "{player}: {count} win", "{player}: {count} wins", each.wins, player=each.name
            )
            segment = WinsSegment(
                text=each.name,
                number=str(each.wins),
                color_name=each.color,
                width=width,
                name_for_readers=name,
            )
            segment.bind(on_tap=lambda _, player=each.name: self.page.set_filter("player", player))
            self.add_widget(segment)
        if others:
            segment = WinsSegment(number=f"+{others}", width=widths[-1])
            segment.name_for_readers = translator.tr("Players")
            segment.bind(on_tap=lambda _: self.page.context.navigator.replace("players"))
            self.add_widget(segment)


class WinsCard(Card):
    """The bar with its title, a row of the list."""

    wins = ListProperty()
    page = ObjectProperty(None, allownone=True)


def _widths(numbers: Sequence[int], room: float) -> list[float]:
    """Widths in proportion to numbers, none below the least width."""
    least = float(dp(NARROWEST))
    widths = [0.0] * len(numbers)
    free = list(range(len(numbers)))
    left = float(room)
    while free:
        total = sum(numbers[index] for index in free)
        small = [index for index in free if left * numbers[index] / total < least]
        if not small or len(small) == len(free):
            for index in free:
                widths[index] = left * numbers[index] / total if not small else left / len(free)
            break
        for index in small:
            widths[index] = least
            free.remove(index)
        left = room - least * (len(numbers) - len(free))
    return widths


load("pages/past_games/wins_bar")
