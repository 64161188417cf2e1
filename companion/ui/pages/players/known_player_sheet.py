"""The sheet that renames, merges or forgets a player."""

from __future__ import annotations

from collections.abc import Iterable

from kivy.properties import StringProperty

from companion.rules.setup import Player
from companion.table.lineup import suggest
from companion.ui.game.player_chip import PlayerChip
from companion.ui.kit.events import register_events
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator


@register_events("on_rename", "on_choose", "on_merge", "on_forget")
class KnownPlayerSheet(Sheet):
    """Dispatches the change; merging and forgetting need a second tap, as they have no Undo.

    `on_choose` passes the player to merge with, so that the page can refuse before it asks.
    """

    player = StringProperty("")
    merge_into = StringProperty("")
    """The player to merge with, once chosen."""
    more_names = StringProperty("")
    """A sentence about players without a chip."""
    warning = StringProperty("")
    """The consequences of the chosen change."""
    confirm_text = StringProperty("")
    """The text of the confirm button; without one it is hidden."""

    def __init__(self, player: str, others: Iterable[Player]) -> None:
        super().__init__()
        self.player = player
        self._others = tuple(others)
        self.ids.field.text = player
        for widget in (self.ids.warning, self.ids.confirm):
            widget.parent.remove_widget(widget)
            self.pin(widget)
        self.show_others()

    def show_others(self) -> None:
        """Show chips of the players to merge with; of many, those with the typed letters."""
        typed = self.ids.field.text.strip()
        shown = suggest(self._others, "" if typed == self.player else typed)
        hidden = len(self._others) - len(shown)
        self.more_names = (
            translator.tr_plural(
                "{count} more name: type to find it.",
                "{count} more names: type to find one.",
                hidden,
            )
            if hidden
            else ""
        )
        row = self.ids.others
        if [other.name for other in shown] == [chip.text for chip in reversed(row.children)]:
            return
        row.clear_widgets()
        for other in shown:
            chip = PlayerChip(text=other.name, color_name=other.color)
            chip.bind(on_tap=lambda chip: self._choose(chip.text))
            row.add_widget(chip)

    def edit_name(self) -> None:
        """Follow a change of the text in the field."""
        self.reset()
        self.show_others()

    def rename(self) -> None:
        """Dispatch the name in the field."""
        self.reset()
        self.dispatch("on_rename", self.ids.field.text)

    def reset(self) -> None:
        """Drop an old refusal and an old question, because something else is done now."""
        self.refuse("")
        self.merge_into = self.warning = self.confirm_text = ""

    def _choose(self, other: str) -> None:
        self.reset()
        self.dispatch("on_choose", other)

    def ask_merge(self, other: str) -> None:
        """Explain merging and show the confirm button."""
        self.merge_into = other
        self.warning = translator.tr(
            "{one} and {other} become one person, called {other}. This cannot be undone.",
            one=self.player,
            other=other,
        )
        self.confirm_text = translator.tr("Merge permanently")

    def ask_forget(self) -> None:
        """Explain forgetting and show the confirm button."""
        self.reset()
        self.warning = translator.tr(
            "{player} will no longer be suggested or counted; past games stay. This cannot be "
            "undone.",
            player=self.player,
        )
        self.confirm_text = translator.tr("Forget permanently")

    def confirm(self) -> None:
        """Dispatch the explained change."""
        if self.merge_into:
            self.dispatch("on_merge", self.merge_into)
        else:
            self.dispatch("on_forget")


load("pages/players/known_player_sheet")
