"""Taking tickets: any two ends of the board, each card once."""

from __future__ import annotations

from companion.rules.errors import BadTicket, TicketHeldTwice
from companion.rules.events import TicketsTaken
from companion.rules.state import GameState
from companion.rules.wording import say

FEWEST_POINTS, MOST_POINTS = 1, 50
"""The values a ticket card can have."""


def check_tickets(state: GameState, event: TicketsTaken) -> None:
    """Refuse cards that the board does not have or that somebody holds."""
    state.player(event.player)
    board = state.setup.board
    holders = {
        ticket.ends: name for name, player in state.players.items() for ticket in player.tickets
    }
    for ticket in event.tickets:
        for end in (ticket.start, ticket.end):
            if end not in board.ticket_ends:
                raise BadTicket(
                    say(
                        "{player} cannot have a ticket to {end}: no ticket of {board} names it.",
                        player=event.player,
                        end=f"“{end}”",
                        board=board.name,
                    )
                )
        title = board.ticket_title(ticket)
        if ticket.start == ticket.end:
            raise BadTicket(
                say(
                    "{player}'s ticket {ticket} needs two different ends.",
                    player=event.player,
                    ticket=title,
                )
            )
        if not FEWEST_POINTS <= ticket.points <= MOST_POINTS:
            raise BadTicket(
                say(
                    "{player}'s ticket {ticket} cannot be worth {points}: tickets have"
                    " {fewest} to {most} points.",
                    player=event.player,
                    ticket=title,
                    points=ticket.points,
                    fewest=FEWEST_POINTS,
                    most=MOST_POINTS,
                )
            )
        holder = holders.get(ticket.ends)
        if holder == event.player:
            raise TicketHeldTwice(
                say("{player} has the ticket {ticket} already.", player=holder, ticket=title)
            )
        if holder is not None:
            raise TicketHeldTwice(
                say(
                    "{player} cannot have the ticket {ticket}: {holder} has it.",
                    player=event.player,
                    ticket=title,
                    holder=holder,
                )
            )
        holders[ticket.ends] = event.player
