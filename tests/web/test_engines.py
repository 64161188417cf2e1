"""The players' page in the engines of other browsers: two Chromium, a Firefox and a WebKit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from companion.rules.events import RouteClaimed, TicketsTaken
from companion.rules.game import Game
from tests.support.browser import Browser, Tab, running_engines
from tests.support.games import recorded_game, totals
from tests.support.guest_entries import (
    hand_in,
    is_entered_on_phone,
    join,
    note_ticket,
    open_tab,
    play,
    said,
    tap_terrain,
    wait_for_entries,
    wait_until_handed_in,
)
from tests.support.guests import SharedTable

pytestmark = pytest.mark.soak

AFRICA = recorded_game("heart-of-africa-full")
EUROPE = recorded_game("europe-full")


@pytest.fixture(scope="module")
def engines() -> Iterator[list[Browser]]:
    with running_engines() as browsers:
        yield browsers


@pytest.mark.parametrize("game", [AFRICA, EUROPE], ids=["africa", "europe"])
def test_all_players_enter_a_recorded_game_in_three_engines(
    table: SharedTable, engines: list[Browser], game: Game
) -> None:
    table.begin(game.setup)
    names = game.setup.names
    claimed = {event.route for event in game.events if isinstance(event, RouteClaimed)}
    unclaimed = next(route for route in game.setup.board.routes if route not in claimed)
    tabs = {
        name: join(each, table, name)
        for name, each in zip(names, engines[-len(names) :], strict=True)
    }
    for number, event in enumerate(game.events):
        if not is_entered_on_phone(event):
            table.play(event)
            continue
        play(tabs[event.player], table, event)
        if number == 20:
            # The score keeper changes an earlier entry, and changes it back.
            earlier = table.session.now.game.events[4]
            for change in (RouteClaimed(earlier.player, unclaimed), earlier):
                table.session.correct(4)
                assert table.session.enter(change).accepted
                wait_for_scores(tabs, table)
        if number == 30:
            assert table.session.undo().accepted
            play(tabs[event.player], table, event)
    assert totals(table.session.now.game) == totals(game)
    wait_for_scores(tabs, table)


def wait_for_scores(tabs: Mapping[str, Tab], table: SharedTable) -> None:
    """Wait until every page shows every player's score."""
    for tab in tabs.values():
        for name, player in table.session.now.state.players.items():
            tab.wait_for(
                "[...document.querySelectorAll('#side .player')].some(each =>"
                " each.dataset.name === arguments[0]"
                " && each.querySelector('.score').textContent === arguments[1])",
                name,
                str(player.score),
            )


def test_entry_is_sent_once_in_every_engine(table: SharedTable, engines: list[Browser]) -> None:
    table.begin(AFRICA.setup)
    tabs = [join(each, table, name) for name, each in zip(AFRICA.setup.names, engines, strict=True)]
    table.server.stop()
    for tab in tabs:
        tap_terrain(tab, table, "desert")
        said(tab)
    table.resume()
    wait_for_entries(tabs[0], table, len(tabs))
    table.ui.sleep()
    for tab in tabs:
        tab.wait_for("document.querySelector('#own-buttons small').textContent.startsWith('+1')")
        tap_terrain(tab, table, "desert")
        tab.reload()
        tab.wait_for("document.querySelector('#own-buttons small')?.textContent.startsWith('1')")
    table.ui.wake_up()
    wait_for_entries(tabs[0], table, 2 * len(tabs))
    for tab in tabs:
        tab.wait_for("document.querySelector('#own-buttons b').textContent === '2'")
        assert tab.text("#unsure-list") == ""


def test_tickets_are_handed_in_after_reload_and_lost_connection_in_every_engine(
    table: SharedTable, engines: list[Browser]
) -> None:
    board, names = AFRICA.setup.board, AFRICA.setup.names
    played = [event for event in AFRICA.events if not isinstance(event, TicketsTaken)]
    table.open(Game.begin(AFRICA.setup, played))
    tabs = {name: join(each, table, name) for name, each in zip(names, engines, strict=True)}
    for name, tab in tabs.items():
        cards = AFRICA.state.players[name].tickets
        open_tab(tab, "tickets")
        for card in cards[:-1]:
            note_ticket(tab, board, card)
        hand_in(tab)
        wait_until_handed_in(tab)
        tab.reload()
        tab.wait_for("document.querySelector('#me')?.textContent === arguments[0]", name)
        open_tab(tab, "tickets")
        wait_until_handed_in(tab)
        assert tab.run("return document.querySelectorAll('#hand li').length") == len(cards) - 1
        note_ticket(tab, board, cards[-1])
        wait_until_handed_in(tab, "You have changed your tickets")
    table.server.stop()
    for tab in tabs.values():
        hand_in(tab)
        wait_until_handed_in(tab, "No connection to the score keeper’s phone.")
    table.resume()
    for tab in tabs.values():
        wait_until_handed_in(tab)
    assert totals(table.session.now.game) == totals(AFRICA)
