"""The recorded games in `tests/games`."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from companion.rules.boards import bundled_boards
from companion.rules.final_tally import Tally, tally
from companion.rules.game import Game
from companion.rules.record import Record, read_record
from companion.rules.state import GameState

GAMES = Path(__file__).parents[1] / "games"
NAMES = sorted(path.stem for path in GAMES.glob("*.json"))


@lru_cache
def recorded(name: str) -> Record:
    """The record of a game."""
    return read_record((GAMES / f"{name}.json").read_text(encoding="utf-8"), bundled_boards())


def recorded_game(name: str) -> Game:
    """A recorded game with every entry."""
    return recorded(name).game


def tally_as_final(state: GameState) -> Tally:
    """The tally of a short game as if it were over."""
    return replace(tally(state), final=True)
