"""Checks whether the fields of a board contradict each other; the keeper's corrections of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import hypot, sqrt
from types import MappingProxyType

from companion.rules.board import Board, DeckTicket, Route, RouteCorrection
from companion.rules.boards import ROUTE_COLORS
from companion.rules.errors import Malformed, Refused
from companion.rules.events import Pairs
from companion.rules.graph import board_components
from companion.rules.json_reader import excerpt, item_name
from companion.rules.wording import Phrase, phrase

MAX_ROUTES_AT_PLACE = 12
"""More would make the tally slow."""
MAX_CROSSINGS = 15
"""More would make the search for missing spaces slow."""
MAX_SPACES = 4_000
"""Over all tracks. More would make drawing slow; the largest board of the app has 317."""
MIN_DISTANCE = 0.01
"""Between two places, as a fraction of the square root of the board's area."""


def board_problems(board: Board) -> list[Malformed]:
    """Every contradiction of a board; connections only if there is no other one."""
    checks = (
        *(_check_places, _check_routes, _check_crossings, _check_districts),
        *(_check_terrain, _check_tickets, _check_rules),
    )
    problems = [problem for check in checks for problem in check(board)]
    return problems or list(_check_connections(board))


def apply_corrections(board: Board, corrections: Iterable[RouteCorrection]) -> Board:
    """The board with its routes corrected; `Refused` if the result is not a valid board."""
    by_route = {correction.route: correction for correction in board.corrections}
    by_route |= {correction.route: correction for correction in corrections}
    if tuple(by_route.values()) == board.corrections:
        return board
    routes = dict(board.routes)
    for id, correction in by_route.items():
        if id not in routes:
            raise Refused(
                phrase(
                    "{board} has no route “{route}” to correct.", board=board.display_name, route=id
                )
            )
        routes[id] = replace(routes[id], length=correction.length, tracks=correction.tracks)
    result = replace(board, routes=MappingProxyType(routes), corrections=tuple(by_route.values()))
    for check in (_check_routes, _check_terrain):
        for problem in check(result):
            raise problem
    return result


def _at(where: Phrase, problem: Phrase) -> Malformed:
    return Malformed(phrase("{where}: {problem}", where=where, problem=problem))


def _wrong(kind: Phrase, id: str, problem: Phrase) -> Malformed:
    return _at(item_name(kind, id), problem)


_place = partial(_wrong, phrase("place"))
_country = partial(_wrong, phrase("country"))
_route = partial(_wrong, phrase("route"))
_ticket = partial(_wrong, phrase("ticket"))


def _check_rules(board: Board) -> Iterator[Malformed]:
    if len(board.train_colors) < board.most_players:
        yield Malformed(phrase("the board: “train_colors” has too few colours for all players"))
    yield from _check_deck(board, phrase("the board"))
    for variant in board.variants:
        where = item_name(phrase("variant"), variant.id)
        yield from _check_deck(board.in_variant(variant.id), where)


def _check_deck(board: Board, where: Phrase) -> Iterator[Malformed]:
    """Check the rules that a variant can replace; `where` names the board or the variant."""
    decks = {card.deck for card in board.all_tickets}
    for name in (*(board.variant.decks if board.variant else ()), *board.long_decks):
        if decks and name not in decks:
            yield _at(where, phrase("no ticket is in the deck “{name}”", name=excerpt(name)))
    deals = {"start_tickets": board.start_tickets, "draw_tickets": board.draw_tickets}
    for name, deal in deals.items():
        if deal.keep > deal.deal + deal.deal_long:
            yield _at(where, phrase("“{name}” should keep at most what it deals", name=name))
    listed = sum(card.copies for card in board.tickets)
    if board.tickets and listed != board.ticket_count:
        yield Malformed(
            phrase(
                "{where}: “ticket_count” is {count}, but the number of tickets listed is {listed}",
                where=where,
                count=board.ticket_count,
                listed=listed,
            )
        )


def _check_places(board: Board) -> Iterator[Malformed]:
    for place in board.places.values():
        if (place.kind == "entrance") != (place.country is not None):
            yield _place(
                place.id, phrase("an entrance needs a country, and no other place may have one")
            )
        if place.country is not None and place.country not in board.countries:
            yield _place(place.id, phrase("unknown country “{name}”", name=excerpt(place.country)))
    yield from _check_distances(board)
    for country in board.countries:
        if country in board.places:
            yield _country(country, phrase("a place has the same id"))
        if not board.ticket_ends[country].places:
            yield _country(country, phrase("it has no entrance"))


def _check_distances(board: Board) -> Iterator[Malformed]:
    width = sqrt(board.aspect)
    points = {place.id: (place.x * width, place.y / width) for place in board.places.values()}
    too_close: dict[str, str] = {}
    for (id, (x, y)), (other, (other_x, other_y)) in combinations(points.items(), 2):
        if hypot(x - other_x, y - other_y) < MIN_DISTANCE:
            too_close.setdefault(other, id)
    for id, other in too_close.items():
        yield _place(id, phrase("it is too close to “{other}”", other=excerpt(other)))


def _check_tracks(route: Route) -> Iterator[Malformed]:
    """Refuse a route whose own fields contradict each other."""
    if len(route.tracks) not in (1, 2, 3):
        yield _route(route.id, phrase("a route has one to three tracks"))
    for color in route.tracks:
        if color not in ROUTE_COLORS:
            yield _route(route.id, phrase("unknown colour “{name}”", name=excerpt(color)))
    if route.start == route.end:
        yield _route(route.id, phrase("it connects a place with itself"))
    if max(route.ferry, default=0) > route.length:
        yield _route(route.id, phrase("it needs more locomotives than it has spaces"))
    if max(route.mountain, default=0) > route.length:
        yield _route(route.id, phrase("it has more mountain spaces than it has spaces"))


