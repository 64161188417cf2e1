"""The range of every number in a board file; both limits are valid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.rules.errors import Malformed
from tests.support.boards import island_data, read_board_data

JsonPath = tuple[str | int, ...]
"""The path of fields to a number in the board file."""

WHOLE: dict[JsonPath, tuple[int, int]] = {
    ("trains_per_player",): (1, 60),
    ("double_tracks_from_players",): (1, 99),
    ("stations_per_player",): (0, 3),
    ("ticket_count",): (0, 999),
    ("bgg_id",): (1, 10**9),
    ("route_points", "1"): (0, 999),
    ("bonuses", "longest_route"): (0, 999),
    ("bonuses", "globetrotter"): (0, 999),
    ("bonuses", "unused_station"): (0, 999),
    ("bonuses", "grand_tour", "1"): (0, 999),
    ("house_rules", "longest_route"): (0, 999),
    ("start_tickets", "deal"): (0, 99),
    ("start_tickets", "keep"): (0, 99),
    ("start_tickets", "deal_long"): (0, 99),
    ("start_tickets", "keep_long"): (0, 99),
    ("draw_tickets", "deal"): (0, 99),
    ("terrain", "cards_per_type"): (1, 999),
    ("terrain", "cards_to_double", "1"): (0, 999),
    ("terrain", "dealt_at_start"): (0, 99),
    ("terrain", "face_up"): (0, 99),
    ("routes", 1, "length"): (1, 99),
    ("routes", 6, "ferry"): (1, 99),
    ("tickets", 0, "points"): (1, 50),
    ("tickets", 0, "points_2004"): (1, 50),
    ("tickets", 0, "copies"): (1, 9),
}
NUMBERS: dict[JsonPath, tuple[float, float]] = {
    ("aspect",): (0.1, 10),
    ("places", 1, "x"): (0, 1),
    ("places", 1, "y"): (0, 1),
}


def problem(folder: Path, path: JsonPath, value: float | list[int]) -> str:
    """The error of the island board with this number; None if the board is valid."""
    board: Any = island_data() | {"house_rules": {"longest_route": 1}}
    board["bonuses"]["grand_tour"] = {"1": 5}
    inner = board
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    try:
        read_board_data(folder, board)
    except Malformed as error:
        return str(error)
    return ""


@pytest.mark.parametrize(("path", "ends"), WHOLE.items(), ids=lambda each: str(each))
def test_integer_outside_its_range_is_refused(
    tmp_path: Path, path: JsonPath, ends: tuple[int, int]
) -> None:
    low, high = ends
    range_of = f"“{path[-1]}” should be a whole number from {low} to {high}, not"
    for value in (low - 1, high + 1):
        assert problem(tmp_path, path, value).endswith(f"{range_of} {value}")
    for value in (low, high):
        assert range_of not in problem(tmp_path, path, value)


@pytest.mark.parametrize(("path", "ends"), NUMBERS.items(), ids=lambda each: str(each))
def test_number_outside_its_range_is_refused(
    tmp_path: Path, path: JsonPath, ends: tuple[float, float]
) -> None:
    low, high = ends
    range_of = f"“{path[-1]}” should be a number from {low} to {high}, not"
    for value in (low - 0.01, high + 0.01):
        assert problem(tmp_path, path, value).endswith(f"{range_of} {value}")
    for value in (low, high):
        assert problem(tmp_path, path, value) == ""


@pytest.mark.parametrize(
    ("ferry", "wrong"),
    [
        ([0, 1], ""),
        ([0, -1], "“ferry” should be a whole number, or one per track"),
        ([0, 99], "it needs more locomotives than it has spaces"),
        ([0, 100], "“ferry” should be a whole number, or one per track"),
    ],
)
def test_ferry_needs_valid_locomotives_for_each_track(
    tmp_path: Path, ferry: list[int], wrong: str
) -> None:
    assert problem(tmp_path, ("routes", 0, "ferry"), ferry).rpartition(": ")[2] == wrong


def test_ferry_tracks_can_need_different_locomotives(tmp_path: Path) -> None:
    board = island_data()
    board["routes"][0].update(ferry=[0, 1])
    route = read_board_data(tmp_path, board).routes["harbour--hill"]
    assert [route.locomotives(track) for track in (0, 1)] == [0, 1]


@pytest.mark.parametrize("name", ["0", "00", "100", "1.0", "-1", " 1", ""])
def test_points_by_length_needs_keys_from_1_to_99(tmp_path: Path, name: str) -> None:
    board = island_data()
    board["route_points"][name] = 1
    with pytest.raises(Malformed, match=f"“{name}” is not a whole number from 1 to 99"):
        read_board_data(tmp_path, board)


@pytest.mark.parametrize("name", ["4", "10", "99"])
def test_points_can_be_given_for_unused_lengths(tmp_path: Path, name: str) -> None:
    board = island_data()
    board["route_points"][name] = 1
    assert read_board_data(tmp_path, board).route_points[int(name)] == 1


def test_board_name_has_at_most_200_characters(tmp_path: Path) -> None:
    assert read_board_data(tmp_path, island_data() | {"name": "I" * 200}).name == "I" * 200
    with pytest.raises(Malformed, match=r"“name” is too long \(at most 200\)$"):
        read_board_data(tmp_path, island_data() | {"name": "I" * 201})
