"""Players during a game: renamed, recoloured or seated elsewhere, with the whole log following."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.rules import Game, Player


def changed(game: Game, seated: Sequence[tuple[str, Player]]) -> Game:
    """The same game with these people, in this order; refused if the rules then forbid an entry.

    Each is named with the name so far, so that everything entered follows.
    """
    names = {before: player.name for before, player in seated}
    setup = replace(game.setup, players=tuple(player for _, player in seated))
    events = (replace(event, player=names[event.player]) for event in game.events)
    return game.rewritten(setup, events)
