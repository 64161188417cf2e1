"""Figures of statistics in words."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone

import pytest

from companion.report.statistics.boards import board_statistics
from companion.report.statistics.players import Share, player_statistics
from companion.report.statistics.words import (
    average_phrase,
    axis_dates,
    board_numbers,
    period,
    player_numbers,
    record_tiles,
)
from tests.report.test_statistics import HISTORY


def test_averages_are_rounded_to_one_decimal() -> None:
    numbers = {0: "0", -0.04: "0", -0.05: "−0.1", 99.95: "100", 12.34: "12.3", -3: "−3"}
    assert {number: str(average_phrase(number)) for number in numbers} == numbers


@pytest.mark.parametrize(("wins", "games", "words"), [(1, 1, "1 of 1"), (1, 2, "1 of 2")])
def test_wins_of_the_starting_player_are_counted_in_words(
    wins: int, games: int, words: str
) -> None:
    board = replace(board_statistics(HISTORY)[0], starting=Share(wins, games))
    numbers = {str(caption): str(number) for number, caption in board_numbers(board)}
    assert numbers["the starting player won"] == words
    assert numbers["average winning score"] == "104"
    assert numbers["average margin of victory"] == "12.5"


def test_key_numbers_and_records_of_a_player_in_words() -> None:
    games = [game._replace(minutes=40) for game in HISTORY]
    ana = player_statistics(games, "Ana")
    assert ana is not None
    numbers = {str(caption): str(number) for number, caption in player_numbers(ana)}
    assert numbers == {
        "games": "3",
        "wins": "2",
        "won": "67%",
        "average": "103",
        "playing time": "2 h",
        "games per year": "3",
    }
    tiles = {str(caption): number for number, caption, _ in record_tiles(ana)}
    assert tiles == {"best score": "120", "biggest win": "+25", "most wins in a row": "1"}


def test_dates_below_a_chart_have_years_only_if_they_differ() -> None:
    may, june = datetime(2026, 5, 7), datetime(2026, 6, 12)
    assert [str(date) for date in axis_dates([may, june])] == ["7 May", "12 Jun"]
    earlier = datetime(2025, 12, 31)
    assert [str(date) for date in axis_dates([earlier, may])] == ["Dec 2025", "May 2026"]


def test_period_of_games_is_in_months() -> None:
    assert str(period(HISTORY)) == "May 2026"
    later = HISTORY[0]._replace(date=datetime(2026, 7, 1, 12, tzinfo=timezone.utc))
    assert str(period((*HISTORY, later))) == "May 2026 – Jul 2026"
