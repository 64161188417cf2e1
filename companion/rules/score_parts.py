"""The parts of a final score: the points of each, for all players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.rules.board import District
from companion.rules.events import OtherPoints, Ticket
from companion.rules.graph import Network, Walk, components, disjoint_walks
from companion.rules.state import GameState

if TYPE_CHECKING:
    from companion.rules.final_tally import PlayerTally


@dataclass(frozen=True, slots=True)
class ScorePart:
    """One player's points for one part of the score.

    Claims, ticket results, station uses and the longest route are evidence for several parts and
    for tie-breakers, so `PlayerTally` holds them. A part with other evidence adds it in a subclass.
    """

    id: str
    points: int


@dataclass(frozen=True, slots=True)
class PartRule:
    """How a part is scored."""

    id: str
    """Its name in JSON; `companion.report.words.score_parts` has its texts under the same id."""
    score: Callable[[GameState, Sequence[PlayerTally]], Sequence[ScorePart]]
    """Scores all players, whose `parts` are still empty; one result per player, in their order."""
    applies_to: Callable[[GameState], bool] = lambda _: True
    """Whether a game has this part."""


def _for_each(
    id: str,
    points: Callable[[GameState, PlayerTally], int],
    applies_to: Callable[[GameState], bool] = lambda _: True,
) -> PartRule:
    """A part that gives each player points, whatever the others have."""

    def score(state: GameState, players: Sequence[PlayerTally]) -> list[ScorePart]:
        return [ScorePart(id, points(state, player)) for player in players]

    return PartRule(id, score, applies_to)


def _for_most(
    id: str, bonus: Callable[[GameState], int], amount: Callable[[PlayerTally], int]
) -> PartRule:
    """A bonus for having the most of something."""

    def score(state: GameState, players: Sequence[PlayerTally]) -> list[ScorePart]:
        points = _points_for_most(bonus(state), [amount(player) for player in players])
        return [ScorePart(id, each) for each in points]

    return PartRule(id, score, lambda state: bonus(state) > 0)


def _points_for_most(bonus: int, amounts: Sequence[int]) -> list[int]:
    """The points of each player for having the most of something; nobody gets any for nothing."""
    most = max(amounts)
    return [bonus if amount == most > 0 else 0 for amount in amounts]


ROUTES = _for_each("routes", lambda _, player: sum(claim.points for claim in player.claims))
TICKETS = _for_each("tickets", lambda _, player: sum(result.points for result in player.tickets))
STATIONS = _for_each(
    "stations",
    lambda state, player: (
        state.players[player.name].stations_left * state.setup.board.bonuses.unused_station
    ),
    lambda state: state.setup.board.bonuses.unused_station > 0,
)
LONGEST_ROUTE = _for_most(
    "longest_route",
    lambda state: state.setup.longest_route_bonus,
    lambda player: player.longest_route.length,
)
GLOBETROTTER = _for_most(
    "globetrotter",
    lambda state: state.setup.board.bonuses.globetrotter,
    lambda player: player.tickets_completed,
)


@dataclass(frozen=True, slots=True)
class GrandTour:
    """A completed ticket with two walks between its ends over own routes that share no route."""

    ticket: Ticket
    walks: tuple[Walk, Walk]


@dataclass(frozen=True, slots=True)
class GrandTourPart(ScorePart):
    """The points for a player's Grand Tours together."""

    tours: tuple[GrandTour, ...]


def _score_grand_tour(state: GameState, players: Sequence[PlayerTally]) -> list[GrandTourPart]:
    bonuses = state.setup.board.bonuses
    found = [_tours(state, player) for player in players]
    return [
        GrandTourPart(GRAND_TOUR.id, bonuses.for_grand_tours(len(tours)), tours) for tours in found
    ]


def _tours(state: GameState, player: PlayerTally) -> tuple[GrandTour, ...]:
    ends, routes = state.setup.board.ticket_ends, state.players[player.name].routes
    tours = []
    for result in player.tickets:
        if not result.completed:
            continue
        walks = disjoint_walks(routes, ends[result.ticket.start].places, ends[result.end].places)
        if walks is not None:
            tours.append(GrandTour(result.ticket, walks))
    return tuple(tours)


GRAND_TOUR = PartRule(
    "grand_tour", _score_grand_tour, lambda state: bool(state.setup.board.bonuses.grand_tour)
)


