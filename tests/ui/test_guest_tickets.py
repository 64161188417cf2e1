"""Guests in Chromium note their tickets, hand them in to the real app and see the result."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from functools import partial

import pytest

from companion.rules.events import Ticket, TicketsTaken
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.rules.wording import format_number, format_signed
from companion.table.edits import printed_cards
from tests.support.browser import Browser, Tab, running_browsers, runs_soak_tests
from tests.support.games import recorded_game
from tests.support.guest_entries import hand_in, note_ticket, open_tab, wait_until_handed_in
from tests.support.guest_tabs import open_page, run_frame, share, sit_down
from tests.support.network import WIFI
from tests.support.phone import FastPhone
from tests.support.table import open_game

GAME = recorded_game("heart-of-africa-full")
BOARD = GAME.setup.board
NAMES = GAME.setup.names
RESULT = tally(GAME.state)
IDS = {card.pairs: id for id, card in printed_cards(BOARD).items()}


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastPhone]:
    phone = FastPhone(tmp_path_factory.mktemp("phone") / "data")
    yield phone
    phone.close()


@pytest.fixture(scope="module")
def browsers(phone: FastPhone, request: pytest.FixtureRequest) -> Iterator[list[Browser]]:
    """The phone of one guest, or four."""
    count = len(NAMES) if runs_soak_tests(request) else 1
    with running_browsers(*["en"] * count) as browsers:
        for browser in browsers:
            browser.idle = partial(run_frame, phone)
        yield browsers


@pytest.fixture
def tabs(phone: FastPhone, browsers: list[Browser]) -> Iterator[dict[str, Tab]]:
    """The pages of the players of a shared game that is over, without tickets."""
    phone.device.addresses = (WIFI,)
    events = [event for event in GAME.events if not isinstance(event, TicketsTaken)]
    open_game(phone, Game.begin(GAME.setup, events))
    link = share(phone)
    tabs = {name: open_page(each, link) for name, each in zip(NAMES, browsers, strict=False)}
    for name, tab in tabs.items():
        sit_down(tab, name)
    yield tabs
    phone.context.sharing.switch_off()


def tickets_of(player: str) -> tuple[Ticket, ...]:
    return GAME.state.players[player].tickets


def note(tab: Tab, player: str) -> None:
    """Note all tickets of a player."""
    open_tab(tab, "tickets")
    for ticket in tickets_of(player):
        note_ticket(tab, BOARD, ticket)


def hand(phone: FastPhone, player: str) -> set[str]:
    return {IDS[ticket.pairs] for ticket in phone.now.game.state.players[player].tickets}


@pytest.mark.soak
def test_four_guests_hand_in_at_once_and_see_the_recorded_result(
    phone: FastPhone, tabs: dict[str, Tab]
) -> None:
    for name, tab in tabs.items():
        note(tab, name)
        expected = next(each for each in RESULT.players if each.name == name)
        total = format_signed(expected.points("tickets"))
        tab.wait_for("document.querySelector('#hand-total').textContent === arguments[0]", total)
    for tab in tabs.values():
        hand_in(tab)
    for tab in tabs.values():
        wait_until_handed_in(tab)
    assert {player.name: player.total for player in phone.now.tally.players} == {
        player.name: player.total for player in RESULT.players
    }
    for tab in tabs.values():
        assert tab.run("return document.querySelector('#tabs [data-tab=result]').disabled")
    phone.navigator.reset_to("home", "table", "tickets", "result")
    phone.wait()
    for tab in tabs.values():
        tab.wait_for("document.querySelector('#table').dataset.tab === 'result'")
        totals = tab.run(
            "return [...document.querySelectorAll('#scores .total button')].map(e => e.textContent)"
        )
        assert totals == [format_number(player.total) for player in RESULT.ranking]
        assert tab.browser.console() == []
    first = tabs[NAMES[0]]
    first.click("#scores tbody tr:nth-child(2) button")
    first.wait_for("!document.querySelector('#details').hidden")
    winner = RESULT.ranking[0]
    rows = first.run("return document.querySelectorAll('#details-body button').length")
    assert rows == len(winner.tickets)
    assert first.run("return document.querySelectorAll('#glow polyline').length") > 0
    phone.context.sharing.switch_off()
    first.wait_for("document.querySelector('#notice').textContent")
    assert winner.name in first.text("#message")


def test_tickets_stay_in_the_browser_until_they_are_handed_in(
    phone: FastPhone, tabs: dict[str, Tab]
) -> None:
    player = NAMES[0]
    tab = tabs[player]
    note(tab, player)
    tab.reload()
    tab.wait_for("document.querySelector('#me')?.textContent === arguments[0]", player)
    open_tab(tab, "tickets")
    count = len(tickets_of(player))
    tab.wait_for("document.querySelectorAll('#hand li').length === arguments[0]", count)
    assert hand(phone, player) == set()
    # Another game has its own notes, and those of the first come back with it.
    shared = phone.session
    phone.context.sessions.begin(GAME.setup)
    phone.context.sharing.show(phone.session)
    wait_for_notes(tab, 0)
    phone.context.sessions.open(shared.now.saved.id)
    phone.context.sharing.show(phone.session)
    wait_for_notes(tab, count)
    tab.click(".remove")
    tab.wait_for("document.querySelectorAll('#hand li').length === arguments[0]", count - 1)
    hand_in(tab)
    wait_until_handed_in(tab)
    expected = {IDS[ticket.pairs] for ticket in tickets_of(player)[1:]}
    assert hand(phone, player) == expected
    # After the app was killed, and with another ticket, the list is handed in again.
    phone.kill()
    tab.browser.idle = partial(time.sleep, 0.03)
    tab.wait_for("document.querySelector('#notice').textContent")
    phone.start()
    phone.wait()
    tab.browser.idle = partial(run_frame, phone)
    tab.wait_for("!document.querySelector('#notice').textContent")
    note_ticket(tab, BOARD, tickets_of(player)[0])
    wait_until_handed_in(tab, "You have changed")
    hand_in(tab)
    wait_until_handed_in(tab)
    assert hand(phone, player) == {IDS[ticket.pairs] for ticket in tickets_of(player)}
    tab.run("localStorage.clear()")
    tab.reload()
    tab.wait_for("document.querySelector('#seat-list .seat')")
    assert hand(phone, player) == {IDS[ticket.pairs] for ticket in tickets_of(player)}


@pytest.mark.soak
def test_guest_reads_with_the_result_which_tickets_counted(
    phone: FastPhone, tabs: dict[str, Tab]
) -> None:
    player, other = NAMES[:2]
    tab = tabs[player]
    held, *free = tickets_of(player)
    for ticket in (held, *tickets_of(other)):
        phone.session.take_ticket(other, ticket)
    for name in NAMES[2:]:
        phone.session.take_ticket(name, tickets_of(name)[0])
    note(tab, player)
    phone.session.correct(3)
    hand_in(tab)
    wait_until_handed_in(tab)
    assert phone.now.correcting is not None
    assert hand(phone, player) == {IDS[ticket.pairs] for ticket in free}
    assert tab.text("#hand-in-notice") == "Handed in. The score keeper has your tickets."
    assert "ount" not in tab.text("#hand")
    phone.session.cancel_correction()
    phone.session.decide(player, accept=False, ticket=held)
    phone.navigator.reset_to("home", "table", "tickets", "result")
    phone.wait()
    tab.wait_for("document.querySelector('#table').dataset.tab === 'result'")
    open_tab(tab, "tickets")
    notes = tab.run(
        "return [...document.querySelectorAll('#hand li')]"
        ".map(e => [...e.querySelectorAll('small')].at(-1).textContent)"
    )
    assert notes == ["Did not count.", *("Counted." for _ in free)]
    assert not tab.run("return document.querySelectorAll('.remove').length")
    assert tab.run("return document.querySelector('#hand-in-button').hidden")
    assert tab.text("#hand-in-notice").startswith("The result is out")
    assert other not in tab.text("#tickets")


@pytest.mark.soak
def test_no_more_than_25_tickets_can_be_noted(phone: FastPhone, tabs: dict[str, Tab]) -> None:
    tab = tabs[NAMES[3]]
    ids = list(IDS.values())[:25]
    game = phone.now.saved.id
    tab.run("localStorage.setItem(...arguments)", f"tickets {game}", json.dumps(ids[:24]))
    tab.reload()
    tab.wait_for("document.querySelector('#me')?.textContent === arguments[0]", NAMES[3])
    open_tab(tab, "tickets")
    tab.wait_for("document.querySelectorAll('#hand li').length === 24")
    last = next(ticket for ticket in printed_cards(BOARD).values() if IDS[ticket.pairs] == ids[24])
    note_ticket(tab, BOARD, last)
    tab.wait_for("document.querySelector('#search').disabled")
    hand_in(tab)
    wait_until_handed_in(tab)
    assert len(hand(phone, NAMES[3])) == 25


@pytest.mark.soak
def test_path_of_a_ticket_is_shown_on_the_board(phone: FastPhone, tabs: dict[str, Tab]) -> None:
    del phone
    player = NAMES[2]
    tab = tabs[player]
    open_tab(tab, "tickets")
    note_ticket(tab, BOARD, tickets_of(player)[0])
    tab.click(".ticket")
    tab.wait_for("document.querySelector('#table').dataset.tab === 'table'")
    assert tab.run("return document.querySelectorAll('#glow polyline').length") > 0
    tab.click("#close")
    tab.wait_for("document.querySelector('#table').dataset.tab === 'tickets'")


def wait_for_notes(tab: Tab, count: int) -> None:
    tab.wait_for("document.querySelectorAll('#hand li').length === arguments[0]", count)


@pytest.mark.soak
def test_notes_stay_while_the_keeper_is_in_other_games(
    phone: FastPhone, tabs: dict[str, Tab]
) -> None:
    guests = [tabs[name] for name in NAMES[:3] if name in tabs]
    for name, tab in zip(NAMES, guests, strict=False):
        open_tab(tab, "tickets")
        note_ticket(tab, BOARD, tickets_of(name)[0])
    shared = phone.session
    versions = [tab.run("return document.body.dataset.version") for tab in guests]
    open_game(phone, recorded_game("usa-full"))
    phone.session.finish()
    phone.navigator.go("result")
    phone.wait_until_idle()
    phone.context.sessions.begin(GAME.setup)
    phone.navigator.reset_to("home", "table")
    phone.session.enter(GAME.events[0])
    phone.wait()
    assert [tab.run("return document.body.dataset.version") for tab in guests] == versions
    for tab in guests:
        wait_for_notes(tab, 1)
    # Another game has its own notes, and those of the first come back with it.
    phone.context.sharing.show(phone.session)
    for tab in guests:
        wait_for_notes(tab, 0)
    phone.context.sharing.show(shared)
    for tab in guests:
        wait_for_notes(tab, 1)
    hand_in(guests[0])
    wait_until_handed_in(guests[0])
    assert [IDS[ticket.pairs] for ticket in shared.now.game.state.players[NAMES[0]].tickets] == [
        IDS[tickets_of(NAMES[0])[0].pairs]
    ]
