"""The log page: correcting, removing and inserting entries."""

from __future__ import annotations

from companion.rules.events import Doubling, Event, RouteClaimed, TerrainDrawn, TurnPassed
from companion.ui.game.entry_sheet import EntrySheet
from tests.support.phone import FastPhone, Phone
from tests.support.table import NAMES, start_game

EVENTS: tuple[Event, ...] = (
    RouteClaimed("Ana", "duluth--helena"),
    TurnPassed("Peter"),
    RouteClaimed("Ana", "helena--seattle"),
    RouteClaimed("Peter", "boston--montreal"),
)
TRACKS = tuple(
    RouteClaimed(name, "denver--salt-lake-city", track) for track, name in enumerate(NAMES[:2])
)


def open_log(phone: Phone, board: str, players: int, *entered: Event) -> None:
    """Start a game with some entries and open its log."""
    start_game(phone, board, players, *entered)
    phone.press("Log")


def events(phone: Phone) -> tuple[Event, ...]:
    return phone.now.game.events


def open_entry(phone: Phone, number: int) -> None:
    """Tap a row of the log."""
    row = next(
        widget for widget in phone.visible_widgets() if getattr(widget, "number", "") == str(number)
    )
    phone.tap(row)
    phone.wait_until_idle()


def test_newest_entry_is_first_and_the_filter_is_reset_on_each_visit(phone: FastPhone) -> None:
    open_log(phone, "usa", 2, *EVENTS)
    rows = [row["entry"] for row in phone.page("log").rows]
    assert rows[0] == "Peter: Boston – Montréal"
    assert rows[-1] == "Ana: Duluth – Helena"
    assert [row["total"] for row in phone.page("log").rows] == ["2", "30", "", "15"]
    phone.set_size(320, 568)
    phone.wait_until_idle()
    assert phone.page("log").rows[0]["entry"] == "Boston – Montréal"
    phone.set_size(390, 844)
    phone.press("Ana")
    assert [row["number"] for row in phone.page("log").rows] == ["3", "1"]
    phone.press("Everybody")
    assert len(phone.page("log").rows) == 4
    phone.press("Ana")
    open_entry(phone, 3)
    phone.press("Show on the board")
    phone.press("Back")
    assert [row["number"] for row in phone.page("log").rows] == ["3", "1"]
    phone.press("Back")
    assert phone.screen == "table"
    phone.press("Log")
    assert len(phone.page("log").rows) == 4
    assert phone.button("Everybody").chosen


def test_entry_is_removed_restored_and_changed_in_the_state_before_it(phone: Phone) -> None:
    open_log(phone, "usa", 2, *EVENTS)
    open_entry(phone, 3)
    phone.press("Remove this entry")
    assert events(phone) == (*EVENTS[:2], EVENTS[3])
    assert phone.shows("Removed: Ana: Helena – Seattle")
    phone.press("Undo")
    assert events(phone) == EVENTS
    open_entry(phone, 1)
    phone.press("Change this entry")
    assert phone.screen == "table"
    assert phone.shows("Correcting entry 1 (Ana: Duluth – Helena): enter what really happened.")
    assert phone.now.state.players["Ana"].trains == 45
    assert phone.button("Save the correction  +15").enabled
    phone.close_sheet()
    phone.drag_between("duluth", "omaha")
    assert phone.screen == "log"
    assert events(phone) == (RouteClaimed("Ana", "duluth--omaha"), *EVENTS[1:])
    assert phone.now.correcting is None


def test_forgotten_entry_is_inserted_unless_it_is_cancelled_or_breaks_a_later_one(
    phone: Phone,
) -> None:
    open_log(phone, "usa", 2, *EVENTS)
    open_entry(phone, 2)
    phone.press("Add a missed entry before this one")
    phone.press("Cancel")
    assert phone.now.correcting is None
    assert phone.now.state.entries == 4
    assert events(phone) == EVENTS
    phone.navigator.reset_to("home", "table", "log")
    phone.wait_until_idle()
    open_entry(phone, 2)
    phone.press("Add a missed entry before this one")
    assert phone.table.player == "Peter"
    phone.drag_between("helena", "seattle")
    assert phone.shows("Entry 3 (Ana: Helena – Seattle) would then break a rule")
    assert events(phone) == EVENTS
    phone.drag_between("boston", "new-york")
    phone.press("Claim for Peter  +2")
    assert events(phone)[1] == RouteClaimed("Peter", "boston--new-york")
    assert len(events(phone)) == 5


