"""Who acts next, as it is saved with a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.rules.game import Game
    from companion.store.saved_game import SavedGame


def player_to_move(game: Game) -> str:
    """The player whose turn it is; after the end the first who has not left."""
    return game.state.turn or game.state.remaining_players[0]


def seat_to_save(game: Game, player: str) -> int:
    """The seat to save for a player who acts next: 0 for the one whose turn it is."""
    return 0 if player == player_to_move(game) else game.setup.names.index(player) + 1


def selected_player(saved: SavedGame) -> str:
    """The player chosen to act next, or the one whose turn it is."""
    game = saved.game
    return game.setup.names[saved.selected - 1] if saved.selected else player_to_move(game)
