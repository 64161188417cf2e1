"""The rules for claiming a track."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.errors import OtherTrackOwned, TooFewTrains, TrackClosed, TrackTaken, Unknown
from companion.rules.turns import check_has_turn
from companion.rules.wording import phrase, plural_phrase

if TYPE_CHECKING:
    from companion.rules.board import Route
    from companion.rules.state import GameState


def check_track(state: GameState, player: str, route: Route, track: int) -> None:
    """Refuse a track that is taken, closed, or whose other track the player owns."""
    title = state.setup.board.route_title(route)
    owners = state.track_owners(route)
    if not 0 <= track < len(owners):
        raise Unknown(
            phrase(
                "{player} cannot claim another track of {route}: it has only {count}.",
                player=player,
                route=title,
                count=len(owners),
            )
        )
    owner = owners[track]
    if owner == player:
        raise TrackTaken(phrase("{player} already has {route}.", player=player, route=title))
    if owner is not None:
        raise TrackTaken(
            phrase(
                "{player} cannot claim {route}: {owner} has this track.",
                player=player,
                route=title,
                owner=owner,
            )
        )
    holders = state.route_owners(route)
    if player in holders:
        raise OtherTrackOwned(
            phrase(
                "{player} cannot claim {route}: nobody may have two tracks of the same route.",
                player=player,
                route=title,
            )
        )
    if state.is_closed(route):
        raise TrackClosed(
            plural_phrase(
                "{player} cannot claim {route}: {owner} has one track, and with fewer than {count} "
                "player only one can be claimed.",
                "{player} cannot claim {route}: {owner} has one track, and with fewer than {count} "
                "players only one can be claimed.",
                state.setup.board.double_tracks_from_players,
                player=player,
                route=title,
                owner=holders[0],
            )
        )


def check_claim(state: GameState, player: str, route: Route, track: int) -> None:
    """Refuse a claim of a track: not free, too few trains, or no turn left."""
    check_track(state, player, route, track)
    trains = state.player(player).trains
    if trains < route.trains(track):
        raise TooFewTrains(
            phrase(
                "{player} cannot claim {route}: it takes {needed}, but {player} has {left}.",
                player=player,
                route=state.setup.board.route_title(route),
                needed=plural_phrase("{count} train", "{count} trains", route.trains(track)),
                left=plural_phrase("only {count} left", "only {count} left", trains)
                if trains
                else phrase("none left"),
            )
        )
    check_has_turn(state, player, state.setup.board.route_title(route))
