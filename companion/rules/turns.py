"""Whose turn it is, and the last round.

Drawing cards need not be entered, so any player may make the next entry; only the last round
counts turns, because there everybody has exactly one.
"""

from __future__ import annotations

from dataclasses import replace

from companion.rules.errors import LastTurnTaken
from companion.rules.state import GameState
from companion.rules.wording import say

LAST_ROUND_TRAINS = 2
"""Ending a turn with this many trains or fewer brings on the last round."""


def check_turn_left(state: GameState, player: str, place: str | None = None) -> None:
    """Refuse a turn, spent on a route or in a city, to a player who has had the last one."""
    if state.last_turns is None or player in state.last_turns:
        return
    if place is None:
        raise LastTurnTaken(say("{player} has had the last turn of this game.", player=player))
    raise LastTurnTaken(
        say(
            "{place} comes too late: {player} has had the last turn of this game.",
            place=place,
            player=player,
        )
    )


def end_turn(state: GameState, player: str) -> GameState:
    """The state once `player` has ended a turn."""
    names = state.setup.names
    if state.last_turns is not None:
        last_turns = tuple(name for name in state.last_turns if name != player)
    elif state.players[player].trains <= LAST_ROUND_TRAINS:
        last_turns = names
    else:
        last_turns = None
    after = names.index(player) + 1
    following = names[after:] + names[:after]
    waiting = names if last_turns is None else last_turns
    turn = next((name for name in following if name in waiting), None)
    return replace(state, turn=turn, last_turns=last_turns)
