"""Terrain cards drawn: how many in this turn, and which players lack their starting cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.rules.events import (
    OtherPoints,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    TicketsTaken,
    TurnPassed,
)

if TYPE_CHECKING:
    from companion.rules.game import Game

DRAWS_PER_TURN = 2
"""Cards a turn allows. Entries are often made late, so a third is reported, not refused."""


def cards_this_turn(game: Game, player: str) -> int:
    """How many cards a player drew since the last turn ended, not counting the starting cards.

    A turn of drawing is not followed by an entry that ends it: a draw by another player shows that
    it has ended.
    """
    terrain = game.setup.terrain
    dealt = terrain.dealt_at_start if terrain else 0
    drawn = 0
    for event in game.events:
        match event:
            case TerrainDrawn() if event.player == player:
                starting = min(dealt, max(event.count, 0))
                dealt -= starting
                drawn += event.count - starting
            case TerrainDrawn():
                drawn = 0
            case TicketsTaken() | OtherPoints() | PlayerLeft():
                pass
            case RouteClaimed() | StationBuilt() | TurnPassed():
                dealt = drawn = 0
    return max(drawn, 0)


def has_drawn_all(game: Game, player: str) -> bool:
    """Whether a player has drawn as many cards as a turn allows, so that the turn should end."""
    return game.state.turn is not None and cards_this_turn(game, player) >= DRAWS_PER_TURN


def without_starting_cards(game: Game) -> tuple[str, ...]:
    """The players who lack the cards dealt at the start; empty once a turn has ended."""
    terrain = game.setup.terrain
    has_begun = not all(isinstance(event, TerrainDrawn | OtherPoints) for event in game.events)
    if terrain is None or has_begun:
        return ()
    return tuple(
        name
        for name, player in game.state.players.items()
        if sum(player.terrain.values()) < terrain.dealt_at_start
    )
