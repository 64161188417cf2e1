"""Filters of past games, their options, and the wins of each player."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from companion.report.search.games import GameFilter, filter_options
from companion.rules.setup import Player
from companion.store.saved_game import FinishedGame

COLORS = {"Ana": "blue", "ana": "black", "Peter": "red", "Đorđe": "green", "Мира": "yellow"}


def game(year: int, board: str, winner: str, *others: str, note: str = "") -> FinishedGame:
    names = (winner, *others)
    return FinishedGame(
        id=f"{year:032x}",
        board=board,
        players=tuple(Player(name, COLORS[name]) for name in names),
        date=datetime(year, 6, 15, tzinfo=timezone.utc),
        scores={name: 100 - place for place, name in enumerate(names)},
        winners=(winner,),
        note=note,
    )


GAMES = [
    game(2026, "usa", "ana", "Peter", note="At Łódź\nwith cake"),
    game(2025, "europe", "Đorđe", "Ana")._replace(title="Final"),
    game(2024, "usa", "Ana", "Мира")._replace(variant="mega"),
    game(2023, "usa", "Peter", "Ana"),
]
NAMES = {("usa", ""): "USA", ("europe", ""): "Europe", ("usa", "mega"): "USA · Mega Game"}


def years(conditions: GameFilter) -> list[int]:
    found = conditions.apply(GAMES, lambda board, variant: NAMES[board, variant])
    return [each.date.year for each in found]


@pytest.mark.parametrize(
    ("conditions", "expected"),
    [
        (GameFilter(), [2026, 2025, 2024, 2023]),
        (GameFilter(board=("usa", "")), [2026, 2023]),
        (GameFilter(board=("usa", "mega")), [2024]),
        (GameFilter(board=("usa", None)), [2026, 2024, 2023]),
        (GameFilter(player="Peter"), [2026, 2023]),
        (GameFilter(player="ANA"), [2026, 2025, 2024, 2023]),
        (GameFilter(year=2025), [2025]),
        (GameFilter(board=("usa", ""), player="Peter", year=2026), [2026]),
        (GameFilter(board=("usa", ""), year=2025), []),
        (GameFilter(text="lodz"), [2026]),
        (GameFilter(text="  CAKE  pet "), [2026]),
        (GameFilter(text="dorde"), [2025]),
        (GameFilter(text="мир"), [2024]),
        (GameFilter(text="mega"), [2024]),
        (GameFilter(text="final"), [2025]),
        (GameFilter(text="peter europe"), []),
    ],
)
def test_games_meet_all_conditions(conditions: GameFilter, expected: list[int]) -> None:
    assert years(conditions) == expected
    assert conditions.is_active == (conditions != GameFilter())


def test_options_are_sorted_by_number_of_games() -> None:
    options = filter_options(GAMES)
    assert options.boards == (("usa", None), ("usa", ""), ("europe", ""), ("usa", "mega"))
    assert options.players == ("ana", "Peter", "Đorđe", "Мира")
    assert options.years == (2026, 2025, 2024, 2023)


def test_forgotten_player_is_no_option() -> None:
    forgotten = [each._replace(forgotten=("Peter",)) for each in GAMES]
    assert "Peter" not in filter_options(forgotten).players
    assert GameFilter(player="Peter").apply(forgotten, lambda *_: "") == []
