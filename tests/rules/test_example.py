"""The example in the docstring of the package."""

from __future__ import annotations

import doctest

import companion.rules


def test_example_of_the_package_is_correct() -> None:
    failed, tried = doctest.testmod(companion.rules)
    assert (failed, tried > 0) == (0, True)
