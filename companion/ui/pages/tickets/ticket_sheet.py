"""The sheet of an entered ticket: outcome, value, owner, remove."""

from __future__ import annotations

from kivy.properties import NumericProperty, StringProperty

from companion.report import ticket_facts
from companion.rules.final_tally import PlayerTally
from companion.rules.state import GameState
from companion.rules.ticket_results import TicketResult
from companion.rules.tickets import MAX_TICKET_POINTS, MIN_TICKET_POINTS
from companion.ui.game.player_chip import PlayerChip
from companion.ui.kit.buttons import Chip
from companion.ui.kit.events import register_events
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator


@register_events("on_show", "on_revalue", "on_type", "on_move", "on_remove")
class TicketSheet(Sheet):
    """Dispatches changes of the ticket; the page makes them."""

    title = StringProperty("")
    outcome = StringProperty("")
    points = NumericProperty(0)
    minimum, maximum = MIN_TICKET_POINTS, MAX_TICKET_POINTS

    def __init__(self, state: GameState, player: PlayerTally, result: TicketResult) -> None:
        super().__init__()
        board = state.setup.board
        self.ticket = result.ticket
        """The ticket; its value may change while the sheet is open."""
        self.title = board.ticket_title(result.ticket)
        if self.ticket.other_ends:
            # A ticket with several destinations has several values.
            self.ids.value.parent.remove_widget(self.ids.value)
        self.fill(state, player, result)
        for other in state.setup.players:
            if other.name != player.name:
                chip = PlayerChip(text=other.name, color_name=other.color)
                chip.bind(on_tap=lambda chip: self.dispatch("on_move", chip.text))
                self.ids.others.add_widget(chip)

    def fill(self, state: GameState, player: PlayerTally, result: TicketResult) -> None:
        """Update value and outcome."""
        board = state.setup.board
        if self.ticket.other_ends:
            self.outcome = translator.render(ticket_facts.explain_ticket(board, result))
            return
        self.points = result.ticket.points
        # A refused value must not stay visible.
        self.ids.stepper.value = self.points
        if result.completed:
            self.outcome = " · ".join(ticket_facts.stops(board, result))
        else:
            self.outcome = translator.render(ticket_facts.shortfall(board, player, result))
        self._show_editions(state, result)

    def _show_editions(self, state: GameState, result: TicketResult) -> None:
        """Show the values of this ticket in other editions."""
        row = self.ids.editions
        row.clear_widgets()
        values = {
            points
            for card in state.setup.board.all_tickets
            if card.ticket.pairs == self.ticket.pairs
            for points in (card.ticket.points, card.points_2004)
            if points is not None
        }
        for points in sorted(values - {result.ticket.points}):
            # Translators: a button; {points} is a number without the word.
            chip = Chip(text=translator.tr("Worth {points}", points=points))
            chip.bind(on_tap=lambda _, points=points: self.dispatch("on_revalue", points))
            row.add_widget(chip)


load("pages/tickets/ticket_sheet")
