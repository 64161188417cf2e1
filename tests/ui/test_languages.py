"""The app in each of its languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from random import Random

import pytest
from babel import Locale

from companion.report.translation import LANGUAGES, NAMES, supported_language
from companion.rules.boards import bundled_boards
from companion.rules.setup import Player
from companion.ui.look.theme import theme
from companion.ui.look.translator import translator
from companion.ui.navigator import PageName
from companion.ui.pages.new_game.page import NewGamePage
from companion.ui.pages.result.page import ResultPage
from companion.ui.pages.table.claim_sheet import ClaimSheet
from tests.support.phone import FastPhone
from tests.support.random_games import THOROUGHNESS
from tests.support.text_fit import overflows_by_language, set_language
from tests.support.views import VIEWS, View
from tools import translations
from tools.translatable_texts import all_texts

OTHERS = [language for language in LANGUAGES if language != "en"]
SAMPLED = ("pl",)
"""Languages of `make test`, besides German in `test_layout.py`; `make soak` takes all."""
SAMPLE = Random(16).sample(VIEWS, 2)
"""Views that `make test` checks in other languages; `make soak` and `tools/tour.py` check all."""
PLAYERS = (Player("Ana", "blue"), Player("Peter", "red"))
LIBRARIES = ("Kivy", "TinyDB", "waitress", "segno", "ifaddr", "Roboto")
LICENCES = ("MIT", "ZPL", "BSD", "Apache")
PRINTED = ("Railkeeper", *LIBRARIES, *LICENCES, "BG", "Stats", "data", "json")
"""Words that are the same in every language, besides places, players and languages."""


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastPhone]:
    """One phone for all languages."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LANG", "en")
        phone = FastPhone(tmp_path_factory.mktemp("data"))
        yield phone
        set_language("en")
        theme.apply(False, 1.0)
        phone.close()


def test_every_translated_language_is_listed_by_its_own_name() -> None:
    assert LANGUAGES.keys() == {"en", *translations.languages()}
    assert LANGUAGES == NAMES
    for language, name in NAMES.items():
        assert name.lower() == str(Locale(language).get_display_name(language)).lower()


def test_unsupported_language_falls_back() -> None:
    assert supported_language("de") == "de"
    assert supported_language("no") == supported_language("nn") == supported_language("nb")
    assert supported_language("xx") == "en"


# A whole game


def letters(text: str) -> set[str]:
    """The words of a text."""
    return {word.casefold() for word in re.findall(r"[^\W\d_]+", text)}


def vocabulary(language: str) -> set[str]:
    """Every word the app may show in a language; texts without a translation are in English."""
    catalog = translations.read_catalog(translations.po_file(language), language)
    known = letters(" ".join((*(player.name for player in PLAYERS), *PRINTED, *NAMES.values())))
    for text in all_texts():
        english = (text.text, text.plural or "")
        for form in translations.translation(catalog, text) or english:
            known |= letters(re.sub(r"{\w+}", " ", form))
    for board in bundled_boards().values():
        known |= letters(" ".join(place.name for place in board.places.values()))
    return known


class Reader:
    """Collects texts and finds words that are not in the language's catalogue."""

    def __init__(self, phone: FastPhone, language: str) -> None:
        self.phone = phone
        self._known = vocabulary(language)
        self.strange: dict[str, str] = {}
        """Unknown words, with the text that contains them."""
        self.texts: set[str] = set()

    def look(self) -> None:
        """Check all texts and accessible names on the window."""
        for widget in self.phone.widgets():
            for text in (getattr(widget, "text", ""), getattr(widget, "name_for_readers", "")):
                text = re.sub(r"\[/?\w+[^]]*\]", "", str(text or ""))
                if text in self.texts:
                    continue
                self.texts.add(text)
                for word in letters(text) - self._known:
                    self.strange[word] = f"{self.phone.screen}: {text}"

    def wait_and_look(self) -> None:
        """Wait, then check the texts."""
        self.phone.wait_until_idle()
        self.look()

    def press(self, text: str) -> None:
        """Tap the button with this translated text, then check the texts."""
        self.phone.press(translator.tr(text))
        self.look()


