"""Correcting what was entered, by real touches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules.events import Doubling, Event, RouteClaimed, TerrainDrawn, TurnPassed
from tests.ui.hasty import HastyPhone
from tests.ui.phone import Phone
from tests.ui.tables import NAMES, lay

EVENTS: tuple[Event, ...] = (
    RouteClaimed("Ana", "duluth--helena"),
    TurnPassed("Peter"),
    RouteClaimed("Ana", "helena--seattle"),
    RouteClaimed("Peter", "boston--montreal"),
)


@pytest.fixture
def phone(tmp_path: Path) -> Iterator[Phone]:
    phone = HastyPhone(tmp_path / "kept")
    lay(phone, "usa", 2, *EVENTS)
    phone.press("Log")
    yield phone
    phone.close()


def events(phone: Phone) -> tuple[Event, ...]:
    return phone.now.game.events


def open_entry(phone: Phone, number: int) -> None:
    row = next(widget for widget in phone.shown() if getattr(widget, "number", "") == str(number))
    phone.tap(row)
    phone.commit()


def test_the_newest_entry_stands_first_with_the_running_score(phone: Phone) -> None:
    rows = [row["entry"] for row in phone.page("log").rows]
    assert rows[0] == "Peter: Boston – Montréal"
    assert rows[-1] == "Ana: Duluth – Helena"
    assert [row["running"] for row in phone.page("log").rows] == ["2", "30", "", "15"]


def test_one_players_entries_are_shown_alone(phone: Phone) -> None:
    phone.press("Ana")
    assert [row["number"] for row in phone.page("log").rows] == ["3", "1"]
    phone.press("Everybody")
    assert len(phone.page("log").rows) == 4


def test_an_entry_is_removed_and_brought_back(phone: Phone) -> None:
    open_entry(phone, 3)
    phone.press("Remove this entry")
    assert events(phone) == (*EVENTS[:2], EVENTS[3])
    assert phone.reads("Removed: Ana: Helena – Seattle")
    phone.press("Undo")
    assert events(phone) == EVENTS


def test_an_entry_is_changed_at_the_table_as_it_stood_then(phone: Phone) -> None:
    open_entry(phone, 1)
    phone.press("Change this entry")
    assert phone.screen == "table"
    assert phone.reads("Correcting entry 1 (Ana: Duluth – Helena): enter what really happened.")
    assert phone.now.state.players["Ana"].trains == 45
    assert phone.button("Claim for Ana  +15").enabled
    phone.close_sheet()
    phone.connect("duluth", "omaha")
    assert phone.screen == "log"
    assert events(phone) == (RouteClaimed("Ana", "duluth--omaha"), *EVENTS[1:])
    assert phone.now.correcting is None


def test_a_forgotten_entry_is_added_in_between(phone: Phone) -> None:
    open_entry(phone, 2)
    phone.press("Add a forgotten entry before it")
    phone.press("Peter")
    phone.connect("boston", "new-york")
    phone.press("Claim for Peter  +2")
    assert events(phone)[1] == RouteClaimed("Peter", "boston--new-york")
    assert len(events(phone)) == 5


def test_a_correction_that_breaks_a_later_entry_is_refused_with_its_name(phone: Phone) -> None:
    open_entry(phone, 2)
    phone.press("Add a forgotten entry before it")
    phone.press("Peter")
    phone.connect("helena", "seattle")
    assert phone.reads("Entry 3 (Ana: Helena – Seattle) would then break a rule")
    assert events(phone) == EVENTS


def test_a_correction_can_be_left_alone(phone: Phone) -> None:
    open_entry(phone, 2)
    phone.press("Add a forgotten entry before it")
    phone.press("Cancel")
    assert phone.now.correcting is None
    assert phone.now.state.entries == 4
    assert events(phone) == EVENTS


def test_the_log_goes_back_to_the_table(phone: Phone) -> None:
    phone.press("Back")
    assert phone.screen == "table"


def test_a_correction_refused_on_the_claim_sheet_is_told_there_and_once(phone: Phone) -> None:
    tracks = (RouteClaimed(name, "denver--salt-lake-city", at) for at, name in enumerate(NAMES[:2]))
    lay(phone, "usa", 4, *tracks)
    phone.press("Log")
    open_entry(phone, 1)
    phone.press("Change this entry")
    phone.press("Peter")
    phone.press("Claim for Peter  +4")
    sheet = phone.table.sheet
    assert sheet is not None
    assert "Peter cannot claim Denver – Salt Lake City" in sheet.refusal
    assert phone.texts().count(sheet.refusal) == 1
    assert phone.table.ids.notice.text == ""
    assert events(phone)[0].player == "Ana"


def test_a_doubled_claim_is_told_with_its_cards_and_changed_as_it_was_made(phone: Phone) -> None:
    claim = RouteClaimed("Ana", "addis-ababa--sudan-east", 1, Doubling(0, 1))
    lay(phone, "heart-of-africa", 4, claim)
    phone.press("Log")
    assert "doubled with 1 locomotive" in phone.page("log").rows[0]["entry"]
    open_entry(phone, 1)
    phone.press("Change this entry")
    assert phone.reads("Claim for Ana  +8")
    phone.press("Claim for Ana  +8")
    assert events(phone) == (claim,)
    open_entry(phone, 1)
    phone.press("Maya")
    assert events(phone) == (RouteClaimed("Maya", claim.route, 1, Doubling(0, 1)),)


def test_terrain_in_the_log_can_be_changed_too(tmp_path: Path) -> None:
    phone = HastyPhone(tmp_path / "africa")
    lay(phone, "heart-of-africa", 2, TerrainDrawn("Ana", "jungle"))
    phone.press("Log")
    open_entry(phone, 1)
    phone.press("Change this entry")
    phone.press("+1 Desert")
    assert events(phone) == (TerrainDrawn("Ana", "desert"),)
    phone.close()
