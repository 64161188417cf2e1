"""The games that the views show."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.boards import bundled_boards
from companion.rules.events import (
    UNCHECKED,
    Doubling,
    Event,
    OtherPoints,
    RouteClaimed,
    TerrainDrawn,
    TicketsTaken,
)
from companion.rules.game import Game
from companion.rules.setup import Player, Setup
from tests.support.games import recorded_game

FIVE = (
    Player("Ana", "blue"),
    Player("Peter", "red"),
    Player("Maximiliane", "green"),
    Player("Jo", "yellow"),
    Player("Bartholomew", "black"),
)
"""The greatest number of players, two of them with long names."""

THREE = (Player("Ana", "purple"), Player("Maximiliane", "white"), Player("Jo", "black"))
"""Players with train colours of the Nordic Countries."""


def after(name: str, entries: int | None = None) -> Game:
    """A recorded game after some of its entries; without a number, all except the tickets."""
    game = recorded_game(name)
    played = [event for event in game.events if not isinstance(event, TicketsTaken)]
    return Game.begin(game.setup, tuple(played[:entries]))


def as_counted(game: Game) -> Game:
    """The final board of a game, counted."""
    claims = [
        replace(event, doubled=UNCHECKED if event.doubled else None)
        for event in game.events
        if isinstance(event, RouteClaimed)
    ]
    return Game.begin(replace(game.setup, counted=True), claims)


def game_of_five(board: str, *events: Event) -> Game:
    """A game of five players."""
    return Game.begin(Setup(bundled_boards()[board], FIVE), events)


AFRICA = game_of_five(
    "heart-of-africa",
    TerrainDrawn("Ana", "mountain", 2),
    TerrainDrawn("Peter", "mountain", 2),
    TerrainDrawn("Bartholomew", "jungle", 12),
    RouteClaimed("Maximiliane", "addis-ababa--port-florence"),
)


PORT = game_of_five(
    "heart-of-africa", RouteClaimed("Bartholomew", "cape-town--port-elizabeth", 0, Doubling(0, 1))
)
CARDS = game_of_five(
    "heart-of-africa",
    TerrainDrawn("Ana", "jungle", 2),
    TerrainDrawn("Peter", "jungle", 2),
    *(TerrainDrawn(player.name, "desert") for player in FIVE[2:]),
)
"""Ana can double a long jungle route in three ways."""
SALT_LAKE = game_of_five("usa", RouteClaimed("Maximiliane", "denver--salt-lake-city"))

OTHER_POINTS = game_of_five(
    "usa",
    RouteClaimed("Maximiliane", "duluth--helena"),
    OtherPoints("Maximiliane", 120, "Passengers of the whole long evening"),
    OtherPoints("Jo", -15, "Wager"),
)
COUNTED_FIVE = Game.begin(
    replace(game_of_five("europe").setup, counted=True),
    (RouteClaimed("Ana", "brest--paris"), RouteClaimed("Bartholomew", "athina--smyrna")),
)

PAIR = ("mo-i-rana--trondheim-tunnel", "mo-i-rana--trondheim-ferry")
NORDIC = Game.begin(Setup(bundled_boards()["nordic-countries"], THREE))
