"""Tickets in words: the walk, the missing spaces, the number completed."""

from __future__ import annotations

from collections.abc import Iterable

from companion.rules.board import Board
from companion.rules.final_tally import PlayerTally
from companion.rules.parts import tickets
from companion.rules.ticket_results import TicketResult
from companion.rules.wording import Phrase, format_signed, phrase, plural_phrase


def _usable_routes(player: PlayerTally, result: TicketResult) -> set[str]:
    """The routes a ticket may use: the player's own, and those that stations borrow or could."""
    borrowed = (*(use.borrowed for use in player.stations), *result.could_borrow)
    own = {claim.route.id for claim in player.claims}
    return own | {each.route.id for each in borrowed if each.route}


def stops(board: Board, result: TicketResult) -> tuple[str, ...]:
    """The cities on the walk that completes a ticket; empty if it is not completed."""
    if not result.completed or result.walk is None:
        return ()
    places = (board.places[place] for place in result.walk.places)
    return tuple(place.name for place in places if place.kind != "way_station")


def walk_text(board: Board, places: Iterable[str]) -> str:
    """A walk by the names of its places, without way stations."""
    named = (board.places[place] for place in places)
    return " – ".join(place.name for place in named if place.kind != "way_station")


def explain_ticket(board: Board, ticket: TicketResult) -> Phrase:
    """Why a ticket counts as it does."""
    has_several_ends = bool(ticket.ticket.other_ends)
    if ticket.completed and ticket.walk is not None:
        walk = walk_text(board, ticket.walk.places)
        if has_several_ends:
            end = board.ticket_ends[ticket.end].name
            return phrase("{end} counts: {walk}", end=end, walk=walk)
        return phrase("completed: {walk}", walk=walk)
    if ticket.walk is None:
        return phrase("not completed: blocked by the others")
    if has_several_ends:
        return plural_phrase(
            "no destination reached, {count} space missing: the lowest value is subtracted",
            "no destination reached, {count} spaces missing: the lowest value is subtracted",
            ticket.missing,
        )
    return plural_phrase(
        "not completed: {count} space missing",
        "not completed: {count} spaces missing",
        ticket.missing,
    )


def shortfall(board: Board, player: PlayerTally, result: TicketResult) -> Phrase:
    """How many spaces a ticket that is not completed lacks, and how far it gets."""
    if result.walk is None:
        return phrase("blocked")
    usable = _usable_routes(player, result)
    short = plural_phrase("{count} space missing", "{count} spaces missing", result.missing)
    reached = start = result.walk.places[0]
    for place, route in zip(result.walk.places[1:], result.walk.routes, strict=True):
        if route not in usable:
            break
        reached = place
    if reached == start:
        return short
    return phrase(
        "gets as far as {place}, {short}", place=board.places[reached].display_name, short=short
    )


def borrowed_routes(board: Board, player: PlayerTally, result: TicketResult) -> tuple[Phrase, ...]:
    """The stations that help a ticket, or could, and the routes they borrow."""
    helping = (use.borrowed for use in player.stations if result.ticket in use.serves)
    borrows = (
        phrase(
            "station in {city}: borrows {route} from {owner}",
            city=board.places[borrowed.city].display_name,
            route=board.route_title(borrowed.route),
            owner=borrowed.owner,
        )
        for borrowed in helping
        if borrowed.route is not None
    )
    could_borrow = (
        phrase(
            "station in {city}: could borrow {route} from {owner}",
            city=board.places[borrowed.city].display_name,
            route=board.route_title(borrowed.route),
            owner=borrowed.owner,
        )
        for borrowed in result.could_borrow
        if borrowed.route is not None
    )
    return (*borrows, *could_borrow)


def completed_of(player: PlayerTally) -> Phrase:
    """How many of a player's tickets were completed: “3 of 4”."""
    return phrase("{done} of {all}", done=player.tickets_completed, all=len(player.tickets))


def completed_tickets(player: PlayerTally) -> Phrase:
    """How many of a player's tickets were completed: “3 of 4 completed”."""
    return phrase(
        "{done} of {all} completed", done=player.tickets_completed, all=len(player.tickets)
    )


def total(player: PlayerTally) -> Phrase:
    """The number of completed tickets and the points for all tickets of a player."""
    if not player.tickets:
        return phrase("{player}: no tickets yet", player=player.name)
    return phrase(
        "{player}: {completed} of {count} completed, {points}",
        player=player.name,
        completed=player.tickets_completed,
        count=len(player.tickets),
        points=format_signed(player.points(tickets.RULE.id)),
    )
