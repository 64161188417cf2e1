"""The format of a file: a name and a version number."""

from __future__ import annotations

import pytest

from companion.rules.errors import Malformed, NewerVersion
from companion.rules.json_reader import RECORD_LIMITS, Format
from companion.rules.wording import phrase

CITIES = Format("cities", phrase("The file of cities"), 3)


def test_content_of_the_current_version_is_accepted() -> None:
    content = {"format": "cities/3", "cities": ["Rome"]}
    assert CITIES.stamp == "cities/3"
    assert CITIES.check(content) == content


def test_content_of_a_former_version_is_accepted() -> None:
    assert CITIES.check({"format": "cities/2"}) == {"format": "cities/2"}


@pytest.mark.parametrize("number", ["4", "10", "999999999", "1000000000", "9" * 5000])
def test_higher_version_is_refused_as_written_by_a_newer_app(number: str) -> None:
    with pytest.raises(
        NewerVersion, match=r"^The file of cities was made with a newer version of Railkeeper"
    ):
        CITIES.check({"format": f"cities/{number}"})


@pytest.mark.parametrize("stamp", ["cities", "cities/", "cities/0", "cities/01", "cities/²", "x/1"])
def test_unknown_format_is_refused(stamp: str) -> None:
    with pytest.raises(Malformed, match=rf"should be “cities/3”, not “{stamp}”$"):
        CITIES.check({"format": stamp})


def test_record_has_at_most_sixteen_megabytes() -> None:
    assert RECORD_LIMITS.bytes == 2_097_152
