"""The board carousel of the New game page on small phones."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from math import ceil
from pathlib import Path

import pytest
from kivy.core.window import Window
from kivy.input.providers.mouse import MouseMotionEvent
from kivy.uix.widget import Widget

from companion.store.saved_game import local_time
from companion.ui import keyboard
from companion.ui.pages.new_game.boards import BoardCard, BoardCarousel
from tests.support.new_game import BOARDS, FIVE, NewGamePhone


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NewGamePhone]:
    phone = NewGamePhone(tmp_path_factory.mktemp("data"))
    yield phone
    phone.close()


@pytest.fixture
def phone(small: NewGamePhone) -> NewGamePhone:
    """The smallest phone on the New game page."""
    small.navigator.reset_to("home", "new_game")
    small.set_size(320, 568)
    small.prefill((), small.board_order()[0])
    small.new_game_page.ids.scroll.scroll_y = 1
    store(small).scroll_x = 0
    small.wait_until_idle()
    return small


def store(phone: NewGamePhone) -> BoardCarousel:
    found: BoardCarousel = phone.new_game_page.ids.carousel
    return found


def cards(phone: NewGamePhone) -> list[BoardCard]:
    return list(reversed(store(phone).ids.row.children))


def left_of(widget: Widget) -> float:
    return float(widget.to_window(*widget.pos)[0])


def roll(widget: Widget, button: str) -> None:
    """Turn the mouse wheel over a widget."""
    x, y = widget.to_window(*widget.center)
    touch = MouseMotionEvent(
        "mouse", 1, (x / Window.width, y / Window.height, button), is_touch=True, type_id="touch"
    )
    touch.scale_for_screen(Window.width, Window.height)
    for event in ("on_touch_down", "on_touch_up"):
        Window.dispatch(event, touch)


def test_board_played_last_is_first_and_chosen(tmp_path: Path) -> None:
    phone = NewGamePhone(tmp_path / "data")
    try:
        usual = list(BOARDS)
        assert phone.board_order() == usual
        learned, now = phone.context.store.learned, local_time()
        for day, board in enumerate(("usa", "india", "usa")):
            learned.remember_players(FIVE[:2], board, now + timedelta(days=day))
        phone.kill()
        phone.start()
        phone.navigator.reset_to("home", "new_game")
        phone.wait_until_idle()
        assert phone.board_order()[:2] == ["usa", "india"]
        assert sorted(phone.board_order()) == usual
        assert phone.new_game_page.board.id == "usa"
        assert not phone.context.store.games.is_finished_loaded
    finally:
        phone.close()


def test_two_player_rows_are_visible_on_the_smallest_phone(
    phone: NewGamePhone,
) -> None:
    foot = phone.new_game_page.ids.footer.top
    assert all(row.to_window(*row.pos)[1] >= foot for row in phone.rows())


def test_carousel_shows_part_of_the_next_card(phone: NewGamePhone) -> None:
    for width in (320, 360, 390, 412):
        phone.set_size(width, 640)
        cut = [card for card in cards(phone) if left_of(card) < width < left_of(card) + card.width]
        assert len(cut) == 1, width
        assert 0.3 < (width - left_of(cut[0])) / cut[0].width < 0.6, width


def test_carousel_scrolls_to_the_last_board(phone: NewGamePhone) -> None:
    last = cards(phone)[-1]
    assert left_of(last) > Window.width
    phone.choose_board(last.board.id)
    assert phone.new_game_page.board is last.board
    assert left_of(last) + last.width <= Window.width
    assert phone.new_game_page.ids.scroll.scroll_y == 1


def test_vertical_drag_on_the_carousel_scrolls_the_page(phone: NewGamePhone) -> None:
    phone.prefill(FIVE, phone.board_order()[0])
    chosen = phone.new_game_page.board
    phone.drag_slowly(cards(phone)[1], 20, 150)
    assert phone.new_game_page.ids.scroll.scroll_y < 0.9
    assert store(phone).scroll_x == 0
    assert phone.new_game_page.board is chosen


def test_mouse_wheel_scrolls_the_carousel_then_the_page(
    phone: NewGamePhone,
) -> None:
    phone.prefill(FIVE, phone.board_order()[0])
    page = phone.new_game_page.ids.scroll
    roll(store(phone), "scrollup")
    phone.wait(1)
    assert 0 < store(phone).scroll_x < 1
    assert page.scroll_y == 1
    for _ in range(60):
        roll(store(phone), "scrollup")
        phone.wait()
    phone.wait(1)
    assert store(phone).scroll_x == pytest.approx(1)
    assert page.scroll_y < 1


def test_tab_scrolls_the_carousel_and_enter_chooses_a_board(phone: NewGamePhone) -> None:
    # The first Tab focuses the first name, below the boards.
    last = cards(phone)[-1]
    for _ in range(20):
        if not last.has_focus:
            phone.key(keyboard.TAB, "shift")
    assert last.has_focus
    assert 0 <= left_of(last) <= Window.width - last.width
    assert last.name_for_readers == last.board.name
    phone.key(keyboard.ENTER)
    assert phone.new_game_page.board is last.board


def test_play_again_scrolls_to_the_chosen_board(phone: NewGamePhone) -> None:
    phone.prefill(FIVE[:2], phone.board_order()[4])
    card = cards(phone)[4]
    assert 0 <= left_of(card) <= Window.width - card.width


def test_wide_window_shows_all_boards_in_rows(phone: NewGamePhone) -> None:
    phone.set_size(1280, 800)
    assert len({card.y for card in cards(phone)}) == ceil(len(BOARDS) / 3)
    assert store(phone).ids.row.width <= store(phone).width
    roll(store(phone), "scrollup")
    phone.wait()
    assert store(phone).scroll_x == 0


def test_chosen_board_is_visible_after_a_game_has_moved_it_to_the_front(
    phone: NewGamePhone,
) -> None:
    phone.choose_board(phone.board_order()[-1])
    phone.prefill(FIVE[:2], phone.new_game_page.board.id)
    phone.start_game()
    phone.navigator.reset_to("home", "new_game")
    phone.wait_until_idle()
    first = cards(phone)[0]
    assert first.chosen
    assert left_of(first) >= 0


def test_chosen_board_is_visible_after_a_rotation(phone: NewGamePhone) -> None:
    phone.choose_board(phone.board_order()[5])
    for size in ((844, 390), (320, 568)):
        phone.set_size(*size)
        phone.wait_until_idle()
        (chosen,) = (card for card in cards(phone) if card.chosen)
        carousel = store(phone)
        assert left_of(carousel) - 1 <= left_of(chosen)
        assert left_of(chosen) + chosen.width <= left_of(carousel) + carousel.width + 1
