"""Whether a language has the room that English has, where there is least of it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable

from companion.ui.look.theme import theme
from companion.ui.look.translator import translator
from tests.ui.hasty import HastyPhone
from tests.ui.layouts import defects, shortened
from tests.ui.views import SIZES, View, open_view

LARGEST = 1.3 * 1.3
"""The text size Larger, on a phone whose own text is as much larger again."""


def speak(language: str, text_scale: float = 1.0) -> None:
    """Look and speak like this, after a restart too."""
    os.environ["LANG"] = language
    translator.language, theme.text_scale = language, text_scale


def crowded(phone: HastyPhone, view: View, languages: Iterable[str]) -> list[str]:
    """What does not fit on the smallest phone in some language but does in English."""
    phone.turn(*SIZES[0])
    speak("en")
    open_view(phone, view)
    english = Counter(map(_kind, _found(phone, "en")))
    worse = []
    for language in languages:
        found = _found(phone, language)
        for kind, count in (Counter(map(_kind, found)) - english).items():
            examples = [each for each in found if _kind(each) == kind]
            worse.append(f"{language}, {view}: {count} more than in English: {examples}")
    speak("en")
    return worse


def _found(phone: HastyPhone, language: str) -> list[str]:
    speak(language, LARGEST)
    phone.commit()
    return [*defects(), *shortened()]


def _kind(defect: str) -> str:
    return defect.partition(":")[0]
