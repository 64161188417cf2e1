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
from companion.ui.look.translator import translator as voice
from companion.ui.navigator import PageName
from companion.ui.pages.new_game.page import NewGamePage
from companion.ui.pages.result.page import ResultPage
from companion.ui.pages.table.claim_sheet import ClaimSheet
from tests.ui.hasty import HastyPhone
from tests.ui.rooms import crowded, speak
from tests.ui.views import VIEWS, View
from tools import translations
from tools.translatable_texts import all_texts

OTHERS = [language for language in LANGUAGES if language != "en"]
SAMPLE = 3
"""Views looked at in every language; the tour looks at all of them."""
PLAYERS = (Player("Ana", "blue"), Player("Peter", "red"))
PRINTED = ("Railkeeper", "MIT", "Kivy", "TinyDB", "Roboto", "Apache", "BG", "Stats", "kept", "json")
"""Names that are the same everywhere, besides those of places, players and languages."""


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HastyPhone]:
    """One app for all of it."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("LANG", "en")
        phone = HastyPhone(tmp_path_factory.mktemp("kept"))
        yield phone
        speak("en")
        theme.apply(False, 1.0)
        phone.close()


def test_every_translated_language_is_offered_in_its_own_words() -> None:
    assert LANGUAGES.keys() == {"en", *translations.languages()}
    assert LANGUAGES == NAMES
    for language, name in NAMES.items():
        assert name.lower() == str(Locale(language).get_display_name(language)).lower()


def test_a_phone_is_answered_in_its_language_or_one_its_owner_reads() -> None:
    assert supported_language("de") == "de"
    assert supported_language("no") == supported_language("nn") == supported_language("nb")
    assert supported_language("xx") == "en"


# A whole game


def letters(text: str) -> set[str]:
    """The words of a text."""
    return {word.casefold() for word in re.findall(r"[^\W\d_]+", text)}


def vocabulary(language: str) -> set[str]:
    """Every word the app may show in a language."""
    catalog = translations.read_catalog(translations.po_file(language), language)
    known = letters(" ".join((*(player.name for player in PLAYERS), *PRINTED, *NAMES.values())))
    for said in all_texts():
        for form in translations.translation(catalog, said):
            known |= letters(re.sub(r"{\w+}", " ", form))
    for board in bundled_boards().values():
        known |= letters(" ".join(place.name for place in board.places.values()))
    return known


class Reader:
    """Somebody who reads everything there is to read, and knows one language."""

    def __init__(self, phone: HastyPhone, language: str) -> None:
        self.phone = phone
        self._known = vocabulary(language)
        self.strange: dict[str, str] = {}
        """Words that are not of this language, with the text they were read in."""
        self.texts: set[str] = set()

    def look(self) -> None:
        """Read what is on the page, and what is read out of it."""
        for widget in self.phone.widgets():
            for text in (getattr(widget, "text", ""), getattr(widget, "name_for_readers", "")):
                text = re.sub(r"\[/?\w+[^]]*\]", "", str(text or ""))
                if text in self.texts:
                    continue
                self.texts.add(text)
                for word in letters(text) - self._known:
                    self.strange[word] = f"{self.phone.screen}: {text}"

    def commit(self) -> None:
        """Read what has come into sight."""
        self.phone.commit()
        self.look()

    def press(self, text: str) -> None:
        """Tap what says this in the language, and look at what comes of it."""
        self.phone.press(voice.tr(text))
        self.look()


@pytest.mark.parametrize("language", OTHERS)
def test_a_whole_game_is_kept_without_a_word_of_another_language(
    phone: HastyPhone, language: str
) -> None:
    speak(language)
    phone.turn(390, 844)
    phone.navigator.reset_to("home")
    phone.commit()
    reader = Reader(phone, language)
    reader.look()
    begin(phone, reader)
    play(phone, reader)
    tally_up(phone, reader)
    look_around(phone, reader)
    assert reader.strange == {}
    assert len(reader.texts) > 200


def begin(phone: HastyPhone, reader: Reader) -> None:
    """Two players on the board with the most words, without the first cards."""
    reader.press("New game")
    page = phone.page("new_game")
    assert isinstance(page, NewGamePage)
    page.prefill(PLAYERS, bundled_boards().summary("heart-of-africa"))
    phone.commit()
    reader.press("Start")
    reader.press("Skip")


def play(phone: HastyPhone, reader: Reader) -> None:
    """A card, a doubled claim, what cannot be claimed, and every sheet of the table."""
    table, board = phone.table, phone.now.board
    table.draw("mountain", 1)
    reader.press("Next")
    reader.press("Undo")
    for track in (0, 0):
        table.open_route(board.routes["cape-town--port-elizabeth"], track)
        reader.commit()
        sheet = table.sheet
        assert isinstance(sheet, ClaimSheet)
        sheet.way = 1
        phone.tap(sheet.button)
        reader.commit()
        table.close_sheet()
    for open_sheet in (
        partial(table.open_city, "way-station-east"),
        partial(table.explain, "Ana"),
        partial(table.open_seat, "Peter"),
        partial(table.open_correction, board.routes["beira--salisbury"]),
    ):
        open_sheet()
        reader.commit()
        table.close_sheet()
        phone.commit()
    for button in ("Find", "Log"):
        reader.press(button)
        reader.press("Back")


def tally_up(phone: HastyPhone, reader: Reader) -> None:
    """The three steps of the tally, every reason, the reveal, and the game put away."""
    reader.press("Finish")
    reader.press("Tickets")
    for ticket in phone.now.board.tickets[:2]:
        phone.session.take_ticket("Ana", ticket.ticket)
        reader.commit()
    phone.navigator.go("result")
    reader.commit()
    result = phone.page("result")
    assert isinstance(result, ResultPage)
    for part in ("routes", "tickets", "globetrotter", "total"):
        result.explain(part, "Ana")
        reader.commit()
        reader.press("Close")
    reader.press("Reveal step by step")
    phone.navigator.back()
    phone.commit()
    phone.session.finish()
    reader.commit()


def look_around(phone: HastyPhone, reader: Reader) -> None:
    """Every page beside the game."""
    beside: tuple[PageName, ...] = (
        "past_games",
        "players",
        "settings",
        "about",
        "cards",
        "corrections",
    )
    for name in beside:
        phone.navigator.reset_to("home", name)
        reader.commit()


# Room: after the games, which nobody else has played


@pytest.mark.parametrize("view", Random(16).sample(VIEWS, SAMPLE), ids=str)
def test_every_language_has_the_room_that_english_has(phone: HastyPhone, view: View) -> None:
    assert crowded(phone, view, OTHERS) == []
