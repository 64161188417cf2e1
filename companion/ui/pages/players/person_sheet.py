"""A person's sheet: another name, the same person as somebody else, or forgotten."""

from __future__ import annotations

from collections.abc import Iterable

from kivy.properties import StringProperty

from companion.rules.setup import Player
from companion.ui.game.player_chip import PlayerChip
from companion.ui.kit.events import register_events
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator


@register_events("on_rename", "on_merge", "on_forget")
class PersonSheet(Sheet):
    """Dispatches what is wished for; what cannot be undone is said first and tapped twice."""

    person = StringProperty("")
    other = StringProperty("")
    """Who is the same person, once that is said."""
    warning = StringProperty("")
    """What would come of it, for good."""
    sure = StringProperty("")
    """What the button says that does it."""

    def __init__(self, person: str, others: Iterable[Player]) -> None:
        super().__init__()
        self.person = person
        self.ids.field.text = person
        for part in (self.ids.warning, self.ids.sure):
            part.parent.remove_widget(part)
            self.pin(part)
        for other in others:
            chip = PlayerChip(text=other.name, color_name=other.color)
            chip.bind(on_tap=lambda chip: self.ask_merge(chip.text))
            self.ids.others.add_widget(chip)

    def rename(self) -> None:
        """Ask for the name in the field."""
        self.refuse("")
        self.dispatch("on_rename", self.ids.field.text)

    def ask_merge(self, other: str) -> None:
        """Say what merging means."""
        self.other = other
        self.warning = translator.tr(
            "{one} and {other} become one person, called {other}. This cannot be undone.",
            one=self.person,
            other=other,
        )
        self.sure = translator.tr("Merge for good")

    def ask_forget(self) -> None:
        """Say what forgetting means."""
        self.other = ""
        self.warning = translator.tr(
            "{player} is not offered or counted any more; the games stay. This cannot be undone.",
            player=self.person,
        )
        self.sure = translator.tr("Forget for good")

    def do(self) -> None:
        """Do what was said."""
        if self.other:
            self.dispatch("on_merge", self.other)
        else:
            self.dispatch("on_forget")


load("pages/players/person_sheet")
