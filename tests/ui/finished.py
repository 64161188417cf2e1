"""Recorded games, played to their end on the table of a phone."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from companion.rules import Game, bundled_boards, read_record
from tests.ui.phone import Phone

GAMES = Path(__file__).parents[1] / "games"
NAMES = sorted(path.stem for path in GAMES.glob("*.json"))


@lru_cache
def recorded(name: str) -> Game:
    """A recorded game."""
    text = (GAMES / f"{name}.json").read_text(encoding="utf-8")
    return read_record(text, bundled_boards()).game


def lay_recorded(phone: Phone, name: str) -> Game:
    """Begin a recorded game and enter everything that happened in it."""
    game = recorded(name)
    phone.app.begin(game.setup)
    keeping = phone.app.keeping
    assert keeping is not None
    for event in game.events:
        assert keeping.enter(event), event
    phone.table.ids.notice.clear()
    phone.settle()
    return game


def show_result(phone: Phone, name: str) -> Game:
    """The same, and on to the result."""
    game = lay_recorded(phone, name)
    phone.app.go("result")
    phone.settle()
    return game
