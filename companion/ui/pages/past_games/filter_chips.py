"""A row of chips, one for each filter of the past games."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import ListProperty, ObjectProperty

from companion.ui.kit.buttons import Chip
from companion.ui.kit.horizontal_scroll import HorizontalScroll
from companion.ui.look.kv import load
from companion.ui.look.translator import translator


class FilterChips(HorizontalScroll):
    """Shows what each filter is set to; a tap opens its options."""

    filters = ListProperty()
    """Name, text and whether it is active, of each filter."""
    page = ObjectProperty(None, allownone=True)

    def __init__(self, **properties: object) -> None:
        super().__init__(**properties)
        self.update_trigger = Clock.create_trigger(self._show, -1)
        self.fbind("filters", self.update_trigger)

    def _show(self, *_: object) -> None:
        row = self.ids.chips
        row.clear_widgets()
        # Active filters first, so that they are visible on a narrow phone.
        for name, text, active in sorted(self.filters, key=lambda each: not each[2]):
            if not active and row.children and row.children[0].chosen:
                self._add_show_all()
            chip = Chip(text=text, icon="down", chosen=active)
            chip.bind(on_tap=lambda _, name=name: self.page.open_filter(name))
            row.add_widget(chip)
        if row.children and row.children[0].chosen:
            self._add_show_all()

    def _add_show_all(self) -> None:
        # Translators: a button that removes the filters of a list.
        chip = Chip(text=translator.tr("Show all"), icon="cross")
        chip.bind(on_tap=lambda _: self.page.show_all())
        self.ids.chips.add_widget(chip)


load("pages/past_games/filter_chips")