@pytest.mark.parametrize(
    "language",
    [
        language if language in SAMPLED else pytest.param(language, marks=pytest.mark.soak)
        for language in OTHERS
    ],
)
def test_whole_game_shows_no_word_of_another_language(phone: FastPhone, language: str) -> None:
    set_language(language)
    phone.set_size(390, 844)
    phone.navigator.reset_to("home")
    phone.wait_until_idle()
    reader = Reader(phone, language)
    reader.look()
    begin(phone, reader)
    play(phone, reader)
    tally_up(phone, reader)
    look_around(phone, reader)
    assert reader.strange == {}
    assert len(reader.texts) > 200


def begin(phone: FastPhone, reader: Reader) -> None:
    """Start a game of two on The Heart of Africa without starting cards."""
    reader.press("New game")
    page = phone.page("new_game")
    assert isinstance(page, NewGamePage)
    page.prefill(PLAYERS, bundled_boards().summary("heart-of-africa"))
    phone.wait_until_idle()
    reader.press(page.start_text)
    reader.press("Skip")


def play(phone: FastPhone, reader: Reader) -> None:
    """Draw a card, make a doubled claim, open every sheet of the table."""
    table, board = phone.table, phone.now.board
    table.draw("mountain")
    reader.press("Next")
    reader.press("Undo")
    table.open_route(board.routes["cape-town--port-elizabeth"], 0)
    reader.wait_and_look()
    sheet = table.sheet
    assert isinstance(sheet, ClaimSheet)
    sheet.option = 1
    phone.tap(sheet.button)
    reader.wait_and_look()
    for open_sheet in (
        partial(table.open_route, board.routes["cape-town--port-elizabeth"], 0),
        table.open_menu,
        partial(table.open_city, "way-station-east"),
        partial(table.open_player, "Ana"),
        partial(table.open_player_settings, "Peter"),
        partial(table.open_route_correction, board.routes["beira--salisbury"]),
    ):
        open_sheet()
        reader.wait_and_look()
        table.close_sheet()
        phone.wait_until_idle()
    for button in ("Find", "Log"):
        reader.press(button)
        reader.press("Back")


def tally_up(phone: FastPhone, reader: Reader) -> None:
    """Open the final tally, every explanation and the reveal, then finish the game."""
    reader.press("Finish")
    reader.press("Tickets")
    for ticket in phone.now.board.tickets[:2]:
        phone.session.take_ticket("Ana", ticket.ticket)
        reader.wait_and_look()
    phone.navigator.go("result")
    reader.wait_and_look()
    result = phone.page("result")
    assert isinstance(result, ResultPage)
    for part in ("routes", "tickets", "globetrotter", "total"):
        result.explain(part, "Ana")
        reader.wait_and_look()
        reader.press("Close")
    reader.press("Reveal step by step")
    phone.navigator.back()
    phone.wait_until_idle()
    phone.session.finish()
    reader.wait_and_look()


def look_around(phone: FastPhone, reader: Reader) -> None:
    """Open every page outside the game."""
    pages: tuple[PageName, ...] = (
        "past_games",
        "players",
        "settings",
        "about",
        "own_tickets",
        "corrections",
    )
    for name in pages:
        phone.navigator.reset_to("home", name)
        reader.wait_and_look()


# Widths of texts


@pytest.mark.parametrize(
    "view",
    [view if view in SAMPLE else pytest.param(view, marks=pytest.mark.soak) for view in VIEWS],
    ids=str,
)
def test_every_language_fits_where_english_fits(phone: FastPhone, view: View) -> None:
    languages = OTHERS if THOROUGHNESS > 1 else SAMPLED
    assert overflows_by_language(phone, view, languages) == []