@dataclass(frozen=True, slots=True)
class MostCitiesPart(ScorePart):
    """The bonus and the player's connected network with the most cities."""

    cities: tuple[str, ...]
    routes: tuple[str, ...]
    """The routes of that network."""


def _score_most_cities(state: GameState, players: Sequence[PlayerTally]) -> list[MostCitiesPart]:
    networks = [_largest_network(state, player.name) for player in players]
    bonus = state.setup.board.bonuses.most_cities
    points = _points_for_most(bonus, [len(cities) for cities, _ in networks])
    return [
        MostCitiesPart(MOST_CITIES.id, each, *network)
        for each, network in zip(points, networks, strict=True)
    ]


def _largest_network(state: GameState, player: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cities and routes of a player's network with the most cities."""
    places, routes = state.setup.board.places, state.players[player].routes
    network_of = components((route.start, route.end) for route in routes)
    cities: dict[str, list[str]] = {network: [] for network in network_of.values()}
    for place in sorted(network_of):
        if places[place].kind == "city":
            cities[network_of[place]].append(place)
    if not cities:
        return (), ()
    largest = max(cities, key=lambda network: len(cities[network]))
    inside = (route.id for route in routes if network_of[route.start] == largest)
    return tuple(cities[largest]), tuple(inside)


MOST_CITIES = PartRule(
    "most_cities", _score_most_cities, lambda state: state.setup.board.bonuses.most_cities > 0
)


@dataclass(frozen=True, slots=True)
class AttractionsPart(ScorePart):
    """The points and the attractions reached."""

    places: tuple[str, ...]


def _score_attractions(state: GameState, players: Sequence[PlayerTally]) -> list[AttractionsPart]:
    board, scored = state.setup.board, []
    for player in players:
        reached = {end for claim in player.claims for end in (claim.route.start, claim.route.end)}
        found = tuple(
            id for id, place in board.places.items() if place.attraction and id in reached
        )
        scored.append(AttractionsPart(ATTRACTIONS.id, board.bonuses.attraction * len(found), found))
    return scored


ATTRACTIONS = PartRule(
    "attractions", _score_attractions, lambda state: state.setup.board.bonuses.attraction > 0
)


@dataclass(frozen=True, slots=True)
class ConnectedDistrict:
    """A district whose places own routes connect with each other."""

    district: District
    routes: tuple[str, ...]
    """Own routes that connect them."""


@dataclass(frozen=True, slots=True)
class DistrictsPart(ScorePart):
    """The points and the districts they are for."""

    districts: tuple[ConnectedDistrict, ...]


def _score_districts(state: GameState, players: Sequence[PlayerTally]) -> list[DistrictsPart]:
    scored = []
    for player in players:
        found = tuple(_connected_districts(state, player.name))
        points = sum(each.district.points for each in found)
        scored.append(DistrictsPart(DISTRICTS.id, points, found))
    return scored


def _connected_districts(state: GameState, player: str) -> Iterator[ConnectedDistrict]:
    board, own = state.setup.board, {route.id for route in state.players[player].routes}
    network = Network.of_routes(board, lambda route: route.length if route.id in own else None)
    for district in board.districts:
        first, *others = district.places
        walks = [network.cheapest_walk((first,), (place,)) for place in others]
        routes = [id for found in walks if found is not None for id in found.walk.routes]
        if None not in walks:
            yield ConnectedDistrict(district, tuple(dict.fromkeys(routes)))


DISTRICTS = PartRule("districts", _score_districts, lambda state: bool(state.setup.board.districts))


@dataclass(frozen=True, slots=True)
class OtherPointsPart(ScorePart):
    """The points and the entries they were given with."""

    entries: tuple[OtherPoints, ...]


def _score_extra(state: GameState, players: Sequence[PlayerTally]) -> list[OtherPointsPart]:
    entries = [state.players[player.name].other_points for player in players]
    return [
        OtherPointsPart(EXTRA.id, sum(entry.points for entry in given), given) for given in entries
    ]


EXTRA = PartRule(
    "extra",
    _score_extra,
    lambda state: any(player.other_points for player in state.players.values()),
)


PARTS: tuple[PartRule, ...] = (
    ROUTES,
    TICKETS,
    STATIONS,
    LONGEST_ROUTE,
    GLOBETROTTER,
    GRAND_TOUR,
    MOST_CITIES,
    ATTRACTIONS,
    DISTRICTS,
    EXTRA,
)
"""All parts, in the order in which score tables and the reveal show them."""
