"""Other points are entered on the player's sheet and in the final tally, changed in the log."""

from __future__ import annotations

from companion.rules.events import OtherPoints, PlayerLeft
from companion.ui.game.other_points_sheet import OtherPointsSheet
from tests.support.phone import FastPhone
from tests.support.table import start_game
from tests.ui.pages.test_log import open_entry
from tests.ui.test_keyboard import press_enter

PASSENGERS = OtherPoints("Ana", 20, "Passengers")


def write_number(phone: FastPhone, number: str) -> None:
    sheet = phone.navigator.page.sheet
    assert isinstance(sheet, OtherPointsSheet)
    phone.tap(sheet.ids.stepper.ids.field)
    phone.wait(0.2)
    phone.type(number)


def test_points_are_entered_on_the_players_sheet(phone: FastPhone) -> None:
    start_game(phone, "usa", 3)
    phone.open_player("Ana")
    phone.press("Other points")
    phone.press("Passengers")
    write_number(phone, "20")
    phone.tap(phone.navigator.page.sheet.ids.field)  # type: ignore[union-attr]
    phone.wait(0.2)
    phone.press("+20 for Ana")
    assert phone.now.game.events == (PASSENGERS,)
    assert phone.shows("Ana: Passengers +20")
    assert phone.now.player == "Ana", "the turn goes on"
    (card,) = [card for card in phone.table.ids.scoreboard.cards if card.name == "Ana"]
    assert card.score == 20
    phone.press("Undo")
    assert not phone.now.game.events


def test_button_follows_the_typed_number_and_enter_presses_it(phone: FastPhone) -> None:
    start_game(phone, "usa", 3)
    phone.table.open_other_points("Ana")
    phone.wait_until_idle()
    write_number(phone, "2")
    assert phone.button("+2 for Ana")
    phone.type("0")
    assert phone.button("+20 for Ana")
    press_enter(phone)
    assert phone.shows("Say in a word or two what the points are for.")
    phone.tap(phone.navigator.page.sheet.ids.field)  # type: ignore[union-attr]
    phone.wait(0.2)
    phone.type("Passengers")
    press_enter(phone)
    assert phone.now.game.events == (PASSENGERS,)


def test_points_are_subtracted_with_a_typed_description_and_wrong_ones_refused(
    phone: FastPhone,
) -> None:
    start_game(phone, "usa", 3)
    phone.open_player("Peter")
    phone.press("Other points")
    phone.press("+10 for Peter")
    assert phone.shows("Say in a word or two what the points are for.")
    phone.tap(phone.navigator.page.sheet.ids.field)  # type: ignore[union-attr]
    phone.wait(0.2)
    phone.type("Late for dinner")
    assert not phone.shows("Say in a word or two")
    write_number(phone, "999")
    phone.tap(phone.button("+999 for Peter"))
    phone.wait_until_idle()
    assert phone.shows("Enter 1 to 500 points at a time.")
    assert not phone.now.game.events
    write_number(phone, "10")
    phone.press("Subtract")
    phone.press("−10 for Peter")
    assert phone.now.game.events == (OtherPoints("Peter", -10, "Late for dinner"),)


def test_points_are_entered_in_the_final_tally_also_for_somebody_who_left(phone: FastPhone) -> None:
    start_game(phone, "usa", 3, PlayerLeft("Ana"))
    phone.finish()
    ana, peter, _ = phone.buttons("0 routes")
    phone.tap(ana)
    phone.wait_until_idle()
    phone.press("Other points for Ana")
    phone.press("Wager")
    phone.press("+10 for Ana")
    assert phone.now.game.events[-1] == OtherPoints("Ana", 10, "Wager")
    assert phone.screen == "check"
    assert phone.shows("+10")
    phone.tap(peter)
    phone.wait_until_idle()
    phone.press("Other points for Peter")
    assert phone.buttons("Wager"), "used descriptions are suggested first"


def test_entry_is_changed_in_the_log_and_explained_in_the_result(phone: FastPhone) -> None:
    start_game(phone, "usa", 3, PASSENGERS)
    phone.press("Log")
    open_entry(phone, 1)
    phone.press("Change this entry")
    sheet = phone.table.sheet
    assert isinstance(sheet, OtherPointsSheet)
    assert (sheet.ids.field.text, sheet.number) == ("Passengers", 20)
    phone.press("One more")
    phone.press("Save the correction  +21")
    assert phone.now.game.events == (OtherPoints("Ana", 21, "Passengers"),)
    assert phone.screen == "log"
    phone.navigator.reset_to("home", "table", "result")
    phone.wait_until_idle()
    assert phone.shows("Other points")
    phone.page("result").explain("extra", "Ana")
    phone.wait_until_idle()
    assert phone.shows("Passengers")
