"""The row for the chosen board on the New game page, if it was imported: share and remove it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.kit.events import register_events
from companion.ui.look.kv import load

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

    from companion.ui.pages.new_game.board_card import BoardCarousel


@register_events("on_share", "on_remove")
class ImportedBoardRow(BoxLayout):
    """Dispatches `on_share` and `on_remove`."""

    carousel = ObjectProperty(None, allownone=True, rebind=True)
    """The `BoardCarousel` that it is shown below."""

    def show(self, is_shown: bool, carousel: BoardCarousel, below: Widget) -> None:
        """Add the row to the page below a widget, or take it away."""
        column = carousel.parent if is_shown else None
        if self.parent:
            self.parent.remove_widget(self)
        if column:
            self.carousel = carousel
            column.add_widget(self, index=column.children.index(below))


load("pages/new_game/imported_board_row")
