"""Taking tickets: any ends of the board, no card more often than it exists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.errors import BadTicket, TicketHeldTwice
from companion.rules.wording import say

if TYPE_CHECKING:
    from companion.rules.events import Pairs, TicketsTaken
    from companion.rules.state import GameState

FEWEST_POINTS, MOST_POINTS = 1, 50
"""The values a ticket card can have."""


def check_tickets(state: GameState, event: TicketsTaken) -> None:
    """Refuse cards that the board does not have or that somebody holds."""
    state.player(event.player)
    board = state.setup.board
    holders: dict[Pairs, list[str]] = {}
    for name, player in state.players.items():
        for ticket in player.tickets:
            holders.setdefault(ticket.pairs, []).append(name)
    for ticket in event.tickets:
        for end in (ticket.start, *ticket.values):
            if end not in board.ticket_ends:
                raise BadTicket(
                    say(
                        "{player} cannot have a ticket to “{end}”: no ticket of {board} names it.",
                        player=event.player,
                        end=end,
                        board=board.called,
                    )
                )
        title = board.ticket_title(ticket)
        if ticket.start in ticket.values:
            raise BadTicket(
                say(
                    "{player}’s ticket {ticket} needs two different ends.",
                    player=event.player,
                    ticket=title,
                )
            )
        values = ticket.values.values()
        strange = [points for points in values if not FEWEST_POINTS <= points <= MOST_POINTS]
        if strange:
            raise BadTicket(
                say(
                    "{player}’s ticket {ticket} cannot be worth {points}: tickets have"
                    " {fewest} to {most} points.",
                    player=event.player,
                    ticket=title,
                    points=strange[0],
                    fewest=FEWEST_POINTS,
                    most=MOST_POINTS,
                )
            )
        having = holders.setdefault(ticket.pairs, [])
        if len(having) >= board.copies(ticket):
            if event.player in having:
                raise TicketHeldTwice(
                    say(
                        "{player} has the ticket {ticket} already.",
                        player=event.player,
                        ticket=title,
                    )
                )
            raise TicketHeldTwice(
                say(
                    "{player} cannot have the ticket {ticket}: {holder} has it.",
                    player=event.player,
                    ticket=title,
                    holder=having[0],
                )
            )
        having.append(event.player)
