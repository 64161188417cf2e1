"""Guests in Chromium follow games of the real app."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

import pytest

from companion.rules.events import RouteClaimed
from companion.rules.setup import Player, Setup
from tests.support.browser import Browser, Tab, running_browsers, runs_soak_tests, wait_for
from tests.support.games import recorded_game
from tests.support.guest_page import expected_on_page, shown_on_page
from tests.support.guest_tabs import open_page, run_frame, share, sit_down, watch
from tests.support.network import WIFI
from tests.support.phone import FastPhone
from tests.support.sessions import accepted
from tests.support.table import open_recorded_game

LANGUAGES = ("en", "de", "fr", "es", "pl")
ESCAPE, TAB, ENTER, RIGHT, DOWN = "\ue00c", "\ue004", "\ue007", "\ue014", "\ue015"
ROUTE = "brest--paris"


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastPhone]:
    phone = FastPhone(tmp_path_factory.mktemp("phone") / "data")
    yield phone
    phone.close()


@pytest.fixture(scope="module")
def browsers(phone: FastPhone, request: pytest.FixtureRequest) -> Iterator[list[Browser]]:
    """The phone of one guest, or five, each in another language."""
    languages = LANGUAGES if runs_soak_tests(request) else LANGUAGES[:1]
    with running_browsers(*languages) as browsers:
        for browser in browsers:
            browser.idle = partial(run_frame, phone)
        yield browsers


@pytest.fixture(autouse=True)
def not_shared_afterwards(phone: FastPhone) -> Iterator[None]:
    phone.device.addresses = (WIFI,)
    yield
    if phone.context.is_sharing:
        phone.context.sharing.switch_off()


def assert_follows(phone: FastPhone, tab: Tab) -> None:
    """Wait until a page shows the game as it is now."""
    language = str(tab.run("return document.documentElement.lang"))
    expected = expected_on_page(phone.now, language)
    shown: list[object] = [None]

    def is_shown() -> bool:
        shown[0] = shown_on_page(tab)
        return shown[0] == expected

    with suppress(AssertionError):
        wait_for(is_shown, "the page follows the game", tab.browser.idle)
    assert shown[0] == expected


@pytest.mark.soak
def test_four_guests_and_a_viewer_follow_a_whole_game(
    phone: FastPhone, browsers: list[Browser]
) -> None:
    game = recorded_game("heart-of-africa-full")
    phone.context.sessions.begin(game.setup)
    link = share(phone)
    tabs = [open_page(browser, link) for browser in browsers]
    for tab, player in zip(tabs, game.setup.names, strict=False):
        sit_down(tab, player)
    watch(tabs[-1])
    assert phone.shows("Maya")
    assert {str(tab.run("return document.documentElement.lang")) for tab in tabs} == set(LANGUAGES)
    for number, event in enumerate(game.events):
        assert accepted(phone.session.enter, event)
        assert_follows(phone, tabs[number % len(tabs)])
        if number in (50, 100):
            for _ in range(5):
                assert accepted(phone.session.undo)
            for tab in tabs:
                assert_follows(phone, tab)
            for _ in range(5):
                assert accepted(phone.session.redo)
        if number == 80:
            phone.session.correct(3)
            assert accepted(phone.session.enter, game.events[3])
            assert accepted(phone.session.remove, number)
            for tab in tabs:
                assert_follows(phone, tab)
            assert accepted(phone.session.undo)
    for tab in tabs:
        assert_follows(phone, tab)
        assert tab.browser.console() == []


@pytest.mark.soak
def test_guests_stay_seated_through_reload_kill_and_a_lost_network(
    phone: FastPhone, browsers: list[Browser]
) -> None:
    game = recorded_game("europe-full")
    names = game.setup.names
    phone.context.sessions.begin(game.setup)
    link = share(phone)
    tabs = [open_page(browser, link) for browser in browsers[:3]]
    for tab, player in zip(tabs, names, strict=True):
        sit_down(tab, player)
    first, second, third = tabs
    events = iter(game.events)

    def play(count: int) -> None:
        for event in [next(events) for _ in range(count)]:
            assert accepted(phone.session.enter, event)
            assert_follows(phone, first)

    play(15)
    first.reload()
    first.wait_for("document.querySelector('#me')?.textContent === arguments[0]", names[0])
    play(5)
    # Another tab of the same browser has the same seat.
    other = first.browser.new_tab()
    other.open(link)
    other.wait_for("document.querySelector('#me')?.textContent === arguments[0]", names[0])
    play(5)
    assert_follows(phone, other)
    other.close()
    # The app is killed and opened again.
    phone.kill()
    second.wait_for("document.querySelector('#notice').textContent")
    phone.start()
    phone.wait()
    assert phone.context.sharing.link == link
    play(5)
    for tab, player in zip(tabs, names, strict=True):
        tab.wait_for("document.querySelector('#me').textContent === arguments[0]", player)
        assert_follows(phone, tab)
    # The network of a guest is lost and restored.
    third.set_offline(True)
    third.wait_for("document.querySelector('#notice').textContent")
    play(5)
    third.set_offline(False)
    play(5)
    assert_follows(phone, third)
    assert third.text("#notice") == ""
    # All entries to the end, for all pages.
    for event in events:
        assert accepted(phone.session.enter, event)
    for tab in tabs:
        assert_follows(phone, tab)


@pytest.mark.soak
def test_wrong_seat_is_freed_by_the_keeper(phone: FastPhone, browsers: list[Browser]) -> None:
    open_recorded_game(phone, "europe-full")
    names = phone.now.setup.names
    link = share(phone)
    wrong, other = (open_page(browser, link) for browser in browsers[:2])
    sit_down(wrong, names[0])
    other.wait_for("document.querySelector('#seat-list .seat').ariaDisabled === 'true'")
    phone.wait()
    phone.press("Remove")
    with suppress(AssertionError):
        phone.press("Remove")
    wrong.wait_for("!document.querySelector('#seats').hidden")
    assert wrong.text("#seats-notice") == (
        "The score keeper removed this phone. Please choose your player again."
    )
    sit_down(other, names[0])
    wrong.wait_for("document.querySelector('#seat-list .seat').ariaDisabled === 'true'")
    sit_down(wrong, names[1])
    assert set(phone.context.sharing.seats) == {names[0], names[1]}


@pytest.mark.soak
def test_switching_off_and_the_next_game_are_reported(
    phone: FastPhone, browsers: list[Browser]
) -> None:
    open_recorded_game(phone, "usa-full")
    tab = open_page(browsers[0], share(phone))
    watch(tab)
    phone.context.sessions.begin(recorded_game("europe-full").setup)
    phone.context.sharing.show(phone.session)
    phone.wait()
    assert_follows(phone, tab)
    phone.context.sharing.switch_off()
    tab.wait_for("document.querySelector('#notice').textContent.includes('stopped sharing')")


def test_route_and_player_by_touch_and_keyboard(phone: FastPhone, browsers: list[Browser]) -> None:
    game = recorded_game("heart-of-africa-full")
    phone.context.sessions.begin(game.setup)
    for event in game.events[:60]:
        assert accepted(phone.session.enter, event)
    tab = open_page(browsers[0], share(phone))
    watch(tab)
    place = tab.wait_for(
        """(() => {
            const line = [...document.querySelectorAll('#touch polyline')].find(each =>
                each.getAttribute('aria-label')?.startsWith('Bloemfontein – Pretoria'))
            const middle = line?.getPointAtLength(line.getTotalLength() / 2)
            const matrix = line?.getScreenCTM()
            return middle && [middle.x * matrix.a + matrix.e, middle.y * matrix.d + matrix.f]
        })()"""
    )
    tab.tap(*place)
    tab.wait_for("document.querySelector('#details .choice')")
    assert tab.text("#details-title") == "Bloemfontein – Pretoria"
    assert f"If {phone.now.player} doubles it now" in tab.text("#details-body")
    assert tab.run("return document.activeElement.id") == "details-title"
    tab.press(ESCAPE)
    tab.wait_for("document.querySelector('#details').hidden")
    # The focus is back on the route; arrow keys choose another one, Enter opens it.
    tab.press(RIGHT)
    chosen = tab.run("return document.activeElement.getAttribute('aria-label')")
    assert not chosen.startswith("Bloemfontein – Pretoria")
    tab.press(ENTER)
    tab.wait_for("!document.querySelector('#details').hidden")
    assert chosen.startswith(tab.text("#details-title"))
    tab.press(ESCAPE)
    tab.click(".player", "Ana")
    tab.wait_for("document.querySelector('#details button.fact')")
    lit = tab.run("return document.querySelectorAll('#claimed > .on').length")
    assert lit == len(phone.now.state.players["Ana"].claims)
    assert tab.run("return document.querySelector('#picture').classList.contains('fading')")
    tab.click("#details button.fact")
    tab.wait_for("document.querySelector('#glow polyline')")
    tab.click("#close")
    tab.wait_for("document.querySelector('#details').hidden")
    assert tab.run("return document.activeElement.dataset.name") == "Ana"
    assert tab.browser.console() == []


def test_names_of_players_are_shown_as_text(phone: FastPhone, browsers: list[Browser]) -> None:
    name = "<img src=x>" + 49 * "W"
    players = (Player(name, "blue"), Player("Bo", "red"))
    phone.context.sessions.begin(Setup(recorded_game("europe-full").setup.board, players))
    tab = open_page(browsers[0], share(phone))
    assert name in tab.text("#seat-list")
    sit_down(tab, name)
    tab.resize(320, 568)
    assert tab.run("return document.documentElement.scrollWidth") <= 320
    assert accepted(phone.session.enter, RouteClaimed(name, ROUTE))
    assert_follows(phone, tab)
    tab.click(".player", name)
    tab.wait_for(
        "document.querySelector('#details-title').textContent.startsWith(arguments[0])", name
    )
    assert tab.run("return document.images.length") == 0
    assert tab.browser.console() == []


@pytest.mark.soak
def test_board_is_zoomed_by_two_fingers_and_moved_by_one(
    phone: FastPhone, browsers: list[Browser]
) -> None:
    open_recorded_game(phone, "europe-full")
    tab = open_page(browsers[0], share(phone))
    watch(tab)
    view = "document.querySelector('#picture').getAttribute('viewBox').split(' ').map(Number)"
    _, _, width, _ = tab.run(f"return {view}")
    names = tab.run("return document.querySelectorAll('#names text').length")
    tab.touch([[(180, 200), (120, 200), (60, 200)], [(200, 200), (260, 200), (320, 200)]])
    left, _, zoomed, _ = tab.run(f"return {view}")
    assert zoomed < width / 2
    tab.wait_for("document.querySelectorAll('#names text').length > arguments[0]", names)
    tab.touch([[(200, 200), (180, 200), (150, 200), (100, 200)]])
    moved, _, same, _ = tab.run(f"return {view}")
    assert moved > left
    assert same == zoomed
    assert tab.run("return document.querySelector('#details').hidden")
    tab.click("#whole-board")
    tab.wait_for(f"{view}[2] === arguments[0]", width)


@pytest.mark.soak
def test_language_is_switched_and_remembered(phone: FastPhone, browsers: list[Browser]) -> None:
    open_recorded_game(phone, "europe-full")
    tab = open_page(browsers[4], share(phone))
    assert tab.run("return document.documentElement.lang") == "pl"
    watch(tab)
    tab.click("#me")
    tab.run(
        "const choice = document.querySelector('#details select'); choice.value = 'de';"
        "choice.dispatchEvent(new Event('change'))"
    )
    tab.wait_for("document.documentElement.lang === 'de'")
    assert_follows(phone, tab)
    tab.reload()
    tab.wait_for("document.documentElement.lang === 'de'")
    assert_follows(phone, tab)
    tab.run("localStorage.removeItem('language')")


@pytest.mark.soak
@pytest.mark.parametrize("size", [(320, 568), (844, 390), (1280, 800)], ids=str)
def test_page_fits_and_buttons_are_large_enough(
    phone: FastPhone, browsers: list[Browser], size: tuple[int, int]
) -> None:
    open_recorded_game(phone, "heart-of-africa-full")
    tab = open_page(browsers[1], share(phone))
    tab.resize(*size)
    watch(tab)
    tab.click(".player", "Ana")
    tab.wait_for("document.querySelector('#details button.fact')")
    assert tab.run("return document.documentElement.scrollWidth") <= size[0]
    small = tab.run(
        """return [...document.querySelectorAll('button, select')].filter(each => {
            const area = each.getBoundingClientRect()
            return area.width && (area.width < 48 || area.height < 47.9)
        }).map(each => each.outerHTML)"""
    )
    assert small == []
    board = tab.run("return document.querySelector('#board').getBoundingClientRect().toJSON()")
    panel = tab.run("return document.querySelector('#details').getBoundingClientRect().toJSON()")
    assert panel["top"] >= board["bottom"] - 1 or panel["left"] >= board["right"] - 1


@pytest.mark.soak
def test_taking_a_seat_waits_for_a_sleeping_phone(
    phone: FastPhone, browsers: list[Browser]
) -> None:
    open_recorded_game(phone, "europe-full")
    player = phone.now.setup.names[0]
    tab = open_page(browsers[0], share(phone))
    tab.browser.idle = partial(time.sleep, 0.03)
    tab.click(".seat", player)
    tab.wait_for("document.querySelector('#seats-notice').textContent.includes('asleep')")
    tab.browser.idle = partial(run_frame, phone)
    tab.wait_for("document.querySelector('#me').textContent === arguments[0]", player)
    assert set(phone.context.sharing.seats) == {player}
