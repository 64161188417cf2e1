"""Sentences: kept apart from their language, and safe with any name."""

from __future__ import annotations

import pytest

from companion.rules.event_description import describe_event
from companion.rules.events import (
    Doubling,
    Event,
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    Ticket,
    TicketsTaken,
    TurnPassed,
)
from companion.rules.replaying import refusal
from companion.rules.setup import Player, Setup
from companion.rules.state import start
from companion.rules.wording import (
    ENGLISH,
    Phrase,
    listed,
    phrase,
    plural_phrase,
    signed,
    term,
    unsigned,
)
from tests.rules.tables import AFRICA, EUROPE, USA, tickets

GERMAN = {
    "{player} has {cards}": "{player} hat {cards}",
    "{count} card": "{count} Karte",
    "{count} cards": "{count} Karten",
    "Mountain": "Gebirge",
    "{names} and {name}": "{names} und {name}",
    "before i: {names} and {name}": "{names} und auch {name}",
}


class German:
    """A catalogue of a few templates."""

    def gettext(self, message: str, /) -> str:
        return GERMAN.get(message, message)

    def ngettext(self, one: str, many: str, count: int, /) -> str:
        return self.gettext(one if count == 1 else many)

    def pgettext(self, context: str, message: str, /) -> str:
        return GERMAN.get(f"{context}: {message}", message)


def test_a_phrase_is_told_in_english_by_itself() -> None:
    said = phrase("{player} has {count} cards", player="Ana", count=3)
    assert str(said) == said.render(ENGLISH) == "Ana has 3 cards"


@pytest.mark.parametrize(("count", "text"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_a_count_chooses_the_wording(count: int, text: str) -> None:
    assert str(plural_phrase("{count} card", "{count} cards", count)) == text


def test_the_phrases_inside_a_phrase_are_translated_with_it() -> None:
    said = phrase(
        "{player} has {cards}",
        player="Ana",
        cards=plural_phrase("{count} card", "{count} cards", 2),
    )
    assert said.render(German()) == "Ana hat 2 Karten"
    assert term("Mountain").render(German()) == "Gebirge"


@pytest.mark.parametrize(
    ("names", "text"),
    [
        ((), ""),
        (("Ana",), "Ana"),
        (("Ana", "Peter"), "Ana and Peter"),
        (("Ana", "Peter", "Maya"), "Ana, Peter and Maya"),
    ],
)
def test_names_are_listed_as_a_sentence_lists_them(names: tuple[str, ...], text: str) -> None:
    assert str(listed(names)) == text


def test_a_list_of_names_is_translated() -> None:
    assert listed(("Ana", "Peter")).render(German()) == "Ana und Peter"


@pytest.mark.parametrize("name", ["Inés", "Íñigo", "Hilda", "Irene"])
def test_a_list_may_end_otherwise_before_an_i(name: str) -> None:
    assert listed(("Ana", name)).render(German()) == f"Ana und auch {name}"


@pytest.mark.parametrize("name", ["Ian", "Hiero", "Ion", "Iulia", "Ana", "Hugo", "", "h"])
def test_and_not_before_another_sound(name: str) -> None:
    assert listed(("Ana", name)).render(German()) == f"Ana und {name}"


@pytest.mark.parametrize("name", ["{player}", "{0}", "}{", "%s", "{route.__class__}", "Ana\\"])
def test_a_name_is_never_read_as_a_template(name: str) -> None:
    state = start(Setup(USA, (Player(name, "blue"), Player("Peter", "red"))))
    reason = refusal(state, RouteClaimed(name, "atlanta--miami", 1))
    assert name in str(reason)
    assert str(describe_event(USA, TurnPassed(name))).startswith(f"{name}: ")


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (RouteClaimed("Ana", "brest--paris"), "Ana: Brest – Paris"),
        (RouteClaimed("Ana", "nowhere"), "Ana: nowhere"),
        (TurnPassed("Ana"), "Ana: turn ended"),
        (StationBuilt("Ana", "munchen"), "Ana: station in München"),
        (StationBuilt("Ana", "nowhere"), "Ana: station in nowhere"),
        (tickets("Ana", ("brest", "paris", 3)), "Ana: ticket Brest – Paris"),
        (tickets("Ana", ("brest", "nowhere", 3)), "Ana: ticket brest – nowhere"),
        (
            TicketsTaken("Ana", (Ticket("bern", "italia", 8, (("france", 5),)),)),
            "Ana: ticket bern – italia, france",
        ),
        (tickets("Ana", ("brest", "paris", 3), ("roma", "wien", 3)), "Ana: 2 tickets"),
        (TerrainDrawn("Ana", "mountain", 2), "Ana: +2 mountain"),
    ],
)
def test_an_entry_is_told_in_a_few_words(event: Event, text: str) -> None:
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
def test_a_doubled_claim_is_told_with_what(play: Doubling, text: str) -> None:
    claim = RouteClaimed("Ana", "cape-town--port-elizabeth", 0, play)
    assert str(describe_event(AFRICA, claim)) == f"Ana: Cape Town – Port Elizabeth, {text}"


def test_a_claim_doubled_where_nothing_doubles_is_told_too() -> None:
    claims = [RouteClaimed("Ana", "brest--paris", 0, Doubling(*play)) for play in ((0, 1), (1, 0))]
    assert [str(describe_event(EUROPE, claim)) for claim in claims] == [
        "Ana: Brest – Paris, doubled with 1 locomotive",
        "Ana: Brest – Paris, doubled",
    ]


@pytest.mark.parametrize(
    ("points", "text"), [(4, "+4"), (0, "0"), (-4, "−4"), (-12, "−12"), (1, "+1"), (-1, "−1")]
)
def test_a_signed_number_has_a_real_minus(points: int, text: str) -> None:
    assert signed(points) == text
    assert unsigned(points) == text.removeprefix("+")


def test_terrain_is_told_by_its_short_name() -> None:
    assert str(describe_event(AFRICA, TerrainDrawn("Ana", "mountain", 2))) == "Ana: +2 Mountain"
    assert str(describe_event(AFRICA, TerrainDrawn("Ana", "mountain", -1))) == "Ana: −1 Mountain"


def test_a_refusal_carries_a_phrase_that_can_be_translated() -> None:
    state = start(Setup(USA, (Player("Ana", "blue"), Player("Peter", "red"))))
    reason = refusal(state, RouteClaimed("Ana", "atlanta--miami", 1))
    assert reason is not None
    assert isinstance(reason.phrase, Phrase)
    assert str(reason) == reason.phrase.render(ENGLISH)
    assert "Ana" in reason.phrase.values.values()
    assert "Ana" not in reason.phrase.text


def test_a_word_from_a_board_may_have_braces() -> None:
    assert str(phrase("{count} {terrain}", count=1, terrain=term("Sand {deep}"))) == "1 Sand {deep}"
