"""The players page: statistics, rename, merge, forget."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.report.statistics import statistics
from companion.rules.boards import bundled_boards
from companion.rules.colors import PLAYER_COLORS
from companion.rules.setup import Player, Setup
from companion.table.lineup import MOST_SUGGESTED
from companion.ui.pages.players.page import (
    PlayerStatisticsCard,
    format_average,
)
from tests.support.boards import SIX_SPACES, claims
from tests.support.phone import FastPhone, Phone
from tests.support.sessions import accepted
from tests.support.widgets import buttons_too_small, overflowing_texts, widgets_outside_window

USA = bundled_boards()["usa"]


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Phone]:
    """A phone with two finished games of four players and a player of an unfinished game."""
    phone = FastPhone(tmp_path / "data")
    for one, other in (("Ana", "Peter"), ("Anna", "Maya")):
        play_to_the_end(phone, one, other)
    phone.session.begin(Setup(USA, (Player("Ana", "blue"), Player("Typo", "green"))))
    phone.navigator.reset_to("home", "past_games", "players")
    phone.wait_until_idle()
    yield phone
    phone.close()


def play_to_the_end(phone: Phone, one: str, other: str) -> None:
    """Begin a game, let one player use 43 trains, and finish it after the last round."""
    phone.session.begin(Setup(USA, (Player(one, "blue"), Player(other, "red"))))
    for event in claims(one, *SIX_SPACES, "dallas--houston"):
        assert accepted(phone.session.enter, event)
    assert accepted(phone.session.end_open_turns)
    assert accepted(phone.session.finish)


def counted(phone: Phone) -> dict[str, int]:
    """The number of finished games on disk by player."""
    history = phone.context.store.games.finished()
    return {player.name: player.overall.games for player in statistics(history)}


def offered(phone: Phone) -> set[str]:
    return {player.name for player in phone.context.store.learned.players()}


def named(phone: Phone) -> set[str]:
    """The names of the visible cards."""
    return {card.name for card in cards(phone)}


def cards(phone: Phone) -> list[PlayerStatisticsCard]:
    """The cards on the page."""
    parts = phone.page("players").walk()
    return [part for part in parts if isinstance(part, PlayerStatisticsCard)]


def rename(phone: Phone, name: str, to: str) -> None:
    phone.page("players").open_player(name)
    phone.wait_until_idle()
    sheet = phone.page("players").sheet
    assert sheet is not None
    sheet.ids.field.text = ""
    sheet.ids.field.focus = True
    phone.type(to)
    phone.press("Rename")


def test_players_of_unfinished_games_are_listed(phone: Phone) -> None:
    assert named(phone) == {"Ana", "Anna", "Maya", "Peter", "Typo"}


def test_many_players_need_only_visible_cards(
    phone: Phone,
) -> None:
    for table in range(8):
        people = (Player(f"Guest {table}{seat}", color) for seat, color in enumerate(PLAYER_COLORS))
        phone.session.begin(Setup(USA, tuple(people)))
    phone.navigator.reset_to("home", "past_games", "players")
    phone.wait_until_idle()
    assert 0 < len(cards(phone)) < 12
    assert "Ana" in named(phone)
    page = phone.page("players")
    page.ids.list.scroll_y = 0
    phone.wait(0.5)
    assert 0 < len(cards(phone)) < 12
    last = min(cards(phone), key=lambda card: card.y)
    assert last.name == page.rows[-1]["name"]
    phone.press(f"Edit {last.name}")
    assert page.sheet is not None
    assert page.sheet.player == last.name
    assert len(page.sheet.ids.others.children) == MOST_SUGGESTED
    hidden = 5 + 40 - 1 - MOST_SUGGESTED
    assert page.sheet.more_names == f"{hidden} more names: type to find one."
    phone.navigator.reset_to("home", "past_games")
    phone.navigator.go("players")
    phone.wait_until_idle()
    assert "Ana" in named(phone)


def test_renaming_changes_every_game(phone: Phone) -> None:
    phone.press("Edit Peter")
    phone.close_sheet()
    rename(phone, "Peter", "  Petra ")
    assert phone.shows("Peter is now called Petra")
    assert counted(phone) == {"Ana": 1, "Anna": 1, "Maya": 1, "Petra": 1}
    assert "Petra" in offered(phone)
    assert "Peter" not in offered(phone) | named(phone)
    phone.press("Undo")
    assert counted(phone)["Peter"] == 1


def test_case_of_a_name_can_be_changed(phone: Phone) -> None:
    rename(phone, "Peter", "peter")
    assert counted(phone)["peter"] == 1


@pytest.mark.parametrize(
    ("to", "sentence"),
    [
        ("maya", "There is already a player called maya. If they are the same person, merge them."),
        (" ", "Every player needs a name."),
        ("x" * 61, "is too long for a name"),
    ],
)
def test_bad_name_is_refused_on_the_sheet(phone: Phone, to: str, sentence: str) -> None:
    rename(phone, "Peter", to)
    assert phone.shows(sentence)
    assert phone.page("players").sheet is not None
    assert counted(phone)["Peter"] == 1


def test_merging_needs_a_confirmation(phone: Phone) -> None:
    phone.page("players").open_player("Anna")
    phone.wait_until_idle()
    phone.press("Ana")
    assert phone.shows("Anna and Ana become one person, called Ana. This cannot be undone.")
    assert counted(phone)["Anna"] == 1
    phone.press("Merge permanently")
    assert counted(phone) == {"Ana": 2, "Maya": 1, "Peter": 1}
    assert named(phone) == {"Ana", "Maya", "Peter", "Typo"}


def test_players_of_one_game_cannot_be_merged(phone: Phone) -> None:
    phone.page("players").open_player("Peter")
    phone.wait_until_idle()
    phone.press("Ana")
    assert phone.shows("Peter and Ana have played in the same game, so they are different people.")
    assert not any(button.enabled for button in phone.buttons("Merge permanently"))
    assert counted(phone)["Peter"] == 1


def test_refusal_and_question_disappear_when_something_else_is_done(phone: Phone) -> None:
    refusal, question = "Peter and Ana have played in the same game", "become one person"
    phone.page("players").open_player("Peter")
    phone.wait_until_idle()
    phone.press("Ana")
    assert phone.shows(refusal)
    phone.press("Anna")
    assert phone.shows(question)
    assert not phone.shows(refusal)
    phone.press("Ana")
    assert phone.shows(refusal)
    assert not phone.shows(question)
    phone.press("Forget")
    assert phone.shows("Peter will no longer be suggested or counted")
    assert not phone.shows(refusal)
    phone.press("Ana")
    sheet = phone.page("players").sheet
    assert sheet is not None
    sheet.ids.field.focus = True
    phone.type("a")
    assert not phone.shows(refusal)


def test_game_not_played_to_the_end_is_not_counted(phone: Phone) -> None:
    phone.session.begin(Setup(USA, (Player("Ana", "blue"), Player("Peter", "red"))))
    assert accepted(phone.session.finish)
    assert counted(phone) == {"Ana": 1, "Anna": 1, "Maya": 1, "Peter": 1}


def test_forgotten_player_is_neither_counted_nor_suggested(phone: Phone) -> None:
    for name in ("Peter", "Typo"):
        phone.page("players").open_player(name)
        phone.wait_until_idle()
        phone.press("Forget")
        assert name in named(phone)
        phone.press("Forget permanently")
        assert name not in named(phone) | offered(phone) | set(counted(phone))
    assert len(phone.context.store.games.finished()) == 2


def test_names_differing_in_case_are_one_player(phone: Phone) -> None:
    play_to_the_end(phone, "ana", "Maya")
    phone.navigator.reset_to("home", "past_games", "players")
    phone.wait_until_idle()
    games = {name.lower(): count for name, count in counted(phone).items()}
    assert games == {"ana": 2, "anna": 1, "maya": 2, "peter": 1}
    assert {name.lower() for name in named(phone)} == {"ana", "anna", "maya", "peter", "typo"}
    assert len(named(phone)) == 5


def test_sheet_fits_a_small_phone(phone: Phone) -> None:
    phone.context.preferences.change("text_size", 1.3)
    phone.resize(320, 568)
    try:
        page = phone.page("players")
        page.open_player("Anna")
        phone.wait_until_idle()
        assert (buttons_too_small(page), overflowing_texts(page), widgets_outside_window(page)) == (
            [],
            [],
            [],
        )
    finally:
        phone.context.preferences.change("text_size", 1.0)
        phone.resize(390, 844)


def test_zero_has_no_sign() -> None:
    assert [format_average(points) for points in (0, -0.04, -0.05, 0.05, -3)] == [
        *("0", "0", "−0.1", "0.1", "−3")
    ]


def test_player_to_merge_with_is_found_among_many_by_typing(phone: Phone) -> None:
    for table in range(8):
        people = (Player(f"Guest {table}{seat}", color) for seat, color in enumerate(PLAYER_COLORS))
        phone.session.begin(Setup(USA, tuple(people)))
    phone.navigator.reset_to("home", "past_games", "players")
    phone.wait_until_idle()
    phone.page("players").open_player("Typo")
    phone.wait_until_idle()
    sheet = phone.page("players").sheet
    assert sheet is not None
    sheet.ids.field.text = ""
    sheet.ids.field.focus = True
    phone.type("pet")
    assert [chip.text for chip in sheet.ids.others.children] == ["Peter"]
    phone.press("Peter")
    phone.press("Merge permanently")
    assert "Typo" not in offered(phone)


def test_forgotten_player_can_be_restored_until_the_app_is_closed(phone: Phone) -> None:
    phone.page("players").forget("Peter")
    phone.wait_until_idle()
    assert phone.shows("Peter will no longer be suggested.")
    assert "Peter" not in named(phone) | offered(phone)
    # A game that is saved in between notes that Peter is forgotten.
    store = phone.context.store
    saved = store.games.open(store.games.finished()[0].id)
    store.games.save_notes(replace(saved, turned=1))
    phone.press("Undo")
    assert "Peter" in named(phone)
    assert "Peter" in offered(phone)
    assert not phone.shows("will no longer be suggested.")
    assert all(game.forgotten == () for game in store.games.finished())
    phone.page("players").forget("Peter")
    phone.close()
    phone.start()
    phone.navigator.reset_to("home", "past_games", "players")
    phone.wait_until_idle()
    assert not phone.shows("Undo")
    assert "Peter" not in named(phone)


def test_remembered_names_are_cleared_and_put_back(phone: Phone) -> None:
    phone.press("Stop suggesting all names")
    assert phone.shows("5 names will no longer be suggested.")
    assert offered(phone) == set()
    # Statistics are computed from games.
    assert named(phone) == {"Ana", "Peter", "Anna", "Maya"}
    assert not phone.buttons("Stop suggesting all names")
    phone.press("Undo")
    assert offered(phone) == {"Ana", "Peter", "Anna", "Maya", "Typo"}
    assert "Typo" in named(phone)
