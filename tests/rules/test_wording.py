"""Phrases: translation, plurals, lists of names, and names with braces."""

from __future__ import annotations

from gettext import NullTranslations

import pytest

from companion.rules.apply import why_refused
from companion.rules.event_description import describe_event
from companion.rules.events import (
    Doubling,
    Event,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    TurnPassed,
)
from companion.rules.setup import Player, Setup
from companion.rules.state import initial_state
from companion.rules.wording import (
    ENGLISH,
    format_number,
    format_signed,
    join_names,
    phrase,
    plural_phrase,
    translatable,
)
from tests.support.boards import AFRICA, EUROPE, USA, tickets

GERMAN = {
    "{player} has {cards}": "{player} hat {cards}",
    "{count} card": "{count} Karte",
    "{count} cards": "{count} Karten",
    "Mountain": "Gebirge",
    "{names} and {name}": "{names} und {name}",
    "before i: {names} and {name}": "{names} und auch {name}",
}


class German(NullTranslations):
    """A catalogue of a few templates."""

    def gettext(self, message: str) -> str:
        return GERMAN.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return GERMAN.get(f"{context}: {message}", message)


def test_phrase_renders_in_english_by_default() -> None:
    sentence = phrase("{player} has {count} cards", player="Ana", count=3)
    assert str(sentence) == sentence.render(ENGLISH) == "Ana has 3 cards"


@pytest.mark.parametrize(("count", "text"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_count_selects_plural_form(count: int, text: str) -> None:
    assert str(plural_phrase("{count} card", "{count} cards", count)) == text


def test_nested_phrases_are_translated() -> None:
    sentence = phrase(
        "{player} has {cards}",
        player="Ana",
        cards=plural_phrase("{count} card", "{count} cards", 2),
    )
    assert sentence.render(German()) == "Ana hat 2 Karten"
    assert translatable("Mountain").render(German()) == "Gebirge"


@pytest.mark.parametrize(
    ("names", "text"),
    [
        ((), ""),
        (("Ana",), "Ana"),
        (("Ana", "Peter"), "Ana and Peter"),
        (("Ana", "Peter", "Maya"), "Ana, Peter and Maya"),
    ],
)
def test_names_are_joined_for_a_sentence(names: tuple[str, ...], text: str) -> None:
    assert str(join_names(names)) == text


def test_list_of_names_is_translated() -> None:
    assert join_names(("Ana", "Peter")).render(German()) == "Ana und Peter"


@pytest.mark.parametrize("name", ["Inés", "Íñigo", "Hilda", "Irene"])
def test_conjunction_can_differ_before_i(name: str) -> None:
    assert join_names(("Ana", name)).render(German()) == f"Ana und auch {name}"


@pytest.mark.parametrize("name", ["Ian", "Hiero", "Ion", "Iulia", "Ana", "Hugo", "", "h"])
def test_conjunction_is_the_usual_one_before_other_sounds(name: str) -> None:
    assert join_names(("Ana", name)).render(German()) == f"Ana und {name}"


@pytest.mark.parametrize("name", ["{player}", "{0}", "}{", "%s", "{route.__class__}", "Ana\\"])
def test_braces_in_names_are_not_a_template(name: str) -> None:
    state = initial_state(Setup(USA, (Player(name, "blue"), Player("Peter", "red"))))
    reason = why_refused(state, RouteClaimed(name, "atlanta--miami", 1))
    assert name in str(reason)
    assert str(describe_event(USA, TurnPassed(name))).startswith(f"{name}: ")


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (RouteClaimed("Ana", "brest--paris"), "Ana: Brest – Paris"),
        (TurnPassed("Ana"), "Ana: turn ended"),
        (StationBuilt("Ana", "munchen"), "Ana: station in München"),
        (tickets("Ana", ("brest", "paris", 3)), "Ana: ticket Brest – Paris"),
        (tickets("Ana", ("brest", "paris", 3), ("roma", "wien", 3)), "Ana: 2 tickets"),
    ],
)
def test_describe_event(event: Event, text: str) -> None:
    assert str(describe_event(EUROPE, event)) == text


@pytest.mark.parametrize(
    ("play", "text"),
    [
        (Doubling(0, 1), "doubled with 1 locomotive"),
        (Doubling(0, 2), "doubled with 2 locomotives"),
        (Doubling(1, 0), "doubled with 1 Mountain card"),
        (Doubling(2, 0), "doubled with 2 Mountain cards"),
        (Doubling(1, 1), "doubled with 1 Mountain card and 1 locomotive"),
        (Doubling(1, 2), "doubled with 1 Mountain card and 2 locomotives"),
    ],
)
def test_describe_event_names_payment_of_doubled_claim(play: Doubling, text: str) -> None:
    claim = RouteClaimed("Ana", "cape-town--port-elizabeth", 0, play)
    assert str(describe_event(AFRICA, claim)) == f"Ana: Cape Town – Port Elizabeth, {text}"


@pytest.mark.parametrize(
    ("points", "text"), [(4, "+4"), (0, "0"), (-4, "−4"), (-12, "−12"), (1, "+1"), (-1, "−1")]
)
def test_signed_number_has_a_typographic_minus(points: int, text: str) -> None:
    assert format_signed(points) == text
    assert format_number(points) == text.removeprefix("+")


def test_negative_number_in_a_sentence_has_a_typographic_minus() -> None:
    assert str(phrase("{points} for {player}", points=-3, player="A-1")) == "−3 for A-1"
    assert str(plural_phrase("{count} point", "{count} points", -20)) == "−20 points"


def test_terrain_is_described_by_its_short_name() -> None:
    assert str(describe_event(AFRICA, TerrainDrawn("Ana", "mountain", 2))) == "Ana: +2 Mountain"
    assert str(describe_event(AFRICA, TerrainDrawn("Ana", "mountain", -1))) == "Ana: −1 Mountain"


def test_refusal_carries_a_translatable_phrase() -> None:
    state = initial_state(Setup(USA, (Player("Ana", "blue"), Player("Peter", "red"))))
    reason = why_refused(state, RouteClaimed("Ana", "atlanta--miami", 1))
    assert reason is not None
    assert str(reason) == reason.render(ENGLISH)
    assert "Ana" in reason.values.values()
    assert "Ana" not in reason.text


def test_text_from_a_board_can_contain_braces() -> None:
    assert (
        str(phrase("{count} {terrain}", count=1, terrain=translatable("Sand {deep}")))
        == "1 Sand {deep}"
    )
