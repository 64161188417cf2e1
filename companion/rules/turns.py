"""Turns, the last round, and what a game lacks before it is decided."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING

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


def why_no_turn(state: GameState, player: str, place: Phrase | None = None) -> Phrase | None:
    """Why a player has no turn left; `place` is the route or city that it is for."""
    if has_turn(state, player):
        return None
    if state.players[player].left:
        if place is None:
            return phrase("{player} has left the game.", player=player)
        return phrase(
            "Too late for {place}: {player} has left the game.", place=place, player=player
        )
    if place is None:
        return phrase("{player} has already had their last turn.", player=player)
    return phrase(
        "Too late for {place}: {player} has already had their last turn.",
        place=place,
        player=player,
    )


def why_not_pass(state: GameState, player: str) -> Phrase | None:
    """Why a player cannot end a turn."""
    if not state.setup.counted:
        return why_no_turn(state, player)
    return phrase("{player} cannot end a turn: a counted game has no turns.", player=player)


def why_not_leave(state: GameState, player: str) -> Phrase | None:
    """Why a player cannot leave the game."""
    if state.setup.counted:
        return phrase("{player} cannot leave: a counted game is over already.", player=player)
    if state.players[player].left:
        return why_no_turn(state, player)
    if len(state.remaining_players) > MIN_REMAINING_PLAYERS:
        return None
    return plural_phrase(
        "{player} cannot leave: at least {count} player must stay.",
        "{player} cannot leave: at least {count} players must stay.",
        MIN_REMAINING_PLAYERS,
        player=player,
    )


def end_turn(state: GameState, player: str) -> GameState:
    """The state after `player` has ended a turn."""
    if state.setup.counted:
        return state
    if state.last_turns is None and state.players[player].trains <= LAST_ROUND_TRAINS:
        return _turn_after(replace(state, last_turns=state.remaining_players), player)
    return _turn_after(_without_last_turn(state, player), player)


def leave(state: GameState, player: str) -> GameState:
    """The state after `player` has left and discarded all terrain cards."""
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


def is_decided(state: GameState) -> bool:
    """Whether there is a winner: the game is over and nobody's tickets are missing."""
    return state.is_over and not without_tickets(state)
