"""Consistency checks of a board read from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.board import Board, Route
from companion.rules.colors import ROUTE_COLORS, TRAIN_COLORS
from companion.rules.errors import Malformed
from companion.rules.json_reader import excerpt
from companion.rules.network import walk_between
from companion.rules.wording import Phrase, phrase

if TYPE_CHECKING:
    from companion.rules.events import Pairs


def check_board(board: Board) -> None:
    """Raise `Malformed`, naming the wrong entry, if the board contradicts itself."""
    _check_trains(board)
    _check_places(board)
    _check_routes(board)
    _check_terrain(board)
    _check_tickets(board)
    _check_reach(board)


def entry_name(kind: Phrase, id: str) -> Phrase:
    """The name of a board file's entry in an error message."""
    return phrase("{kind} “{id}”", kind=kind, id=excerpt(id))


def _wrong(kind: Phrase, id: str, problem: Phrase) -> Malformed:
    return Malformed(phrase("{where}: {problem}", where=entry_name(kind, id), problem=problem))


def _check_trains(board: Board) -> None:
    colors = board.train_colors
    if not set(colors) <= set(TRAIN_COLORS) or len(set(colors)) < len(colors):
        raise Malformed(phrase("the board: “train_colors” should be different train colours"))
    if len(colors) < board.most_players:
        raise Malformed(phrase("the board: “train_colors” has too few colours for all players"))


def _check_places(board: Board) -> None:
    for place in board.places.values():
        if (place.kind == "entrance") != (place.country is not None):
            raise _wrong(
                phrase("place"),
                place.id,
                phrase("an entrance needs a country, and no other place may have one"),
            )
        if place.country is not None and place.country not in board.countries:
            raise _wrong(
                phrase("place"),
                place.id,
                phrase("unknown country “{name}”", name=excerpt(place.country)),
            )
    for country in board.countries:
        if country in board.places:
            raise _wrong(phrase("country"), country, phrase("a place has the same id"))
        if not board.ticket_ends[country].places:
            raise _wrong(phrase("country"), country, phrase("it has no entrance"))


def _check_reach(board: Board) -> None:
    for place in board.places:
        if not board.routes_at[place]:
            raise _wrong(phrase("place"), place, phrase("no route leads there"))


def _check_tracks(route: Route) -> None:
    """Refuse a route whose own fields contradict each other."""
    if len(route.tracks) not in (1, 2, 3):
        raise _wrong(phrase("route"), route.id, phrase("a route has one to three tracks"))
    for color in route.tracks:
        if color not in ROUTE_COLORS:
            raise _wrong(
                phrase("route"), route.id, phrase("unknown colour “{name}”", name=excerpt(color))
            )
    if route.start == route.end:
        raise _wrong(phrase("route"), route.id, phrase("it connects a place with itself"))
    if max(route.ferry, default=0) > route.length:
        raise _wrong(
            phrase("route"), route.id, phrase("it needs more locomotives than it has spaces")
        )
    if max(route.mountain, default=0) > route.length:
        raise _wrong(
            phrase("route"), route.id, phrase("it has more mountain spaces than it has spaces")
        )


def _check_routes(board: Board) -> None:
    joined: dict[frozenset[str], str] = {}
    for route in board.routes.values():
        _check_tracks(route)
        for place in (route.start, route.end):
            if place not in board.places:
                raise _wrong(
                    phrase("route"), route.id, phrase("unknown place “{name}”", name=excerpt(place))
                )
        if route.length not in board.route_points:
            raise _wrong(
                phrase("route"),
                route.id,
                phrase("“route_points” has no points for length {length}", length=route.length),
            )
        ends = frozenset((route.start, route.end))
        _check_double(board, route)
        if ends in joined and joined[ends] != route.double_with:
            raise _wrong(
                phrase("route"),
                route.id,
                phrase("“{other}” connects the same places", other=excerpt(joined[ends])),
            )
        joined[ends] = route.id


def _check_double(board: Board, route: Route) -> None:
    """Refuse a `double_with` that does not pair two single-track routes of the same places."""
    if route.double_with is None:
        return
    other = board.routes.get(route.double_with)
    if (
        other is None
        or other.double_with != route.id
        or {other.start, other.end} != {route.start, route.end}
        or len(route.tracks) > 1
    ):
        raise _wrong(
            phrase("route"),
            route.id,
            phrase("“double_with” should link two single-track routes between the same places"),
        )


def _check_terrain(board: Board) -> None:
    if board.terrain is None:
        return
    ids = [kind.id for kind in board.terrain.types]
    for kind in board.terrain.types:
        if ids.count(kind.id) > 1:
            raise _wrong(phrase("terrain type"), kind.id, phrase("this id appears twice"))
    colors = [color for kind in board.terrain.types for color in kind.colors]
    for route in board.routes.values():
        for color in route.tracks:
            if colors.count(color) != 1:
                raise _wrong(
                    phrase("route"),
                    route.id,
                    phrase("{color} should belong to exactly one terrain type", color=color),
                )
        if board.terrain.cards_to_double.get(route.length, 0) < 1:
            raise _wrong(
                phrase("route"),
                route.id,
                phrase(
                    "“cards_to_double” has no number of cards for length {length}",
                    length=route.length,
                ),
            )


def _check_tickets(board: Board) -> None:
    held: dict[Pairs, str] = {}
    for card in board.tickets:
        start, ends = card.ticket.start, card.ticket.points_by_end
        for end in (start, *ends):
            if end not in board.ticket_ends:
                raise _wrong(
                    phrase("ticket"),
                    card.id,
                    phrase("unknown ticket end “{name}”", name=excerpt(end)),
                )
        if start in ends:
            raise _wrong(phrase("ticket"), card.id, phrase("it connects a place with itself"))
        if any(walk_between(board, lambda route: route.length, start, end) is None for end in ends):
            raise _wrong(phrase("ticket"), card.id, phrase("no routes connect its places"))
        if card.ticket.pairs in held:
            raise _wrong(
                phrase("ticket"),
                card.id,
                phrase("“{other}” has the same places", other=excerpt(held[card.ticket.pairs])),
            )
        held[card.ticket.pairs] = card.id
    check_ticket_count(board, phrase("the board"))


def check_ticket_count(board: Board, where: Phrase) -> None:
    """Refuse a `ticket_count` that differs from the tickets; `where` names the entry with it."""
    listed = sum(card.copies for card in board.tickets)
    if board.tickets and listed != board.ticket_count:
        raise Malformed(
            phrase(
                "{where}: “ticket_count” is {count}, but the number of tickets listed is {listed}",
                where=where,
                count=board.ticket_count,
                listed=listed,
            )
        )
