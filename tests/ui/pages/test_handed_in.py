"""Tickets that players hand in from their own phones, on the keeper's tickets page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.rules.events import TicketsTaken
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.table.edits import printed_cards
from tests.support.games import recorded_game
from tests.support.network import WIFI
from tests.support.phone import FastPhone
from tests.support.sharing_guest import Guest
from tests.support.table import open_game

GAME = recorded_game("usa-full")
NAMES = GAME.setup.names
CARDS = printed_cards(GAME.setup.board)
IDS = {card.pairs: id for id, card in CARDS.items()}
HANDS = {name: [IDS[t.pairs] for t in GAME.state.players[name].tickets] for name in NAMES}
ANA = NAMES[0]
SPARE = next(id for id in CARDS if not any(id in hand for hand in HANDS.values()))


@pytest.fixture(autouse=True)
def shared_game(phone: FastPhone) -> Iterator[None]:
    """A shared game that is over, without tickets, on the tickets page."""
    phone.set_size(390, 844)
    phone.device.addresses = (WIFI,)
    events = [event for event in GAME.events if not isinstance(event, TicketsTaken)]
    open_game(phone, Game.begin(GAME.setup, events))
    phone.context.sharing.switch_on()
    phone.navigator.go("tickets")
    phone.wait_until_idle()
    yield
    phone.context.sharing.switch_off()


def seated(phone: FastPhone, player: str = ANA) -> Guest:
    guest = Guest(phone.context.sharing.link)
    guest.take_seat(phone, player)
    return guest


def ending(guest: Guest) -> Any:
    return guest.table()["ending"]


def hand(phone: FastPhone, player: str = ANA) -> set[str]:
    tickets = phone.context.session.now.game.state.players[player].tickets
    return {IDS[ticket.pairs] for ticket in tickets}


def test_hands_of_all_players_give_the_recorded_result(phone: FastPhone) -> None:
    assert phone.shows("Nobody has handed in tickets yet.")
    guests = {name: seated(phone, name) for name in NAMES}
    for name, guest in guests.items():
        assert guest.hand_in(phone, HANDS[name]).status == 200
    assert phone.shows("Everybody has handed in tickets.")
    assert not ending(guests[ANA])["result"]
    phone.navigator.go("result")
    expected = {player.name: player.total for player in tally(GAME.state).players}
    now = phone.context.session.now.tally
    assert {player.name: player.total for player in now.players} == expected
    assert ending(guests[ANA])["result"]


def test_keeper_sees_who_has_handed_in_and_which_tickets(phone: FastPhone) -> None:
    seated(phone).hand_in(phone, HANDS[ANA])
    assert phone.shows(f"Handed in: {ANA}. Not yet: ")
    phone.press(ANA)
    assert phone.shows("handed in")
    phone.press("Undo")
    assert hand(phone) == set()


def test_keeper_chooses_between_two_lists(phone: FastPhone) -> None:
    phone.context.session.take_ticket(ANA, CARDS[SPARE])
    guest = seated(phone)
    guest.hand_in(phone, HANDS[ANA])
    phone.press(ANA)
    assert hand(phone) == {SPARE}
    phone.press("Keep what I entered")
    assert hand(phone) == {SPARE}
    assert not phone.buttons("Keep what I entered")
    guest.hand_in(phone, HANDS[ANA])
    phone.press(f"Use {ANA}’s list")
    assert hand(phone) == set(HANDS[ANA])
    assert not phone.buttons("Keep what I entered")


def test_keeper_decides_who_has_a_card(phone: FastPhone) -> None:
    other = NAMES[1]
    wanted = HANDS[ANA][0]
    phone.context.session.take_ticket(other, CARDS[wanted])
    guest = seated(phone)
    guest.hand_in(phone, HANDS[ANA])
    phone.press(ANA)
    assert hand(phone) == set(HANDS[ANA]) - {wanted}
    phone.press(f"Leave it with {other}")
    assert hand(phone, other) == {wanted}
    assert not phone.buttons(f"Give it to {ANA}")
    guest.hand_in(phone, HANDS[ANA])
    phone.press(f"Give it to {ANA}")
    assert hand(phone) == set(HANDS[ANA])
    assert hand(phone, other) == set()
    assert not phone.buttons(f"Give it to {ANA}")


def wait_for_a_decision(phone: FastPhone) -> None:
    """The first player hands in another list than the keeper entered; only one has no tickets."""
    for name in NAMES[2:]:
        for id in HANDS[name]:
            phone.session.take_ticket(name, CARDS[id])
    phone.session.take_ticket(ANA, CARDS[SPARE])
    # Not by a request: how many frames run meanwhile depends on the speed of the machine.
    assert phone.session.hand_in(ANA, "", HANDS[ANA]).accepted
    phone.wait()


def test_undecided_list_is_marked_and_notified(phone: FastPhone) -> None:
    phone.press(NAMES[1])
    wait_for_a_decision(phone)
    assert phone.shows("which wait for your decision.")
    assert phone.shows(f"Handed in: {ANA}. Not yet: {NAMES[1]}.")
    (marked,) = (tab for tab in phone.page("tickets").ids.tabs.children if tab.marked)
    assert marked.name == ANA
    assert marked.caption in ("Decide", "!")
    phone.press("Decide")
    phone.press(f"Use {ANA}’s list")
    assert hand(phone) == set(HANDS[ANA])
    assert phone.screen == "tickets"
    assert phone.page("tickets").sheet is None
    assert not any(tab.marked for tab in phone.page("tickets").ids.tabs.children)


@pytest.mark.parametrize(
    ("button", "page"), [("Result", "result"), ("Reveal step by step", "reveal")]
)
def test_undecided_list_is_asked_for_before_the_result(
    phone: FastPhone, button: str, page: str
) -> None:
    wait_for_a_decision(phone)
    phone.press(NAMES[-1])
    phone.press(button)
    assert phone.screen == "tickets"
    phone.close_sheet()
    assert phone.screen == "tickets"
    phone.press(button)
    phone.press("Keep what I entered")
    assert phone.screen == page
    assert hand(phone) == {SPARE}


def test_game_with_an_undecided_list_is_filed_only_after_the_decision(phone: FastPhone) -> None:
    phone.navigator.go("result")
    phone.wait_until_idle()
    wait_for_a_decision(phone)
    phone.session.take_ticket(NAMES[1], CARDS[HANDS[NAMES[1]][0]])
    phone.wait_until_idle()
    assert phone.shows(f"{ANA}’s tickets wait for your decision.")
    guest = Guest(phone.context.sharing.link)
    assert not ending(guest)["result"]
    phone.press("Home")
    assert phone.screen == "result"
    assert not phone.now.is_finished
    phone.press(f"Use {ANA}’s list")
    assert ending(guest)["result"]
    assert phone.screen == "home"
    assert phone.now.is_finished
    assert phone.shows("Moved to Past games.")


def test_guests_see_the_result_when_the_reveal_has_ended(phone: FastPhone) -> None:
    guest = seated(phone)
    for name in NAMES:
        for ticket in GAME.state.players[name].tickets:
            phone.session.take_ticket(name, ticket)
    phone.wait_until_idle()
    phone.press(NAMES[-1])
    phone.press("Reveal step by step")
    page = phone.page("reveal")
    for _ in page.steps[1:]:
        assert not ending(guest)["result"]
        page.advance()
    assert not ending(guest)["result"]
    phone.wait_until_idle()
    assert phone.screen == "reveal"
    assert ending(guest)["result"]


def test_reveal_begins_again_after_a_kill(phone: FastPhone) -> None:
    guest = seated(phone)
    for name in NAMES:
        for ticket in GAME.state.players[name].tickets:
            phone.session.take_ticket(name, ticket)
    phone.wait_until_idle()
    phone.press(NAMES[-1])
    phone.press("Reveal step by step")
    phone.press("Next")
    phone.reopen()
    phone.wait()
    page = phone.page("reveal")
    assert (phone.screen, page.number) == ("reveal", 0)
    assert (ending(guest)["canHandIn"], ending(guest)["result"]) == (False, False)
    while not page.at_end:
        page.advance()
    phone.wait_until_idle()
    assert ending(guest)["result"]


def test_back_from_the_reveal_collects_tickets_again(phone: FastPhone) -> None:
    guest = seated(phone)
    phone.press(NAMES[-1])
    phone.press("Reveal step by step")
    assert not ending(guest)["canHandIn"]
    assert guest.hand_in(phone, HANDS[ANA]).status == 409
    phone.press("Back")
    assert phone.screen == "tickets"
    assert ending(guest)["canHandIn"]


def test_hand_in_after_a_kill_continues(phone: FastPhone) -> None:
    """The private file says what waits; a new sharing object reads it."""
    phone.context.session.take_ticket(ANA, CARDS[SPARE])
    guest = seated(phone)
    guest.hand_in(phone, HANDS[ANA])
    before = ending(guest)
    sharing = phone.context.sharing
    sharing.stop_server()
    sharing.restore()
    phone.wait()
    assert ending(guest) == before
    phone.navigator.reset_to("home", "table", "tickets")
    phone.press(ANA)
    phone.press(f"Use {ANA}’s list")
    assert hand(phone) == set(HANDS[ANA])


def test_other_phones_is_reachable_from_the_tickets(phone: FastPhone) -> None:
    phone.press("Other phones")
    assert phone.screen == "other_phones"
    assert phone.navigator.back()
    assert phone.screen == "tickets"
