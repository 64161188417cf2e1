"""The running longest route during play: its holders, length and tracks."""

from __future__ import annotations

from dataclasses import dataclass

from companion.drawing.highlight import TrackId
from companion.report.highlights import walk_tracks
from companion.rules.longest_route import longest_walk
from companion.rules.state import GameState
from companion.rules.wording import Phrase, join_names, phrase


@dataclass(frozen=True, slots=True)
class LongestRouteHolders:
    """The players with the longest route."""

    players: tuple[str, ...]
    """In turn order; several if they are tied."""
    length: int
    """In train spaces."""


def longest_route_holders(state: GameState) -> LongestRouteHolders | None:
    """The players who would get the bonus now; None without a bonus or without routes."""
    if not state.setup.longest_route_bonus:
        return None
    lengths = {name: longest_walk(player).length for name, player in state.players.items()}
    longest = max(lengths.values())
    if not longest:
        return None
    holders = tuple(name for name in lengths if lengths[name] == longest)
    return LongestRouteHolders(holders, longest)


def describe_new_holders(before: GameState, after: GameState) -> Phrase | None:
    """The new holders; None if they are the same or the first of the game."""
    had, has = longest_route_holders(before), longest_route_holders(after)
    if had is None or has is None or had.players == has.players:
        return None
    return phrase(
        "Longest route: {players}, {length}", players=join_names(has.players), length=has.length
    )


def longest_route_tracks(state: GameState, player: str) -> tuple[TrackId, ...]:
    """The tracks of a player's longest route, in walking order."""
    return walk_tracks(state, player, longest_walk(state.players[player]))
