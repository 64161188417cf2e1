"""Dates relative to today."""

from __future__ import annotations

from datetime import datetime

from companion.report.statistics.words import axis_dates
from companion.report.translation import catalog
from companion.report.words.games import date_in_month, full_date, relative_date, short_date

NOW = datetime(2026, 3, 11, 21, 0)
"""A Wednesday."""


def test_dates_are_relative() -> None:
    for moment, words in (
        (datetime(2026, 3, 11, 20, 14), "today 20:14"),
        (datetime(2026, 3, 10, 9, 5), "yesterday 09:05"),
        (datetime(2026, 3, 6, 20, 0), "Friday 20:00"),
        (datetime(2026, 3, 4, 20, 0), "4 March 2026"),
        (datetime(2025, 12, 31, 23, 59), "31 December 2025"),
        (datetime(2026, 3, 12, 1, 0), "12 March 2026"),
    ):
        assert str(relative_date(moment, NOW)) == words


def test_older_dates_below_a_heading_lack_month_and_year() -> None:
    assert str(date_in_month(datetime(2026, 3, 6, 20, 0), NOW)) == "Friday 20:00"
    assert str(date_in_month(datetime(2026, 3, 4, 20, 0), NOW)) == "Wednesday 4"
    assert str(date_in_month(datetime(2026, 3, 12, 1, 0), NOW)) == "Thursday 12"


def test_first_of_a_month_has_its_own_form() -> None:
    first, second = datetime(2025, 5, 1), datetime(2025, 5, 2)
    assert str(full_date(first)) == "1 May 2025"
    french = catalog("fr")
    assert full_date(first).render(french) == "1er mai 2025"
    assert full_date(second).render(french) == "2 mai 2025"
    assert short_date(first).render(french) == "1er mai 2025"
    assert date_in_month(datetime(2026, 3, 1), NOW).render(french) == "dimanche 1er"
    assert [date.render(french) for date in axis_dates([first, second])] == ["1er mai", "2 mai"]
