"""An entry in words, as the log and the refusals name it."""

from __future__ import annotations

from companion.rules.board import Board
from companion.rules.events import (
    Event,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    Ticket,
    TicketsTaken,
    TurnPassed,
)
from companion.rules.wording import Phrase, say, say_count, term


def told(board: Board, event: Event) -> Phrase:
    """What happened, in a few words: "Ana: Paris – Brest"."""
    return say("{player}: {deed}", player=event.player, deed=_deed(board, event))


def _deed(board: Board, event: Event) -> Phrase:
    match event:
        case RouteClaimed():
            return _claim(board, event)
        case TerrainDrawn():
            kind = board.terrain.by_id(event.terrain) if board.terrain else None
            name = term(kind.short) if kind else event.terrain
            return say("{count} {terrain}", count=f"{event.count:+}", terrain=name)
        case StationBuilt():
            place = board.places.get(event.city)
            return say("station in {city}", city=place.name if place else event.city)
        case TurnPassed():
            return say("turn ended")
        case PlayerLeft():
            return say("left the table")
        case TicketsTaken(tickets=(ticket,)):
            return say("ticket {ticket}", ticket=_ticket(board, ticket))
        case TicketsTaken():
            return say_count("{count} ticket", "{count} tickets", len(event.tickets))


def _ticket(board: Board, ticket: Ticket) -> str:
    known = {ticket.start, *ticket.values} <= board.ticket_ends.keys()
    return board.ticket_title(ticket) if known else f"{ticket.start} – {', '.join(ticket.values)}"


def _claim(board: Board, event: RouteClaimed) -> Phrase:
    route = board.routes.get(event.route)
    title = board.title(route) if route else event.route
    return say("{route}, doubled", route=title) if event.doubled else say("{route}", route=title)
