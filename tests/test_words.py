"""Everything the app says can be said in every language it offers."""

from __future__ import annotations

import gettext

import pytest

from companion.rules import Malformed, bundled_boards
from companion.rules.wording import say, say_count
from tools import words

LANGUAGES = words.languages()


def test_there_is_a_language_besides_english() -> None:
    assert "de" in LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_translated_and_names_the_same_values(language: str) -> None:
    assert words.missing(language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_translated_that_nobody_says(language: str) -> None:
    said = {each if isinstance(each, str) else each[0] for each in words.said()}
    written = {
        message.id if isinstance(message.id, str) else message.id[0]
        for message in words.translations(language)
        if message.id
    }
    assert written - said == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_compiled_file_is_up_to_date(language: str) -> None:
    assert words.mo_file(language).read_bytes() == words.compiled(language), "run make words"


def test_german_counts_and_nests() -> None:
    german = gettext.translation(words.DOMAIN, words.LOCALES, ["de"])
    one, two = (say_count("{count} train", "{count} trains", count) for count in (1, 2))
    assert (one.told(german), two.told(german)) == ("1 Zug", "2 Züge")
    nested = say("{player}: {deed}", player="Ana", deed=two)
    assert nested.told(german) == "Ana: 2 Züge"


def test_the_terrain_of_every_board_is_said() -> None:
    said = words.said()
    for board in bundled_boards().values():
        for kind in board.terrain.types if board.terrain else ():
            assert kind.name in said
            assert kind.short in said


def test_every_refusal_can_be_told() -> None:
    assert str(Malformed(say("not text in UTF-8"))) == "not text in UTF-8"
