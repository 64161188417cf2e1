"""Terrain draws counted per turn, and the cards dealt at the start."""

from __future__ import annotations

from pathlib import Path

from companion.rules.events import (
    Event,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    TurnPassed,
)
from companion.rules.game import Game
from companion.rules.terrain import DRAWS_PER_TURN, cards_this_turn, without_starting_cards
from tests.support.boards import (
    AFRICA,
    EUROPE,
    USA,
    cards,
    game,
    island_data,
    read_board_data,
    tickets,
)

DEALT = (*cards("Ana", mountain=1), *cards("Peter", desert=1))
FIRST_TURN: tuple[Event, ...] = (*DEALT, TurnPassed("Ana"), TurnPassed("Peter"))
CARD = TerrainDrawn("Ana", "desert")


def drawn(*events: Event, player: str = "Ana") -> int:
    return cards_this_turn(game(AFRICA, *events), player)


def test_every_card_since_the_last_turn_counts() -> None:
    assert drawn(*FIRST_TURN) == 0
    assert drawn(*FIRST_TURN, CARD) == 1
    assert drawn(*FIRST_TURN, CARD, TerrainDrawn("Ana", "jungle", 2)) == 3
    assert drawn(*FIRST_TURN, CARD, player="Peter") == 0


def test_a_turn_allows_two_cards() -> None:
    assert drawn(*FIRST_TURN, CARD, CARD) == DRAWS_PER_TURN


def test_card_taken_back_was_not_drawn() -> None:
    back = TerrainDrawn("Ana", "desert", -1)
    assert drawn(*FIRST_TURN, CARD, CARD, back) == 1
    assert drawn(*FIRST_TURN, TerrainDrawn("Ana", "mountain", -1)) == 0


def test_any_turn_ends_the_count_of_draws() -> None:
    for turn in (TurnPassed("Ana"), TurnPassed("Peter"), RouteClaimed("Peter", "durban--pretoria")):
        assert drawn(*FIRST_TURN, CARD, CARD, turn, CARD) == 1


def test_draw_of_another_player_ends_the_count() -> None:
    assert drawn(*FIRST_TURN, CARD, CARD, TerrainDrawn("Peter", "jungle"), CARD) == 1


def test_tickets_and_leaving_are_no_turns() -> None:
    shown = tickets("Ana", ("cape-town", "pretoria", 7))
    played = game(AFRICA, *FIRST_TURN, CARD, shown, PlayerLeft("Maya"), CARD, count=3)
    assert cards_this_turn(played, "Ana") == 2


def test_starting_card_is_not_drawn_in_the_first_turn() -> None:
    two = (CARD, CARD)
    assert drawn(*DEALT, *two) == 2
    assert drawn(*cards("Ana", mountain=1), *two) == 2
    assert drawn(*reversed(DEALT), *two) == 2
    assert drawn(TerrainDrawn("Ana", "mountain", 4)) == 3
    assert drawn(CARD, TerrainDrawn("Ana", "desert", -1), CARD) == 0


def test_skipped_starting_card_counts_as_a_draw_later() -> None:
    assert drawn(TurnPassed("Ana"), TurnPassed("Peter"), CARD, CARD, CARD) == 3


def test_no_card_is_dealt_at_the_start_by_default(tmp_path: Path) -> None:
    board = read_board_data(tmp_path, island_data())
    played = game(board, TerrainDrawn("Ana", "sand", 3))
    assert cards_this_turn(played, "Ana") == 3
    assert without_starting_cards(game(board)) == ()
    assert cards_this_turn(game(USA), "Ana") == 0


def test_players_without_starting_card_are_listed() -> None:
    def asked(*events: Event) -> tuple[str, ...]:
        return without_starting_cards(game(AFRICA, *events, count=3))

    assert asked() == ("Ana", "Peter", "Maya")
    assert asked(TerrainDrawn("Peter", "jungle")) == ("Ana", "Maya")
    assert asked(TerrainDrawn("Peter", "jungle"), TerrainDrawn("Peter", "jungle", -1)) == (
        "Ana",
        "Peter",
        "Maya",
    )
    assert asked(*(TerrainDrawn(name, "desert") for name in ("Ana", "Peter", "Maya"))) == ()


def test_starting_cards_are_not_asked_for_after_first_turn() -> None:
    assert without_starting_cards(game(AFRICA, TurnPassed("Ana"))) == ()
    assert without_starting_cards(Game.begin(game(USA).setup)) == ()
    assert without_starting_cards(game(EUROPE, StationBuilt("Ana", "paris"))) == ()
