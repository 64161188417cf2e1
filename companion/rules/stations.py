"""Building stations, and the best use of them: the route that each borrows for tickets.

A borrowed route only matters if it joins two components of the station owner's network. So the
choices of each station are the pairs of components it can join, which are few enough to try all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from companion.rules.board import Route
from companion.rules.graph import board_components, components
from companion.rules.state import GameState, PlayerState
from companion.rules.turns import why_no_turn
from companion.rules.wording import Phrase, phrase, plural_phrase


def why_not_station(state: GameState, name: str, city: str) -> Phrase | None:
    """Why a player cannot build: not a city, occupied, no station left, or no turn left."""
    player = state.players[name]
    board = state.setup.board
    if not board.stations_per_player:
        return phrase(
            "{player} cannot build in {city}: {board} has no stations.",
            player=name,
            city=board.places[city].display_name if city in board.places else city,
            board=board.display_name,
        )
    place = board.places.get(city)
    if place is None:
        return phrase(
            "{player} cannot build in “{city}”: {board} has no such city.",
            player=name,
            city=city,
            board=board.display_name,
        )
    if place.kind != "city":
        return phrase(
            "{player} cannot build in {city}: stations can only be built in cities.",
            player=name,
            city=place.display_name,
        )
    owner = state.station_owners.get(city)
    if owner == name:
        return phrase(
            "{player} already has a station in {city}.", player=name, city=place.display_name
        )
    if owner is not None:
        return phrase(
            "{player} cannot build in {city}: {owner} has a station there.",
            player=name,
            city=place.display_name,
            owner=owner,
        )
    if not player.stations_left:
        return plural_phrase(
            "{player} cannot build in {city}: their {count} station is already built.",
            "{player} cannot build in {city}: all {count} of their stations are already built.",
            board.stations_per_player,
            player=name,
            city=place.display_name,
        )
    return why_no_turn(state, name, place.display_name)


def station_cost(state: GameState, name: str) -> int:
    """Cards of one colour the player's next station costs, as a reminder: 1, then 2, then 3."""
    return len(state.players[name].stations) + 1


@dataclass(frozen=True, slots=True)
class Borrowed:
    """The route a station borrows at the end of the game."""

    city: str
    route: Route | None
    """None if no route helps."""
    owner: str | None
    """The player who owns the route."""


_Choice = tuple[Borrowed, tuple[str, str]]
"""What a station borrows, and the two components that it joins."""


def best_borrowing(state: GameState, player: PlayerState) -> tuple[Borrowed, ...]:
    """What each station borrows for the best score, then most tickets, then fewest routes."""
    if not player.stations:
        return ()
    board = state.setup.board
    component_of = board_components(board, player.routes)
    options = [_choices(state, city, component_of) for city in player.stations]
    joinable = {each for choices in options for _, pair in choices for each in pair}
    at = {
        id: {component_of[place] for place in end.places} for id, end in board.ticket_ends.items()
    }
    # Other tickets are completed or not whatever is borrowed.
    open_tickets = [
        (at[ticket.start], [(at[end], points) for end, points in values.items()], -ticket.penalty)
        for ticket, values in ((each, each.points_by_end) for each in player.tickets)
        if at[ticket.start] & joinable and not at[ticket.start] & at[ticket.end]
    ]

    def worth(chosen: tuple[_Choice, ...]) -> tuple[int, int, int]:
        joined = components(pair for _, pair in chosen)
        points = completed = 0
        for start, ends, penalty in open_tickets:
            starts = {joined.get(each, each) for each in start}
            reached = (
                value
                for end, value in ends
                if any(joined.get(each, each) in starts for each in end)
            )
            gained = next(reached, penalty)
            points += gained
            completed += gained > 0
        return points, completed, -sum(borrowed.route is not None for borrowed, _ in chosen)

    return tuple(borrowed for borrowed, _ in max(product(*options), key=worth))


def _choices(state: GameState, city: str, component_of: Mapping[str, str]) -> list[_Choice]:
    """The options of a station: borrow nothing, or join its city's component with another one."""
    here = component_of[city]
    choices = {here: Borrowed(city, None, None)}
    for route in state.setup.board.routes_at[city]:
        there = component_of[route.other_end(city)]
        # A route of the player's own is inside one component, so the owner need not be checked.
        owner = next((name for name in state.track_owners(route) if name is not None), None)
        if owner is not None and there not in choices:
            choices[there] = Borrowed(city, route, owner)
    return [(borrowed, (here, there)) for there, borrowed in choices.items()]
