"""Entering a ticket: by letters or on the board, and by its value where that is not known."""

from __future__ import annotations

from kivy.clock import Clock
from kivy.properties import (
    BooleanProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion.drawing.highlight import Highlight
from companion.report.ticket_offers import Offer, card_between, holders, offers
from companion.rules.events import Ticket
from companion.rules.final_tally import TicketResult
from companion.rules.state import GameState
from companion.rules.tickets import FEWEST_POINTS, MOST_POINTS
from companion.rules.wording import phrase, signed
from companion.table.snapshot import Snapshot
from companion.ui.kit.containers import Card
from companion.ui.kit.events import register_events
from companion.ui.look.kv import load
from companion.ui.look.translator import translator
from companion.ui.pages.tickets.end_picker import EndPicker


@register_events("on_enter", "on_cancel")
class ValueCard(Card):
    """A card whose value has to be read off: suggested, to be adjusted and entered."""

    title = StringProperty("")
    points = NumericProperty(1)
    button = StringProperty("")
    problem = StringProperty("")
    """Why what was typed cannot be the value."""
    fewest, most = FEWEST_POINTS, MOST_POINTS

    def write(self) -> None:
        """Let the keeper type the value."""
        self.ids.stepper.write()

    def enter(self) -> None:
        """Take the number that is seen; what no card can be worth is refused here."""
        points = self.ids.stepper.entered
        if points is None:
            self.problem = translator.tr(
                "A ticket is worth {fewest} to {most} points.", fewest=self.fewest, most=self.most
            )
        else:
            self.problem = ""
            self.dispatch("on_enter", points)


@register_events("on_ticket", "on_refuse", "on_revalue")
class TicketEntry(BoxLayout):
    """Dispatches `on_ticket` for a card to enter and `on_refuse` for one that cannot be."""

    snapshot = ObjectProperty(None, allownone=True)
    """The table as it is: its board, the known cards, and who holds which."""
    player = StringProperty("")
    """Whose card it will be."""
    first = StringProperty("")
    """The end that is settled while a card is entered by its ends."""
    picking = BooleanProperty(False)
    """Whether ends are picked on the board, not by letters."""
    line = StringProperty("")
    """What to do next, or what the board shows."""
    wide = BooleanProperty(False)
    room = NumericProperty(0)
    """How high it may be where it shares a column with others."""

    def __init__(self, **properties: object) -> None:
        self.value: ValueCard | None = None
        """What asks for a value, while it does."""
        self.picker: EndPicker | None = None
        """The board, while it is shown."""
        super().__init__(**properties)
        self.bind(first=self.offer)

    def show(self, snapshot: Snapshot, player: str) -> None:
        """Offer the cards of this game for this player; another game finds nothing begun."""
        before: Snapshot | None = self.snapshot
        self.snapshot, self.player = snapshot, player
        if before is not None and before.saved.id != snapshot.saved.id:
            self.picking = False
            self.clear()
            self.write()
        else:
            self.offer()

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        state: GameState = self.snapshot.game.state
        return state

    def write(self) -> None:
        """Let the keeper type at once, unless something else is under way."""
        if not self.picking and self.value is None:
            Clock.schedule_once(lambda _: self.ids.search.write())

    def rest(self) -> None:
        """Put the keyboard away."""
        self.ids.search.rest()

    def clear(self) -> None:
        """Begin with the next card."""
        self._drop_value()
        self.first = ""
        self.ids.search.clear()
        self.offer()

    def step_back(self) -> bool:
        """Leave what was begun last; False if nothing was."""
        if self.value is not None:
            self._drop_value()
            self.offer()
            self.write()
        elif self.first:
            self.first = ""
        elif self.picking:
            self.turn_over()
        else:
            return False
        return True

    # By letters

    def search(self) -> None:
        """Offer what the letters may mean; whoever types wants no board."""
        if self.ids.search.text:
            self.picking = False
            self._drop_value()
        self.offer()

    def offer(self, *_: object) -> None:
        """Bring everything that can be chosen up to date."""
        if self.snapshot is None:
            return
        state = self.state
        board, letters = state.setup.board, self.ids.search.text
        found: tuple[Offer, ...] = ()
        if not self.picking and self.value is None:
            held = holders(state)
            found = offers(board, self.snapshot.cards, held, letters, self.first or None)
        self.ids.offers.show(board, found, letters)
        if self.picker is not None:
            self.picker.state = state
        self._ring(self.first)
        if self.value is not None:
            self.line = ""
        elif letters.strip() and not found and not self.picking:
            self.line = translator.tr("No ticket fits these letters.")
        elif self.first:
            self.line = translator.tr("From {place} to …", place=board.ticket_ends[self.first].name)
        else:
            self.line = translator.tr("Tap the two ends of the ticket") if self.picking else ""

    def take(self, offer: Offer) -> None:
        """Enter a known card, ask for the value of a new one, or go on to the other end."""
        if offer.end is None:
            self.ids.search.clear()
            self.first = offer.start
            self.write()
        elif offer.holder:
            self._refuse(offer.ticket, offer.holder)
        elif offer.known or offer.typed:
            self.dispatch("on_ticket", offer.ticket)
        else:
            self._ask_value(offer.ticket)

    def take_only(self) -> None:
        """Take the one card that fits, for who has a keyboard; among several a finger chooses."""
        offer = self.ids.offers.only
        if offer is not None:
            self.take(offer)

    # The value of a card that is not known

    def correct_value(self, ticket: Ticket) -> None:
        """Let the value of a card that is entered be typed; dispatches `on_revalue`."""
        self.picking = False
        self._ask_value(ticket, entered=True)

    def _ask_value(self, ticket: Ticket, entered: bool = False) -> None:
        self._drop_value()
        title = self.state.setup.board.ticket_title(ticket)
        button = (
            translator.tr("Set the value")
            if entered
            else translator.tr("Enter for {player}", player=self.player)
        )
        card = ValueCard(title=title, points=ticket.points, button=button)

        def done(points: int) -> None:
            if entered:
                self.step_back()
                self.dispatch("on_revalue", ticket, points)
            else:
                self.dispatch("on_ticket", Ticket(ticket.start, ticket.end, points))

        card.bind(on_enter=lambda _, points: done(points), on_cancel=lambda _: self.step_back())
        self.rest()
        self.value = card
        self.ids.value.add_widget(card)
        self.offer()
        self._ring(ticket.start, ticket.end)
        if not self.picking:
            # A frame later, for the keyboard belongs to the letters until then.
            Clock.schedule_once(lambda _: card.write())

    def _drop_value(self) -> None:
        self.ids.value.clear_widgets()
        self.value = None

    # On the board

    def turn_over(self) -> None:
        """From letters to the board and back."""
        self.clear()
        self.picking = not self.picking
        if self.picking:
            self.rest()
        self.offer()
        self.write()

    def on_picking(self, *_: object) -> None:
        """Bring the board, or put it away."""
        self.ids.board.clear_widgets()
        self.picker = None
        if self.picking:
            self.picker = EndPicker(board=self.state.setup.board, state=self.state)
            self.picker.bind(on_end=lambda _, end: self.pick(end), size=self._focus)
            self.ids.board.add_widget(self.picker)

    def pick(self, end: str) -> None:
        """An end was tapped: the first one, or the second, which makes a card."""
        one = self.first
        if self.value is not None:
            self._drop_value()
            one = ""
        if not one or end == one:
            self.first = "" if end == one else end
            self.offer()
            return
        self.first = ""
        board = self.state.setup.board
        card = card_between(board, self.snapshot.cards, holders(self.state), one, end)
        if card is not None:
            self.take(card)
            return
        taken = Ticket(one, end, FEWEST_POINTS)
        self._refuse(taken, holders(self.state)[taken.pairs])

    def _refuse(self, ticket: Ticket, holder: str) -> None:
        title = self.state.setup.board.ticket_title(ticket)
        line = phrase("{player} has the ticket {ticket} already.", player=holder, ticket=title)
        self.dispatch("on_refuse", line)

    def show_walk(self, result: TicketResult, highlight: Highlight) -> None:
        """Light the walk of a ticket that is entered."""
        self.picking = True
        self.offer()
        picker, board = self.picker, self.state.setup.board
        assert picker
        picker.lit, picker.borrowed = highlight.tracks, highlight.borrowed
        picker.marked_places = highlight.places
        title = board.ticket_title(result.ticket)
        self.line = f"{title}   {signed(result.points)}"
        self._focus()

    def _focus(self, *_: object) -> None:
        """Bring the walk that is shown into sight; a new board gets its size a frame later."""
        if self.picker is not None and self.picker.lit:
            self.picker.focus(self.picker.lit, self.picker.marked_places)

    def _ring(self, *ends: str) -> None:
        """Put rings around the ends that are settled."""
        if self.picker is not None:
            named = self.state.setup.board.ticket_ends
            self.picker.lit = self.picker.borrowed = ()
            self.picker.marked_places = tuple(
                place for end in ends if end for place in named[end].places
            )


load("pages/tickets/ticket_entry")
