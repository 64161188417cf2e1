"""Terrain draws in words: the number of cards after a draw, and too many draws in one turn."""

from __future__ import annotations

from companion.rules.event_description import describe_event
from companion.rules.events import TerrainDrawn
from companion.rules.game import Game
from companion.rules.state import GameState
from companion.rules.terrain_draws import DRAWS_PER_TURN, cards_this_turn
from companion.rules.wording import Phrase, phrase, plural_phrase


def describe_draw(after: GameState, event: TerrainDrawn) -> Phrase:
    """A draw and the player's number of cards after it: "Ana: +1 Mountain, 2 now"."""
    return phrase(
        # Translators: “Ana: +1 Mountain, 2 now”: how many lie before the player now.
        "{entry}, {count} now",
        entry=describe_event(after.setup.board, event),
        count=after.players[event.player].terrain[event.terrain],
    )


def too_many_draws(game: Game, player: str) -> Phrase | None:
    """A notice that a player has drawn more cards than a turn allows; None if they have not."""
    count = cards_this_turn(game, player)
    if count <= DRAWS_PER_TURN:
        return None
    if count == DRAWS_PER_TURN + 1:
        return phrase("{player}: third card this turn", player=player)
    return plural_phrase(
        "{player}: {count} card this turn",
        "{player}: {count} cards this turn",
        count,
        player=player,
    )
