"""The best use of stations: which route of another player each one borrows for the tickets.

A borrowed route can only matter by joining two parts of the owner's network. So each station's
choices shrink to the pairs of parts it can join, and choices that lead to the same joined parts
count once, which leaves few enough to try them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.board import Board, Route
    from companion.rules.events import Ticket
    from companion.rules.state import GameState, PlayerState


@dataclass(frozen=True, slots=True)
class Borrowed:
    """What a station is used for at the end."""

    city: str
    route: Route | None
    """The route used through it; None if no route helps."""
    owner: str | None
    """Whose route that is."""


_Parts = tuple[int, ...]
"""For every part of the player's network, the lowest part it is joined with."""


def best_borrowing(state: GameState, player: PlayerState) -> tuple[Borrowed, ...]:
    """What each station of a player borrows for the best ticket score, then most completed.

    Of equals the one that borrows fewest routes is taken.
    """
    board = state.setup.board
    part_of = _parts(board, player.routes)
    asked = [_asked(board, ticket, part_of) for ticket in player.tickets]
    apart: _Parts = tuple(range(len(set(part_of.values()))))
    navigator: dict[_Parts, tuple[Borrowed, ...]] = {apart: ()}
    for city in player.stations:
        choices = _choices(state, city, part_of)
        onward: dict[_Parts, tuple[Borrowed, ...]] = {}
        for parts, way in navigator.items():
            for choice, (a, b) in choices:
                joined = _joined(parts, a, b)
                fewer = onward.get(joined)
                if fewer is None or _count((*way, choice)) < _count(fewer):
                    onward[joined] = (*way, choice)
        navigator = onward

    def worth(parts: _Parts) -> tuple[int, int, int]:
        values = [
            next((points for a, b, points in pairs if parts[a] == parts[b]), -ticket.penalty)
            for ticket, pairs in zip(player.tickets, asked, strict=True)
        ]
        completed = sum(points > 0 for points in values)
        return sum(values), completed, -_count(navigator[parts])

    return navigator[max(navigator, key=worth)]


def _count(way: tuple[Borrowed, ...]) -> int:
    return sum(borrowed.route is not None for borrowed in way)


def _parts(board: Board, routes: Iterable[Route]) -> Mapping[str, int]:
    """Every place with the number of the connected part of the routes it lies in."""
    group = {place: place for place in board.places}
    for route in routes:
        a, b = group[route.start], group[route.end]
        if a != b:
            group = {place: a if each == b else each for place, each in group.items()}
    numbers = {name: number for number, name in enumerate(dict.fromkeys(group.values()))}
    return {place: numbers[each] for place, each in group.items()}


def _asked(
    board: Board, ticket: Ticket, part_of: Mapping[str, int]
) -> tuple[tuple[int, int, int], ...]:
    """The parts a ticket asks to be joined, each pair with what it is worth, the most first."""
    ends = board.ticket_ends
    return tuple(
        (part_of[one], part_of[other], points)
        for end, points in ticket.points_by_end.items()
        for one in ends[ticket.start].places
        for other in ends[end].places
    )


def _choices(
    state: GameState, city: str, part_of: Mapping[str, int]
) -> list[tuple[Borrowed, tuple[int, int]]]:
    """What a station can do: nothing, or join its city's part with another one."""
    here = part_of[city]
    choices = {here: Borrowed(city, None, None)}
    for route in state.setup.board.routes_at[city]:
        there = part_of[route.other_end(city)]
        # A route of the player's own joins nothing new, so any owner will do.
        owner = next((name for name in state.track_owners(route) if name is not None), None)
        if owner is not None and there not in choices:
            choices[there] = Borrowed(city, route, owner)
    return [(borrowed, (here, there)) for there, borrowed in choices.items()]


def _joined(parts: _Parts, a: int, b: int) -> _Parts:
    low, high = sorted((parts[a], parts[b]))
    return parts if low == high else tuple(low if each == high else each for each in parts)
