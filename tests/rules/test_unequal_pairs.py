"""Double routes whose two tracks differ in length (`double_with`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.report.words import routes
from companion.rules.board import Board, RouteCorrection
from companion.rules.board_checks import apply_corrections
from companion.rules.errors import Malformed
from companion.rules.events import RouteClaimed
from tests.support.boards import assert_refused, claims, game, island_data, read_board_data
from tests.support.legal_events import legal_tracks

FERRY, TUNNEL = "harbour--mill-ferry", "harbour--mill-tunnel"


def paired() -> dict[str, Any]:
    """The island board with a ferry and a shorter tunnel between the same two places."""
    ends = {"from": "harbour", "to": "mill", "tracks": ["red"]}
    ferry = {"id": FERRY, "length": 3, "ferry": 2, "double_with": TUNNEL, **ends}
    tunnel = {"id": TUNNEL, "length": 2, "tunnel": True, "double_with": FERRY, **ends}
    return {**island_data(), "routes": [*island_data()["routes"], ferry, tunnel]}


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return read_board_data(tmp_path, paired())


def test_unequal_tracks_close_each_other_with_few_players(board: Board) -> None:
    taken = game(board, *claims("Ana", TUNNEL))
    sentence = assert_refused(
        taken, RouteClaimed("Peter", FERRY), "only one can be claimed", "Ana", "Peter"
    )
    assert "Harbour – Mill (3)" in sentence
    assert (board.routes[FERRY], 0) not in legal_tracks(taken.state, "Peter")
    assert ": Ana has the other track" in str(
        routes.status(taken.state, "Peter", board.routes[FERRY])
    )


def test_unequal_tracks_are_both_open_with_enough_players(board: Board) -> None:
    both = game(board, *claims("Ana", TUNNEL), *claims("Peter", FERRY), count=3).state
    assert [player.route_points for player in both.players.values()] == [5, 8, 0]
    assert [player.trains for player in both.players.values()] == [10, 9, 12]


@pytest.mark.parametrize("count", [2, 3])
def test_player_cannot_own_both_unequal_tracks(board: Board, count: int) -> None:
    taken = game(board, *claims("Ana", FERRY), count=count)
    assert_refused(
        taken,
        RouteClaimed("Ana", TUNNEL),
        "two tracks of the same route",
        "Ana",
        "Harbour – Mill (2)",
    )


def test_titles_of_unequal_tracks_include_the_length(board: Board) -> None:
    titles = [str(board.route_title(board.routes[route])) for route in (FERRY, TUNNEL)]
    assert titles == ["Harbour – Mill (3)", "Harbour – Mill (2)"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"double_with": "nowhere"},
        {"double_with": "harbour--hill"},
        {"to": "lake"},
        {"tracks": ["red", "red"]},
    ],
    ids=lambda wrong: next(iter(wrong)) + str(next(iter(wrong.values()))),
)
def test_invalid_double_with_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    spoilt = paired()
    spoilt["routes"][-1].update(wrong)
    with pytest.raises(Malformed) as error:
        read_board_data(tmp_path, spoilt)
    assert "route “harbour--mill-" in str(error.value)
    assert str(error.value).endswith(
        "“double_with” should link two single-track routes between the same places"
    )


def test_correction_cannot_add_a_track_to_an_unequal_pair(board: Board) -> None:
    with pytest.raises(Malformed, match="double_with"):
        apply_corrections(board, [RouteCorrection(TUNNEL, 2, ("red", "blue"))])
    assert (
        apply_corrections(board, [RouteCorrection(TUNNEL, 1, ("blue",))]).routes[TUNNEL].length == 1
    )
