"""Ticket cards in files, and the rules for taking them: no card more often than it exists.

A card that is not in the deck has exactly two ends, which limits the number of possible cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.json_reader import JsonObject, is_single_line
from companion.rules.wording import Phrase, phrase

if TYPE_CHECKING:
    from companion.rules.board import Board
    from companion.rules.events import Ticket, TicketsTaken
    from companion.rules.state import GameState

MIN_TICKET_POINTS, MAX_TICKET_POINTS = 1, 50
"""The lowest and highest value of a ticket card."""
MAX_ENDS = 12
"""Most ends of a ticket card besides its start."""


def read_ticket(fields: JsonObject, lowest: int, highest: int) -> Ticket:
    """Read a ticket card whose values lie between `lowest` and `highest`."""
    # Imported late: before the first frame only the limits of values are needed.
    from companion.rules.events import Ticket

    start = fields.text("from")
    if not fields.has("points_by_end"):
        return Ticket(start, fields.text("to"), fields.integer("points", lowest, highest))
    return Ticket.to_one_of(start, read_points_by_end(fields, lowest, highest))


def read_points_by_end(fields: JsonObject, lowest: int, highest: int) -> dict[str, int]:
    """Read the value of each end of a ticket card with several ends."""
    values = fields.child("points_by_end")
    ends = values.keys
    if not 1 <= len(ends) <= MAX_ENDS or not all(map(is_single_line, ends)):
        fields.fail(
            phrase(
                "“points_by_end” should give a value for each of 1 to {most} ends", most=MAX_ENDS
            )
        )
    return {end: values.integer(end, lowest, highest) for end in ends}


def ticket_to_json(ticket: Ticket) -> dict[str, object]:
    """A ticket card as a JSON object."""
    if ticket.other_ends:
        return {"from": ticket.start, "points_by_end": dict(ticket.points_by_end)}
    return {"from": ticket.start, "to": ticket.end, "points": ticket.points}


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
