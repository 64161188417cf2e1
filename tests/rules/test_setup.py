"""Valid and invalid setups."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules.board import Board
from companion.rules.boards import bundled_boards
from companion.rules.errors import Refused
from companion.rules.setup import Player, Setup
from tests.support.boards import (
    AFRICA,
    EUROPE,
    USA,
    game,
    island_data,
    players,
    read_board_data,
)

ANA, PETER = Player("Ana", "blue"), Player("Peter", "red")


@pytest.mark.parametrize("board", bundled_boards().values(), ids=lambda board: board.id)
def test_board_limits_number_of_players(board: Board) -> None:
    for count in range(2, board.most_players + 1):
        state = game(board, count=count).state
        trains = [player.trains for player in state.players.values()]
        assert trains == [board.trains_per_player] * count
        assert state.turn == "Ana"
        assert not state.is_last_round


@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_players_are_refused(count: int) -> None:
    with pytest.raises(Refused, match=rf"not {count}"):
        Setup(USA, players(count))


def test_too_many_players_are_refused(tmp_path: Path) -> None:
    board = read_board_data(tmp_path, island_data())
    assert Setup(board, players(4)).names == ("Ana", "Peter", "Maya", "Tom")
    with pytest.raises(Refused, match=r"The Island is for 2 to 4 players, not 5"):
        Setup(board, players(5))


def test_two_players_cannot_have_one_name() -> None:
    with pytest.raises(Refused, match="Ana"):
        Setup(USA, (ANA, Player("Ana", "red")))


def test_two_players_cannot_have_one_colour() -> None:
    with pytest.raises(Refused, match=r"Ana and Tom"):
        Setup(USA, (ANA, PETER, Player("Tom", "blue")))


@pytest.mark.parametrize("color", ["purple", "", "Blue"])
def test_trains_come_in_five_colours(color: str) -> None:
    with pytest.raises(Refused, match="Tom"):
        Setup(USA, (ANA, Player("Tom", color)))


def test_every_player_needs_a_name() -> None:
    with pytest.raises(Refused):
        Setup(USA, (ANA, Player("  ", "red")))


def test_longest_route_is_off_in_africa_unless_the_table_wants_it() -> None:
    assert Setup(AFRICA, (ANA, PETER)).longest_route_bonus == 0
    assert Setup(AFRICA, (ANA, PETER), longest_route_house_rule=True).longest_route_bonus == 10


@pytest.mark.parametrize("board", [USA, EUROPE], ids=["usa", "europe"])
def test_house_rule_adds_nothing_if_board_has_the_bonus(board: Board) -> None:
    assert Setup(board, (ANA, PETER), longest_route_house_rule=True).longest_route_bonus == 10


def test_unknown_house_rule_is_refused(tmp_path: Path) -> None:
    plain = island_data()
    del plain["bonuses"]["longest_route"]
    sentence = r"^The Island has no house rule for the longest route\.$"
    with pytest.raises(Refused, match=sentence):
        Setup(read_board_data(tmp_path, plain), (ANA, PETER), longest_route_house_rule=True)


def test_board_can_have_other_train_colours(tmp_path: Path) -> None:
    board = read_board_data(
        tmp_path, island_data() | {"train_colors": ["black", "purple", "white", "red"]}
    )
    setup = Setup(board, (Player("Ana", "purple"), Player("Peter", "white")))
    assert setup.colors == {"Ana": "purple", "Peter": "white"}
    with pytest.raises(Refused, match="The Island has no such trains"):
        Setup(board, (ANA, PETER))
