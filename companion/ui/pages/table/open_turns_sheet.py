"""The sheet that asks, before the final tally, about last turns that have not been entered."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.properties import StringProperty

from companion.report.missing_entries import why_not_over
from companion.ui.kit.events import register_events
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator


@register_events("on_turns_over", "on_score")
class OpenTurnsSheet(Sheet):
    """Dispatches `on_turns_over` if the players only drew cards, `on_score` to see the score."""

    title = StringProperty("")

    def __init__(self, players: Sequence[str]) -> None:
        super().__init__()
        self.title = translator.render(why_not_over(players))


load("pages/table/open_turns_sheet")
