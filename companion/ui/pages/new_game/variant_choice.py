"""The choice of a ticket variant on the New game page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.properties import ObjectProperty

from companion.rules.wording import translatable
from companion.ui.kit.buttons import Chip
from companion.ui.kit.events import register_events
from companion.ui.kit.horizontal_scroll import HorizontalScroll
from companion.ui.look.kv import load
from companion.ui.look.translator import translator

if TYPE_CHECKING:
    from companion.rules.board_summary import BoardSummary
    from companion.ui.pages.new_game.board_card import BoardCarousel


@register_events("on_choose")
class VariantChoice(HorizontalScroll):
    """A row of chips, one per variant, that scrolls; dispatches `on_choose` with a variant's id."""

    carousel = ObjectProperty(None, allownone=True, rebind=True)
    """The `BoardCarousel` that it is shown below."""

    def show(self, board: BoardSummary, carousel: BoardCarousel) -> None:
        """Show the variants of a board; the widget is on the page only if there are some."""
        column = carousel.parent if board.variants else None
        if self.parent is not column:
            if self.parent:
                self.parent.remove_widget(self)
            if column:
                self.carousel = carousel
                column.add_widget(self, index=column.children.index(carousel))
        self._fill(board)

    def _fill(self, board: BoardSummary) -> None:
        row = self.ids.row
        names = [translator.render(translatable(name)) for _, name in board.variants]
        if [chip.text for chip in reversed(row.children)] != names:
            row.clear_widgets()
            self.scroll_x = 0
            for (id, _), name in zip(board.variants, names, strict=True):
                chip = Chip(text=name, repeats=True)
                chip.bind(on_tap=lambda _, id=id: self.dispatch("on_choose", id))
                row.add_widget(chip)
        for chip, (id, _) in zip(reversed(row.children), board.variants, strict=True):
            was_chosen, chip.chosen = chip.chosen, board.in_variant(id).variant == board.variant
            if chip.chosen and not was_chosen:
                Clock.schedule_once(lambda _, chip=chip: self._scroll_to(chip))

    def _scroll_to(self, chip: Chip) -> None:
        if chip.parent and self.parent:
            self.scroll_to(chip, padding=dp(32), animate={"d": 0.15, "t": "out_quad"})


load("pages/new_game/variant_choice")
