"""Entering the value of a ticket: the stored value is the one shown."""

from __future__ import annotations

from kivy.tests.common import UnitTestTouch

from companion.rules.events import Ticket, TicketsTaken
from companion.rules.final_tally import tally
from companion.ui.kit.fields import ValueStepper
from tests.support.games import recorded_game
from tests.support.phone import FastPhone
from tests.support.table import open_recorded_game
from tests.support.tickets import saved_tickets, show_tickets, tap_place, tickets_page

HELD = TicketsTaken("Ana", (Ticket("duluth", "el-paso", 10),))


def stepper(phone: FastPhone) -> ValueStepper:
    return next(each for each in phone.visible_widgets() if isinstance(each, ValueStepper))


def ask(phone: FastPhone) -> int:
    """Open the value card of an unknown ticket; returns the suggested value."""
    show_tickets(phone, "usa", 2)
    phone.type("lit mia")
    phone.press("Little Rock – Miami")
    phone.wait_until_idle()
    return int(stepper(phone).value)


def test_typed_value_replaces_the_suggestion(phone: FastPhone) -> None:
    suggested = ask(phone)
    field = stepper(phone).ids.field
    assert field.focus
    assert (field.text, field.hint_text) == ("", str(suggested))
    phone.type("17")
    phone.tap(stepper(phone).ids.field)
    tickets_page(phone).input.value_card.ids.stepper.ids.field.focus = False
    phone.wait_until_idle()
    assert stepper(phone).ids.field.text == "17"
    phone.tap(stepper(phone).ids.field)
    phone.wait_until_idle()
    phone.type("12")
    phone.press("Add for Ana")
    assert saved_tickets(phone, "Ana") == (Ticket("little-rock", "miami", 12),)


def test_step_begins_at_the_typed_number(phone: FastPhone) -> None:
    suggested = ask(phone)
    phone.type(str(suggested - 1))
    phone.press("One more")
    assert stepper(phone).ids.field.text == str(suggested)
    phone.press("Add for Ana")
    assert [card.points for card in saved_tickets(phone, "Ana")] == [suggested]


def test_suggested_value_is_entered_unchanged(phone: FastPhone) -> None:
    suggested = ask(phone)
    phone.press("Add for Ana")
    assert [card.points for card in saved_tickets(phone, "Ana")] == [suggested]


def test_impossible_value_is_refused_and_not_stored(phone: FastPhone) -> None:
    ask(phone)
    for typed in ("0", "51", "999", "-3", "-"):
        phone.tap(stepper(phone).ids.field)
        phone.wait_until_idle()
        phone.type(typed)
        phone.press("Add for Ana")
        assert phone.shows("A ticket is worth 1 to 50 points.")
        assert saved_tickets(phone, "Ana") == ()
        assert stepper(phone).ids.field.text == typed
    phone.tap(stepper(phone).ids.field)
    phone.wait_until_idle()
    phone.type("50")
    phone.press("Add for Ana")
    assert [card.points for card in saved_tickets(phone, "Ana")] == [50]


def test_impossible_value_keeps_the_entered_ticket(phone: FastPhone) -> None:
    show_tickets(phone, "usa", 2, HELD)
    phone.press("Duluth – El Paso")
    phone.press("Type the value")
    phone.wait_until_idle()
    phone.type("99")
    phone.press("Set the value")
    assert phone.shows("A ticket is worth 1 to 50 points.")
    assert saved_tickets(phone, "Ana")[0].points == 10
    phone.tap(stepper(phone).ids.field)
    phone.wait_until_idle()
    phone.type("37")
    phone.press("Set the value")
    assert saved_tickets(phone, "Ana")[0].points == 37


