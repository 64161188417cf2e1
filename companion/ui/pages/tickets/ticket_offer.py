"""What typed letters may mean, in a list: cards to enter, and ends to begin a new one with."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.utils import escape_markup

from companion.report.finding import fitting_letters
from companion.report.ticket_offers import Offer, note
from companion.rules.board import Board
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.events import register_events
from companion.ui.look.kv import load
from companion.ui.look.translator import translator


class OfferRow(Tappable):
    """One offer to tap; the letters that fit are bold."""

    title = StringProperty("")
    marked_title = StringProperty("")
    note = StringProperty("")
    points = StringProperty("")
    known = BooleanProperty(True)
    held = BooleanProperty(False)
    """Whether somebody has it already."""
    last = BooleanProperty(False)
    """Whether nothing follows it."""
    offer = ObjectProperty(None, allownone=True)

    def show(self, board: Board, offer: Offer, letters: str) -> None:
        """Become another offer."""
        if offer.end is None:
            names = (board.ticket_ends[offer.start].name, "…")
        else:
            names = board.ticket_names(offer.ticket)
        marked = [_marked(name, letters) for name in names]
        special = note(board, offer)
        self.note = translator.render(special) if special else ""
        self.title, self.marked_title = " – ".join(names), " – ".join(marked)
        self.points = "" if offer.end is None or offer.others else str(offer.points)
        if offer.end is not None and not (offer.known or offer.typed):
            self.points += "?"
        self.offer, self.known = offer, offer.known
        self.held = bool(offer.holder)


@register_events("on_take")
class OfferList(BoxLayout):
    """Offers on a card; dispatches `on_take` for the one tapped."""

    any = BooleanProperty(False)
    """Whether there is something to choose."""
    needed = NumericProperty(0)
    """How high it would like to be."""

    def __init__(self, **properties: object) -> None:
        self._spare: list[OfferRow] = []
        super().__init__(**properties)

    def show(self, board: Board, offers: tuple[Offer, ...], letters: str) -> None:
        """Show other offers; rows are used again, for letters come faster than rows are made."""
        rows = self.ids.rows
        while len(rows.children) > len(offers):
            self._spare.append(rows.children[0])
            rows.remove_widget(rows.children[0])
        while len(rows.children) < len(offers):
            rows.add_widget(self._spare.pop() if self._spare else self._new_row())
        for row, offer in zip(reversed(rows.children), offers, strict=True):
            row.show(board, offer, letters)
            row.last = offer is offers[-1]
        self.any = bool(offers)
        self.ids.scroll.scroll_y = 1

    def _new_row(self) -> OfferRow:
        row = OfferRow()
        row.bind(on_tap=lambda row: self.dispatch("on_take", row.offer))
        return row

    @property
    def only(self) -> Offer | None:
        """The one card that fits or, if none is known, the one that may be meant."""
        every = [row.offer for row in self.ids.rows.children]
        likely = [offer for offer in every if offer.known] or every
        return likely[0] if len(likely) == 1 else None


def _marked(name: str, letters: str) -> str:
    bold = fitting_letters(name, letters)
    return "".join(
        f"[b]{escape_markup(letter)}[/b]" if fits else escape_markup(letter)
        for letter, fits in zip(name, bold, strict=True)
    ).replace("[/b][b]", "")


load("pages/tickets/ticket_offer")
