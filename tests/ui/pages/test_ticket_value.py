"""The value of a ticket: what is seen is what is stored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.tests.common import UnitTestTouch

from companion.rules.boards import bundled_boards
from companion.rules.events import Ticket, TicketsTaken
from companion.rules.final_tally import tally
from companion.ui.kit.value_stepper import ValueStepper
from tests.ui.finished import lay_recorded, recorded
from tests.ui.hasty import HastyPhone
from tests.ui.phone import Phone
from tests.ui.ticket_page import cards, finish, pick, screen

HELD = TicketsTaken("Ana", (Ticket("duluth", "el-paso", 10),))


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    phone = HastyPhone(tmp_path_factory.mktemp("phone") / "kept")
    yield phone
    phone.close()


def stepper(phone: Phone) -> ValueStepper:
    return next(each for each in phone.shown() if isinstance(each, ValueStepper))


def ask(phone: Phone) -> int:
    """Be asked for the value of a card that nobody has met; what is suggested."""
    board, met = bundled_boards()["usa"], Ticket("little-rock", "miami", 1)
    phone.context.store.learned.forget_ticket(board, met)
    finish(phone, "usa", 2)
    phone.type("lit mia")
    phone.press("Little Rock – Miami")
    phone.commit()
    return int(stepper(phone).value)


def test_what_is_typed_takes_the_place_of_what_was_suggested(phone: Phone) -> None:
    suggested = ask(phone)
    field = stepper(phone).ids.field
    assert field.focus
    assert (field.text, field.hint_text) == ("", str(suggested))
    phone.type("12")
    phone.press("Enter for Ana")
    assert cards(phone, "Ana") == (Ticket("little-rock", "miami", 12),)


def test_a_tap_into_the_field_lets_another_number_be_typed(phone: Phone) -> None:
    ask(phone)
    phone.type("17")
    phone.tap(stepper(phone).ids.field)
    screen(phone).entry.value.ids.stepper.ids.field.focus = False
    phone.commit()
    assert stepper(phone).ids.field.text == "17"
    phone.tap(stepper(phone).ids.field)
    phone.commit()
    phone.type("12")
    phone.press("Enter for Ana")
    assert [card.points for card in cards(phone, "Ana")] == [12]


def test_an_untouched_suggestion_is_what_is_entered(phone: Phone) -> None:
    suggested = ask(phone)
    phone.press("Enter for Ana")
    assert [card.points for card in cards(phone, "Ana")] == [suggested]


@pytest.mark.parametrize("typed", ["0", "51", "999", "-3", "-"])
def test_what_no_card_is_worth_gets_a_sentence_and_stores_nothing(phone: Phone, typed: str) -> None:
    ask(phone)
    phone.type(typed)
    phone.press("Enter for Ana")
    assert phone.reads("A ticket is worth 1 to 50 points.")
    assert cards(phone, "Ana") == ()
    assert stepper(phone).ids.field.text == typed
    phone.tap(stepper(phone).ids.field)
    phone.commit()
    phone.type("50")
    phone.press("Enter for Ana")
    assert [card.points for card in cards(phone, "Ana")] == [50]


def test_a_wrong_value_of_a_card_that_is_held_stays_as_it_was(phone: Phone) -> None:
    finish(phone, "usa", 2, HELD)
    phone.press("Duluth – El Paso")
    phone.press("Type the value")
    phone.commit()
    phone.type("99")
    phone.press("Set the value")
    assert phone.reads("A ticket is worth 1 to 50 points.")
    assert cards(phone, "Ana")[0].points == 10
    phone.tap(stepper(phone).ids.field)
    phone.commit()
    phone.type("37")
    phone.press("Set the value")
    assert cards(phone, "Ana")[0].points == 37


def test_steps_go_on_from_what_was_typed(phone: Phone) -> None:
    ask(phone)
    phone.type("20")
    phone.press("One more")
    assert stepper(phone).ids.field.text == "21"
    phone.press("Enter for Ana")
    assert [card.points for card in cards(phone, "Ana")] == [21]


def test_no_quick_tap_is_lost(phone: Phone) -> None:
    """Ten taps at some eight a second are ten steps."""
    suggested = ask(phone)
    more = phone.button("One more")
    for _ in range(10):
        phone.tap_at(*more.to_window(*more.center))
    assert stepper(phone).value == suggested + 10
    phone.press("Enter for Ana")
    assert [card.points for card in cards(phone, "Ana")] == [suggested + 10]


def test_quick_taps_on_a_card_that_is_held_are_each_kept(phone: Phone) -> None:
    finish(phone, "usa", 2, HELD)
    phone.press("Duluth – El Paso")
    less = phone.button("One less")
    for points in (9, 8, 7, 6):
        phone.tap_at(*less.to_window(*less.center))
        assert cards(phone, "Ana")[0].points == points


def test_a_finger_that_stays_gets_one_step_and_then_more(phone: Phone) -> None:
    suggested = ask(phone)
    more = phone.button("One more")
    touch = UnitTestTouch(*more.to_window(*more.center))
    touch.touch_down()
    phone.wait(0.2)
    assert stepper(phone).value == suggested + 1
    phone.wait(0.6)
    assert suggested + 4 <= stepper(phone).value <= suggested + 8
    phone.wait(10)
    assert stepper(phone).value == 50
    touch.touch_up()
    phone.press("Enter for Ana")
    assert [card.points for card in cards(phone, "Ana")] == [50]


def test_a_finger_that_slides_off_stops_the_steps(phone: Phone) -> None:
    suggested = ask(phone)
    more = phone.button("One more")
    touch = UnitTestTouch(*more.to_window(*more.center))
    touch.touch_down()
    phone.wait(0.1)
    touch.touch_move(5, 5)
    touch.touch_up()
    phone.wait(2)
    assert stepper(phone).value == suggested + 1


def test_on_the_board_the_keyboard_stays_away_until_it_is_asked_for(phone: Phone) -> None:
    finish(phone, "usa", 2)
    phone.press("On the board")
    pick(phone, "little-rock")
    pick(phone, "miami")
    assert not stepper(phone).ids.field.focus
    phone.press("One less")
    phone.press("Enter for Ana")
    assert len(cards(phone, "Ana")) == 1


def test_a_card_of_several_values_is_as_printed_and_says_which_one_counts(phone: Phone) -> None:
    game = recorded("switzerland-full")
    lay_recorded(phone, "switzerland-full")
    phone.navigator.go("tickets")
    phone.commit()
    board = game.setup.board
    held = [
        (player.name, result)
        for player in tally(game.state).players
        for result in player.tickets
        if result.ticket.other_ends
    ]
    name, several = next(each for each in held if each[1].completed)
    screen(phone).choose(name)
    screen(phone).open_ticket(several)
    phone.commit()
    assert not any(isinstance(each, ValueStepper) for each in phone.shown())
    assert phone.reads(f"{board.ticket_ends[several.end].name} counts: ")
    for end, points in several.ticket.points_by_end.items():
        assert phone.reads(f"{board.ticket_ends[end].name}\N{NO-BREAK SPACE}{points}")
    phone.press("Remove")
    held_before = game.state.players[name].tickets
    assert cards(phone, name).count(several.ticket) == held_before.count(several.ticket) - 1


def test_a_finger_that_stays_on_the_value_of_a_held_card_is_one_change(tmp_path: Path) -> None:
    # A sheet scrolls, and waits for a finger to move first: that takes frames that are not hasty.
    phone = Phone(tmp_path / "kept")
    try:
        finish(phone, "usa", 2, TicketsTaken("Ana", (Ticket("duluth", "el-paso", 46),)))
        phone.press("Duluth – El Paso")
        more = phone.button("One more")
        touch = UnitTestTouch(*more.to_window(*more.center))
        touch.touch_down()
        for _ in range(200):
            if stepper(phone).value < 50:
                phone.frame()
        assert cards(phone, "Ana")[0].points == 46
        touch.touch_up()
        phone.commit()
        assert cards(phone, "Ana")[0].points == 50
        phone.session.undo()
        assert cards(phone, "Ana")[0].points == 46
    finally:
        phone.close()
