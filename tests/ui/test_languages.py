"""The app in each of its languages."""

from __future__ import annotations

from babel import Locale

from companion.ui.look.words import LANGUAGES, NAMES, spoken_for
from tools import words


def test_every_translated_language_is_offered_in_its_own_words() -> None:
    assert LANGUAGES.keys() == {"en", *words.languages()}
    assert "de" in LANGUAGES
    for language, name in NAMES.items():
        assert name.lower() == str(Locale(language).get_display_name(language)).lower()


def test_a_phone_is_answered_in_its_language_or_one_its_owner_reads() -> None:
    assert spoken_for("de") == "de"
    assert spoken_for("no") == spoken_for("nn") == spoken_for("nb")
    assert spoken_for("xx") == "en"
