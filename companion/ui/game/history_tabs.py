"""The tabs of the pages about past games: games, players, boards."""

from __future__ import annotations

from kivy.properties import ObjectProperty

from companion.ui.kit.choice import SegmentedControl
from companion.ui.look.kv import load


class HistoryTabs(SegmentedControl):
    """Opens another page in place of the current one, so that Back leaves all of them."""

    page = ObjectProperty(None, allownone=True, rebind=True)

    def on_choose(self, name: str) -> None:
        """Open the page of a tab."""
        navigator = self.page.context.navigator
        if navigator.name != name:
            navigator.replace(name)


load("game/history_tabs")
