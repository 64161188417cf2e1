"""Everybody who has played: renamed, merged and forgotten by real touches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.report.statistics import statistics
from companion.rules.boards import bundled_boards
from companion.rules.colors import PLAYER_COLORS
from companion.rules.setup import Player, Setup
from companion.ui.pages.players.page import PlayerFiguresCard, number
from tests.support.sessions import accepted
from tests.ui.hasty import HastyPhone
from tests.ui.phone import Phone
from tests.ui.reading import outside, too_small, torn

USA = bundled_boards()["usa"]


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Phone]:
    """Two finished games of four people, of whom two may be one, and somebody who only began."""
    phone = HastyPhone(tmp_path / "kept")
    for one, other in (("Ana", "Peter"), ("Anna", "Maya")):
        phone.session.begin(Setup(USA, (Player(one, "blue"), Player(other, "red"))))
        assert accepted(phone.session.finish)
    phone.session.begin(Setup(USA, (Player("Ana", "blue"), Player("Typo", "green"))))
    phone.navigator.reset_to("home", "past_games", "players")
    phone.commit()
    yield phone
    phone.close()


def counted(phone: Phone) -> dict[str, int]:
    """Games by name, as they are on disk."""
    history = phone.context.store.history.all()
    return {player.name: player.overall.games for player in statistics(history)}


def offered(phone: Phone) -> set[str]:
    return {player.name for player in phone.context.store.learned.players()}


def named(phone: Phone) -> set[str]:
    """The names on the page."""
    return {card.name for card in cards(phone)}


def cards(phone: Phone) -> list[PlayerFiguresCard]:
    """The cards that were made and stand on the page."""
    parts = phone.page("players").walk()
    return [part for part in parts if isinstance(part, PlayerFiguresCard)]


def rename(phone: Phone, name: str, to: str) -> None:
    phone.page("players").open_person(name)
    phone.commit()
    sheet = phone.page("players").sheet
    assert sheet is not None
    sheet.ids.field.text = ""
    sheet.ids.field.focus = True
    phone.type(to)
    phone.press("Rename")


def test_everybody_is_listed_who_has_begun_a_game(phone: Phone) -> None:
    assert named(phone) == {"Ana", "Anna", "Maya", "Peter", "Typo"}


def test_of_many_people_only_those_in_sight_have_a_card_and_all_can_be_reached(
    phone: Phone,
) -> None:
    for table in range(8):
        people = (Player(f"Guest {table}{seat}", color) for seat, color in enumerate(PLAYER_COLORS))
        phone.session.begin(Setup(USA, tuple(people)))
    phone.navigator.reset_to("home", "past_games", "players")
    phone.commit()
    assert 0 < len(cards(phone)) < 12
    assert "Ana" in named(phone)
    page = phone.page("players")
    page.ids.list.scroll_y = 0
    phone.wait(0.5)
    assert 0 < len(cards(phone)) < 12
    last = min(cards(phone), key=lambda card: card.y)
    assert last.name == page.rows[-1]["name"]
    phone.press(f"Change {last.name}")
    assert page.sheet is not None
    assert page.sheet.person == last.name
    assert len(page.sheet.ids.others.children) == 5 + 40 - 1
    phone.navigator.reset_to("home", "past_games")
    phone.navigator.go("players")
    phone.commit()
    assert "Ana" in named(phone)


def test_a_new_name_is_followed_by_every_game(phone: Phone) -> None:
    phone.press("Change Peter")
    phone.close_sheet()
    rename(phone, "Peter", "  Petra ")
    assert phone.reads("Peter is called Petra now")
    assert counted(phone) == {"Ana": 1, "Anna": 1, "Maya": 1, "Petra": 1}
    assert "Petra" in offered(phone)
    assert "Peter" not in offered(phone) | named(phone)
    phone.press("Undo")
    assert counted(phone)["Peter"] == 1


def test_the_case_of_a_name_can_be_set_right(phone: Phone) -> None:
    rename(phone, "Peter", "peter")
    assert counted(phone)["peter"] == 1


@pytest.mark.parametrize(
    ("to", "sentence"),
    [
        ("maya", "There is a maya already. If the two are one, merge them."),
        (" ", "Every player needs a name."),
        ("x" * 61, "is too long for a name"),
    ],
)
def test_what_cannot_be_a_name_is_refused_on_the_sheet(
    phone: Phone, to: str, sentence: str
) -> None:
    rename(phone, "Peter", to)
    assert phone.reads(sentence)
    assert phone.page("players").sheet is not None
    assert counted(phone)["Peter"] == 1


def test_two_that_are_one_are_merged_after_a_word_of_warning(phone: Phone) -> None:
    phone.page("players").open_person("Anna")
    phone.commit()
    phone.press("Ana")
    assert phone.reads("Anna and Ana become one person, called Ana. This cannot be undone.")
    assert counted(phone)["Anna"] == 1
    phone.press("Merge for good")
    assert counted(phone) == {"Ana": 2, "Maya": 1, "Peter": 1}
    assert named(phone) == {"Ana", "Maya", "Peter", "Typo"}


def test_two_who_sat_at_one_table_are_not_one(phone: Phone) -> None:
    phone.page("players").open_person("Peter")
    phone.commit()
    phone.press("Ana")
    phone.press("Merge for good")
    assert phone.reads("Peter and Ana have played in one game: they are two people.")
    assert counted(phone)["Peter"] == 1


def test_who_is_forgotten_is_neither_counted_nor_offered(phone: Phone) -> None:
    for name in ("Peter", "Typo"):
        phone.page("players").open_person(name)
        phone.commit()
        phone.press("Forget")
        assert name in named(phone)
        phone.press("Forget for good")
        assert name not in named(phone) | offered(phone) | set(counted(phone))
    assert len(phone.context.store.history.all()) == 2


def test_ana_in_small_letters_is_ana(phone: Phone) -> None:
    phone.session.begin(Setup(USA, (Player("ana", "blue"), Player("Maya", "red"))))
    assert accepted(phone.session.finish)
    phone.navigator.reset_to("home", "past_games", "players")
    phone.commit()
    games = {name.lower(): count for name, count in counted(phone).items()}
    assert games == {"ana": 2, "anna": 1, "maya": 2, "peter": 1}
    assert {name.lower() for name in named(phone)} == {"ana", "anna", "maya", "peter", "typo"}
    assert len(named(phone)) == 5


def test_the_sheet_fits_a_small_phone(phone: Phone) -> None:
    phone.context.preferences.change("text_size", 1.3)
    phone.resize(320, 568)
    try:
        page = phone.page("players")
        page.open_person("Anna")
        phone.commit()
        assert (too_small(page), torn(page), outside(page)) == ([], [], [])
    finally:
        phone.context.preferences.change("text_size", 1.0)
        phone.resize(390, 844)


def test_nothing_has_no_sign_whatever_it_was_rounded_from() -> None:
    assert [number(points) for points in (0, -0.04, -0.05, 0.05, -3)] == [
        *("0", "0", "−0.1", "0.1", "−3")
    ]
