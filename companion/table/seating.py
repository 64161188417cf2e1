"""Players taking their seats before a game: who joins, leaves, begins or changes colour.

A seat whose name is empty waits for somebody. No two seats ever have the same colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.rules.colors import TRAIN_COLORS
from companion.rules.names import name_key
from companion.rules.setup import Player

Seats = tuple[Player, ...]
"""In turn order."""
Box = Sequence[str]
"""The colours of the trains that come with a board."""


def with_seats(seats: Seats, fewest: int, box: Box) -> Seats:
    """The same seats, and as many empty ones as are missing."""
    while len(seats) < fewest:
        seats = one_more(seats, box)
    return seats


def one_more(seats: Seats, box: Box) -> Seats:
    """One more seat at the end, in the first colour nobody has."""
    return (*seats, Player("", _free(seats, box)))


def named(seats: Seats, seat: int, name: str) -> Seats:
    """Somebody else, or nobody, on a seat."""
    return (*seats[:seat], replace(seats[seat], name=name), *seats[seat + 1 :])


def seat_of(seats: Seats, name: str) -> int | None:
    """Where somebody of that name sits, whatever its case."""
    key = name_key(name)
    return next((place for place, seat in enumerate(seats) if name_key(seat.name) == key), None)


def joined(seats: Seats, name: str, usual_color: str, box: Box) -> Seats:
    """Somebody on the first empty seat, or on a new one, in the usual colour if it is free."""
    empty = seat_of(seats, "")
    if empty is None:
        seats, empty = one_more(seats, box), len(seats)
    taken = {seat.color for seat in seats if seat.name.strip()}
    if usual_color in box and usual_color not in taken:
        seats = colored(seats, empty, usual_color)
    return named(seats, empty, name)


def left(seats: Seats, seat: int, fewest: int, box: Box) -> Seats:
    """Without that seat, but never fewer than it takes to play."""
    return with_seats(seats[:seat] + seats[seat + 1 :], fewest, box)


def colored(seats: Seats, seat: int, color: str) -> Seats:
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


def beginning_with(seats: Seats, seat: int) -> Seats:
    """The same people in the same order round the table, but that one begins."""
    return seats[seat:] + seats[:seat]


def taken(seats: Seats, fewest: int) -> Seats:
    """The seats somebody sits on, and as many empty ones as it takes to play."""
    people = tuple(seat for seat in seats if seat.name.strip())
    empty = tuple(seat for seat in seats if not seat.name.strip())
    return people + empty[: max(0, fewest - len(people))]


def in_box(seats: Seats, box: Box) -> Seats:
    """The same people with the trains of another box; who can keeps the colour."""
    for place, seat in enumerate(seats):
        if seat.color not in box:
            seats = (
                *seats[:place],
                replace(seat, color=_free(seats, box)),
                *seats[place + 1 :],
            )
    return seats


def _free(seats: Seats, box: Box) -> str:
    """A colour of the box that nobody has; of any box once more want to play than it has trains."""
    had = {seat.color for seat in seats}
    return next(color for color in (*box, *TRAIN_COLORS) if color not in had)
