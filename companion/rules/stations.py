"""The rules for building stations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.errors import CityOccupied, NoStationLeft, NoStationsHere, NotACity, Unknown
from companion.rules.turns import check_has_turn
from companion.rules.wording import phrase, plural_phrase

if TYPE_CHECKING:
    from companion.rules.state import GameState


def check_station(state: GameState, name: str, city: str) -> None:
    """Refuse a station: not a city, occupied, none left to build, or no turn left."""
    player = state.player(name)
    board = state.setup.board
    if not board.stations_per_player:
        raise NoStationsHere(
            phrase(
                "{player} cannot build in {city}: {board} has no stations.",
                player=name,
                city=board.places[city].display_name if city in board.places else city,
                board=board.display_name,
            )
        )
    place = board.places.get(city)
    if place is None:
        raise Unknown(
            phrase(
                "{player} cannot build in “{city}”: {board} has no such city.",
                player=name,
                city=city,
                board=board.display_name,
            )
        )
    if place.kind != "city":
        raise NotACity(
            phrase(
                "{player} cannot build in {city}: stations can only be built in cities.",
                player=name,
                city=place.display_name,
            )
        )
    owner = state.station_owners.get(city)
    if owner == name:
        raise CityOccupied(
            phrase(
                "{player} already has a station in {city}.", player=name, city=place.display_name
            )
        )
    if owner is not None:
        raise CityOccupied(
            phrase(
                "{player} cannot build in {city}: {owner} has a station there.",
                player=name,
                city=place.display_name,
                owner=owner,
            )
        )
    if not player.stations_left:
        raise NoStationLeft(
            plural_phrase(
                "{player} cannot build in {city}: their {count} station is already built.",
                "{player} cannot build in {city}: all {count} of their stations are already built.",
                board.stations_per_player,
                player=name,
                city=place.display_name,
            )
        )
    check_has_turn(state, name, place.display_name)


def station_cost(state: GameState, name: str) -> int:
    """Cards of one colour the player's next station costs, as a reminder: 1, then 2, then 3."""
    return len(state.player(name).stations) + 1
