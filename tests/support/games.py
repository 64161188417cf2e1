"""The recorded games in `tests/games`."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from companion.rules.boards import bundled_boards
from companion.rules.game import Game
from companion.rules.record import Record, read_record

GAMES = Path(__file__).parents[1] / "games"
NAMES = sorted(path.stem for path in GAMES.glob("*.json"))


@lru_cache
def recorded(name: str) -> Record:
    """The record of a game."""
    return read_record((GAMES / f"{name}.json").read_text(encoding="utf-8"), bundled_boards())


def recorded_game(name: str) -> Game:
    """A recorded game with every entry."""
    return recorded(name).game