def test_refused_correction_is_shown_once_on_the_claim_sheet(phone: Phone) -> None:
    open_log(phone, "usa", 4, *TRACKS)
    open_entry(phone, 1)
    phone.press("Change this entry")
    phone.press("Peter")
    phone.press("Save the correction  +4")
    sheet = phone.table.sheet
    assert sheet is not None
    assert "Peter cannot claim Denver – Salt Lake City" in sheet.refusal
    assert phone.texts().count(sheet.refusal) == 1
    assert phone.table.ids.notice.text == ""
    assert events(phone)[0].player == "Ana"
    phone.session.cancel_correction()
    phone.session.enter(TRACKS[0])
    phone.wait_until_idle()
    assert phone.shows("Ana already has Denver – Salt Lake City.")
    assert not phone.shows("Show entry")


def test_doubled_claim_is_shown_with_its_cards_and_can_be_changed(phone: Phone) -> None:
    claim = RouteClaimed("Ana", "addis-ababa--sudan-east", 1, Doubling(0, 1))
    open_log(phone, "heart-of-africa", 4, claim)
    assert "doubled with 1 locomotive" in phone.page("log").rows[0]["entry"]
    open_entry(phone, 1)
    phone.press("Change this entry")
    assert phone.shows("Save the correction  +8")
    phone.press("Save the correction  +8")
    assert events(phone) == (claim,)
    open_entry(phone, 1)
    phone.press("Maya")
    assert events(phone) == (RouteClaimed("Maya", claim.route, 1, Doubling(0, 1)),)


def test_recorded_doubling_stays_chosen_when_cheaper_ways_are_legal(
    phone: FastPhone,
) -> None:
    claim = RouteClaimed("Ana", "bogoro--port-florence", 0, Doubling(0, 2))
    draws = [TerrainDrawn(name, "mountain") for name in ("Ana", "Peter", "Maya")]
    more = TerrainDrawn("Peter", "mountain", 2)
    phone.set_size(390, 1200)
    open_log(phone, "heart-of-africa", 4, *draws, more, claim)
    phone.session.remove(3)
    phone.wait_until_idle()
    open_entry(phone, 4)
    phone.press("Change this entry")
    assert phone.shows("Double with 2 locomotives")
    assert phone.shows("Save the correction  +4")
    phone.press("Maya")
    phone.press("Save the correction  +4")
    assert events(phone)[-1] == RouteClaimed("Maya", claim.route, 0, claim.doubled)


def test_refused_correction_jumps_to_the_conflicting_entry(phone: Phone) -> None:
    open_log(phone, "usa", 4, RouteClaimed("Maya", "duluth--helena"), *TRACKS)
    phone.press("Maya")
    open_entry(phone, 1)
    phone.press("Change this entry")
    phone.close_sheet()
    phone.tap_route("denver--salt-lake-city", 0)
    phone.press("Save the correction  +4")
    sheet = phone.table.sheet
    assert sheet is not None
    assert sheet.refusal.startswith(
        "Entry 2 (Ana: Denver – Salt Lake City) would then break a rule"
    )
    phone.press("Show entry 2")
    assert phone.screen == "log"
    assert phone.now.correcting is None
    sheet = phone.navigator.page.sheet
    assert isinstance(sheet, EntrySheet)
    assert sheet.index == 1
    phone.press("Remove this entry")
    assert len(phone.now.game.events) == 2
    phone.press("Back")
    assert phone.screen == "table"


def test_terrain_card_is_changed_and_its_refused_removal_jumps_to_the_doubled_claim(
    phone: Phone,
) -> None:
    claim = RouteClaimed("Ana", "bogoro--port-florence", 0, Doubling(1, 0))
    cards = (TerrainDrawn("Ana", "mountain"), TerrainDrawn("Ana", "jungle"))
    open_log(phone, "heart-of-africa", 4, *cards, claim)
    open_entry(phone, 2)
    phone.press("Change this entry")
    phone.press("+1 Desert")
    assert events(phone)[1] == TerrainDrawn("Ana", "desert")
    assert phone.screen == "log"
    open_entry(phone, 1)
    phone.press("Remove this entry")
    assert events(phone)[0] == cards[0]
    phone.press("Show entry 3")
    sheet = phone.navigator.page.sheet
    assert isinstance(sheet, EntrySheet)
    assert sheet.index == 2


def test_large_window_shows_the_open_entry_on_the_board(phone: FastPhone) -> None:
    open_log(phone, "usa", 2, *EVENTS)
    phone.set_size(1280, 800)
    (board,) = phone.page("log").ids.beside.children
    assert not board.highlight.tracks
    open_entry(phone, 3)
    assert board.highlight.tracks == (("helena--seattle", 0),)
    phone.press("Close")
    assert not board.highlight.tracks
    phone.set_size(390, 844)
