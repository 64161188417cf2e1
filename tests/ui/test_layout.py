"""Layout of every view at several sizes, in both themes and two text sizes.

`test_languages.py` checks the widths of other languages.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from kivy.core.window import Window

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
# Longer words in larger letters: what fits in German fits in English too.
LARGE, LARGE_DARK = (Look("de", 1.3, dark) for dark in (False, True))

SMALLEST, SIDEWAYS = SIZES[0], (844, 390)
LARGER = tuple(size for size in SIZES if size not in (SMALLEST, SIDEWAYS))
"""The larger sizes; layout defects mostly appear at the other two."""
KINDS = [view.name.partition("-")[0] for view in VIEWS]
"""The page or kind of sheet of each view."""


def combinations(number: int) -> list[tuple[Look, tuple[int, int]]]:
    """Looks and sizes for the view with this number; all combinations if THOROUGHNESS is set.

    Every view is checked on the smallest phone, the first of each kind also in landscape, and the
    second at a larger size.
    """
    if os.environ.get("THOROUGHNESS"):
        return [(look, size) for look in (PLAIN, LARGE_DARK) for size in SIZES]
    # Changing the look takes as long as opening a view: it changes once.
    look = LARGE if number < len(VIEWS) / 2 else LARGE_DARK
    others = ((look, SIDEWAYS), (look, LARGER[number % len(LARGER)]))
    before = KINDS[:number].count(KINDS[number])
    return [(look, SMALLEST), *others[before : before + 1]]


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastPhone]:
    """One phone for all views."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LANG", "en")
        phone = FastPhone(tmp_path_factory.mktemp("data"))
        yield phone
        PLAIN.apply()
        phone.close()


@pytest.mark.parametrize("view", VIEWS, ids=str)
def test_no_layout_defects(phone: FastPhone, view: View) -> None:
    found = []
    tried = combinations(VIEWS.index(view))
    look, size = tried[0]
    if phone.screen != "startup_error" and tuple(Window.size) != size:
        # A page that is laid out quickly.
        phone.navigator.reset_to("about")
    look.apply()
    phone.set_size(*size)
    open_view(phone, view)
    for look, (width, height) in tried:
        look.apply()
        phone.set_size(width, height)
        wrong = layout_defects()
        at_rest = widget_boxes()
        phone.wait()
        if widget_boxes() != at_rest:
            wrong.append("moves after the first frame")
        if (width, height) == SMALLEST:
            wrong += low_contrast_texts(*phone.render_pixels())
        found += [f"{look}, {width} × {height}: {defect}" for defect in wrong]
    assert not found, "\n".join(["", *found])
