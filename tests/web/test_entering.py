"""Players enter their turns in browsers; the score keeper watches and corrects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.rules.events import UNCHECKED, RouteClaimed, TerrainDrawn, TurnPassed
from tests.support.browser import Browser, Tab, running_browsers
from tests.support.games import recorded_game, totals
from tests.support.guest_entries import (
    is_entered_on_phone,
    join,
    open_route,
    play,
    said,
    tap_terrain,
    wait_for_entries,
)
from tests.support.guests import SharedTable

pytestmark = pytest.mark.slow

AFRICA = recorded_game("heart-of-africa-full")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_browsers("en") as browsers:
        yield browsers[0]


@pytest.fixture
def page(table: SharedTable, browser: Browser) -> Tab:
    """The page of Maya, in a game of The Heart of Africa."""
    table.begin(AFRICA.setup)
    return join(browser, table, "Maya")


def test_player_enters_all_turns_of_a_recorded_game(table: SharedTable, page: Tab) -> None:
    for event in AFRICA.events:
        if event.player == "Maya" and is_entered_on_phone(event):
            play(page, table, event)
        else:
            table.play(event)
    assert totals(table.session.now.game) == totals(AFRICA)
    # After the last turn no card can be drawn either.
    page.wait_for("!document.querySelector('#own-buttons button:not(:disabled)')")
    assert page.browser.console() == []


def test_claims_and_the_doubled_mark_of_a_counted_game_are_entered(
    table: SharedTable, browser: Browser
) -> None:
    table.begin(replace(AFRICA.setup, counted=True))
    page = join(browser, table, "Maya")
    assert page.run("return document.querySelectorAll('#own-buttons button').length") == 0
    claims = (
        RouteClaimed("Maya", "bondo--fachoda"),
        RouteClaimed("Maya", "cape-town--port-elizabeth", 0, UNCHECKED),
    )
    for claim, sentence in zip(claims, ("+7 · Entered.", "+8 · Entered."), strict=True):
        play(page, table, claim)
        assert sentence in said(page)
    assert table.session.now.game.events == claims
    page.wait_for("document.querySelector('#own-player .score').textContent === '15'")


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


def test_terrain_cards_are_shown_while_only_the_keeper_enters(
    table: SharedTable, page: Tab
) -> None:
    table.play(TerrainDrawn("Maya", "jungle", 2))
    is_shown = "document.querySelector('#own .terrain').getClientRects().length"
    page.wait_for("document.querySelector('#own .terrain').textContent === '020'")
    page.wait_for(f"!{is_shown}")
    table.set_guests(can_enter=False)
    page.wait_for(is_shown)


def test_long_refusal_is_not_cut(page: Tab) -> None:
    for size in ((320, 568), (390, 844)):
        page.resize(*size)
        page.run("document.querySelector('#said').textContent = 'no more cards '.repeat(14)")
        assert page.run(
            "const { scrollHeight, clientHeight } = document.querySelector('#said');"
            "return scrollHeight <= clientHeight"
        )
        assert page.run(
            "const { left, right, bottom } = document.querySelector('#said')"
            ".getBoundingClientRect();"
            "return left >= 0 && right <= innerWidth && document.elementFromPoint("
            "left + 20, bottom - 60).id === 'said'"
        )


def test_entry_that_was_undone_is_no_longer_confirmed(table: SharedTable, page: Tab) -> None:
    count = (
        "[...document.querySelectorAll('#own-buttons b')].map(each => each.textContent).join('')"
    )
    tap_terrain(page, table, "desert")
    page.wait_for("document.querySelector('#said').textContent.includes('Desert')")
    tap_terrain(page, table, "jungle")
    page.wait_for("document.querySelector('#said').textContent.includes('Jungle')")
    page.wait_for(f"{count} === '110'")
    assert table.session.undo().accepted
    page.wait_for(f"{count} === '100'")
    # Otherwise it would stand beside the button that takes the other card back.
    assert page.text("#said") == ""
    assert "Desert" in page.text("#last")


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
    page.reload()
    page.wait_for("document.querySelector('#unsure li')")
    assert page.text("#unsure-list") == "+1 Desert: Not entered. Please check."
    assert len(table.session.now.game.events) == 2
    page.click("#read")
    assert page.run("return Object.keys(localStorage).filter(key => key.startsWith('entry'))") == []


def test_page_that_was_closed_says_that_a_new_game_has_started(
    table: SharedTable, page: Tab
) -> None:
    page.open("about:blank")
    table.begin(AFRICA.setup)
    table.remove("Maya")
    page.open(table.address)
    page.wait_for("document.querySelector('#seats-notice').textContent")
    assert page.text("#seats-notice") == "A new game has started. Please choose your player."


def test_page_has_the_player_whom_another_tab_has_chosen(
    table: SharedTable, browser: Browser
) -> None:
    table.begin(AFRICA.setup)
    page = browser.tabs[0]
    page.open(table.address)
    page.wait_for("document.querySelector('#seat-list .seat')")
    other = browser.new_tab()
    other.open(table.address)
    other.click("#seat-list .seat", "Maya")
    # Only then it has stored the player.
    other.wait_for("document.querySelector('#own-buttons button')")
    page.wait_for("document.querySelector('[aria-disabled=true]')")
    page.devtools("Page.bringToFront")
    page.run("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for("document.querySelector('#own-buttons button')")
    assert page.text("#me") == "Maya"
    other.close()


def test_double_tap_on_a_player_joins_once(table: SharedTable, browser: Browser) -> None:
    table.begin(AFRICA.setup)
    page = browser.tabs[0]
    page.open(table.address)
    page.wait_for("document.querySelector('#seat-list .seat')")
    page.run("const [seat] = document.querySelectorAll('.seat'); seat.click(); seat.click()")
    page.wait_for("document.querySelector('#own-player .player')")
    sent = "performance.getEntriesByType('resource').map(each => each.name)"
    assert page.run(f"return {sent}.filter(name => name.includes('/seat?')).length") == 1
