"""File formats: a name and a version number."""

from __future__ import annotations

import pytest

from companion.rules.errors import Malformed, NewerVersion
from companion.rules.format import Format
from companion.rules.record import MAX_RECORD_BYTES
from companion.rules.wording import phrase

CITIES = Format(
    "cities",
    phrase("The file of cities"),
    (
        lambda old: {"cities": old["names"].split()},
        lambda old: {"cities": old["cities"], "count": len(old["cities"])},
    ),
)


def test_todays_number_is_one_more_than_there_are_steps() -> None:
    assert (CITIES.number, CITIES.stamp) == (3, "cities/3")


def test_older_value_takes_the_steps_that_are_left() -> None:
    today = {"format": "cities/3", "cities": ["Rome", "Bern"], "count": 2}
    assert CITIES.upgraded({"format": "cities/1", "names": "Rome Bern"}) == today
    assert CITIES.upgraded({"format": "cities/2", "cities": ["Rome", "Bern"]}) == today
    assert CITIES.upgraded(today) == today


@pytest.mark.parametrize("value", [{}, {"names": 7}, {"names": None}])
def test_value_that_a_step_cannot_read_is_refused(value: dict[str, object]) -> None:
    with pytest.raises(Malformed, match=r"^it is not what “format” says$"):
        CITIES.upgraded({"format": "cities/1", **value})


@pytest.mark.parametrize("number", ["4", "10", "999999999", "1000000000", "9" * 5000])
def test_larger_number_is_of_a_newer_app(number: str) -> None:
    with pytest.raises(
        NewerVersion, match=r"^The file of cities was written by a newer Railkeeper"
    ):
        CITIES.number_of({"format": f"cities/{number}"})


@pytest.mark.parametrize("stamp", ["cities", "cities/", "cities/0", "cities/01", "cities/²", "x/1"])
def test_unknown_format_is_refused(stamp: str) -> None:
    with pytest.raises(Malformed, match=rf"should be “cities/3”, not {stamp}$"):
        CITIES.number_of({"format": stamp})


def test_file_of_a_game_has_at_most_sixteen_megabytes() -> None:
    assert MAX_RECORD_BYTES == 16_777_216
