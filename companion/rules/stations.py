"""Building stations."""

from __future__ import annotations

from companion.rules.errors import CityOccupied, NoStationLeft, NoStationsHere, NotACity, Unknown
from companion.rules.state import GameState
from companion.rules.turns import check_turn_left
from companion.rules.wording import say


def check_station(state: GameState, name: str, city: str) -> None:
    """Refuse a station that cannot stand there."""
    player = state.player(name)
    board = state.setup.board
    if not board.stations_per_player:
        raise NoStationsHere(
            say(
                "{player} cannot build in {city}: {board} has no stations.",
                player=name,
                city=board.places[city].name if city in board.places else city,
                board=board.name,
            )
        )
    place = board.places.get(city)
    if place is None:
        raise Unknown(
            say(
                "{player} cannot build in “{city}”: {board} has no such city.",
                player=name,
                city=city,
                board=board.name,
            )
        )
    if place.kind != "city":
        raise NotACity(
            say(
                "{player} cannot build in {city}: only cities hold stations.",
                player=name,
                city=place.name,
            )
        )
    owner = state.station_owners.get(city)
    if owner == name:
        raise CityOccupied(
            say("{player} has a station in {city} already.", player=name, city=place.name)
        )
    if owner is not None:
        raise CityOccupied(
            say(
                "{player} cannot build in {city}: {owner} has a station there.",
                player=name,
                city=place.name,
                owner=owner,
            )
        )
    if not player.stations_left:
        raise NoStationLeft(
            say(
                "{player} cannot build in {city}: all {count} stations are built.",
                player=name,
                city=place.name,
                count=board.stations_per_player,
            )
        )
    check_turn_left(state, name, place.name)


def station_cost(state: GameState, name: str) -> int:
    """Cards of one colour the player's next station costs, as a reminder: 1, then 2, then 3."""
    return len(state.player(name).stations) + 1
