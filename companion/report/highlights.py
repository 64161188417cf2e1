"""Walks and tickets as a reason tells them, and what of them the board shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.drawing.highlight import Highlight, TrackId
from companion.rules.board import Board
from companion.rules.final_tally import PlayerTally, TicketResult
from companion.rules.network import Walk
from companion.rules.state import GameState
from companion.rules.wording import Phrase, phrase, plural_phrase


def claimed(player: PlayerTally) -> tuple[TrackId, ...]:
    """Every track a player has."""
    return tuple((claim.route.id, claim.track) for claim in player.claims)


def tracks_of(state: GameState, player: PlayerTally, routes: Iterable[str]) -> tuple[TrackId, ...]:
    """Which tracks of routes matter to a player: their own, else one borrowed, else free ones."""
    lent = {
        use.borrowed.route.id: use.borrowed.owner for use in player.stations if use.borrowed.route
    }
    found: list[TrackId] = []
    for route in dict.fromkeys(routes):
        owners = state.track_owners(state.setup.board.routes[route])
        wanted = player.name if player.name in owners else lent.get(route)
        found += [(route, track) for track, owner in enumerate(owners) if owner == wanted]
    return tuple(found)


def toured(player: PlayerTally) -> Iterator[str]:
    """The routes of every Grand Tour a player has made."""
    for result in player.grand_tours:
        for walk in result.tour or ():
            yield from walk.routes


def ticket_highlight(state: GameState, player: PlayerTally, ticket: TicketResult) -> Highlight:
    """A ticket's ends, the walk between them, and what of it is borrowed."""
    named_ends = state.setup.board.ticket_ends
    if ticket.walk is None or not ticket.walk.places:
        named = (ticket.ticket.start, *ticket.ticket.points_by_end)
        return Highlight((), (), tuple(place for end in named for place in named_ends[end].places))
    walk = ticket.walk
    borrowed = {use.borrowed.route.id for use in player.stations if use.borrowed.route}
    return Highlight(
        tracks_of(state, player, walk.routes),
        tracks_of(state, player, (route for route in walk.routes if route in borrowed)),
        ends(walk.places),
        trail(state, player.name, walk) if ticket.completed else (),
    )


def trail(state: GameState, player: str, *walks: Walk) -> tuple[TrackId, ...]:
    """The tracks of a walk over a player's routes and borrowed ones, or there and back over two."""
    there, *back = (walk.routes for walk in walks)
    tracks = []
    for id in (*there, *(id for routes in back for id in reversed(routes))):
        owners = state.track_owners(state.setup.board.routes[id])
        owner = player if player in owners else next(filter(None, owners))
        tracks.append((id, owners.index(owner)))
    return tuple(tracks)


def tour_highlight(state: GameState, player: PlayerTally, tour: tuple[Walk, Walk]) -> Highlight:
    """Both walks of a Grand Tour ticket: there by the one and, from the same place, back."""
    one, other = tour
    ring = (one, other) if ends(one.places) == ends(other.places) else (one,)
    return Highlight(
        tracks_of(state, player, one.routes + other.routes),
        (),
        tuple(dict.fromkeys(ends(one.places) + ends(other.places))),
        trail(state, player.name, *ring),
    )


def ticket_reason(board: Board, ticket: TicketResult) -> Phrase:
    """Why a ticket counts as it does."""
    several = bool(ticket.ticket.other_ends)
    if ticket.completed and ticket.walk is not None:
        walk = told_walk(board, ticket.walk.places)
        if several:
            end = board.ticket_ends[ticket.end].name
            return phrase("{end} counts: {walk}", end=end, walk=walk)
        return phrase("completed: {walk}", walk=walk)
    if ticket.walk is None:
        return phrase("not completed: the others have cut it off")
    if several:
        return plural_phrase(
            "no end reached, {count} space missing: the lowest value is lost",
            "no end reached, {count} spaces missing: the lowest value is lost",
            ticket.missing,
        )
    return plural_phrase(
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
