"""Figures of statistics in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.report.statistics.boards import StartingFigures, board_statistics
from companion.report.statistics.words import average_phrase, board_facts
from tests.report.test_statistics import HISTORY


def test_averages_are_rounded_to_one_decimal() -> None:
    numbers = {0: "0", -0.04: "0", -0.05: "−0.1", 99.95: "100", 12.34: "12.3", -3: "−3"}
    assert {number: str(average_phrase(number)) for number in numbers} == numbers


@pytest.mark.parametrize(
    ("wins", "games", "words"), [(1, 1, "1 of 1 game (100%)"), (1, 2, "1 of 2 games (50%)")]
)
def test_wins_of_the_starting_player_are_counted_in_words(
    wins: int, games: int, words: str
) -> None:
    board = replace(board_statistics(HISTORY)[0], starting=StartingFigures(wins, games))
    facts = {str(title): str(value) for title, value in board_facts(board)}
    assert facts["The starting player won"] == words
