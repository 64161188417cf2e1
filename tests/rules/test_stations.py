"""Building stations: cost, limits and refusals."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules.board import Board
from companion.rules.events import StationBuilt
from companion.rules.final_tally import tally
from companion.rules.stations import station_cost
from tests.support.boards import (
    AFRICA,
    EUROPE,
    USA,
    assert_refused,
    game,
    island_data,
    read_board_data,
)
from tests.support.legal_events import legal_station_cities


def test_station_needs_no_connection_and_ends_the_turn() -> None:
    state = game(EUROPE, StationBuilt("Ana", "paris")).state
    assert state.players["Ana"].stations == ("paris",)
    assert state.players["Ana"].stations_left == 2
    assert state.turn == "Peter"
    assert state.players["Ana"].trains == 45


@pytest.mark.parametrize("name", ["Ana", "Peter"])
def test_city_holds_only_one_station(name: str) -> None:
    begun = game(EUROPE, StationBuilt("Ana", "munchen"))
    assert_refused(begun, StationBuilt(name, "munchen"), "station", name, "München")
    assert "munchen" not in legal_station_cities(begun.state, name)


def test_fourth_station_is_refused() -> None:
    built = game(EUROPE, *(StationBuilt("Ana", city) for city in ("paris", "roma", "wien")))
    assert built.state.players["Ana"].stations_left == 0
    assert_refused(built, StationBuilt("Ana", "berlin"), "already built", "Ana", "Berlin", "3")
    assert legal_station_cities(built.state, "Ana") == ()
    assert len(legal_station_cities(built.state, "Peter")) == 47 - 3


def test_stations_cost_one_two_and_three_cards() -> None:
    costs = []
    played = game(EUROPE)
    for city in ("paris", "roma", "wien"):
        costs.append(station_cost(played.state, "Ana"))
        played = played.record(StationBuilt("Ana", city))
    assert costs == [1, 2, 3]
    assert station_cost(played.state, "Peter") == 1


@pytest.mark.parametrize("built", [0, 1, 2, 3])
def test_each_station_not_built_is_worth_four(built: int) -> None:
    cities = ("paris", "roma", "wien")[:built]
    state = game(EUROPE, *(StationBuilt("Ana", city) for city in cities)).state
    assert tally(state).players[0].points("stations") == 4 * (3 - built)
    assert tally(state).players[1].points("stations") == 12


@pytest.mark.parametrize(
    ("board", "city", "name"),
    [(USA, "boston", "Boston"), (AFRICA, "luanda", "Luanda")],
    ids=["usa", "heart-of-africa"],
)
def test_board_without_stations_refuses_them(board: Board, city: str, name: str) -> None:
    assert_refused(game(board), StationBuilt("Ana", city), "has no stations", "Ana", name)
    assert legal_station_cities(game(board).state, "Ana") == ()


@pytest.mark.parametrize(("place", "name"), [("ford", "Ford"), ("north-gate", "Beyond")])
def test_only_cities_hold_stations(tmp_path: Path, place: str, name: str) -> None:
    begun = game(read_board_data(tmp_path, island_data()))
    assert_refused(begun, StationBuilt("Ana", place), "only be built in cities", "Ana", name)
    assert legal_station_cities(begun.state, "Ana") == ("harbour", "hill", "lake", "mill")


def test_refusal_of_second_station_uses_the_singular(
    tmp_path: Path,
) -> None:
    built = game(read_board_data(tmp_path, island_data()), StationBuilt("Ana", "hill"))
    sentence = assert_refused(built, StationBuilt("Ana", "lake"), "already built")
    assert sentence == "Ana cannot build in Lake: their 1 station is already built."
