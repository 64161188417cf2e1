"""Scrolling pages and dragging sheets, by touch."""

from __future__ import annotations

import pytest
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch

from companion.rules.events import RouteClaimed, TurnPassed
from companion.ui.kit.buttons import Tappable
from companion.ui.kit.containers import VerticalScroll
from companion.ui.kit.sheet import CLOSING_SHARE
from companion.ui.navigator import PageName
from tests.support.phone import FastPhone
from tests.support.table import NAMES, start_game

TURNS = tuple(TurnPassed(NAMES[turn % 5]) for turn in range(40))
LONG_PAGES: tuple[PageName, ...] = ("new_game", "find", "log", "check", "settings", "about")


def longest_scroll(phone: FastPhone) -> VerticalScroll:
    """The scroll view of the current page with the highest content."""
    scrolls = [
        each for each in phone.navigator.page.walk(restrict=True)
        if isinstance(each, VerticalScroll) and each.children
    ]  # fmt: skip
    return max(scrolls, key=lambda scroll: scroll.children[0].height)


def fling_up(phone: FastPhone, scroll: VerticalScroll) -> None:
    """Drag the content up quickly and let go, which scrolls on."""
    x, y = scroll.to_window(scroll.center_x, scroll.y + 20)
    phone.drag((x, y), (x, scroll.to_window(0, scroll.top)[1] - 10), steps=4)


@pytest.fixture
def small(phone: FastPhone) -> FastPhone:
    start_game(phone, "europe", 5, *TURNS)
    phone.set_size(320, 568)
    return phone


def test_pages_open_at_their_beginning(small: FastPhone) -> None:
    new_game = small.page("new_game")
    new_game.prefill(small.now.setup.players, new_game.board)
    for name in LONG_PAGES:
        small.navigator.go(name)
        small.wait_until_idle()
        fling_up(small, longest_scroll(small))
        assert longest_scroll(small).scroll_y < 1, name
        small.navigator.back()
        small.navigator.go(name)
        small.wait(1)
        assert longest_scroll(small).scroll_y == 1, name
        small.navigator.back()


def test_page_keeps_its_position_when_the_keeper_returns(small: FastPhone) -> None:
    small.navigator.go("settings")
    small.wait_until_idle()
    longest_scroll(small).scroll_y = 0
    small.wait()
    small.press("About Railkeeper")
    small.navigator.back()
    small.wait_until_idle()
    assert longest_scroll(small).scroll_y == 0


def test_choosing_a_board_moves_nothing(small: FastPhone) -> None:
    small.navigator.go("new_game")
    small.wait_until_idle()
    page = small.page("new_game")
    page.prefill(small.now.setup.players, page.board)
    small.wait_until_idle()
    cards = {card.board.id: card for card in page.ids.carousel.ids.row.children}
    small.tap(cards["europe"])
    small.wait_until_idle()
    scroll = longest_scroll(small)
    scroll.scroll_y = 0.8
    small.wait()
    before = page.ids.carousel.to_window(*page.ids.carousel.pos)
    # Only Africa has a house rule, whose card makes the page longer.
    for board in ("heart-of-africa", "europe", "heart-of-africa"):
        page.ids.carousel.scroll_to_card(cards[board], animate=False)
        small.wait_until_idle()
        small.tap(cards[board])
        small.wait_until_idle()
        assert page.board.id == board
        assert page.ids.carousel.to_window(*page.ids.carousel.pos) == pytest.approx(before, abs=1)


def test_boards_scrolled_under_the_bar_are_not_tapped(small: FastPhone) -> None:
    small.navigator.go("new_game")
    small.wait_until_idle()
    page = small.page("new_game")
    page.prefill(small.now.setup.players, page.board)
    small.wait_until_idle()
    cards = page.ids.carousel.ids.row.children
    other = next(card for card in cards if card.board.id == "heart-of-africa")
    page.ids.carousel.scroll_to_card(other, animate=False)
    small.wait_until_idle()
    scroll = longest_scroll(small)
    board = page.board.id
    assert board != other.board.id
    x, y = other.to_window(*other.center)
    top = scroll.to_window(0, scroll.top)[1]
    scroll.scroll_y = 1 - (top + 20 - y) / (scroll.children[0].height - scroll.height)
    small.wait()
    small.tap_at(x, top + 20)
    assert page.board.id == board


@pytest.mark.parametrize("name", ["settings", "check"])
def test_last_button_is_complete_after_scrolling_past_the_end(
    small: FastPhone, name: PageName
) -> None:
    small.navigator.go(name)
    small.wait_until_idle()
    scroll = longest_scroll(small)
    scroll.scroll_y = 0
    small.wait()
    touch = UnitTestTouch(*scroll.to_window(scroll.center_x, scroll.y + 40))
    touch.touch_down()
    for step in range(1, 9):
        touch.touch_move(touch.x, touch.y + 40)
        small.frame()
        assert scroll.scroll_y == 0, f"overscrolled at step {step}"
    touch.touch_up()
    for _ in range(30):
        small.frame()
        assert scroll.scroll_y == 0
    buttons = [each for each in scroll.walk(restrict=True) if isinstance(each, Tappable)]
    lowest = min(
        (each for each in buttons if each.enabled), key=lambda each: each.to_window(0, each.y)[1]
    )
    assert lowest.to_window(0, lowest.y)[1] >= scroll.to_window(0, scroll.y)[1]


def test_dragging_the_grip_down_closes_a_sheet(phone: FastPhone) -> None:
    start_game(phone, "europe", 2, RouteClaimed("Ana", "brest--paris"))
    phone.table.open_city("paris")
    phone.wait_until_idle()
    sheet = phone.table.sheet
    assert sheet is not None
    panel = sheet.ids.panel
    x, top = Window.width / 2, panel.top - 8
    phone.drag((x, top), (x, top - panel.height * (CLOSING_SHARE - 0.1)))
    phone.wait_until_idle()
    assert phone.table.sheet is sheet
    assert sheet.shown == 1
    phone.drag((x, top), (x, top - panel.height * (CLOSING_SHARE + 0.1)))
    phone.wait_until_idle()
    assert phone.table.sheet is None
    assert sheet.parent is None


def test_buttons_below_the_grip_are_tapped_not_dragged(phone: FastPhone) -> None:
    start_game(phone, "europe", 2)
    phone.table.open_route(phone.now.board.routes["brest--paris"])
    phone.wait_until_idle()
    sheet = phone.table.sheet
    assert sheet is not None
    chip = phone.buttons("Peter")[-1]
    assert chip in sheet.walk()
    phone.tap(chip)
    phone.wait_until_idle()
    assert phone.shows("Claim for Peter")


def test_side_sheet_cannot_be_dragged(phone: FastPhone) -> None:
    start_game(phone, "europe", 2)
    phone.set_size(844, 390)
    phone.table.open_city("paris")
    phone.wait_until_idle()
    sheet = phone.table.sheet
    assert sheet is not None
    panel = sheet.ids.panel
    phone.drag((panel.center_x, panel.top - 8), (panel.center_x, panel.top - 200))
    phone.wait_until_idle()
    assert phone.table.sheet is sheet
