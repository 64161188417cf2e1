"""How pages arrange their parts by the size of the window, the text and the board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from kivy.metrics import dp

from companion.rules.boards import bundled_boards
from companion.ui.board.thumbnail import Scene
from companion.ui.game.players import PlayerTabs
from companion.ui.game.statistics import HistoryTabs
from companion.ui.kit.layout import list_width, side_margin
from companion.ui.kit.text import common_font_size, line_width
from companion.ui.pages.home import LargeGameCard, PageButtons
from companion.ui.pages.past_games.rows import PastGameRow
from companion.ui.pages.result.headline import MarkerDiscs, ResultHeadline
from tests.support.layout_checks import layout_defects
from tests.support.phone import FastPhone
from tests.support.table import start_game
from tests.support.text_fit import LARGEST, set_language
from tests.support.touch import Finger
from tests.support.views import VIEWS, open_view


def test_content_is_centred_and_keeps_a_least_margin() -> None:
    assert side_margin(1000, 560) == 220
    assert side_margin(360, 560) == 16
    assert side_margin(360, 560, least=0) == 0


def test_buttons_stand_beside_each_other_if_their_texts_fit() -> None:
    buttons, texts = PageButtons(), ("Past games", "Settings")
    text = line_width("Past games", 20, bold=True)
    arranged = []
    for spare, wide in ((60, False), (30, False), (4, False), (60, True)):
        width = 2 * (text + dp(spare)) + dp(8)
        columns = buttons.arrange(width, texts, 20, wide=wide)
        arranged.append((columns, buttons.has_icons))
    assert arranged == [(2, True), (2, False), (1, True), (1, True)]


def test_names_stand_beside_the_picture_of_an_upright_board_or_in_a_low_window(
    phone: FastPhone,
) -> None:
    start_game(phone, "usa", 2)
    phone.navigator.reset_to("home")
    phone.wait_until_idle()
    content = phone.page("home").ids.content.children
    card = next(each for each in content if isinstance(each, LargeGameCard))
    assert not card.has_room_beside(640, wide=False, text_size=16)
    assert card.has_room_beside(390, wide=True, text_size=16)
    assert card.share_of_width(328, 640, beside=False) == 0
    assert card.height_of_picture(328, 0, 640, wide=False, room=20) == 0
    assert card.height_of_picture(328, 0, 640, wide=False, room=400) == 160
    card.board = bundled_boards().summary("heart-of-africa")
    assert card.has_room_beside(640, wide=False, text_size=16)
    # In large letters the names do not fit.
    assert not card.has_room_beside(640, wide=False, text_size=20)
    assert card.share_of_width(328, 640, beside=True) == 0.42


@pytest.mark.parametrize(
    ("width", "winners", "is_narrow", "stacked"),
    [(400, 1, False, False), (400, 3, False, True), (330, 2, True, True), (220, 1, True, True)],
)
def test_headline_is_stacked_if_the_discs_leave_no_room(
    width: int, winners: int, is_narrow: bool, stacked: bool
) -> None:
    headline = ResultHeadline(width=width)
    headline.color_names = ["blue", "red", "green"][:winners]
    assert (headline.is_narrow, headline.stacked) == (is_narrow, stacked)
    discs = MarkerDiscs()
    assert discs.size_for(headline.color_names, 50) == pytest.approx((50 + 30 * (winners - 1), 50))
    assert discs.size_for([], 50) == (36, 36)


def test_past_game_without_a_picture_keeps_no_space_for_it() -> None:
    row, board = PastGameRow(), bundled_boards()["usa"]
    scene = Scene("usa", lambda: (board, None))
    assert row.picture_width(360, None) == 0
    assert row.picture_width(360, scene) == 90
    assert row.picture_width(1000, scene) == 120


@pytest.mark.parametrize("size", [(360, 640), (844, 390), (1280, 800)])
def test_tabs_of_past_games_keep_their_place(phone: FastPhone, size: tuple[int, int]) -> None:
    places = set()
    phone.set_size(*size)
    for name in ("past_games", "players", "boards"):
        phone.navigator.reset_to("home", name)
        phone.wait_until_idle()
        tabs = next(each for each in phone.visible_widgets() if isinstance(each, HistoryTabs))
        places.add((*tabs.to_window(*tabs.pos), *tabs.size))
    assert len(places) == 1


@pytest.mark.parametrize("name", ["Tom", "Bartholomew"])
def test_tabs_of_players_have_one_height_whatever_their_captions(finger: Finger, name: str) -> None:
    tabs = PlayerTabs(width=390)
    captions = (("4 tickets", "4"), ("–", "–"), ("1 ticket", "1"), ("–", "–"))
    names = zip(("Ana", "Maya", "Ida", name), ("blue", "red", "green", "yellow"), strict=True)
    tabs.players = [(*each, False, *texts) for each, texts in zip(names, captions, strict=True)]
    finger.show(tabs)
    assert len({tab.height for tab in tabs.children}) == 1


def test_past_games_without_games_lead_to_a_new_game(phone: FastPhone) -> None:
    phone.navigator.go("past_games")
    phone.wait_until_idle()
    assert "No past games yet." in phone.texts()
    phone.press("New game")
    assert phone.screen == "new_game"


@pytest.mark.parametrize("size", [(320, 568), (844, 390)])
def test_menu_opens_where_there_is_room_beside_its_button(
    phone: FastPhone, size: tuple[int, int]
) -> None:
    start_game(phone, "usa", 2)
    phone.navigator.go("result")
    phone.set_size(*size)
    for button, is_below in (("menu", True), ("share", False)):
        anchor = phone.page("result").ids[button]
        phone.tap(anchor)
        phone.wait_until_idle()
        sheet = phone.page("result").sheet
        assert sheet is not None
        panel = sheet.ids.panel
        bottom = anchor.to_window(*anchor.pos)[1]
        at_button = panel.top if is_below else panel.y
        assert at_button == pytest.approx(bottom if is_below else bottom + anchor.height)
        assert 0 <= panel.x <= panel.right <= phone.page("result").width
        assert 0 <= panel.y <= panel.top <= phone.page("result").height
        phone.page("result").close_sheet()
        phone.wait_until_idle()


def test_result_page_shares_the_width_between_table_and_board(phone: FastPhone) -> None:
    start_game(phone, "usa", 2)
    phone.navigator.go("result")
    page = phone.page("result")
    assert [list_width(width) for width in (640, 800, 1280)] == [352, 400, 512]
    board = page.ids.board
    for width, height in ((844, 390), (390, 844), (1280, 800), (320, 568)):
        phone.set_size(width, height)
        if width > height:
            assert board.right == width
            assert board.width + page.ids.scroll.width == width
            assert board.height + page.ids.dock.height + page.ids.bar.height == height
        else:
            assert board.width == width - dp(32)
            assert board.height == min(board.width / page.board_aspect, height * 0.6)


def test_columns_of_the_reveal_are_beside_the_board_or_above_it(phone: FastPhone) -> None:
    page = phone.page("reveal")
    assert page.columns_size(wide=True, width=800, height=334, fixed=164) == (360, 170)
    assert page.columns_size(wide=False, width=320, height=512, fixed=162) == (320, 182)
    assert page.columns_size(wide=False, width=412, height=2000, fixed=162) == (412, dp(320))


def test_boards_scroll_in_one_row_unless_there_is_room_for_several(phone: FastPhone) -> None:
    page = phone.page("new_game")
    assert page.boards_scroll(wide=False, height=800)
    assert page.boards_scroll(wide=True, height=390)
    assert not page.boards_scroll(wide=True, height=800)
    assert page.picture_height(wide=False, height=400) == dp(64)
    assert page.picture_height(wide=True, height=390) == dp(390) * 0.25
    assert page.picture_height(wide=True, height=800) == pytest.approx(dp(112))


def test_ticket_input_makes_room_for_prompt_and_suggestions(phone: FastPhone) -> None:
    ticket_input = phone.page("tickets").input
    assert ticket_input.prompt_height(20, "", "") == 0
    assert ticket_input.prompt_height(20, "From Paris to…", "") == 36
    assert ticket_input.prompt_height(20, "From Paris to…", "paris") == 48
    assert ticket_input.list_height(300, 100, 500) == 300
    assert ticket_input.list_height(300, 100, 324) == 200
    assert ticket_input.list_height(300, 100, 100) == 72


@pytest.fixture
def german_in_largest_letters(phone: FastPhone) -> Iterator[FastPhone]:
    set_language("de", LARGEST)
    yield phone
    set_language("en")


def show(phone: FastPhone, name: str) -> None:
    open_view(phone, next(view for view in VIEWS if view.name == name))


def test_new_game_shows_players_in_the_largest_letters(
    german_in_largest_letters: FastPhone,
) -> None:
    phone = german_in_largest_letters
    phone.set_size(320, 568)
    show(phone, "new-game-five")
    ids = phone.page("new_game").ids
    for row in ids.list.rows[:2]:
        assert row.to_window(0, row.y)[1] >= ids.footer.top


def test_buttons_beside_the_board_stay_in_the_window_in_the_largest_letters(
    german_in_largest_letters: FastPhone,
) -> None:
    phone = german_in_largest_letters
    phone.set_size(844, 390)
    show(phone, "table-five")
    dock = phone.table.ids.dock
    for button in (*dock.ids.upper.children, *dock.ids.lower.children):
        assert button.to_window(0, button.y)[1] >= 0
        assert button.to_window(0, button.top)[1] <= dp(390)


def test_reveal_has_room_for_columns_and_board_in_the_largest_letters(
    german_in_largest_letters: FastPhone,
) -> None:
    phone = german_in_largest_letters
    for size in ((320, 568), (844, 390)):
        phone.set_size(*size)
        show(phone, "reveal-five")
        page = phone.page("reveal")
        assert page.bar_height >= dp(40)
        assert page.ids.view.height >= dp(120)
        assert layout_defects() == []


def test_at_least_five_letters_of_a_shortened_name_fit() -> None:
    for width in (60, 80):
        size = common_font_size(["Jo", "Maximiliane"], 22, width, bold=True)
        assert line_width("Maxim...", size, bold=True) <= width
    assert common_font_size(["Jo", "Ana"], 22, 60, bold=True) == 22
