"""Recorded games, played to their end on the table of a phone."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from companion.rules.boards import bundled_boards
from companion.rules.game import Game
from companion.rules.record import read_record
from tests.ui.phone import Phone

GAMES = Path(__file__).parents[1] / "games"
NAMES = sorted(path.stem for path in GAMES.glob("*.json"))


@lru_cache
def recorded(name: str) -> Game:
    """A recorded game."""
    text = (GAMES / f"{name}.json").read_text(encoding="utf-8")
    return read_record(text, bundled_boards()).game


def lay_recorded(phone: Phone, name: str) -> Game:
    """Take a recorded game up as if everything that happened had been entered."""
    game = recorded(name)
    games = phone.context.store.games
    phone.session.open(games.save(games.begin(game.setup), game).id)
    phone.navigator.reset_to("home", "table")
    phone.commit()
    return game


def show_result(phone: Phone, name: str) -> Game:
    """The same, and on to the result."""
    game = lay_recorded(phone, name)
    phone.navigator.go("result")
    phone.commit()
    return game
