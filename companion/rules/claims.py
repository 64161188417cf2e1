"""The rules for claiming a track."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.turns import why_no_turn
from companion.rules.wording import Phrase, phrase, plural_phrase

if TYPE_CHECKING:
    from companion.rules.board import Route
    from companion.rules.state import GameState


def why_not_track(state: GameState, player: str, route: Route, track: int) -> Phrase | None:
    """Why a track is not free for a player: taken, closed, or they own another track of it."""
    title = state.setup.board.route_title(route)
    owners = state.track_owners(route)
    if not 0 <= track < len(owners):
        return phrase(
            "{player} cannot claim another track of {route}: it has only {count}.",
            player=player,
            route=title,
            count=len(owners),
        )
    owner = owners[track]
    if owner == player:
        return phrase("{player} already has {route}.", player=player, route=title)
    if owner is not None:
        return phrase(
            "{player} cannot claim {route}: {owner} has this track.",
            player=player,
            route=title,
            owner=owner,
        )
    holders = state.route_owners(route)
    if player in holders:
        return phrase(
            "{player} cannot claim {route}: nobody may have two tracks of the same route.",
            player=player,
            route=title,
        )
    if state.is_closed(route):
        return plural_phrase(
            "{player} cannot claim {route}: {owner} has one track, and with fewer than {count} "
            "player only one can be claimed.",
            "{player} cannot claim {route}: {owner} has one track, and with fewer than {count} "
            "players only one can be claimed.",
            state.setup.board.double_tracks_from_players,
            player=player,
            route=title,
            owner=holders[0],
        )
    return None


def why_not_claim(state: GameState, player: str, route: Route, track: int) -> Phrase | None:
    """Why a player cannot claim a track now: not free, too few trains, or no turn left."""
    reason = why_not_track(state, player, route, track)
    if reason is not None:
        return reason
    trains = state.players[player].trains
    if trains < route.trains(track):
        return phrase(
            "{player} cannot claim {route}: it takes {needed}, but {player} has {left}.",
            player=player,
            route=state.setup.board.route_title(route),
            needed=plural_phrase("{count} train", "{count} trains", route.trains(track)),
            left=plural_phrase("only {count} left", "only {count} left", trains)
            if trains
            else phrase("none left"),
        )
    return why_no_turn(state, player, state.setup.board.route_title(route))


def why_not_claim_route(state: GameState, player: str, route: Route) -> Phrase | None:
    """Why a player cannot claim any track of a route now; None if they can claim one."""
    owners = state.track_owners(route)
    # That a track is taken explains less than what rules out a free one.
    tracks = sorted(range(len(owners)), key=lambda track: owners[track] is not None)
    reasons = [why_not_claim(state, player, route, track) for track in tracks]
    return None if None in reasons else reasons[0]


def free_track(state: GameState, player: str, route: Route) -> int | None:
    """The first track of a route that is free for a player, however many trains are left."""
    tracks = range(len(route.tracks))
    return next((each for each in tracks if not why_not_track(state, player, route, each)), None)
