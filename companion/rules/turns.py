"""Turns and the last round.

Draws of train cards are not entered, so any player may make the next entry; turns are counted only
in the last round, in which every player has exactly one.
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from companion.rules.errors import (
    LastTurnTaken,
    NotWhenCounting,
    PlayerHasLeft,
    TooFewPlayersRemain,
)
from companion.rules.wording import Phrase, phrase, plural_phrase

if TYPE_CHECKING:
    from companion.rules.state import GameState

LAST_ROUND_TRAINS = 2
"""A turn that ends with this many trains or fewer starts the last round."""

MIN_REMAINING_PLAYERS = 2
"""Players who must remain when another one leaves."""


def has_turn(state: GameState, player: str) -> bool:
    """Whether a player may take a turn: has not left, and has not had the last turn."""
    with_turn = state.remaining_players if state.last_turns is None else state.last_turns
    return player in with_turn


def check_has_turn(state: GameState, player: str, place: Phrase | None = None) -> None:
    """Refuse a turn to a player who has none left; `place` is the route or city it is for."""
    check_not_left(state, player, place)
    if has_turn(state, player):
        return
    if place is None:
        raise LastTurnTaken(phrase("{player} has already had their last turn.", player=player))
    raise LastTurnTaken(
        phrase(
            "Too late for {place}: {player} has already had their last turn.",
            place=place,
            player=player,
        )
    )


def check_not_left(state: GameState, player: str, place: Phrase | None = None) -> None:
    """Refuse an entry of a player who has left; `place` is the route or city it is for."""
    if not state.player(player).left:
        return
    if place is None:
        raise PlayerHasLeft(phrase("{player} has left the game.", player=player))
    raise PlayerHasLeft(
        phrase("Too late for {place}: {player} has left the game.", place=place, player=player)
    )


def pass_turn(state: GameState, player: str) -> GameState:
    """The state after a turn without a claim or station; refused while counting."""
    check_has_turn(state, player)
    if state.setup.counted:
        raise NotWhenCounting(
            phrase("{player} cannot end a turn: a counted game has no turns.", player=player)
        )
    return end_turn(state, player)


def end_turn(state: GameState, player: str) -> GameState:
    """The state after `player` has ended a turn."""
    if state.setup.counted:
        return state
    if state.last_turns is None and state.players[player].trains <= LAST_ROUND_TRAINS:
        return _turn_after(replace(state, last_turns=state.remaining_players), player)
    return _turn_after(_without_last_turn(state, player), player)


def leave(state: GameState, player: str) -> GameState:
    """The state after `player` has left and discarded all terrain cards.

    `TooFewPlayersRemain` if too few would remain.
    """
    check_not_left(state, player)
    if state.setup.counted:
        raise NotWhenCounting(
            phrase("{player} cannot leave: a counted game is over already.", player=player)
        )
    if len(state.remaining_players) <= MIN_REMAINING_PLAYERS:
        raise TooFewPlayersRemain(
            plural_phrase(
                "{player} cannot leave: at least {count} player must stay.",
                "{player} cannot leave: at least {count} players must stay.",
                MIN_REMAINING_PLAYERS,
                player=player,
            )
        )
    leaver = state.players[player]
    discarded = MappingProxyType(dict.fromkeys(leaver.terrain, 0))
    state = state.with_player(replace(leaver, left=True, terrain=discarded))
    state = _without_last_turn(state, player)
    return _turn_after(state, player) if state.turn == player else state


def _without_last_turn(state: GameState, player: str) -> GameState:
    if state.last_turns is None:
        return state
    return replace(state, last_turns=tuple(name for name in state.last_turns if name != player))


def _turn_after(state: GameState, player: str) -> GameState:
    """The state with the turn given to the next player after `player` who still has one."""
    names = state.setup.names
    after = names.index(player) + 1
    following = names[after:] + names[:after]
    return replace(state, turn=next((name for name in following if has_turn(state, name)), None))
