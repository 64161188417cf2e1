"""A guest's own tickets as JSON: the search, and what a hand is worth at the moment.

Only the printed decks are searched. The cards that the app has learned, and the cards that players
hold, depend on what the keeper has entered, which guests must not see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from companion.drawing.highlight import Highlight
from companion.report import ticket_facts
from companion.report.highlights import ticket_highlight
from companion.report.search import matched_letters
from companion.report.ticket_search import suggest_tickets
from companion.rules.board import Board
from companion.rules.events import Ticket
from companion.rules.final_tally import PlayerTally
from companion.rules.network import Walk
from companion.rules.state import GameState
from companion.rules.ticket_results import TicketResult, ticket_results
from companion.rules.wording import Catalog, format_number, format_signed
from companion.table.ticket_edits import printed_cards

Json = dict[str, Any]
MOST_TICKETS = 25
"""Tickets that a player can note and hand in."""


def counted_cards(state: GameState, name: str) -> list[str]:
    """The ids of the printed cards that a player has."""
    ids = {card.pairs: id for id, card in printed_cards(state.setup.board).items()}
    return [ids[card.pairs] for card in state.players[name].tickets if card.pairs in ids]


def search_view(board: Board, letters: str) -> list[Json]:
    """The printed cards that match the typed letters, the best match first."""
    cards = printed_cards(board)
    ids = {card.pairs: id for id, card in cards.items()}
    found = suggest_tickets(board, tuple(cards.values()), {}, letters)
    return [
        {
            "id": ids[each.ticket.pairs],
            "points": _value(each.ticket),
            "names": [
                [name, "".join("01"[bold] for bold in matched_letters(name, letters))]
                for name in board.ticket_names(each.ticket)
            ],
        }
        for each in found
        if each.is_known
    ]


def hand_view(state: GameState, name: str, tickets: Sequence[Ticket], catalog: Catalog) -> Json:
    """What each ticket of a hand lacks, and what the hand is worth at the moment.

    Nothing depends on the tickets of the other players.
    """
    player = replace(state.players[name], tickets=tuple(tickets))
    results, stations = ticket_results(state, player)
    # The longest route does not matter for tickets.
    tally = PlayerTally(name, player.claims, results, stations, Walk((), (), 0), player.trains)
    points = sum(result.points for result in results)
    return {
        "tickets": [_ticket(state, tally, result, catalog) for result in results],
        "summary": ticket_facts.completed_tickets(tally).render(catalog) if results else "",
        "total": format_signed(points) if points else format_number(0),
    }


def _ticket(state: GameState, tally: PlayerTally, result: TicketResult, catalog: Catalog) -> Json:
    board = state.setup.board
    details = list(ticket_facts.borrowed_routes(board, tally, result))
    if result.completed:
        walk = ", ".join(ticket_facts.stops(board, result))
    else:
        walk = ""
        details.insert(0, ticket_facts.shortfall(board, tally, result))
    return {
        "title": board.ticket_title(result.ticket),
        "value": _value(result.ticket),
        "points": format_signed(result.points),
        "completed": result.completed,
        "walk": walk,
        "details": [each.render(catalog) for each in details],
        "highlight": highlight_view(board, ticket_highlight(state, tally, result)),
    }


def highlight_view(board: Board, highlight: Highlight) -> Json:
    """The ids of the tracks and the numbers of the places to emphasise on the board."""
    numbers = {place: number for number, place in enumerate(board.places)}
    tracks = dict.fromkeys((*highlight.tracks, *highlight.trail))
    return {
        "tracks": [f"{route}/{track}" for route, track in tracks],
        "places": [numbers[place] for place in highlight.places],
    }


def _value(ticket: Ticket) -> str:
    """The value of a card; several ends have their values in the title."""
    return "" if ticket.other_ends else format_number(ticket.points)
