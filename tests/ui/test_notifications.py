"""Notifications: where they lie, how long, and touches while one is shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.drawing.geometry import Area
from companion.rules.events import RouteClaimed, TerrainDrawn, TurnPassed
from companion.rules.wording import phrase, untranslated
from companion.ui.kit.buttons import PrimaryButton, Tappable
from companion.ui.kit.notification import DURATION, LONG_DURATION
from companion.ui.pages.table.claim_sheet import ClaimButton
from tests.support.phone import FastPhone
from tests.support.table import start_game
from tests.support.views import VIEWS, View, open_view

SIZES = ((320, 568), (360, 640), (390, 844), (844, 390), (1280, 800))
LONG = "A sentence that takes several lines. "


def area_of(widget: Widget) -> Area:
    """The area of a widget in the window."""
    left, bottom = widget.to_window(widget.x, widget.y)
    return Area(left, bottom, left + widget.width, bottom + widget.height)


def overlap(one: Area, other: Area) -> bool:
    """Whether two areas overlap by more than a pixel."""
    width = min(one.right, other.right) - max(one.left, other.left)
    height = min(one.top, other.top) - max(one.bottom, other.bottom)
    return min(width, height) > 1


def covered_buttons(phone: FastPhone) -> list[str]:
    """The names of the buttons that the table's notification covers."""
    notice = phone.table.ids.notice
    own = set(notice.walk())
    return [
        each.name_for_readers
        for each in phone.visible_widgets()
        if isinstance(each, Tappable)
        and each not in own
        and overlap(area_of(notice), area_of(each))
    ]


@pytest.mark.parametrize(
    ("board", "route"),
    [("europe", "palermo--smyrna"), ("heart-of-africa", "cape-town--port-elizabeth")],
)
def test_notification_lies_at_the_lower_edge_of_the_board_and_covers_no_button(
    phone: FastPhone, board: str, route: str
) -> None:
    start_game(phone, board, 3, TurnPassed("Ana"))
    notice, middle = phone.table.ids.notice, phone.table.ids.middle
    commands: tuple[Callable[[], object], ...] = (
        partial(phone.session.choose, "Maya"),
        partial(phone.session.enter, RouteClaimed("Maya", route)),
        phone.session.undo,
        lambda: phone.table.notify(phrase("{text}", text=LONG * 3), refused=True),
    )
    for size in SIZES:
        phone.set_size(*size)
        for command in commands:
            command()
            phone.wait()
            assert notice.text
            assert covered_buttons(phone) == [], size
            own, board_area = area_of(notice), area_of(middle)
            assert board_area.left <= own.left < own.right <= board_area.right, size
            assert 0 <= own.bottom - board_area.bottom < dp(12), size


def test_notification_covers_no_button_of_an_open_sheet(
    phone: FastPhone,
) -> None:
    start_game(phone, "heart-of-africa", 3, TurnPassed("Ana"))
    for size in SIZES:
        phone.set_size(*size)
        phone.table.open_player("Peter")
        phone.wait_until_idle()
        phone.session.enter(TerrainDrawn("Peter", "desert"))
        phone.wait(0.3)
        assert phone.table.sheet is not None
        assert phone.table.ids.notice.text
        assert covered_buttons(phone) == [], size
        phone.close_sheet()


def test_button_of_the_notification_acts_once(phone: FastPhone) -> None:
    start_game(phone, "usa", 3)
    acted: list[str] = []
    phone.table.notify(phrase("Some news."), button="Do it", act=lambda: acted.append("done"))
    phone.wait()
    phone.press("Do it")
    assert acted == ["done"]
    assert not phone.table.ids.notice.text


def test_touch_anywhere_dismisses_the_notification_and_counts(phone: FastPhone) -> None:
    start_game(phone, "heart-of-africa", 3, TurnPassed("Ana"))
    notice = phone.table.ids.notice
    phone.press("+1 Desert")
    assert notice.text == "Peter: +1 Desert, 1 now"
    phone.press("+1 Jungle")
    assert notice.text == "Peter: +1 Jungle, 1 now"
    phone.tap_city("durban")
    assert not notice.text
    assert phone.table.sheet is not None


def test_touch_on_the_notification_reaches_what_lies_below(phone: FastPhone) -> None:
    start_game(phone, "usa", 3)
    table = phone.table
    table.notify(phrase("{text}", text=LONG * 3))
    phone.wait()
    notice = table.ids.notice
    board = table.ids.board
    dot = board.to_window(*board.place_on_screen("denver"))
    notice.center = notice.parent.to_widget(*dot)
    phone.tap_at(*dot)
    phone.wait_until_idle()
    assert not notice.text
    assert phone.shows("Denver")
    assert table.sheet is not None


def test_notification_disappears_by_itself(phone: FastPhone) -> None:
    start_game(phone, "usa", 3)
    for text, refused, seconds in (
        ("Some news.", False, DURATION),
        ("Some news.", True, LONG_DURATION),
        (LONG * 2, False, LONG_DURATION),
    ):
        phone.table.notify(untranslated(text), refused=refused)
        phone.wait(seconds - 0.3)
        assert phone.table.ids.notice.text
        phone.wait(1.0)
        assert not phone.table.ids.notice.text


def test_undo_in_the_header_undoes_while_a_player_sheet_is_open(phone: FastPhone) -> None:
    start_game(phone, "heart-of-africa", 3, *[TerrainDrawn("Ana", "desert")] * 3)
    phone.table.skip_starting_cards()
    phone.wait_until_idle()
    phone.open_player("Ana")
    for left in (2, 1):
        phone.tap(phone.buttons("Undo")[0])
        phone.wait_until_idle()
        assert len(phone.now.game.events) == left
    assert phone.table.sheet is not None
    phone.tap(phone.buttons("Redo")[0])
    phone.wait_until_idle()
    assert len(phone.now.game.events) == 2


def test_undo_in_the_header_undoes_while_a_claim_sheet_is_open(phone: FastPhone) -> None:
    start_game(phone, "usa", 3, TurnPassed("Ana"))
    phone.tap_route("boston--montreal")
    phone.tap(phone.buttons("Undo")[0])
    phone.wait_until_idle()
    assert phone.now.game.events == ()
    assert phone.table.sheet is None


PAGES = ("home", "new-game-africa", "check", "tickets-usa", "result-usa", "reveal", "claim-usa")
"""Views with a main button."""
USUAL_PAGES = ("new-game-africa", "claim-usa")


@pytest.mark.parametrize(
    "view",
    [
        pytest.param(view, marks=() if view.name in USUAL_PAGES else pytest.mark.soak)
        for view in VIEWS
        if view.name in PAGES
    ],
    ids=str,
)
def test_notification_covers_no_main_button(phone: FastPhone, view: View) -> None:
    open_view(phone, view)
    page = phone.navigator.page
    for size in SIZES:
        phone.set_size(*size)
        page.notify(phrase("{text}", text="A sentence of some length about an event. " * 2))
        phone.wait()
        main = [
            button
            for button in phone.visible_widgets()
            if isinstance(button, PrimaryButton | ClaimButton) and button.enabled
        ]
        assert main
        for button in main:
            assert not overlap(area_of(page.ids.notice), area_of(button)), size
