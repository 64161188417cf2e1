"""Every screen at every size, in both themes and at both ends of the text size.

Other languages have a test of their own for the room they need.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from companion.ui.look.theme import theme
from companion.ui.look.translator import translator
from tests.ui.hasty import HastyPhone
from tests.ui.layouts import defects, places, unreadable
from tests.ui.views import SIZES, VIEWS, View, open_view


@dataclass(frozen=True)
class Look:
    """How the keeper likes it."""

    language: str
    text_scale: float
    dark: bool

    def apply(self) -> None:
        os.environ["LANG"] = self.language
        translator.language = self.language
        theme.apply(self.dark, self.text_scale)

    def __str__(self) -> str:
        return f"{self.language} {self.text_scale} {'dark' if self.dark else 'light'}"


PLAIN = Look("en", 1.0, dark=False)
# Each theme goes with one language and one text size: colours move nothing, so that is enough.
LOOKS = (PLAIN, Look("de", 1.3, dark=True))

SMALLEST, SIDEWAYS = SIZES[0], (844, 390)
ROOMIER = tuple(size for size in SIZES if size not in (SMALLEST, SIDEWAYS))
"""Where something does not fit, it is on one of the first two."""


def tried(number: int) -> list[tuple[Look, tuple[int, int]]]:
    """How to look at the view of a number; all sizes take turns, with patience each in each way."""
    if os.environ.get("PATIENCE"):
        return [(look, size) for look in LOOKS for size in SIZES]
    return [
        *((look, SMALLEST) for look in LOOKS),
        (LOOKS[number % 2], SIDEWAYS),
        (LOOKS[number // len(ROOMIER) % 2], ROOMIER[number % len(ROOMIER)]),
    ]


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HastyPhone]:
    """One app for all of it."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LANG", "en")
        phone = HastyPhone(tmp_path_factory.mktemp("kept"))
        yield phone
        PLAIN.apply()
        phone.close()


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_everything_can_be_read_and_touched(phone: HastyPhone, view: View) -> None:
    PLAIN.apply()
    open_view(phone, view)
    found = []
    for look, (width, height) in tried(VIEWS.index(view)):
        look.apply()
        phone.turn(width, height)
        wrong = defects()
        at_rest = places()
        phone.wait()
        if places() != at_rest:
            wrong.append("does not come to rest")
        if (width, height) == SIZES[0]:
            wrong += unreadable(*phone.draw())
        found += [f"{look}, {width} × {height}: {defect}" for defect in wrong]
    assert not found, "\n".join(["", *found])
