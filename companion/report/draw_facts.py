"""Terrain cards in words: what a draw brought, and whether it is one too many for a turn."""

from __future__ import annotations

from companion.rules.draws import DRAWS_A_TURN, cards_this_turn
from companion.rules.events import TerrainDrawn
from companion.rules.game import Game
from companion.rules.state import GameState
from companion.rules.telling import describe_event
from companion.rules.wording import Phrase, phrase, plural_phrase


def drawn(after: GameState, event: TerrainDrawn) -> Phrase:
    """A draw and how many cards of that terrain lie there now: "Ana: +1 Mountain, 2 now"."""
    return phrase(
        # Translators: “Ana: +1 Mountain, 2 now”: how many lie before the player now.
        "{entry}, {count} now",
        entry=describe_event(after.setup.board, event),
        count=after.players[event.player].terrain[event.terrain],
    )


def too_many_draws(game: Game, player: str) -> Phrase | None:
    """What to tell when a player has drawn more cards than a turn allows, if that is so."""
    count = cards_this_turn(game, player)
    if count <= DRAWS_A_TURN:
        return None
    if count == DRAWS_A_TURN + 1:
        return phrase("{player}: third card this turn", player=player)
    return plural_phrase(
        "{player}: {count} card this turn",
        "{player}: {count} cards this turn",
        count,
        player=player,
    )
