"""Walks and tickets as a reason tells them, and what of them the board shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules import Board, GameState, Phrase, PlayerTally, TicketResult, say, say_count


@dataclass(frozen=True, slots=True)
class Sight:
    """What the board shows of a reason."""

    routes: tuple[str, ...] = ()
    """Routes to light up; none: the whole board as it is."""
    borrowed: tuple[str, ...] = ()
    """Routes used through a station."""
    places: tuple[str, ...] = ()
    """Places to mark."""
    second: tuple[str, ...] = ()
    """Of two walks that are lit up, the routes of the second."""


def ticket_sight(state: GameState, player: PlayerTally, ticket: TicketResult) -> Sight:
    """A ticket's ends, the walk between them, and what of it is borrowed."""
    board = state.setup.board
    borrowed = {use.borrowed.route.id for use in player.stations if use.borrowed.route}
    named_ends = board.ticket_ends
    if ticket.walk is None or not ticket.walk.places:
        named = (ticket.ticket.start, *ticket.ticket.values)
        return Sight((), (), tuple(place for end in named for place in named_ends[end].places))
    walk = ticket.walk
    return Sight(
        walk.routes,
        tuple(route for route in walk.routes if route in borrowed),
        ends(walk.places),
    )


def ticket_reason(board: Board, ticket: TicketResult) -> Phrase:
    """Why a ticket counts as it does."""
    several = bool(ticket.ticket.others)
    if ticket.completed and ticket.walk is not None:
        walk = told_walk(board, ticket.walk.places)
        if several:
            end = board.ticket_ends[ticket.end].name
            return say("{end} counts: {walk}", end=end, walk=walk)
        return say("completed: {walk}", walk=walk)
    if ticket.walk is None:
        return say("not completed: the others have cut it off")
    if several:
        return say_count(
            "no end reached, {count} space missing: the lowest value is lost",
            "no end reached, {count} spaces missing: the lowest value is lost",
            ticket.missing,
        )
    return say_count(
        "not completed: {count} space missing",
        "not completed: {count} spaces missing",
        ticket.missing,
    )


def told_walk(board: Board, places: Iterable[str]) -> str:
    """A walk by the names of its places; way stations have none."""
    named = (board.places[place] for place in places)
    return " – ".join(place.name for place in named if place.kind != "way_station")


def ends(places: tuple[str, ...]) -> tuple[str, ...]:
    """The first and the last place of a walk."""
    return (places[0], places[-1]) if places else ()
