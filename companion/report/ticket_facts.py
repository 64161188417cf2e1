"""Tickets in words: the walk, what is missing, what they add up to."""

from __future__ import annotations

from collections.abc import Collection

from companion.rules.board import Board
from companion.rules.final_tally import PlayerTally, TicketResult
from companion.rules.wording import Phrase, format_signed, phrase, plural_phrase


def usable_routes(player: PlayerTally) -> frozenset[str]:
    """The routes a player's tickets may use: their own, and what the stations borrow."""
    own = {claim.route.id for claim in player.claims}
    return frozenset(own | {use.borrowed.route.id for use in player.stations if use.borrowed.route})


def stops(board: Board, result: TicketResult) -> tuple[str, ...]:
    """The cities on the walk that completes a ticket; none if nothing does."""
    if not result.completed or result.walk is None:
        return ()
    places = (board.places[place] for place in result.walk.places)
    return tuple(place.name for place in places if place.kind != "way_station")


def shortfall(board: Board, result: TicketResult, usable: Collection[str]) -> Phrase:
    """What a ticket lacks on its cheapest completion."""
    if result.walk is None:
        return phrase("cut off")
    short = plural_phrase("{count} space short", "{count} spaces short", result.missing)
    reached = start = result.walk.places[0]
    for place, route in zip(result.walk.places[1:], result.walk.routes, strict=True):
        if route not in usable:
            break
        reached = place
    if reached == start:
        return short
    return phrase(
        "stops at {place}: {short}", place=board.places[reached].display_name, short=short
    )


def borrowing(board: Board, player: PlayerTally, result: TicketResult) -> tuple[Phrase, ...]:
    """The stations a ticket is completed with."""
    return tuple(
        phrase(
            "station in {city}: {route} of {owner}",
            city=board.places[use.borrowed.city].display_name,
            route=board.route_title(use.borrowed.route),
            owner=use.borrowed.owner,
        )
        for use in player.stations
        if use.borrowed.route is not None and result.ticket in use.serves
    )


def total(player: PlayerTally) -> Phrase:
    """What a player's tickets add up to."""
    if not player.tickets:
        return phrase("{player}: no tickets yet", player=player.name)
    return phrase(
        "{player}: {completed} of {count} completed, {points}",
        player=player.name,
        completed=player.tickets_completed,
        count=len(player.tickets),
        points=format_signed(player.ticket_points),
    )
