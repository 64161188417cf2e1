"""The rules for building stations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.turns import why_no_turn
from companion.rules.wording import Phrase, phrase, plural_phrase

if TYPE_CHECKING:
    from companion.rules.state import GameState


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
