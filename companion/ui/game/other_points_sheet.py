"""The sheet that enters other points: what for, how many, added or subtracted."""

from __future__ import annotations

from kivy.properties import NumericProperty, StringProperty

from companion.rules.apply import MOST_OTHER_POINTS
from companion.rules.errors import Refused
from companion.rules.events import OtherPoints
from companion.rules.names import check_description
from companion.rules.wording import format_signed, phrase
from companion.table.snapshot import Snapshot
from companion.ui.kit.buttons import Chip, PrimaryButton
from companion.ui.kit.events import register_events
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator

MOST_SUGGESTED = 4
"""Descriptions that are suggested."""
MOST_OF_HEIGHT = 0.75
"""Share of the window's height: more than usual, because the board does not matter here."""
USUAL_POINTS = 10
"""The number in the field of a new entry."""


@register_events("on_save")
class OtherPointsSheet(Sheet):
    """Dispatches `on_save` with the event."""

    player = StringProperty("")
    description = StringProperty("")
    """What was typed or suggested."""
    sign = NumericProperty(1)
    """1 to add the points, −1 to subtract them."""
    number = NumericProperty(USUAL_POINTS)
    most = NumericProperty(MOST_OTHER_POINTS)

    def __init__(
        self, snapshot: Snapshot, player: str, recorded: OtherPoints | None = None
    ) -> None:
        super().__init__(player=player, most_of_height=MOST_OF_HEIGHT)
        self._is_correction = recorded is not None
        self.button = PrimaryButton(on_tap=lambda _: self.save())
        self.pin(self.button)
        used = [event for event in snapshot.game.events if isinstance(event, OtherPoints)]
        shown = recorded or (used[-1] if used else None)
        if shown is not None:
            self.number, self.sign = abs(shown.points), -1 if shown.points < 0 else 1
        if recorded is not None:
            self.description = recorded.description
        self.bind(number=self._label_button, sign=self._label_button)
        self.ids.stepper.ids.field.bind(text=self._label_button)
        self._label_button()
        self._suggest(dict.fromkeys(event.description for event in reversed(used)))

    def _suggest(self, used: dict[str, None]) -> None:
        """Add chips for the descriptions used in this game, then for common ones."""
        common = (
            # Translators: what points are for that the rules of the board do not cover.
            translator.tr("Passengers"),
            translator.tr("Warehouses"),
            translator.tr("Wager"),
        )
        for text in list(dict.fromkeys((*used, *common)))[:MOST_SUGGESTED]:
            chip = Chip(text=text, repeats=True, on_tap=lambda chip: self.describe(chip.text))
            self.ids.suggestions.add_widget(chip)

    def describe(self, text: str) -> None:
        """Use a suggested description."""
        self.ids.field.text = text
        self.refuse("")

    def _label_button(self, *_: object) -> None:
        """Name the number in the field, also while it is typed."""
        typed = self.ids.stepper.ids.field.text
        number = int(typed) if typed.isdecimal() else int(self.number)
        points = format_signed(number * int(self.sign))
        self.button.text = (
            translator.tr("Save the correction  {points}", points=points)
            if self._is_correction
            # Translators: a button that enters points, such as +20.
            else translator.tr("{points} for {player}", points=points, player=self.player)
        )

    def save(self) -> None:
        """Dispatch the entry, or show why it is not allowed."""
        number = self.ids.stepper.entered
        if number is None:
            self.refuse_number()
            return
        try:
            description = check_description(self.ids.field.text)
        except Refused as problem:
            self.refuse(translator.render(problem.phrase))
            return
        self.dispatch("on_save", OtherPoints(self.player, number * int(self.sign), description))

    def refuse_number(self) -> None:
        """Show the range of numbers."""
        sentence = phrase("Enter 1 to {most} points at a time.", most=MOST_OTHER_POINTS)
        self.refuse(translator.render(sentence))


load("game/other_points_sheet")
