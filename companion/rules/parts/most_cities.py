"""Score part: the bonus for most connected cities, for all players tied for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.rules.parts.score_part import PartRule, ScorePart

if TYPE_CHECKING:
    from companion.rules.final_tally import PlayerTally
    from companion.rules.state import GameState


@dataclass(frozen=True, slots=True)
class MostCitiesPart(ScorePart):
    """The bonus and the player's connected network with the most cities."""

    cities: tuple[str, ...]
    routes: tuple[str, ...]
    """The routes of that network."""


def _applies_to(state: GameState) -> bool:
    return state.setup.board.bonuses.most_cities > 0


def _score(state: GameState, players: Sequence[PlayerTally]) -> list[MostCitiesPart]:
    bonus = state.setup.board.bonuses.most_cities
    networks = [_largest_network(state, player.name) for player in players]
    most = max(len(cities) for cities, _ in networks)
    return [
        MostCitiesPart(RULE.id, bonus if len(cities) == most > 0 else 0, cities, routes)
        for cities, routes in networks
    ]


def _largest_network(state: GameState, player: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cities and routes of a player's network with the most cities."""
    places = state.setup.board.places
    network_of: dict[str, set[str]] = {}
    routes = state.players[player].routes
    for route in routes:
        joined = network_of.get(route.start, {route.start}) | network_of.get(route.end, {route.end})
        network_of.update(dict.fromkeys(joined, joined))
    cities = {
        start: tuple(sorted(place for place in network if places[place].kind == "city"))
        for start, network in network_of.items()
    }
    if not cities:
        return (), ()
    start = max(cities, key=lambda place: len(cities[place]))
    return cities[start], tuple(route.id for route in routes if route.start in network_of[start])


RULE = PartRule("most_cities", _score, _applies_to)
