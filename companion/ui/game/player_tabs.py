"""Tabs with the players, each with a short note."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.kit.rows import Divided
from companion.ui.kit.text import line_width
from companion.ui.look.kv import load
from companion.ui.look.theme import theme


class PlayerTab(Tappable):
    """A player's marker, name and note."""

    name = StringProperty("")
    color_name = StringProperty("blue")
    note = StringProperty("")
    chosen = BooleanProperty(False)
    marker_beside_name = BooleanProperty(True)
    """Whether the marker fits beside the name; otherwise it is beside the note."""


@register_events("on_choose")
class PlayerTabs(Divided, BoxLayout):
    """All players in turn order; dispatches `on_choose` with a name."""

    players = ListProperty()
    """Per player: name, colour, note, and a shorter note."""
    chosen = StringProperty("")

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self._trigger_fit = Clock.create_trigger(self._fit, -1)
        self.bind(players=self._show, chosen=self._mark, width=self._trigger_fit)
        theme.bind(body=self._text_size_changed)

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

    def _text_size_changed(self, *_: object) -> None:
        # Bound as a method, which the theme references weakly, unlike a trigger.
        self._trigger_fit()

    def _fit(self, *_: object) -> None:
        """Show the notes if all of them fit, otherwise the shorter ones."""
        if not self.players:
            return
        widest_note = max(line_width(note, theme.body, bold=True) for *_, note, _ in self.players)
        tab_width = (self.width - dp(16)) / len(self.players) - dp(8)
        fits = widest_note + dp(18) <= tab_width
        for tab, (*_, note, short) in zip(reversed(self.children), self.players, strict=True):
            tab.note = note if fits else short
            tab.marker_beside_name = tab_width > dp(64)


load("game/player_tabs")
