"""Figures of statistics in words."""

from __future__ import annotations

from companion.report.statistics.words import average_phrase


def test_averages_are_rounded_to_one_decimal() -> None:
    numbers = {0: "0", -0.04: "0", -0.05: "−0.1", 99.95: "100", 12.34: "12.3", -3: "−3"}
    assert {number: str(average_phrase(number)) for number in numbers} == numbers
