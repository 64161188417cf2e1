"""A board page that offers once per board to turn it, where it would fill the screen better."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from kivy.clock import Clock
from kivy.properties import StringProperty

from companion.drawing.area import Area
from companion.ui.context import AppContext
from companion.ui.kit.layout import layout_now
from companion.ui.pages.table.board_page import BoardPage
from companion.ui.pages.table.turn_offer import MUCH_LARGER


class TurningBoardPage(BoardPage):
    """A board page whose kv rule has a `turn_offer` and `starting_cards`."""

    banner = StringProperty("")
    """The last round, the end of the game, or a correction in progress."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        board = self.ids.board
        self._update_offer = update = Clock.create_trigger(self._update_turn_offer)
        board.bind(size=update, board=update, turned=update)

    def _update_turn_offer(self, *_: object) -> None:
        """Offer once per board to turn it, if it becomes much larger then."""
        board, offer, settings = self.ids.board, self.ids.turn_offer, self.context.preferences
        # Hidden first: its old position is no obstacle for the new one.
        offer.shown = False
        if (
            board.layout is not None
            and not (self.sheet or self.banner or self.ids.starting_cards.height)
            and board.board.id not in settings.settings.rotation_offered
            and board.gain_by_turning() >= MUCH_LARGER
        ):
            layout_now(offer)
            offer.shown = self.place_on_board(offer, (offer.size,))

    def obstacles(self) -> Iterable[Area]:
        """Also the offer to turn the board."""
        offer = self.ids.turn_offer
        own = [Area(offer.x, offer.y, offer.right, offer.top)] if offer.shown else []
        return chain(super().obstacles(), own)

    def turn_board(self) -> None:
        """Turn the board by a quarter, and do not offer it again."""
        self.dismiss_turn_offer()
        self.session.turn_board()

    def dismiss_turn_offer(self) -> None:
        """Do not offer again to turn this board."""
        preferences, id = self.context.preferences, self.ids.board.board.id
        offered = preferences.settings.rotation_offered
        if id not in offered:
            self.attempt(lambda: preferences.change("rotation_offered", [*offered, id]))
        self._update_turn_offer()
