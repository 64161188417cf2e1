"""The recorded games in `tests/games`."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from companion.rules.boards import bundled_boards
from companion.rules.events import TicketsTaken, TurnPassed
from companion.rules.final_tally import Tally, tally
from companion.rules.game import Game
from companion.rules.record import Record, read_record
from companion.rules.state import GameState
from tests.support.boards import AFRICA, AFRICA_43, SIX_SPACES, USA, claims, game, tickets

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


def totals(game: Game) -> dict[str, int]:
    """The final score of each player."""
    return {player.name: player.total for player in tally(game.state).players}


def shared_game() -> Game:
    """A game on Africa that is over: Ana and Peter have 93 points and one completed ticket each."""
    ana = claims("Ana", *AFRICA_43)
    peter = claims(
        "Peter",
        "bloemfontein--port-nolloth",
        "bloemfontein--way-station-kalahari",
        "bogoro--ujiji",
        "bogoro--way-station-upper-congo",
        "bondo--fachoda",
    )
    played = game(AFRICA, *peter, *ana, TurnPassed("Ana"), TurnPassed("Peter"))
    return played.record(
        tickets("Ana", ("addis-ababa", "fachoda", 1)),
        tickets("Peter", ("bloemfontein", "port-nolloth", 48)),
    )


def tied_game() -> Game:
    """A game on USA that is over: 116 points each, and Peter has completed more tickets."""
    return game(
        USA,
        *claims("Peter", "boston--montreal", "boston--new-york"),
        *claims("Ana", *SIX_SPACES, "dallas--houston"),
        TurnPassed("Ana"),
        TurnPassed("Peter"),
        tickets("Peter", ("boston", "montreal", 50), ("boston", "new-york", 50)),
        tickets("Peter", ("montreal", "new-york", 12)),
        TicketsTaken("Ana", ()),
    )


def without_tickets(name: str, *players: str) -> Game:
    """A recorded game without some players' tickets."""
    complete = recorded_game(name)
    kept = [
        event
        for event in complete.events
        if not (isinstance(event, TicketsTaken) and event.player in players)
    ]
    return Game.begin(complete.setup, kept)
