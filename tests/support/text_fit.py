"""Comparing how texts fit in other languages and in English, on the smallest phone."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable

from companion.ui.look.theme import theme
from companion.ui.look.translator import translator
from tests.support.layout_checks import layout_defects, shortened_texts
from tests.support.phone import FastPhone
from tests.support.views import SIZES, View, open_view

LARGEST = 1.3 * 1.3
"""The text size Huge on a phone whose system font scale is 1.3."""


def set_language(language: str, text_scale: float = 1.0) -> None:
    """Set language and text size, also for the next start of the app."""
    os.environ["LANG"] = language
    translator.language, theme.text_scale = language, text_scale


def overflows_by_language(phone: FastPhone, view: View, languages: Iterable[str]) -> list[str]:
    """Layout defects on the smallest phone in other languages that English does not have."""
    phone.set_size(*SIZES[0])
    set_language("en")
    open_view(phone, view)
    english = Counter(map(_kind, _defects(phone, "en")))
    worse = []
    for language in languages:
        found = _defects(phone, language)
        for kind, count in (Counter(map(_kind, found)) - english).items():
            examples = [each for each in found if _kind(each) == kind]
            worse.append(f"{language}, {view}: {count} more than in English: {examples}")
    set_language("en")
    return worse


def _defects(phone: FastPhone, language: str) -> list[str]:
    set_language(language, LARGEST)
    phone.wait_until_idle()
    return [*layout_defects(), *shortened_texts()]


def _kind(defect: str) -> str:
    return defect.partition(":")[0]
