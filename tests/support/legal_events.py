"""All legal events of a player: the rules accept each of them as the next entry."""

from __future__ import annotations

from collections.abc import Iterator

from companion.rules.apply import why_refused
from companion.rules.board import Route
from companion.rules.claims import doubling_offer, why_not_claim
from companion.rules.events import (
    UNCHECKED,
    Event,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    TurnPassed,
)
from companion.rules.state import GameState
from companion.rules.terrain import cards_left
from companion.rules.turns import has_turn


def legal_tracks(state: GameState, player: str) -> tuple[tuple[Route, int], ...]:
    """Every track that the player can claim now."""
    return tuple(
        (route, track)
        for route in state.setup.board.routes.values()
        for track in range(len(route.tracks))
        if why_not_claim(state, player, route, track) is None
    )


def legal_station_cities(state: GameState, player: str) -> tuple[str, ...]:
    """Every city in which the player can build a station now."""
    if not state.setup.board.stations_per_player:
        return ()
    return tuple(
        city
        for city in state.setup.board.places
        if why_refused(state, StationBuilt(player, city)) is None
    )


def legal_events(state: GameState, player: str) -> Iterator[Event]:
    """Every legal event of a player except tickets."""
    terrain = state.setup.terrain
    for kind in terrain.types if terrain and has_turn(state, player) else ():
        if cards_left(state, kind):
            yield TerrainDrawn(player, kind.id)
        if state.players[player].terrain[kind.id]:
            yield TerrainDrawn(player, kind.id, -1)
    for route, track in legal_tracks(state, player):
        yield RouteClaimed(player, route.id, track)
        offer = doubling_offer(state, player, route, track)
        for play in offer.plays if offer else ():
            yield RouteClaimed(player, route.id, track, play)
        if state.setup.counted and state.setup.board.terrain:
            yield RouteClaimed(player, route.id, track, UNCHECKED)
    for city in legal_station_cities(state, player):
        yield StationBuilt(player, city)
    if why_refused(state, TurnPassed(player)) is None:
        yield TurnPassed(player)
    if why_refused(state, PlayerLeft(player)) is None:
        yield PlayerLeft(player)
