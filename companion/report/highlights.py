"""Board highlights of tickets, walks and claimed routes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from companion.drawing.highlight import Highlight, TrackId
from companion.rules.final_tally import PlayerTally
from companion.rules.graph import Walk
from companion.rules.state import GameState
from companion.rules.stations import Borrowed
from companion.rules.ticket_results import TicketResult


def claimed_tracks(player: PlayerTally) -> tuple[TrackId, ...]:
    """All tracks a player has claimed."""
    return tuple((claim.route.id, claim.track) for claim in player.claims)


def tracks_of(
    state: GameState,
    player: PlayerTally,
    routes: Iterable[str],
    could_borrow: Iterable[Borrowed] = (),
) -> tuple[TrackId, ...]:
    """The tracks of routes to highlight: the player's own, else a borrowed one, else free ones."""
    owners_of_borrowed = borrowed_owners(player, could_borrow)
    found: list[TrackId] = []
    for route in dict.fromkeys(routes):
        owners = state.track_owners(state.setup.board.routes[route])
        wanted = player.name if player.name in owners else owners_of_borrowed.get(route)
        found += [(route, track) for track, owner in enumerate(owners) if owner == wanted]
    return tuple(found)


def borrowed_owners(player: PlayerTally, could_borrow: Iterable[Borrowed]) -> dict[str, str | None]:
    """The owner of each route that a station of the player borrows or could borrow."""
    borrowed = (*(use.borrowed for use in player.stations), *could_borrow)
    return {each.route.id: each.owner for each in borrowed if each.route}


def end_places(walk: Walk) -> tuple[str, ...]:
    """The first and the last place of a walk."""
    return (walk.places[0], walk.places[-1]) if walk.places else ()


def passed_routes(player: PlayerTally, ticket: TicketResult, back: bool = False) -> tuple[str, ...]:
    """The routes of a ticket's walk, or of the way back, up to the first one the player lacks."""
    own = {claim.route.id for claim in player.claims}
    usable = own | borrowed_owners(player, ticket.could_borrow).keys()
    routes = ticket.walk.routes if ticket.walk else ()
    return tuple(takewhile(usable.__contains__, routes[::-1] if back else routes))


def ticket_highlight(state: GameState, player: PlayerTally, ticket: TicketResult) -> Highlight:
    """A ticket's ends and its walk, with the borrowed routes outlined."""
    ticket_ends = state.setup.board.ticket_ends
    if ticket.walk is None or not ticket.walk.places:
        ends = (ticket.ticket.start, *ticket.ticket.points_by_end)
        return Highlight(places=tuple(place for end in ends for place in ticket_ends[end].places))
    walk = ticket.walk
    could_borrow = ticket.could_borrow
    borrowed = borrowed_owners(player, could_borrow)
    tracks = tracks_of(state, player, walk.routes, could_borrow)
    return Highlight(
        tracks,
        tuple((route, track) for route, track in tracks if route in borrowed),
        end_places(walk),
        trail=tracks if ticket.completed else (),
    )


def tickets_highlight(state: GameState, player: PlayerTally) -> Highlight:
    """The walks of all tickets a player has completed."""
    completed = (ticket for ticket in player.tickets if ticket.completed)
    return combined(ticket_highlight(state, player, ticket) for ticket in completed)


def combined(highlights: Iterable[Highlight]) -> Highlight:
    """The tracks of several highlights together."""
    each = list(highlights)
    return Highlight(
        tuple(dict.fromkeys(track for highlight in each for track in highlight.tracks)),
        tuple(dict.fromkeys(track for highlight in each for track in highlight.borrowed)),
    )
