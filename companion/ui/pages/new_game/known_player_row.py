"""The players of earlier games on the New game page, in a row that scrolls horizontally."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kivy.properties import NumericProperty, StringProperty

from companion.ui.game.player_chip import PlayerChip
from companion.ui.kit.events import register_events
from companion.ui.kit.horizontal_scroll import HorizontalScroll
from companion.ui.look.kv import load
from companion.ui.look.translator import translator

if TYPE_CHECKING:
    from companion.store.learned import KnownPlayer


@register_events("on_choose")
class KnownPlayerRow(HorizontalScroll):
    """A chip for each name to choose."""

    margin = NumericProperty(0)
    """Before the first and after the last chip."""
    more_names = StringProperty("")
    """A sentence about names without a chip."""

    def show(self, people: Sequence[KnownPlayer], others: int) -> None:
        """Show chips for these people, and how many others can be found by typing."""
        chips = self.ids.chips
        if [person.name for person in people] != [chip.text for chip in reversed(chips.children)]:
            chips.clear_widgets()
            for person in people:
                chip = PlayerChip(text=person.name, color_name=person.color)
                chip.bind(on_tap=lambda _, person=person: self.dispatch("on_choose", person))
                chips.add_widget(chip)
            self.scroll_x = 0
        self.more_names = (
            translator.tr_plural(
                "{count} more name: type to find it.",
                "{count} more names: type to find one.",
                others,
            )
            if others
            else ""
        )


load("pages/new_game/known_player_row")
