"""The longest route while a game goes on, where it counts: who holds it, how long, and where."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.final_tally import longest_walk
from companion.rules.state import GameState
from companion.rules.wording import Phrase, join_names, phrase


@dataclass(frozen=True, slots=True)
class Holding:
    """Who has the longest route."""

    players: tuple[str, ...]
    """In turn order; several who are tied."""
    length: int
    """In train spaces."""


def held(state: GameState) -> Holding | None:
    """Who would get the bonus now; None where there is none or nobody has a route."""
    if not state.setup.longest_route_bonus:
        return None
    lengths = {name: longest_walk(player).length for name, player in state.players.items()}
    longest = max(lengths.values())
    if not longest:
        return None
    return Holding(tuple(name for name in lengths if lengths[name] == longest), longest)


def taken(before: GameState, after: GameState) -> Phrase | None:
    """What to tell when others hold it than before; nothing of the first route of a game."""
    had, has = held(before), held(after)
    if had is None or has is None or had.players == has.players:
        return None
    return phrase(
        "Longest route: {players}, {length}", players=join_names(has.players), length=has.length
    )


def trail(state: GameState, player: str) -> tuple[tuple[str, int], ...]:
    """The tracks of a player's longest route, in walking order."""
    has = state.players[player]
    tracks = {claim.route.id: claim.track for claim in has.claims}
    return tuple((route, tracks[route]) for route in longest_walk(has).routes)
