"""Building stations, and the best use of them: the route that each borrows for tickets.

A borrowed route only matters if it joins two components of the station owner's network. So the
choices of each station are the pairs of components it can join, and choices that lead to the same
joined components count once. That leaves few enough to try all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, product

from companion.rules.board import Board, Route
from companion.rules.graph import board_components
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


_Joined = tuple[int, ...]
"""For every component that a station can join, the lowest component it is joined with."""


def best_borrowing(state: GameState, player: PlayerState) -> tuple[Borrowed, ...]:
    """The routes that each station borrows for the best ticket score, then most completed tickets.

    Among equal choices, the one that borrows fewest routes.
    """
    if not player.stations:
        return ()
    board = state.setup.board
    component_of = board_components(board, player.routes)
    options = [_choices(state, city, component_of) for city in player.stations]
    joinable = {each for choices in options for _, ends in choices for each in ends}
    number = {component: number for number, component in enumerate(sorted(joinable))}
    gains = _gains(board, player, component_of, number)
    separate: _Joined = tuple(range(len(number)))
    fewest: dict[_Joined, tuple[Borrowed, ...]] = {separate: ()}
    for choices in options:
        with_city: dict[_Joined, tuple[Borrowed, ...]] = {}
        for before, borrowings in fewest.items():
            for choice, (a, b) in choices:
                joined = _join(before, number[a], number[b])
                known = with_city.get(joined)
                if known is None or _count((*borrowings, choice)) < _count(known):
                    with_city[joined] = (*borrowings, choice)
        fewest = with_city

    def worth(joined: _Joined) -> tuple[int, int, int]:
        best: dict[int, tuple[int, int]] = {}
        for pair in _joined_pairs(joined):
            for ticket, gain in gains.get(pair, ()):
                best[ticket] = max(gain, best.get(ticket, gain))
        points = sum(gain for gain, _ in best.values())
        completed = sum(completes for _, completes in best.values())
        return points, completed, -_count(fewest[joined])

    return fewest[max(fewest, key=worth)]


def _count(borrowings: tuple[Borrowed, ...]) -> int:
    return sum(borrowed.route is not None for borrowed in borrowings)


_Gains = Mapping[tuple[int, int], list[tuple[int, tuple[int, int]]]]
"""By two components: the tickets that joining them completes, each with the gain in points, and 1
if the ticket is completed only then."""


def _gains(
    board: Board, player: PlayerState, component_of: Mapping[str, str], number: Mapping[str, int]
) -> _Gains:
    gains: dict[tuple[int, int], list[tuple[int, tuple[int, int]]]] = {}
    components = {
        id: {component_of[place] for place in end.places} for id, end in board.ticket_ends.items()
    }
    joinable = {
        id: [number[each] for each in found if each in number] for id, found in components.items()
    }
    for index, ticket in enumerate(player.tickets):
        start, values = ticket.start, ticket.points_by_end.items()
        reached = (points for end, points in values if components[start] & components[end])
        before = next(reached, -ticket.penalty)
        for end, points in values:
            if points <= before:
                continue
            gain = points - before, int(before < 0)
            for a, b in product(joinable[start], joinable[end]):
                gains.setdefault((min(a, b), max(a, b)), []).append((index, gain))
    return gains


def _joined_pairs(joined: _Joined) -> Iterator[tuple[int, int]]:
    """The pairs of components that are joined; there are few, whatever the board."""
    groups: dict[int, list[int]] = {}
    for component, low in enumerate(joined):
        if component != low:
            groups.setdefault(low, [low]).append(component)
    for group in groups.values():
        yield from combinations(group, 2)


def _choices(
    state: GameState, city: str, component_of: Mapping[str, str]
) -> list[tuple[Borrowed, tuple[str, str]]]:
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


def _join(joined: _Joined, a: int, b: int) -> _Joined:
    low, high = sorted((joined[a], joined[b]))
    return joined if low == high else tuple(low if each == high else each for each in joined)
