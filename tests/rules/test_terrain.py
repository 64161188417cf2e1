"""Drawing, counting and taking back terrain cards."""

from __future__ import annotations

import pytest

from companion.rules.board import Board
from companion.rules.events import TerrainDrawn
from companion.rules.final_tally import tally
from companion.rules.terrain import cards_left, terrain_leaders
from tests.support.boards import AFRICA, EUROPE, USA, assert_refused, cards, game

assert AFRICA.terrain is not None
TERRAIN = AFRICA.terrain


@pytest.mark.parametrize(
    ("kind", "colors"),
    [
        ("desert", ("yellow", "orange", "red")),
        ("jungle", ("purple", "blue", "green")),
        ("mountain", ("white", "grey", "black")),
    ],
)
def test_each_terrain_has_three_route_colours(kind: str, colors: tuple[str, ...]) -> None:
    assert [TERRAIN.type_of(color).id for color in colors] == [kind] * 3


def test_terrain_draws_add_up() -> None:
    state = game(AFRICA, *cards("Ana", desert=2), *cards("Ana", desert=1, jungle=1)).state
    assert state.players["Ana"].terrain == {"desert": 3, "jungle": 1, "mountain": 0}
    assert state.players["Peter"].terrain == {"desert": 0, "jungle": 0, "mountain": 0}


def test_draw_does_not_end_the_turn() -> None:
    assert game(AFRICA, *cards("Ana", desert=1)).state.turn == "Ana"


def test_fifteenth_card_of_a_terrain_can_be_drawn_and_the_sixteenth_cannot() -> None:
    begun = game(AFRICA, *cards("Ana", desert=8), *cards("Peter", desert=6))
    full = begun.record(TerrainDrawn("Ana", "desert"))
    assert cards_left(full.state, TERRAIN.types[0]) == 0
    sentence = assert_refused(begun, TerrainDrawn("Ana", "desert", 2))
    assert sentence == "Ana cannot draw 2 Desert cards: only 1 is left."
    sentence = assert_refused(full, TerrainDrawn("Peter", "desert"))
    assert sentence == "Peter cannot draw 1 Desert card: none are left."


def test_card_limit_is_per_terrain_type() -> None:
    full = game(AFRICA, *cards("Ana", desert=15, jungle=15, mountain=14))
    assert (
        full.record(TerrainDrawn("Peter", "mountain")).state.players["Peter"].terrain["mountain"]
        == 1
    )


def test_only_owned_cards_can_be_taken_back() -> None:
    begun = game(AFRICA, *cards("Ana", jungle=2))
    back = begun.record(TerrainDrawn("Ana", "jungle", -2))
    assert back.state.players["Ana"].terrain["jungle"] == 0
    sentence = assert_refused(begun, TerrainDrawn("Ana", "jungle", -3))
    assert sentence == "Ana has only 2 Jungle cards and cannot give back 3."
    sentence = assert_refused(begun, TerrainDrawn("Peter", "jungle", -1))
    assert sentence == "Peter has no Jungle cards, so none can be given back."


def test_card_taken_back_can_be_drawn_again() -> None:
    full = game(AFRICA, *cards("Ana", jungle=15), TerrainDrawn("Ana", "jungle", -1))
    assert (
        full.record(TerrainDrawn("Peter", "jungle")).state.players["Peter"].terrain["jungle"] == 1
    )


@pytest.mark.parametrize("board", [USA, EUROPE], ids=["usa", "europe"])
def test_draw_on_board_without_terrain_is_refused(board: Board) -> None:
    table = game(board)
    assert_refused(table, TerrainDrawn("Ana", "desert"), "has no terrain cards", "Ana", board.name)
    assert terrain_leaders(table.state) == {}


def test_terrain_leaders_include_ties() -> None:
    state = game(
        AFRICA,
        *cards("Ana", desert=2, jungle=1),
        *cards("Peter", desert=2),
        *cards("Maya", desert=1),
        count=3,
    ).state
    assert terrain_leaders(state) == {
        "desert": ("Ana", "Peter"),
        "jungle": ("Ana",),
        "mountain": (),
    }


def test_terrain_left_at_the_end_is_worth_nothing() -> None:
    ana, peter = tally(game(AFRICA, *cards("Ana", desert=9)).state).players
    assert ana.total == peter.total == 0
