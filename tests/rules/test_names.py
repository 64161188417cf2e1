"""Validation of player names in setups and records."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.rules.boards import bundled_boards
from companion.rules.errors import Malformed, Refused
from companion.rules.events import TurnPassed
from companion.rules.game import Game
from companion.rules.names import check_name, name_key
from companion.rules.record import Record, read_record, write_record
from companion.rules.setup import Player, Setup
from tests.rules.test_record import record
from tests.support.boards import USA

FAMILY = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{WOMAN}\N{ZERO WIDTH JOINER}\N{GIRL}"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
HALF = "\ud83d"

GOOD = {
    "one letter": "A",
    "sixty letters": "A" * 60,
    "two words": "Ana Maria",
    "accents": "Zoë Łąś",
    "another script": "Пётр",
    "a script from right to left": "דנה",
    "a mark of direction": "דנה\N{RIGHT-TO-LEFT MARK}!",
    "a family": FAMILY,
    "a flag of tags": ENGLAND,
    "a heart in colour": "\N{HEAVY BLACK HEART}\N{VARIATION SELECTOR-16}",
    "a non-joiner": "می\N{ZERO WIDTH NON-JOINER}خواهم",
    "a no-break space": "Ana\N{NO-BREAK SPACE}M.",
    "a character newer than this Python": "\U0001faef",
    "nothing but a digit": "7",
    "what JSON writes with a slash": 'A"\\/B',
    "braces": "{player}",
}

BAD = {
    "nothing": "",
    "spaces": " \N{NO-BREAK SPACE}\u2003 ",
    "a joiner and nothing to join": "\N{ZERO WIDTH JOINER}",
    "sixty-one letters": "A" * 61,
    "a line break": "Ana\nMaria",
    "a tab": "Ana\tMaria",
    "a separator of lines": "Ana\u2028Maria",
    "a separator of paragraphs": "Ana\u2029Maria",
    "the next line of old machines": "Ana\x85Maria",
    "nothing at all, as a character": "A\x00",
    "delete": "A\x7f",
    "half a character": HALF,
    "the other half": "A\udc00",
    "an override of direction": "Ana\u202eairaM",
    "an embedding": "\u202aAna",
    "the end of an embedding": "Ana\u202c",
    "an isolate": "\u2066Ana",
    "the end of an isolate": "Ana\u2069",
}


@pytest.mark.parametrize("name", GOOD.values(), ids=GOOD.keys())
def test_name_can_be_in_any_script(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize("name", BAD.values(), ids=BAD.keys())
def test_unprintable_name_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        check_name(name)
    sentence = str(refused.value)
    assert sentence.endswith(".")
    assert sentence.isprintable()
    with pytest.raises(Refused):
        Setup(USA, (Player(name, "blue"), Player("Peter", "red")))
    players = [{"name": name, "color": "blue"}, {"name": "Peter", "color": "red"}]
    with pytest.raises(Malformed, match=r"^player 1: "):
        read_record(json.dumps(record(players=players)), bundled_boards())


def test_each_kind_of_invalid_name_has_its_own_sentence() -> None:
    def sentence(name: str) -> str:
        with pytest.raises(Refused) as refused:
            check_name(name)
        return str(refused.value)

    assert sentence("  ") == "Every player needs a name."
    assert sentence("A\tB") == "“A\N{REPLACEMENT CHARACTER}B” cannot be a name:" + (
        " one of its characters cannot be shown."
    )
    assert sentence("A" * 61) == "“" + "A" * 59 + "…” is too long for a name:" + (
        " it has 61 characters; the limit is 60."
    )


def test_names_are_trimmed() -> None:
    assert check_name("\N{NO-BREAK SPACE} Ana\n") == "Ana"
    assert check_name(" " * 30 + "A" * 60 + " " * 30) == "A" * 60
    assert Setup(USA, (Player(" Ana ", "blue"), Player("Peter", "red"))).names == ("Ana", "Peter")


def test_names_in_records_are_trimmed() -> None:
    players = [{"name": "Ana ", "color": "blue"}, {"name": "Peter", "color": "red"}]
    passed = {"do": "pass", "player": " Ana"}
    game = read_record(json.dumps(record("usa", passed, players=players)), bundled_boards()).game
    assert game.setup.names == ("Ana", "Peter")
    assert game.events == (TurnPassed("Ana"),)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "Ana"),
        ("Ana", "ANA"),
        ("Ana", " ana "),
        ("Straße", "STRASSE"),
        ("Zoe\N{COMBINING DIAERESIS}", "ZOË"),
    ],
)
def test_names_are_compared_without_case(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)
    with pytest.raises(Refused, match="Two players are called"):
        Setup(USA, (Player(one, "blue"), Player(other, "red")))


@pytest.mark.parametrize("name", ["ZOË", "zoe\N{COMBINING DIAERESIS}", " Zoë "])
def test_names_in_events_are_compared_like_names_of_players(name: str) -> None:
    players = [{"name": "Zoë", "color": "blue"}, {"name": "Zoe", "color": "red"}]
    passed = {"do": "pass", "player": name}
    game = read_record(json.dumps(record("usa", passed, players=players)), bundled_boards()).game
    assert game.events == (TurnPassed("Zoë"),)


def test_accents_make_names_different() -> None:
    assert Setup(USA, (Player("Zoe", "blue"), Player("Zoë", "red"))).names == ("Zoe", "Zoë")


def is_name(text: str) -> bool:
    try:
        check_name(text)
    except Refused:
        return False
    return True


names = st.text(
    st.characters() | st.sampled_from('Aa{}"\\ \xa0\xad\u200b\u200d\u200f\ufe0f\ufeff'),
    min_size=1,
    max_size=70,
).filter(is_name)
"""Random names that the rules accept."""
two_names = st.lists(names, min_size=2, max_size=2, unique_by=name_key)


@given(two_names)
@example([FAMILY, ENGLAND])
@example(["Ana\N{NO-BREAK SPACE}M.", "{player}"])
def test_accepted_names_survive_a_record(names: list[str]) -> None:
    setup = Setup(USA, (Player(names[0], "blue"), Player(names[1], "red")))
    game = Game.begin(setup, [TurnPassed(name) for name in setup.names])
    again = read_record(write_record(Record(game)), bundled_boards())
    assert again.game == game
    assert all(check_name(name) == name for name in setup.names)
