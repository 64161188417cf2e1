"""A ticket's sheet: what became of it, and one tap each to set right what was entered wrongly."""

from __future__ import annotations

from kivy.properties import NumericProperty, StringProperty

from companion.report import ticket_facts
from companion.report.highlights import ticket_reason
from companion.rules.final_tally import PlayerTally, TicketResult
from companion.rules.state import GameState
from companion.rules.tickets import FEWEST_POINTS, MOST_POINTS
from companion.ui.game.player_chip import PlayerChip
from companion.ui.kit.buttons import Chip
from companion.ui.kit.events import register_events
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator


@register_events("on_show", "on_revalue", "on_type", "on_move", "on_remove")
class TicketSheet(Sheet):
    """Dispatches what should be done with the ticket; the screen does it."""

    title = StringProperty("")
    outcome = StringProperty("")
    points = NumericProperty(0)
    fewest, most = FEWEST_POINTS, MOST_POINTS

    def __init__(self, state: GameState, player: PlayerTally, result: TicketResult) -> None:
        super().__init__()
        board = state.setup.board
        self.ticket = result.ticket
        """Which card it is, whatever its value is set to."""
        self.title = board.ticket_title(result.ticket)
        if self.ticket.others:
            # Such a card is printed as its title says: there is no one value to step.
            self.ids.value.parent.remove_widget(self.ids.value)
        self.fill(state, player, result)
        for other in state.setup.players:
            if other.name != player.name:
                chip = PlayerChip(text=other.name, color_name=other.color)
                chip.bind(on_tap=lambda chip: self.dispatch("on_move", chip.text))
                self.ids.others.add_widget(chip)

    def fill(self, state: GameState, player: PlayerTally, result: TicketResult) -> None:
        """Bring value and outcome up to date."""
        board = state.setup.board
        if self.ticket.others:
            self.outcome = translator.render(ticket_reason(board, result))
            return
        self.points = result.ticket.points
        # What was refused must not stay in sight.
        self.ids.stepper.value = self.points
        if result.completed:
            self.outcome = " · ".join(ticket_facts.stops(board, result))
        else:
            usable = ticket_facts.usable_routes(player)
            self.outcome = translator.render(ticket_facts.shortfall(board, result, usable))
        self._offer_editions(state, result)

    def _offer_editions(self, state: GameState, result: TicketResult) -> None:
        """The values other editions of this card have."""
        row = self.ids.editions
        row.clear_widgets()
        values = {
            points
            for card in state.setup.board.tickets
            if card.ticket.pairs == self.ticket.pairs
            for points in (card.ticket.points, card.points_2004)
            if points is not None
        }
        for points in sorted(values - {result.ticket.points}):
            chip = Chip(text=translator.tr("Worth {points}", points=points))
            chip.bind(on_tap=lambda _, points=points: self.dispatch("on_revalue", points))
            row.add_widget(chip)


load("pages/tickets/ticket_sheet")
