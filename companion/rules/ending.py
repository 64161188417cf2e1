"""When a game is decided, and what it lacks: last turns, and tickets of some players."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.state import GameState


def open_turns(state: GameState) -> tuple[str, ...]:
    """The players who still have a turn in the last round, in turn order; empty before it."""
    names = state.setup.names
    following = names.index(state.turn) if state.turn else 0
    order = names[following:] + names[:following]
    return tuple(name for name in order if name in (state.last_turns or ()))


def without_tickets(state: GameState) -> tuple[str, ...]:
    """The players whose tickets are missing: none entered, and not entered as having none."""
    missing = (player for player in state.players.values() if player.are_tickets_missing)
    return tuple(player.name for player in missing)


def is_tally_begun(state: GameState) -> bool:
    """Whether the game is over or some tickets have been entered."""
    return state.is_over or len(without_tickets(state)) < len(state.players)


def is_decided(state: GameState) -> bool:
    """Whether there is a winner: the game is over and nobody's tickets are missing."""
    return state.is_over and not without_tickets(state)
