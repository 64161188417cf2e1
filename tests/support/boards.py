"""Boards, players and short games for tests of the rules."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.rules.board import Board, DeckTicket
from companion.rules.board_file import read_board
from companion.rules.boards import PLAYER_COLORS, bundled_boards
from companion.rules.errors import Refused
from companion.rules.events import (
    Event,
    RouteClaimed,
    TerrainDrawn,
    Ticket,
    TicketsTaken,
    TurnPassed,
)
from companion.rules.game import Game
from companion.rules.setup import Player, Setup

USA = bundled_boards()["usa"]
EUROPE = bundled_boards()["europe"]
AFRICA = bundled_boards()["heart-of-africa"]
NORDIC = bundled_boards()["nordic-countries"]
SWITZERLAND = bundled_boards()["switzerland"]
GERMANY = bundled_boards()["germany"]
ASIA = bundled_boards()["legendary-asia"]
NEW_YORK = bundled_boards()["new-york"]
FRANCE = bundled_boards()["france"]
LONDON = bundled_boards()["london"]
INDIA = bundled_boards()["india"]
NAMES = ("Ana", "Peter", "Maya", "Tom", "Zoe")

SIX_SPACES = (
    "calgary--winnipeg",
    "duluth--helena",
    "duluth--toronto",
    "el-paso--houston",
    "el-paso--los-angeles",
    "helena--seattle",
    "miami--new-orleans",
)
"""Seven routes of USA with 6 spaces each; together they use 42 of 45 trains."""
AFRICA_43 = (
    "durban--madagascar-south",
    "addis-ababa--fachoda",
    "addis-ababa--port-florence",
    "leopoldville--way-station-lower-congo",
    "addis-ababa--way-station-east",
    "bangui--douala",
    "bangui--libreville",
    "beira--durban",
    "bogoro--bondo",
    "douala--libreville",
    "dar-es-salaam--mombasa",
)
"""Routes of the Heart of Africa that together use 43 of 45 trains."""


def players(count: int, colors: tuple[str, ...] = PLAYER_COLORS) -> tuple[Player, ...]:
    return tuple(map(Player, NAMES[:count], colors))


def game(board: Board, *events: Event, count: int = 2, longest_route: bool = False) -> Game:
    people = players(count, board.train_colors)
    return Game.begin(Setup(board, people, longest_route), events)


def claims(player: str, *routes: str) -> tuple[RouteClaimed, ...]:
    return tuple(RouteClaimed(player, route) for route in routes)


def tickets(player: str, *cards: tuple[str, str, int]) -> TicketsTaken:
    return TicketsTaken(player, tuple(Ticket(*card) for card in cards))


def cards(player: str, **counts: int) -> tuple[TerrainDrawn, ...]:
    return tuple(TerrainDrawn(player, terrain, count) for terrain, count in counts.items())


def assert_refused(game: Game, event: Event, *words: str) -> str:
    """Assert that an event is refused with these words, and changes nothing."""
    events, state = game.events, game.state
    with pytest.raises(Refused) as refused:
        game.record(event)
    sentence = str(refused.value)
    for word in words:
        assert word in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert (game.events, game.state) == (events, state)
    assert game.state == Game.begin(game.setup, events).state
    if game.state.turn is not None:
        assert game.record(TurnPassed(game.state.turn)).events[:-1] == events
    return sentence


def with_cards(board: Board, *cards: Ticket) -> Board:
    """The board with additional cards in its deck."""
    more = (DeckTicket("", card, "more", 1, big_city=False, points_2004=None) for card in cards)
    return replace(board, tickets=(*board.tickets, *more))


def island_data() -> dict[str, Any]:
    """An invented board file: own points, one station, two terrain types, own tie-breakers."""
    return {
        "id": "island",
        "name": "The Island",
        "aspect": 1.5,
        "players": [2, 4],
        "trains_per_player": 12,
        "route_points": {"1": 3, "2": 5, "3": 8, "7": 40},
        "bonuses": {"longest_route": 6, "globetrotter": 5, "unused_station": 2},
        "tie_breakers": ["longest_route", "fewest_stations_built"],
        "double_tracks_from_players": 3,
        "stations_per_player": 1,
        "terrain": {
            "cards_per_type": 4,
            "types": [
                {
                    "id": "sand",
                    "name": "Sand & Dunes",
                    "short": "Sand",
                    "colors": ["yellow", "red"],
                },
                {"id": "water", "name": "Rivers", "short": "Water", "colors": ["blue"]},
            ],
            "cards_to_double": {"1": 1, "2": 1, "3": 3, "7": 4},
            "dealt_at_start": 0,
            "face_up": 1,
        },
        "ticket_count": 2,
        "start_tickets": {"deal": 2, "keep": 1},
        "draw_tickets": {"deal": 1, "keep": 1},
        "countries": [{"id": "beyond", "name": "Beyond"}],
        "places": [
            {"id": "harbour", "name": "Harbour", "x": 0.1, "y": 0.5},
            {"id": "hill", "name": "Hill", "x": 0.3, "y": 0.2, "aliases": ["Mount"]},
            {"id": "lake", "name": "Lake", "x": 0.5, "y": 0.5},
            {"id": "mill", "name": "Mill", "x": 0.7, "y": 0.2},
            {"id": "ford", "name": "Ford", "x": 0.3, "y": 0.7, "kind": "way_station"},
            _gate("north-gate", 0.9, 0.1),
            _gate("south-gate", 0.1, 0.9),
        ],
        "routes": [
            _route("harbour", "hill", 1, "yellow", "yellow"),
            _route("hill", "lake", 2, "blue"),
            _route("lake", "mill", 3, "red"),
            _route("harbour", "ford", 2, "blue"),
            _route("ford", "lake", 1, "yellow"),
            _route("mill", "north-gate", 1, "red"),
            _route("harbour", "south-gate", 2, "yellow") | {"ferry": 1},
            _route("hill", "mill", 7, "blue") | {"tunnel": True},
        ],
        "tickets": [
            {"id": "hill--mill", "from": "hill", "to": "mill", "points": 9, "deck": "all"},
            {"id": "lake--beyond", "from": "lake", "to": "beyond", "points": 7, "deck": "all"},
        ],
    }


def _gate(id: str, x: float, y: float) -> dict[str, Any]:
    return {"id": id, "name": "Beyond", "x": x, "y": y, "kind": "entrance", "country": "beyond"}


def _route(start: str, end: str, length: int, *tracks: str) -> dict[str, Any]:
    return {
        "id": f"{start}--{end}",
        "from": start,
        "to": end,
        "length": length,
        "tracks": list(tracks),
    }


def read_board_data(folder: Path, value: object, name: str = "island.json") -> Board:
    """Write `value` to a board file and read the board from it."""
    path = folder / name
    path.write_text(json.dumps(value), encoding="utf-8")
    return read_board(path)
