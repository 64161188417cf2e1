"""Players taking their seats before a game: who joins, leaves or changes colour.

A seat whose name is empty waits for somebody. No two seats ever have the same colour.
"""

from __future__ import annotations

from dataclasses import replace

from companion.rules import PLAYER_COLORS, Player

Seats = tuple[Player, ...]
"""In turn order."""


def with_seats(seats: Seats, fewest: int) -> Seats:
    """The same seats, and as many empty ones as are missing."""
    while len(seats) < fewest:
        seats = one_more(seats)
    return seats


def one_more(seats: Seats, name: str = "") -> Seats:
    """One more seat at the end, in the first colour nobody has."""
    taken = {seat.color for seat in seats}
    color = next(color for color in PLAYER_COLORS if color not in taken)
    return (*seats, Player(name, color))


def named(seats: Seats, seat: int, name: str) -> Seats:
    """Somebody else, or nobody, on a seat."""
    return (*seats[:seat], replace(seats[seat], name=name), *seats[seat + 1 :])


def joined(seats: Seats, name: str, usual_color: str) -> Seats:
    """Somebody on the first empty seat, or on a new one, in the usual colour if it is free."""
    empty = next((place for place, seat in enumerate(seats) if not seat.name.strip()), None)
    if empty is None:
        seats, empty = one_more(seats), len(seats)
    if usual_color not in {seat.color for seat in seats if seat.name.strip()}:
        seats = _with_color(seats, empty, usual_color)
    return named(seats, empty, name)


def left(seats: Seats, seat: int, fewest: int) -> Seats:
    """Without that seat, but never fewer than it takes to play."""
    return with_seats(seats[:seat] + seats[seat + 1 :], fewest)


def recolored(seats: Seats, seat: int) -> Seats:
    """The next colour for a seat: a free one, or in exchange for another's if none is."""
    own = PLAYER_COLORS.index(seats[seat].color)
    others = PLAYER_COLORS[own + 1 :] + PLAYER_COLORS[:own]
    taken = {each.color for each in seats if each.name.strip()}
    return _with_color(seats, seat, next((c for c in others if c not in taken), others[0]))


def _with_color(seats: Seats, seat: int, color: str) -> Seats:
    """A colour for a seat; who had it gets the seat's old one."""
    old = seats[seat].color
    return tuple(
        replace(each, color=color)
        if place == seat
        else replace(each, color=old)
        if each.color == color
        else each
        for place, each in enumerate(seats)
    )
