"""The boards on New game, on a phone too small for all of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.core.window import Window
from kivy.input.providers.mouse import MouseMotionEvent
from kivy.uix.widget import Widget

from companion.rules.setup import Setup
from companion.ui import keys
from companion.ui.pages.new_game.board_card import BoardCard, BoardCarousel
from tests.ui.begun import BOARDS, FIVE, Begun


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Begun]:
    phone = Begun(tmp_path_factory.mktemp("kept"))
    yield phone
    phone.close()


@pytest.fixture
def phone(small: Begun) -> Begun:
    """The smallest phone at New game, the shelf as it comes."""
    small.navigator.reset_to("home", "new_game")
    small.turn(320, 568)
    small.prefill((), small.shelved()[0])
    small.asked.ids.scroll.scroll_y = 1
    store(small).scroll_x = 0
    small.commit()
    return small


def store(phone: Begun) -> BoardCarousel:
    found: BoardCarousel = phone.asked.ids.carousel
    return found


def cards(phone: Begun) -> list[BoardCard]:
    return list(reversed(store(phone).ids.row.children))


def left_of(widget: Widget) -> float:
    return float(widget.to_window(*widget.pos)[0])


def roll(widget: Widget, button: str) -> None:
    """Roll the wheel of a mouse over a widget."""
    x, y = widget.to_window(*widget.center)
    touch = MouseMotionEvent(
        "mouse", 1, (x / Window.width, y / Window.height, button), is_touch=True, type_id="touch"
    )
    touch.scale_for_screen(Window.width, Window.height)
    for event in ("on_touch_down", "on_touch_up"):
        Window.dispatch(event, touch)


def test_the_board_played_last_stands_first_and_is_chosen(tmp_path: Path) -> None:
    phone = Begun(tmp_path / "kept")
    try:
        usual = list(BOARDS)
        assert phone.shelved() == usual
        for board in ("usa", "india", "usa"):
            phone.session.begin(Setup(BOARDS[board], FIVE[:2]))
        phone.die()
        phone.start()
        phone.navigator.reset_to("home", "new_game")
        phone.commit()
        assert phone.shelved()[:2] == ["usa", "india"]
        assert sorted(phone.shelved()) == usual
        assert phone.asked.board.id == "usa"
        assert not phone.context.store.history.is_loaded
    finally:
        phone.close()


def test_two_players_can_be_seen_below_the_boards_of_the_smallest_phone(phone: Begun) -> None:
    foot = phone.asked.ids.footer.top
    assert all(row.to_window(*row.pos)[1] >= foot for row in phone.rows())


@pytest.mark.parametrize("width", [320, 360, 390, 412])
def test_a_card_is_cut_off_so_that_the_shelf_is_seen_to_slide(phone: Begun, width: int) -> None:
    phone.turn(width, 640)
    cut = [card for card in cards(phone) if left_of(card) < width < left_of(card) + card.width]
    assert len(cut) == 1
    assert 0.3 < (width - left_of(cut[0])) / cut[0].width < 0.6


def test_a_finger_slides_the_shelf_and_taps_the_last_board(phone: Begun) -> None:
    last = cards(phone)[-1]
    assert left_of(last) > Window.width
    phone.choose(last.board.id)
    assert phone.asked.board is last.board
    assert left_of(last) + last.width <= Window.width
    assert phone.asked.ids.scroll.scroll_y == 1


def test_a_finger_that_goes_up_over_the_shelf_scrolls_the_page(phone: Begun) -> None:
    phone.prefill(FIVE, phone.shelved()[0])
    chosen = phone.asked.board
    phone.carry(cards(phone)[1], 20, 150)
    assert phone.asked.ids.scroll.scroll_y < 0.9
    assert store(phone).scroll_x == 0
    assert phone.asked.board is chosen


def test_a_mouse_wheel_slides_the_shelf_to_its_end_and_then_scrolls_the_page(phone: Begun) -> None:
    phone.prefill(FIVE, phone.shelved()[0])
    page = phone.asked.ids.scroll
    roll(store(phone), "scrollup")
    phone.wait(1)
    assert 0 < store(phone).scroll_x < 1
    assert page.scroll_y == 1
    for _ in range(40):
        roll(store(phone), "scrollup")
        phone.wait()
    phone.wait(1)
    assert store(phone).scroll_x == pytest.approx(1)
    assert page.scroll_y < 1


def test_tab_slides_the_shelf_along_and_enter_takes_a_board(phone: Begun) -> None:
    for _ in range(len(cards(phone)) + 1):
        phone.key(keys.TAB)
    last = cards(phone)[-1]
    assert last.has_focus
    assert 0 <= left_of(last) <= Window.width - last.width
    assert last.name_for_readers == last.board.name
    phone.key(keys.ENTER)
    assert phone.asked.board is last.board


def test_a_board_that_is_played_again_is_slid_into_sight(phone: Begun) -> None:
    phone.prefill(FIVE[:2], phone.shelved()[4])
    card = cards(phone)[4]
    assert 0 <= left_of(card) <= Window.width - card.width


def test_beside_the_players_all_boards_stand_in_rows(phone: Begun) -> None:
    phone.turn(1280, 800)
    assert len({card.y for card in cards(phone)}) == 2
    assert store(phone).ids.row.width <= store(phone).width
    roll(store(phone), "scrollup")
    phone.wait()
    assert store(phone).scroll_x == 0
