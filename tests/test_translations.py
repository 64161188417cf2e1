"""The translation catalogues are correct, up to date and explained for translators."""

from __future__ import annotations

import gettext
import warnings

import pytest
from babel import Locale
from babel.messages import Catalog

from companion.rules.boards import bundled_boards
from companion.rules.errors import Malformed
from companion.rules.wording import join_names, phrase, plural_phrase, points_phrase
from tools import translations
from tools.translatable_texts import ROOT, Text, all_texts
from tools.translator_hints import PLACES, VALUES


@pytest.fixture(scope="module", params=translations.languages())
def language(request: pytest.FixtureRequest) -> str:
    """Each language; its tests run one after the other, so that its catalogue is read once."""
    return str(request.param)


@pytest.fixture(scope="module")
def catalog(language: str) -> Catalog:
    """The catalogue of the language, which no test changes."""
    return translations.read_catalog(translations.po_file(language), language)


def test_translations_are_correct_and_belong_to_the_app(catalog: Catalog) -> None:
    assert translations.problems(catalog) == []


def test_every_text_is_translated(language: str, catalog: Catalog) -> None:
    missing, marked = translations.missing(catalog), translations.marked(catalog)
    if translations.GAPS_ALLOWED and (missing or marked):
        count = f"{language}: {len(missing)} missing, {len(marked)} marked"
        warnings.warn(f"{count}; python -m tools.translations --list lists them", stacklevel=1)
    else:
        assert (missing, marked) == ([], [])


def test_app_shows_missing_and_marked_texts_in_english(language: str, catalog: Catalog) -> None:
    compiled = gettext.translation(translations.DOMAIN, translations.LOCALES, [language])
    for text in (*translations.missing(catalog), *translations.marked(catalog)):
        assert shown(compiled, text, 1) == text.text
        assert shown(compiled, text, 2) == (text.plural or text.text)


def shown(compiled: gettext.NullTranslations, text: Text, count: int) -> str:
    """What the app shows for a text."""
    if text.context is not None:
        return compiled.pgettext(text.context, text.text)
    if text.plural is not None:
        return compiled.ngettext(text.text, text.plural, count)
    return compiled.gettext(text.text)


def test_compiled_catalogue_is_up_to_date(language: str, catalog: Catalog) -> None:
    compiled = translations.compiled(catalog)
    assert translations.mo_file(language).read_bytes() == compiled, "run make words"


def test_catalogue_is_formatted_by_the_tool(language: str, catalog: Catalog) -> None:
    updated = translations.updated(catalog, translations.text_comments(), {})
    assert translations.po_file(language).read_bytes() == translations.catalog_bytes(updated), (
        "run make words"
    )


def test_catalogue_starts_with_a_glossary(catalog: Catalog) -> None:
    assert "# - locomotive: " in catalog.header_comment
    assert "# - 1, 2, 5 trains: " in catalog.header_comment


def test_plural_rule_matches_the_language(language: str, catalog: Catalog) -> None:
    form = gettext.c2py(catalog.plural_expr)
    rule = Locale(language).plural_form
    pairs = {(form(count), rule(count)) for count in range(200)}
    assert len(pairs) == catalog.num_plurals == len({form for form, _ in pairs})


@pytest.mark.parametrize(
    ("language", "forms", "is_right"),
    [
        ("de", ("Die Führung wechselte einmal", "Die Führung wechselte {count}-mal"), True),
        ("de", ("Die Führung wechselte einmal", "Die Führung wechselte"), False),
        ("de", ("{count} Wechsel", "{count} Wechsel"), True),
        ("de", ("{number} Wechsel", "{count} Wechsel"), False),
        ("fr", ("Un changement", "{count} changements"), False),
        ("is", ("Einu sinni", "{count} sinnum"), False),
    ],
)
def test_only_the_form_for_one_may_leave_out_the_number(
    language: str, forms: tuple[str, str], is_right: bool
) -> None:
    text = Text("The lead changed hands once", "The lead changed hands {count} times")
    assert text in all_texts()
    catalog = translations.new_catalog(language)
    catalog.add((text.text, str(text.plural)), forms)
    assert (translations.problems(catalog) == []) is is_right


def test_text_with_context_is_translated_per_context() -> None:
    texts = all_texts()
    assert Text("yellow", context="route") in texts
    assert Text("yellow", context="trains") in texts
    assert Text("yellow") not in texts


def test_catalogue_explains_place_and_values_of_each_text() -> None:
    assert {name for text in all_texts() for name in text.values} == VALUES.keys()
    for message in translations.read_catalog(translations.po_file("de"), "de"):
        if message.id:
            where, *_ = message.auto_comments
            assert where.removeprefix("Where: ").removesuffix(".")
            if message.id == "All aboard?":
                assert where == "Where: home."


def test_every_path_with_a_hint_exists() -> None:
    files = [path.relative_to(ROOT).as_posix() for path in ROOT.glob("[cdk]*/**/*.*")]
    missing = [start for start in PLACES if not any(file.startswith(start) for file in files)]
    assert missing == []


def test_german_plurals_and_nested_phrases() -> None:
    german = gettext.translation(translations.DOMAIN, translations.LOCALES, ["de"])
    one, two = (plural_phrase("{count} train", "{count} trains", count) for count in (1, 2))
    assert (one.render(german), two.render(german)) == ("1 Waggon", "2 Waggons")
    nested = phrase("{player}: {deed}", player="Ana", deed=two)
    assert nested.render(german) == "Ana: 2 Waggons"
    assert points_phrase(-1).render(german) == "−1 Punkt"
    assert join_names(("Ana", "Peter", "Inés")).render(german) == "Ana, Peter und Inés"


def test_texts_of_every_board_are_collected() -> None:
    texts = all_texts()
    boards = {board.name for board in bundled_boards().values()}
    for board in bundled_boards().values():
        assert Text(board.name) in texts
        assert all(Text(variant.name) in texts for variant in board.variants)
        for place in board.places.values():
            # New York is a city and a board.
            assert Text(place.name) not in texts or place.name in boards
        for kind in board.terrain.types if board.terrain else ():
            assert Text(kind.name) in texts
            assert Text(kind.short) in texts


def test_refusal_converts_to_english_text() -> None:
    assert str(Malformed(phrase("not UTF-8 text"))) == "not UTF-8 text"


def test_note_inside_a_call_reaches_the_translators() -> None:
    notes = all_texts()[Text("Claim for {player}  +{points}")].notes
    assert notes == ["a button: the player claims the route for this many points."]
