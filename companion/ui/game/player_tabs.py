"""The players side by side, one of them chosen, each with what is to be known of them."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.text import line_width
from companion.ui.look.kv import load
from companion.ui.look.theme import theme


class PlayerTab(Tappable):
    """One player."""

    name = StringProperty("")
    color_name = StringProperty("blue")
    note = StringProperty("")
    chosen = BooleanProperty(False)
    roomy = BooleanProperty(True)
    """Whether marker and name fit beside each other."""


@register_events("on_choose")
class PlayerTabs(BoxLayout):
    """All players in turn order; dispatches `on_choose` with a name."""

    players = ListProperty()
    """For each: the name, the colour, what is to be known, and the same in fewest letters."""
    chosen = StringProperty("")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._later = Clock.create_trigger(self._fit, -1)
        self.bind(players=self._show, chosen=self._mark, width=self._later)
        theme.bind(body=self._dress)

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

    def _dress(self, *_: object) -> None:
        # The theme outlives this, and would keep a trigger for ever; a method it forgets.
        self._later()

    def _fit(self, *_: object) -> None:
        """Say everything where there is room for it, else as little as possible."""
        if not self.players:
            return
        widest = max(line_width(note, theme.body, bold=True) for *_, note, _ in self.players)
        each = (self.width - dp(16)) / len(self.players) - dp(8)
        roomy = widest + dp(18) <= each
        for tab, (*_, note, short) in zip(reversed(self.children), self.players, strict=True):
            tab.note, tab.roomy = note if roomy else short, each > dp(64)


load("game/player_tabs")
