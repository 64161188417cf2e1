"""The players page: statistics, rename, merge, forget."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.report.statistics.players import statistics
from companion.rules.boards import PLAYER_COLORS, bundled_boards
from companion.rules.setup import Player, Setup
from companion.table.player_list import MOST_SUGGESTED
from companion.ui.pages.players import PlayerStatisticsCard
from tests.support.boards import SIX_SPACES, claims
from tests.support.phone import FastPhone, Phone
from tests.support.sessions import accepted

USA = bundled_boards()["usa"]


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Phone]:
    """A phone with two finished games of four players and a player of an unfinished game."""
    phone = FastPhone(tmp_path / "data")
    for one, other in (("Ana", "Peter"), ("Anna", "Maya")):
        play_to_the_end(phone, one, other)
    phone.context.sessions.begin(Setup(USA, (Player("Ana", "blue"), Player("Typo", "green"))))
    open_page(phone)
    yield phone
    phone.close()


def play_to_the_end(phone: Phone, one: str, other: str) -> None:
    """Begin a game, let one player use 43 trains, and finish it after the last round."""
    phone.context.sessions.begin(Setup(USA, (Player(one, "blue"), Player(other, "red"))))
    for event in claims(one, *SIX_SPACES, "dallas--houston"):
        assert accepted(phone.session.enter, event)
    assert accepted(phone.session.end_open_turns)
    for name in (one, other):
        assert accepted(phone.session.enter_no_tickets, name)
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


def open_page(phone: Phone) -> None:
    phone.navigator.reset_to("home", "past_games", "players")
    phone.wait_until_idle()


def open_sheet(phone: Phone, name: str) -> None:
    phone.page("players").open_player(name)
    phone.wait_until_idle()


def rename(phone: Phone, name: str, to: str) -> None:
    open_sheet(phone, name)
    sheet = phone.page("players").sheet
    assert sheet is not None
    sheet.ids.field.text = ""
    sheet.ids.field.focus = True
    phone.type(to)
    phone.press("Rename")


def test_many_players_need_only_visible_cards_and_are_found_by_typing(phone: Phone) -> None:
    assert named(phone) == {"Ana", "Anna", "Maya", "Peter", "Typo"}
    for table in range(8):
        people = (Player(f"Guest {table}{seat}", color) for seat, color in enumerate(PLAYER_COLORS))
        phone.context.sessions.begin(Setup(USA, tuple(people)))
    open_page(phone)
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
    open_page(phone)
    assert "Ana" in named(phone), "at the top again"
    open_sheet(phone, "Typo")
    button = phone.button("Rename")
    place = button.to_window(*button.pos)
    page.sheet.ids.field.text = ""
    page.sheet.ids.field.focus = True
    phone.type("pet")
    phone.wait_until_idle()
    assert button.to_window(*button.pos) == pytest.approx(place, abs=1)
    assert [chip.text for chip in page.sheet.ids.others.children] == ["Peter"]
    phone.press("Peter")
    phone.press("Merge permanently")
    assert "Typo" not in offered(phone)


def test_renaming_changes_every_game_unless_the_name_is_refused(phone: Phone) -> None:
    phone.press("Edit Peter")
    phone.close_sheet()
    for to, sentence in (
        ("maya", "There is already a player called maya. If they are the same person, merge them."),
        (" ", "Every player needs a name."),
        ("x" * 61, "is too long for a name"),
    ):
        rename(phone, "Peter", to)
        assert phone.shows(sentence)
        assert phone.page("players").sheet is not None
        assert counted(phone)["Peter"] == 1
    rename(phone, "Peter", "  Petra ")
    assert phone.shows("Peter is now called Petra")
    assert counted(phone) == {"Ana": 1, "Anna": 1, "Maya": 1, "Petra": 1}
    assert "Petra" in offered(phone)
    assert "Peter" not in offered(phone) | named(phone)
    phone.press("Undo")
    assert counted(phone)["Peter"] == 1


def test_merging_needs_a_confirmation_and_forgetting_has_undo(phone: Phone) -> None:
    open_sheet(phone, "Anna")
    phone.press("Ana")
    sheet = phone.page("players").sheet
    assert sheet is not None
    assert [chip.text for chip in sheet.ids.others.children if chip.chosen] == ["Ana"]
    assert phone.shows("Anna and Ana become one person, called Ana. This cannot be undone.")
    assert counted(phone)["Anna"] == 1
    phone.press("Merge permanently")
    assert counted(phone) == {"Ana": 2, "Maya": 1, "Peter": 1}
    assert named(phone) == {"Ana", "Maya", "Peter", "Typo"}
    open_sheet(phone, "Peter")
    phone.press("Forget")
    assert phone.shows("Peter will no longer be suggested or counted; past games stay.")
    assert phone.buttons("Undo")
    assert "Peter" not in named(phone) | offered(phone) | set(counted(phone))
    assert len(phone.context.store.games.finished()) == 2


def test_refusal_and_question_disappear_when_something_else_is_done(phone: Phone) -> None:
    refusal, question = "Peter and Ana have played in the same game", "become one person"
    open_sheet(phone, "Peter")
    phone.press("Ana")
    assert phone.shows(refusal)
    assert not any(button.enabled for button in phone.buttons("Merge permanently"))
    phone.press("Anna")
    assert phone.shows(question)
    assert not phone.shows(refusal)
    phone.press("Ana")
    assert phone.shows(refusal)
    assert not phone.shows(question)
    sheet = phone.page("players").sheet
    assert sheet is not None
    assert not any(chip.chosen for chip in sheet.ids.others.children)
    sheet.ids.field.focus = True
    phone.type("a")
    assert not phone.shows(refusal)
    assert counted(phone)["Peter"] == 1


def test_names_differing_in_case_are_one_player(phone: Phone) -> None:
    play_to_the_end(phone, "ana", "Maya")
    open_page(phone)
    games = {name.lower(): count for name, count in counted(phone).items()}
    assert games == {"ana": 2, "anna": 1, "maya": 2, "peter": 1}
    assert {name.lower() for name in named(phone)} == {"ana", "anna", "maya", "peter", "typo"}
    assert len(named(phone)) == 5


def test_forgotten_player_can_be_restored_until_the_app_is_closed(phone: Phone) -> None:
    phone.press("Edit Peter")
    phone.press("Forget")
    assert phone.shows("Peter will no longer be suggested or counted; past games stay.")
    assert "Peter" not in named(phone) | offered(phone)
    # A game that is saved in between notes that Peter is forgotten.
    store = phone.context.store
    saved = store.games.open(store.games.finished()[0].id)
    store.games.save_metadata(replace(saved, turned=1))
    phone.press("Undo")
    assert "Peter" in named(phone)
    assert "Peter" in offered(phone)
    assert not phone.shows("will no longer be suggested")
    assert all(game.forgotten == () for game in store.games.finished())
    phone.page("players").forget("Peter")
    phone.close()
    phone.start()
    open_page(phone)
    assert not phone.shows("Undo")
    assert "Peter" not in named(phone)


def test_remembered_names_are_cleared_and_put_back(phone: Phone) -> None:
    phone.press("Menu")
    assert len(offered(phone)) == 5
    phone.press("Stop suggesting any names")
    assert phone.shows("5 names will no longer be suggested.")
    assert offered(phone) == set()
    # Statistics are computed from games.
    assert named(phone) == {"Ana", "Peter", "Anna", "Maya"}
    assert not any(button.enabled for button in phone.buttons("Menu"))
    # The row stays after other pages, unlike a notification.
    phone.navigator.reset_to("home", "settings")
    open_page(phone)
    phone.press("Undo")
    assert offered(phone) == {"Ana", "Peter", "Anna", "Maya", "Typo"}
    assert "Typo" in named(phone)
