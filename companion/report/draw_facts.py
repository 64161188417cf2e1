"""Terrain cards in words: what a draw brought, and whether it is one too many for a turn."""

from __future__ import annotations

from companion.rules import (
    DRAWS_A_TURN,
    Game,
    GameState,
    Phrase,
    TerrainDrawn,
    cards_this_turn,
    say,
    say_count,
    told,
)


def drawn(after: GameState, event: TerrainDrawn) -> Phrase:
    """A draw and how many cards of that terrain lie there now: "Ana: +1 Mountain, 2 now"."""
    return say(
        # Translators: “Ana: +1 Mountain, 2 now”: how many lie before the player now.
        "{entry}, {count} now",
        entry=told(after.setup.board, event),
        count=after.players[event.player].terrain[event.terrain],
    )


def too_many_draws(game: Game, player: str) -> Phrase | None:
    """What to tell when a player has drawn more cards than a turn allows, if that is so."""
    count = cards_this_turn(game, player)
    if count <= DRAWS_A_TURN:
        return None
    if count == DRAWS_A_TURN + 1:
        return say("{player}: third card this turn", player=player)
    return say_count(
        "{player}: {count} card this turn",
        "{player}: {count} cards this turn",
        count,
        player=player,
    )