def _check_routes(board: Board) -> Iterator[Malformed]:
    joined: dict[frozenset[str], str] = {}
    for route in board.routes.values():
        wrong = partial(_route, route.id)
        yield from _check_tracks(route)
        for place in (route.start, route.end):
            if place not in board.places:
                yield wrong(phrase("unknown place “{name}”", name=excerpt(place)))
        if route.length not in board.route_points:
            yield wrong(
                phrase("“route_points” has no points for length {length}", length=route.length)
            )
        if route.length > board.trains_per_player:
            yield wrong(
                phrase(
                    "it has {length} spaces, but a player has only {trains} trains",
                    length=route.length,
                    trains=board.trains_per_player,
                ),
            )
        ends = frozenset((route.start, route.end))
        yield from _check_double(board, route)
        if ends in joined and joined[ends] != route.double_with:
            yield wrong(phrase("“{other}” connects the same places", other=excerpt(joined[ends])))
        joined[ends] = route.id
    spaces = sum(route.length * len(route.tracks) for route in board.routes.values())
    if spaces > MAX_SPACES:
        yield _at(
            phrase("the board"),
            phrase(
                "its tracks may have at most {most} spaces together, not {count}",
                most=MAX_SPACES,
                count=spaces,
            ),
        )


def _check_double(board: Board, route: Route) -> Iterator[Malformed]:
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
        yield _route(
            route.id,
            phrase("“double_with” should link two single-track routes between the same places"),
        )


def _check_crossings(board: Board) -> Iterator[Malformed]:
    known: set[frozenset[str]] = set()
    for number, pair in enumerate(board.crossings, start=1):
        where = _numbered(phrase("crossing"), number)
        for id in pair:
            if id not in board.routes:
                yield _at(where, phrase("unknown route “{name}”", name=excerpt(id)))
        if len(set(pair)) == 1:
            yield _at(where, phrase("a route cannot cross itself"))
        if frozenset(pair) in known:
            yield _at(where, phrase("it appears twice"))
        known.add(frozenset(pair))


def _check_districts(board: Board) -> Iterator[Malformed]:
    for number, district in enumerate(board.districts, start=1):
        where = _numbered(phrase("district"), number)
        for place in district.places:
            if place not in board.places:
                yield _at(where, phrase("unknown place “{name}”", name=excerpt(place)))
        if len(set(district.places)) < len(district.places):
            yield _at(where, phrase("a place appears twice"))


def _numbered(kind: Phrase, number: int) -> Phrase:
    return phrase("{kind} {number}", kind=kind, number=number)


def _check_terrain(board: Board) -> Iterator[Malformed]:
    if board.terrain is None:
        return
    colors = [color for kind in board.terrain.types for color in kind.colors]
    for route in board.routes.values():
        for color in dict.fromkeys(route.tracks):
            if colors.count(color) != 1:
                yield _route(
                    route.id,
                    phrase("{color} should belong to exactly one terrain type", color=color),
                )
        if board.terrain.cards_to_double.get(route.length, 0) < 1:
            yield _route(
                route.id,
                phrase(
                    "“cards_to_double” has no number of cards for length {length}",
                    length=route.length,
                ),
            )


def _check_tickets(board: Board) -> Iterator[Malformed]:
    for card in board.tickets:
        start, ends = card.ticket.start, card.ticket.points_by_end
        for end in (start, *ends):
            if end not in board.ticket_ends:
                yield _ticket(card.id, phrase("unknown ticket end “{name}”", name=excerpt(end)))
        if start in ends:
            yield _ticket(card.id, phrase("it connects a place with itself"))
    yield from _check_repeated_tickets(board)


def _check_repeated_tickets(board: Board) -> Iterator[Malformed]:
    """Refuse two tickets with the same places that are played together."""
    repeated: dict[str, str] = {}
    for played in [board.in_variant(each.id) for each in board.variants] or [board]:
        held: dict[Pairs, str] = {}
        for card in played.tickets:
            if card.ticket.pairs in held:
                repeated[card.id] = held[card.ticket.pairs]
            held[card.ticket.pairs] = card.id
    for id, other in repeated.items():
        yield _ticket(id, phrase("“{other}” has the same places", other=excerpt(other)))


def _check_connections(board: Board) -> Iterator[Malformed]:
    networks = board_components(board, board.routes.values())
    for card in board.tickets:
        if not _is_possible(board, card, networks):
            yield _ticket(card.id, phrase("no routes connect its places"))
    for number, district in enumerate(board.districts, start=1):
        if len({networks[place] for place in district.places}) > 1:
            yield _at(_numbered(phrase("district"), number), phrase("no routes connect its places"))
    for place, routes in board.routes_at.items():
        if not routes:
            yield _place(place, phrase("no route leads there"))
        if len(routes) > MAX_ROUTES_AT_PLACE:
            yield _place(
                place,
                phrase(
                    "at most {most} routes may meet at a place, not {count}",
                    most=MAX_ROUTES_AT_PLACE,
                    count=len(routes),
                ),
            )


def _is_possible(board: Board, card: DeckTicket, networks: Mapping[str, str]) -> bool:
    """Whether the board's routes connect the start of a ticket with each of its ends."""
    start, *ends = (
        {networks[place] for place in board.ticket_ends[end].places}
        for end in (card.ticket.start, *card.ticket.points_by_end)
    )
    return all(start & end for end in ends)
