"""Applying events to a game state; `Refused` where a rule forbids the event."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType

from companion.rules.claims import claim_points, why_not_claim, why_not_double
from companion.rules.errors import Refused
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
from companion.rules.names import why_not_description
from companion.rules.state import Claim, GameState, PlayerState
from companion.rules.stations import why_not_station
from companion.rules.terrain import why_not_draw
from companion.rules.tickets import why_not_tickets
from companion.rules.turns import end_turn, leave, why_not_leave, why_not_pass
from companion.rules.wording import Phrase, phrase

MAX_ENTRIES = 10_000
"""Most log entries of a game: a real one has a few hundred, and every entry keeps its state."""

MOST_OTHER_POINTS = 500
"""Most points of one entry, added or subtracted."""


def apply_event(state: GameState, event: Event) -> GameState:
    """The state after an event; raises `Refused` if a rule forbids it."""
    reason = why_refused(state, event)
    if reason is not None:
        raise Refused(reason)
    return replace(_apply(state, event), entries=state.entries + 1)


def why_refused(state: GameState, event: Event) -> Phrase | None:
    """Why the rules refuse an event in this state; None if they allow it."""
    if state.entries >= MAX_ENTRIES:
        return phrase("A game has at most {most} entries.", most=MAX_ENTRIES)
    if event.player not in state.players:
        return phrase("There is no player called {player} in this game.", player=event.player)
    match event:
        case RouteClaimed():
            return _why_not_claimed(state, event)
        case TerrainDrawn():
            return why_not_draw(state, event)
        case StationBuilt():
            return why_not_station(state, event.player, event.city)
        case TurnPassed():
            return why_not_pass(state, event.player)
        case PlayerLeft():
            return why_not_leave(state, event.player)
        case TicketsTaken():
            return why_not_tickets(state, event)
        case OtherPoints():
            return _why_not_other_points(event)


def _why_not_claimed(state: GameState, event: RouteClaimed) -> Phrase | None:
    route = state.setup.board.routes.get(event.route)
    if route is None:
        return phrase(
            "{player} cannot claim “{route}”: {board} has no such route.",
            player=event.player,
            route=event.route,
            board=state.setup.board.display_name,
        )
    reason = why_not_claim(state, event.player, route, event.track)
    if reason is not None or event.doubled is None:
        return reason
    return why_not_double(state, event.player, route, event.track, event.doubled)


def _why_not_other_points(event: OtherPoints) -> Phrase | None:
    """Why a number is out of range or a description is not allowed."""
    if abs(event.points) > MOST_OTHER_POINTS:
        return phrase(
            "{player} cannot get {points} other points: enter {least} to {most} at a time.",
            player=event.player,
            points=event.points,
            least=-MOST_OTHER_POINTS,
            most=MOST_OTHER_POINTS,
        )
    return why_not_description(event.description)


def _apply(state: GameState, event: Event) -> GameState:
    """The state after an event that the rules allow."""
    player = state.players[event.player]
    match event:
        case RouteClaimed():
            return _route_claimed(state, event)
        case TerrainDrawn():
            return state.with_player(_with_terrain(player, event.terrain, event.count))
        case StationBuilt():
            return _station_built(state, event)
        case TurnPassed():
            return end_turn(state, event.player)
        case PlayerLeft():
            return leave(state, event.player)
        case TicketsTaken():
            tickets = player.tickets + event.tickets
            return state.with_player(replace(player, tickets=tickets, has_no_tickets=not tickets))
        case OtherPoints():
            return state.with_player(replace(player, other_points=(*player.other_points, event)))


def _with_terrain(player: PlayerState, terrain: str, count: int) -> PlayerState:
    cards = {**player.terrain, terrain: player.terrain[terrain] + count}
    return replace(player, terrain=MappingProxyType(cards))


def _route_claimed(state: GameState, event: RouteClaimed) -> GameState:
    player = state.players[event.player]
    route = state.setup.board.routes[event.route]
    terrain = state.setup.terrain
    if event.doubled is not None and terrain is not None:
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
    player = state.players[event.player]
    player = replace(
        player, stations_left=player.stations_left - 1, stations=(*player.stations, event.city)
    )
    station_owners = MappingProxyType({**state.station_owners, event.city: event.player})
    state = replace(state, station_owners=station_owners)
    return end_turn(state.with_player(player), event.player)
