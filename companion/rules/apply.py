"""Applying events to a game state; `Refused` where a rule forbids the event."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.rules.claims import check_claim
from companion.rules.doubling import check_doubling, claim_points
from companion.rules.errors import Refused, TooManyEntries, Unknown
from companion.rules.events import (
    Event,
    OtherPoints,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    TicketsTaken,
    TurnPassed,
)
from companion.rules.other_points import check_other_points
from companion.rules.state import Claim, GameState, PlayerState
from companion.rules.stations import check_station
from companion.rules.terrain import check_terrain
from companion.rules.tickets import check_tickets
from companion.rules.turns import end_turn, leave, pass_turn
from companion.rules.wording import phrase

MAX_ENTRIES = 10_000
"""Most log entries of a game: a real one has a few hundred, and every entry keeps its state."""


def apply_event(state: GameState, event: Event) -> GameState:
    """The state after an event; raises `Refused` if a rule forbids it."""
    if state.entries >= MAX_ENTRIES:
        raise TooManyEntries(phrase("A game has at most {most} entries.", most=MAX_ENTRIES))
    return replace(_apply(state, event), entries=state.entries + 1)


def why_refused(state: GameState, event: Event) -> Refused | None:
    """Why the rules refuse an event in this state; None if they allow it."""
    try:
        apply_event(state, event)
    except Refused as reason:
        return reason
    return None


def _apply(state: GameState, event: Event) -> GameState:
    match event:
        case RouteClaimed():
            return _route_claimed(state, event)
        case TerrainDrawn():
            check_terrain(state, event)
            player = state.players[event.player]
            return state.with_player(_with_terrain(player, event.terrain, event.count))
        case StationBuilt():
            return _station_built(state, event)
        case TurnPassed():
            return pass_turn(state, event.player)
        case PlayerLeft():
            return leave(state, event.player)
        case TicketsTaken():
            check_tickets(state, event)
            player = state.players[event.player]
            return state.with_player(replace(player, tickets=player.tickets + event.tickets))
        case OtherPoints():
            check_other_points(state, event)
            player = state.players[event.player]
            return state.with_player(replace(player, other_points=(*player.other_points, event)))


def _with_terrain(player: PlayerState, terrain: str, count: int) -> PlayerState:
    cards = {**player.terrain, terrain: player.terrain[terrain] + count}
    return replace(player, terrain=MappingProxyType(cards))


def _route_claimed(state: GameState, event: RouteClaimed) -> GameState:
    player = state.player(event.player)
    route = state.setup.board.routes.get(event.route)
    if route is None:
        raise Unknown(
            phrase(
                "{player} cannot claim “{route}”: {board} has no such route.",
                player=event.player,
                route=event.route,
                board=state.setup.board.display_name,
            )
        )
    check_claim(state, event.player, route, event.track)
    if event.doubled is not None:
        check_doubling(state, event.player, route, event.track, event.doubled)
        terrain = state.setup.terrain
        if terrain is not None:
            kind = terrain.type_of(route.tracks[event.track])
            player = _with_terrain(player, kind.id, -event.doubled.terrain)
    doubled = event.doubled is not None
    score = claim_points(state.setup.board, route, event.track, doubled=doubled)
    claim = Claim(state.entries, route, event.track, score, event.doubled)
    trains = player.trains - route.trains(event.track)
    player = replace(player, trains=trains, claims=(*player.claims, claim))
    owners = list(state.track_owners(route))
    owners[event.track] = event.player
    state = replace(state, owners=MappingProxyType({**state.owners, route.id: tuple(owners)}))
    return end_turn(state.with_player(player), event.player)


def _station_built(state: GameState, event: StationBuilt) -> GameState:
    check_station(state, event.player, event.city)
    player = state.players[event.player]
    player = replace(
        player, stations_left=player.stations_left - 1, stations=(*player.stations, event.city)
    )
    station_owners = MappingProxyType({**state.station_owners, event.city: event.player})
    state = replace(state, station_owners=station_owners)
    return end_turn(state.with_player(player), event.player)
