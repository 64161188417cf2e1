"""The outcome of a game in one sentence, for every way a game is decided."""

from __future__ import annotations

from pathlib import Path

from companion.rules.board import Board
from companion.rules.events import Event, StationBuilt
from companion.rules.final_tally import tally
from companion.rules.winning import runners_up, verdict
from tests.support.boards import (
    AFRICA,
    EUROPE,
    USA,
    claims,
    game,
    island_data,
    read_board_data,
    tickets,
)

FOUR, TWO, ONE = "luanda--mocamedes", "durban--pretoria", "bulawayo--salisbury"
"""Routes of The Heart of Africa by what they are worth: nothing else scores there by itself."""
ALSO_TWO, ALSO_ONE = "mocambique--zomba", "walvis-bay--windhoek"
THIRD_ONE = "elizabethville--ujiji"


def said(board: Board, *events: Event, count: int = 2, longest_route: bool = False) -> str:
    return str(verdict(tally(game(board, *events, count=count, longest_route=longest_route).state)))


def test_a_win_by_one_point() -> None:
    assert said(AFRICA, *claims("Ana", TWO), *claims("Peter", ONE)) == (
        "Ana wins with 2 points, 1 ahead of Peter."
    )
    assert said(AFRICA, *claims("Peter", ONE)) == "Peter wins with 1 point, 1 ahead of Ana."


def test_a_win_by_many_points() -> None:
    assert said(USA, *claims("Peter", "atlanta--miami"), *claims("Ana", "dallas--houston")) == (
        "Peter wins with 20 points, 19 ahead of Ana."
    )


def test_a_win_ahead_of_somebody_below_nothing() -> None:
    failed = tickets("Peter", ("cape-town", "pretoria", 7))
    assert said(AFRICA, *claims("Ana", TWO), failed) == (
        "Ana wins with 2 points, 9 ahead of Peter."
    )


def test_all_who_come_second_are_named_and_nobody_who_comes_third() -> None:
    played = (*claims("Maya", FOUR), *claims("Ana", TWO), *claims("Tom", ALSO_TWO))
    assert said(AFRICA, *played, *claims("Peter", ONE), count=4) == (
        "Maya wins with 4 points, 2 ahead of Ana and Tom."
    )
    assert runners_up(tally(game(AFRICA, *played, count=4).state)) == ["Ana", "Tom"]


def test_a_victory_shared_by_two_of_three() -> None:
    played = (*claims("Ana", TWO), *claims("Maya", ALSO_TWO), *claims("Peter", ONE))
    assert said(AFRICA, *played, count=3) == "Ana and Maya share the victory with 2 points."


def test_a_victory_shared_by_three() -> None:
    played = (*claims("Ana", ONE), *claims("Peter", ALSO_ONE), *claims("Maya", THIRD_ONE))
    assert said(AFRICA, *played, count=3) == ("Ana, Peter and Maya share the victory with 1 point.")


def test_a_win_by_completed_tickets() -> None:
    played: tuple[Event, ...] = (
        *claims("Ana", TWO, "bulawayo--pretoria"),
        *claims("Peter", FOUR),
        tickets("Ana", ("durban", "pretoria", 3), ("durban", "bulawayo", 4)),
        tickets("Peter", ("luanda", "mocamedes", 17)),
    )
    assert said(AFRICA, *played) == (
        "Ana wins with 21 points, level with Peter, by more completed tickets (2 to 1)."
    )


def test_everybody_who_is_level_is_named_and_nobody_else() -> None:
    played: tuple[Event, ...] = (
        *claims("Peter", TWO),
        tickets("Peter", ("durban", "pretoria", 1)),
        *claims("Maya", "beira--durban", "addis-ababa--sudan-east", ALSO_TWO),
        *claims("Tom", "bangui--douala", "durban--east-london", "salisbury--zomba"),
        *claims("Zoe", "bloemfontein--way-station-kalahari", FOUR, ALSO_ONE),
    )
    assert said(AFRICA, *played, count=5) == (
        "Peter wins with 13 points, level with Maya and Tom, by more completed tickets (1 to 0)."
    )


def test_a_win_by_fewer_stations() -> None:
    played: tuple[Event, ...] = (
        *claims("Ana", "athina--sarajevo"),
        *claims("Peter", "barcelona--marseille", "brest--paris"),
        StationBuilt("Peter", "wien"),
    )
    assert said(EUROPE, *played) == (
        "Ana wins with 29 points, level with Peter, by fewer stations built (0 to 1)."
    )


def test_a_win_by_holding_the_longest_route() -> None:
    played: tuple[Event, ...] = (
        *claims("Ana", "petrograd--stockholm"),
        *claims("Peter", "budapest--kyiv", "palermo--smyrna", "amsterdam--bruxelles"),
    )
    assert said(EUROPE, *played) == (
        "Ana wins with 43 points, level with Peter, by holding the longest route (8)."
    )


def test_a_win_by_the_longer_route_of_two(tmp_path: Path) -> None:
    by_length = {"bonuses": {}, "tie_breakers": ["longest_route_length"]}
    played: tuple[Event, ...] = (
        *claims("Ana", "harbour--hill", "mill--north-gate", "ford--lake"),
        *claims("Peter", "harbour--ford", "hill--lake"),
        tickets("Ana", ("harbour", "hill", 1)),
    )
    assert said(read_board_data(tmp_path, island_data() | by_length), *played) == (
        "Peter wins with 10 points, level with Ana, by the longer continuous route (2 to 1)."
    )
