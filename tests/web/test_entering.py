"""Players enter their turns in browsers; the score keeper watches and corrects."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.rules.events import (
    RouteClaimed,
    StationBuilt,
    TerrainDrawn,
    TurnPassed,
)
from companion.rules.final_tally import tally
from companion.rules.game import Game
from tests.support.browser import Browser, Tab, running_browsers, running_engines
from tests.support.games import recorded_game
from tests.support.guest_entries import join, open_route, play, tap_terrain, wait_for_entries
from tests.support.guests import SharedTable

AFRICA = recorded_game("heart-of-africa-full")
EUROPE = recorded_game("europe-full")
BY_PHONE = RouteClaimed, StationBuilt, TerrainDrawn, TurnPassed


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_browsers("en") as browsers:
        yield browsers[0]


@pytest.fixture
def page(table: SharedTable, browser: Browser) -> Tab:
    """The page of Maya, in a game of The Heart of Africa."""
    table.begin(AFRICA.setup)
    return join(browser, table, "Maya")


def is_entered_on_phone(event: object) -> bool:
    return isinstance(event, BY_PHONE) and getattr(event, "count", 1) > 0


def totals(game: Game) -> dict[str, int]:
    return {player.name: player.total for player in tally(game.state).players}


def said(tab: Tab) -> str:
    return str(tab.wait_for("document.querySelector('#said').textContent"))


def test_player_enters_all_turns_of_a_recorded_game(table: SharedTable, page: Tab) -> None:
    for event in AFRICA.events:
        if event.player == "Maya" and is_entered_on_phone(event):
            play(page, table, event)
        else:
            table.play(event)
    assert totals(table.session.now.game) == totals(AFRICA)
    page.wait_for("document.querySelector('#own-buttons button:last-child').disabled")
    assert page.browser.console() == []


def test_every_tap_on_a_card_counts_and_the_last_is_taken_back(
    table: SharedTable, page: Tab
) -> None:
    table.ui.sleep()
    for _ in range(3):
        tap_terrain(page, table, "desert")
    page.wait_for("document.querySelector('#own-buttons small').textContent === '2 waiting'")
    table.ui.wake_up()
    wait_for_entries(page, table, 3)
    page.wait_for("document.querySelector('#own-buttons small').textContent === '+1 Desert'")
    page.wait_for("document.querySelector('#own-buttons b').textContent === '3'")
    page.click("#take-back:not(:disabled)")
    page.wait_for("document.querySelector('#own-buttons b').textContent === '2'")
    assert said(page) == "Taken back."
    assert len(table.session.now.game.events) == 2
    # The entry of another player can be taken back by that player only.
    table.play(TurnPassed("Ana"))
    page.wait_for("document.querySelector('#take-back').hidden")


def test_panel_keeps_its_choice_until_the_route_is_taken(table: SharedTable, page: Tab) -> None:
    table.play(TerrainDrawn("Maya", "jungle", 2))
    open_route(page, table, "addis-ababa--port-florence")
    page.click("label.choice", "Double with")
    text = page.text(".enter")
    assert text.startswith("Claim +")
    table.play(TerrainDrawn("Ana", "desert", 1))
    page.wait_for("document.querySelector('#last').textContent.includes('Ana')")
    assert page.text(".enter") == text
    assert not page.run("return document.querySelector('input[name=option]').checked")
    table.play(RouteClaimed("Ana", "addis-ababa--port-florence"))
    page.wait_for("!document.querySelector('.enter')")
    assert "taken by Ana" in page.text("#details-body")


def test_entries_without_a_connection_are_sent_once_or_reported(
    table: SharedTable, page: Tab
) -> None:
    table.server.stop()
    tap_terrain(page, table, "desert")
    assert said(page) == "No connection to the score keeper’s phone. Trying again…"
    table.resume()
    wait_for_entries(page, table, 1)
    # The page is loaded again before it is answered.
    table.ui.sleep()
    tap_terrain(page, table, "jungle")
    page.reload()
    page.wait_for("document.querySelector('#own-buttons')?.textContent.includes('1 waiting')")
    table.ui.wake_up()
    wait_for_entries(page, table, 2)
    page.wait_for("document.querySelectorAll('#own-buttons b')[1].textContent === '1'")
    assert page.text("#unsure-list") == ""
    # An entry that was sent to an earlier run of the app is reported and never entered.
    table.server.stop()
    tap_terrain(page, table, "desert")
    said(page)
    table.start_app()
    page.wait_for("document.querySelector('#unsure li')")
    assert page.text("#unsure-list") == "+1 Desert: Not entered. Please check."
    assert len(table.session.now.game.events) == 2
    page.click("#read")
    assert page.run("return Object.keys(localStorage).filter(key => key.startsWith('entry'))") == []


@pytest.fixture(scope="module")
def engines() -> Iterator[list[Browser]]:
    with running_engines() as browsers:
        yield browsers


@pytest.mark.soak
@pytest.mark.parametrize("game", [AFRICA, EUROPE], ids=["africa", "europe"])
def test_all_players_enter_a_recorded_game_in_three_engines(
    table: SharedTable, engines: list[Browser], game: Game
) -> None:
    table.begin(game.setup)
    names = game.setup.names
    tabs = {
        name: join(each, table, name)
        for name, each in zip(names, engines[-len(names) :], strict=True)
    }
    for number, event in enumerate(game.events):
        if not is_entered_on_phone(event):
            table.play(event)
            continue
        play(tabs[event.player], table, event)
        if number in (20, 40):
            # The score keeper changes an earlier entry, and changes it back.
            earlier = table.session.now.game.events[2]
            table.session.correct(2)
            assert table.session.enter(earlier).accepted
        if number == 30:
            assert table.session.undo().accepted
            play(tabs[event.player], table, event)
    assert totals(table.session.now.game) == totals(game)
    state = table.session.now.state
    for tab in tabs.values():
        for name in names:
            tab.wait_for(
                "[...document.querySelectorAll('#side .player')].some(each =>"
                " each.dataset.name === arguments[0]"
                " && each.querySelector('.score').textContent === arguments[1])",
                name,
                str(state.players[name].score),
            )


@pytest.mark.soak
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