def test_stepper_continues_from_the_typed_value_and_counts_quick_taps(phone: FastPhone) -> None:
    """Ten taps at eight per second make ten steps."""
    ask(phone)
    phone.type("20")
    more = phone.button("One more")
    for _ in range(10):
        phone.tap_at(*more.to_window(*more.center))
    assert stepper(phone).ids.field.text == "30"
    phone.press("Add for Ana")
    assert [card.points for card in saved_tickets(phone, "Ana")] == [30]


def test_quick_taps_on_an_entered_ticket_all_count(phone: FastPhone) -> None:
    show_tickets(phone, "usa", 2, HELD)
    phone.press("Duluth – El Paso")
    less = phone.button("One less")
    for points in (9, 8, 7, 6):
        phone.tap_at(*less.to_window(*less.center))
        assert saved_tickets(phone, "Ana")[0].points == points


def test_holding_the_stepper_repeats_steps_until_the_finger_leaves(phone: FastPhone) -> None:
    suggested = ask(phone)
    more = phone.button("One more")
    touch = UnitTestTouch(*more.to_window(*more.center))
    touch.touch_down()
    phone.wait(0.1)
    touch.touch_move(5, 5)
    touch.touch_up()
    phone.wait(2)
    assert stepper(phone).value == suggested + 1
    touch = UnitTestTouch(*more.to_window(*more.center))
    touch.touch_down()
    phone.wait(0.2)
    assert stepper(phone).value == suggested + 2
    phone.wait(0.6)
    assert suggested + 5 <= stepper(phone).value <= suggested + 9
    phone.wait(10)
    assert stepper(phone).value == 50
    touch.touch_up()
    phone.press("Add for Ana")
    assert [card.points for card in saved_tickets(phone, "Ana")] == [50]


def test_board_entry_opens_no_keyboard(phone: FastPhone) -> None:
    show_tickets(phone, "usa", 2)
    phone.press("On the board")
    tap_place(phone, "little-rock")
    tap_place(phone, "miami")
    assert not stepper(phone).ids.field.focus
    phone.press("One less")
    phone.press("Add for Ana")
    assert len(saved_tickets(phone, "Ana")) == 1


def test_ticket_with_several_values_shows_which_one_counts(phone: FastPhone) -> None:
    game = recorded_game("switzerland-full")
    open_recorded_game(phone, "switzerland-full")
    phone.navigator.go("tickets")
    phone.wait_until_idle()
    board = game.setup.board
    held = [
        (player.name, result)
        for player in tally(game.state).players
        for result in player.tickets
        if result.ticket.other_ends
    ]
    name, several = next(each for each in held if each[1].completed)
    tickets_page(phone).choose_player(name)
    tickets_page(phone).open_ticket(several)
    phone.wait_until_idle()
    assert not any(isinstance(each, ValueStepper) for each in phone.visible_widgets())
    assert phone.shows(f"{board.ticket_ends[several.end].name} counts: ")
    for end, points in several.ticket.points_by_end.items():
        assert phone.shows(f"{board.ticket_ends[end].name} {points}")
    phone.press("Remove")
    held_before = game.state.players[name].tickets
    assert saved_tickets(phone, name).count(several.ticket) == held_before.count(several.ticket) - 1


def test_holding_the_stepper_of_an_entered_ticket_is_one_change(phone: FastPhone) -> None:
    show_tickets(phone, "usa", 2, TicketsTaken("Ana", (Ticket("duluth", "el-paso", 46),)))
    phone.press("Duluth – El Paso")
    more = phone.button("One more")
    touch = UnitTestTouch(*more.to_window(*more.center))
    touch.touch_down()
    for _ in range(200):
        if stepper(phone).value < 50:
            # A scrolling sheet delays the touch by several frames: use real frame times.
            phone.frame(1 / 60)
    assert stepper(phone).value == 50
    assert saved_tickets(phone, "Ana")[0].points == 46
    touch.touch_up()
    phone.wait_until_idle()
    assert saved_tickets(phone, "Ana")[0].points == 50
    phone.session.undo()
    assert saved_tickets(phone, "Ana")[0].points == 46
