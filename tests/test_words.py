"""Everything the app says can be said in every language it offers."""

from __future__ import annotations

import gettext

import pytest
from babel import Locale

from companion.rules.boards import bundled_boards
from companion.rules.errors import Malformed
from companion.rules.wording import join_names, phrase, plural_phrase, points_phrase
from tools import words
from tools.hints import VALUES
from tools.words import Words

LANGUAGES = words.languages()


def spoken(language: str) -> gettext.NullTranslations:
    return gettext.translation(words.DOMAIN, words.LOCALES, [language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_has_exactly_the_texts_of_the_app(language: str) -> None:
    assert words.problems(words.translations(words.po_file(language), language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_compiled_catalogue_is_up_to_date(language: str) -> None:
    assert words.mo_file(language).read_bytes() == words.compiled(language), "run make words"


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_is_formatted_by_the_tool(language: str) -> None:
    file = words.po_file(language)
    brought = words.brought_up_to_date(words.translations(file, language))
    assert file.read_bytes() == words.written(brought), "run make words"


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogue_starts_with_a_glossary(language: str) -> None:
    comment = words.translations(words.po_file(language), language).header_comment
    assert "# - locomotive: " in comment
    assert "# - 1, 2, 5 trains: " in comment


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_rule_matches_the_language(language: str) -> None:
    """The rule in the file parts the numbers as the language does."""
    catalog = words.translations(words.po_file(language), language)
    form = gettext.c2py(catalog.plural_expr)
    rule = Locale(language).plural_form
    pairs = {(form(count), rule(count)) for count in range(200)}
    assert len(pairs) == catalog.num_plurals == len({form for form, _ in pairs})


def test_text_with_context_is_translated_per_context() -> None:
    said = words.said()
    assert Words("yellow", context="route") in said
    assert Words("yellow", context="trains") in said
    assert Words("yellow") not in said


def test_catalogue_explains_place_and_values_of_each_text() -> None:
    said = words.said()
    assert {name for each in said for name in each.values} == VALUES.keys()
    for message in words.translations(words.po_file("de"), "de"):
        if message.id:
            where, *_ = message.auto_comments
            assert where.removeprefix("Where: ").removesuffix(".")
            if message.id == "All aboard?":
                assert where == "Where: home."


def test_german_plurals_and_nested_phrases() -> None:
    german = spoken("de")
    one, two = (plural_phrase("{count} train", "{count} trains", count) for count in (1, 2))
    assert (one.render(german), two.render(german)) == ("1 Waggon", "2 Waggons")
    nested = phrase("{player}: {deed}", player="Ana", deed=two)
    assert nested.render(german) == "Ana: 2 Waggons"
    assert points_phrase(-1).render(german) == "−1 Punkt"
    assert join_names(("Ana", "Peter", "Inés")).render(german) == "Ana, Peter und Inés"


def test_texts_of_every_board_are_collected() -> None:
    said = words.said()
    for board in bundled_boards().values():
        assert Words(board.name) in said
        for place in board.places.values():
            assert (Words(place.name) in said) == (place.kind == "way_station")
        for kind in board.terrain.types if board.terrain else ():
            assert Words(kind.name) in said
            assert Words(kind.short) in said


def test_refusal_converts_to_english_text() -> None:
    assert str(Malformed(phrase("not text in UTF-8"))) == "not text in UTF-8"
