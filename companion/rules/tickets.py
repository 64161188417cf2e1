"""The rules for taking tickets: ends of the board, no card more often than it exists.

A card that is not in the deck has exactly two ends, which limits the number of possible cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.wording import Phrase, phrase

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.rules.events import Ticket, TicketsTaken
    from companion.rules.state import GameState

MIN_TICKET_POINTS, MAX_TICKET_POINTS = 1, 50
"""The lowest and highest value of a ticket card."""


def why_not_tickets(state: GameState, event: TicketsTaken) -> Phrase | None:
    """Why a player cannot have these cards: not on this board, or another player holds one."""
    reasons = (
        _why_not_card(state.setup.board, event.player, ticket) or _why_held(state, event, place)
        for place, ticket in enumerate(event.tickets)
    )
    return next((reason for reason in reasons if reason is not None), None)


def unknown_end(board: Board, ticket: Ticket) -> str | None:
    """The first end of a card that is neither a city nor a country of the board, or None."""
    ends = (ticket.start, *ticket.points_by_end)
    return next((end for end in ends if end not in board.ticket_ends), None)


def _why_not_card(board: Board, player: str, ticket: Ticket) -> Phrase | None:
    """Why a board cannot have a card."""
    unknown = unknown_end(board, ticket)
    if unknown is not None:
        return phrase(
            "{player} cannot have a ticket to “{end}”: {board} has no such city or country.",
            player=player,
            end=unknown,
            board=board.display_name,
        )
    title = board.ticket_title(ticket)
    if ticket.start in ticket.points_by_end:
        return phrase(
            "{player}’s ticket {ticket} needs two different places.",
            player=player,
            ticket=title,
        )
    values = ticket.points_by_end.values()
    strange = [points for points in values if not MIN_TICKET_POINTS <= points <= MAX_TICKET_POINTS]
    if strange:
        return phrase(
            "{player}’s ticket {ticket} cannot be worth {points}: tickets are worth {fewest} "
            "to {most} points.",
            player=player,
            ticket=title,
            points=strange[0],
            fewest=MIN_TICKET_POINTS,
            most=MAX_TICKET_POINTS,
        )
    if ticket.other_ends and board.card(ticket) is None:
        return phrase(
            "{player} cannot have the ticket {ticket}: a ticket that is not in the app’s deck "
            "needs exactly two places.",
            player=player,
            ticket=title,
        )
    return None


def _why_held(state: GameState, event: TicketsTaken, place: int) -> Phrase | None:
    """Who holds a card of which every copy is in a player's hand."""
    ticket, board = event.tickets[place], state.setup.board
    held = ((name, player.tickets) for name, player in state.players.items())
    hands = (*held, (event.player, event.tickets[:place]))
    holders = [name for name, cards in hands for card in cards if card.pairs == ticket.pairs]
    if len(holders) < board.copies(ticket):
        return None
    title = board.ticket_title(ticket)
    if event.player in holders:
        return phrase(
            "{player} already has the ticket {ticket}.",
            player=event.player,
            ticket=title,
        )
    return phrase(
        "{player} cannot have the ticket {ticket}: {holder} has it.",
        player=event.player,
        ticket=title,
        holder=holders[0],
    )
