"""Finds the old text that a new one replaces, so that its translations can be carried over.

Only texts are compared, never translations: the outcome is the same for every language.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from tools.translatable_texts import Text

ENOUGH = 0.7
"""Similarity from which a text is a reworded one; 1 is equality."""
SAME_PLACE = 0.15
"""What the same place in the app adds to the similarity."""
MARGIN = 0.05
"""The lead of the most similar text over the second; with less the outcome is ambiguous."""

_WORD = re.compile(r"{\w+}|\w+|\S")


class OldText(NamedTuple):
    """What the catalogues know about a text."""

    place: str
    """The first line of its comment."""
    previous: frozenset[str]
    """The English texts that its marked translations were made for."""


def replaced_texts(
    old: Mapping[Text, OldText],
    new: Mapping[Text, Sequence[str]],
    reworded: Iterable[tuple[str, str]] = (),
) -> dict[Text, Text]:
    """By new text the old one whose translations it takes over.

    `new` contains the comments for translators by text of the app, `reworded` the old and the new
    English of texts that are not similar enough to be recognised. Several new texts may replace
    one old text.
    """
    stated = {after: before for before, after in reversed([*reworded])}
    vanished = [text for text in old if text not in new]
    found = {}
    for text, (place, *_) in new.items():
        source = _stated(text, stated.get(text.text), old)
        if source is None and text not in old:
            source = _stated(text, text.text, old) or _most_similar(text, place, vanished, old)
        if source is not None and source != text:
            found[text] = source
    return found


def _stated(text: Text, before: str | None, old: Mapping[Text, OldText]) -> Text | None:
    """The old text, or its marked successor, with exactly this English."""
    candidates = [each for each in old if before in (each.text, *old[each].previous)]
    if not candidates:
        return None
    return min(
        candidates,
        key=lambda each: (
            each.context != text.context,
            (each.plural is None) != (text.plural is None),
            each.text != before,
            [part or "" for part in each],
        ),
    )


def _most_similar(
    text: Text, place: str, vanished: Iterable[Text], old: Mapping[Text, OldText]
) -> Text | None:
    """The vanished text that is clearly more similar than all others."""
    ranked = sorted(
        (_similarity(each, text) + SAME_PLACE * place.startswith(old[each].place), each.text, each)
        for each in vanished
        if each.context == text.context
        and (each.plural is None) == (text.plural is None)
        and (each.values <= text.values or each.values >= text.values)
    )
    if not ranked or ranked[-1][0] < ENOUGH:
        return None
    if len(ranked) > 1 and ranked[-1][0] - ranked[-2][0] < MARGIN:
        return None
    return ranked[-1][2]


def _similarity(old: Text, new: Text) -> float:
    """The similarity of two texts by words and by letters, from 0 to 1."""
    before, after = old.text.lower(), new.text.lower()
    words = SequenceMatcher(None, _WORD.findall(before), _WORD.findall(after), autojunk=False)
    letters = SequenceMatcher(None, before, after, autojunk=False)
    if (words.quick_ratio() + letters.quick_ratio()) / 2 + SAME_PLACE < ENOUGH - MARGIN:
        return 0  # The exact figure takes longer.
    return (words.ratio() + letters.ratio()) / 2
