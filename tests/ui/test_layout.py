"""Layout of every view at several sizes, in both themes and two text sizes.

Other languages have a test of their own for the room they need.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from companion.ui.look.theme import theme
from companion.ui.look.translator import translator
from tests.support.layout_checks import layout_defects, low_contrast_texts, widget_boxes
from tests.support.phone import FastPhone
from tests.support.views import SIZES, VIEWS, View, open_view


@dataclass(frozen=True)
class Look:
    """Language, text size and theme."""

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
"""The larger sizes; layout defects mostly appear at the other two."""


def tried(number: int) -> list[tuple[Look, tuple[int, int]]]:
    """Looks and sizes for the view with this number; all combinations if PATIENCE is set."""
    if os.environ.get("PATIENCE"):
        return [(look, size) for look in LOOKS for size in SIZES]
    return [
        *((look, SMALLEST) for look in LOOKS),
        (LOOKS[number % 2], SIDEWAYS),
        (LOOKS[number // len(ROOMIER) % 2], ROOMIER[number % len(ROOMIER)]),
    ]


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastPhone]:
    """One phone for all views."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LANG", "en")
        phone = FastPhone(tmp_path_factory.mktemp("kept"))
        yield phone
        PLAIN.apply()
        phone.close()


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_no_layout_defects(phone: FastPhone, view: View) -> None:
    PLAIN.apply()
    open_view(phone, view)
    found = []
    for look, (width, height) in tried(VIEWS.index(view)):
        look.apply()
        phone.set_size(width, height)
        wrong = layout_defects()
        at_rest = widget_boxes()
        phone.wait()
        if widget_boxes() != at_rest:
            wrong.append("does not come to rest")
        if (width, height) == SIZES[0]:
            wrong += low_contrast_texts(*phone.render_pixels())
        found += [f"{look}, {width} × {height}: {defect}" for defect in wrong]
    assert not found, "\n".join(["", *found])
