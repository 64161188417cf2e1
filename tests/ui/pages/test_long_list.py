"""A long list of past games: loading, scrolling, rotating."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from kivy.tests.common import UnitTestTouch
from kivy.uix.widget import Widget

from companion.rules.boards import bundled_boards
from companion.rules.events import TurnPassed
from companion.rules.setup import Player, Setup
from companion.ui.kit.virtual_list import VirtualList
from companion.ui.pages.log import LogRow
from companion.ui.pages.past_games.rows import PastGameRow
from tests.support.phone import FastPhone
from tests.support.stores import open_store
from tests.support.table import start_game

MANY = 24


def listed(rows: VirtualList) -> list[str]:
    """The ids of the games in the list, without its headings."""
    return [str(row["id"]) for row in rows.data if "id" in row]


def wheel(phone: FastPhone, rows: VirtualList, up: bool = False) -> None:
    """Scroll by a part of the window."""
    touch = UnitTestTouch(*rows.to_window(*rows.center))
    touch.profile.append("button")
    touch.button = "scrolldown" if up else "scrollup"
    touch.touch_down()
    touch.touch_up()
    phone.wait()


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastPhone]:
    """A phone with many past games, some with long names; the list must be loaded again."""
    folder = tmp_path_factory.mktemp("many")
    with open_store(folder) as store:
        for number in range(MANY):
            more = "" if number % 3 else " of the Wide Green Hills by the Sea"
            people = (Player(f"Ana {number}{more}", "blue"), Player("Peter", "red"))
            store.games.finish(store.games.begin(Setup(bundled_boards()["usa"], people)))
    phone = FastPhone(folder)
    yield phone
    phone.close()


def test_long_list_is_loaded_in_a_thread(
    phone: FastPhone,
) -> None:
    phone.navigator.go("past_games")
    page = phone.page("past_games")
    assert page.progress_text
    phone.wait_until_idle()
    assert not page.progress_text
    assert phone.shows(f"{MANY} games")
    order = [past.id for past in page.context.store.games.finished()]
    assert listed(page.ids.list) == order
    for place in (0, 12, MANY - 1):
        page.delete(order[place])
    phone.navigator.reset_to("home", "past_games")
    phone.wait_until_idle()
    assert len(listed(page.ids.list)) == MANY - 3
    assert page.ids.list.data[-1]["text"] == "3 deleted games"
    page.show_deleted()
    phone.wait_until_idle()
    assert listed(page.ids.list) == order
    assert sum(bool(row.get("is_deleted")) for row in page.ids.list.data) == 3
    for place in (0, 12, MANY - 1):
        page.restore(order[place])


def test_visible_rows_move_together_when_scrolled(
    phone: FastPhone,
) -> None:
    phone.navigator.reset_to("home", "past_games")
    phone.wait_until_idle()
    rows = phone.page("past_games").ids.list
    order = listed(rows)
    seen = walked(phone, rows, up=False)
    assert seen == order
    # Scrolled up from the end, the rows above have not been measured yet.
    phone.resize(400, 800)
    rows.scroll_y = 0
    phone.wait()
    assert walked(phone, rows, up=True) == order[::-1]


def test_rotating_back_keeps_the_scroll_position(phone: FastPhone) -> None:
    phone.navigator.reset_to("home", "past_games")
    phone.set_size(390, 844)
    rows = phone.page("past_games").ids.list
    for _ in range(2):
        # Each time another row is cut off by the edge.
        wheel(phone, rows)
        before = visible_rows(phone)
        for size in ((844, 390), (390, 844)):
            phone.set_size(*size)
        after = visible_rows(phone)
        moved = [after[id] - before[id] for id in before.keys() & after.keys()]
        assert moved
        assert max(map(abs, moved)) < 1


def test_list_at_the_top_stays_there_when_rotated(phone: FastPhone) -> None:
    phone.navigator.reset_to("home", "past_games")
    phone.set_size(390, 844)
    rows = phone.page("past_games").ids.list
    wheel(phone, rows)
    # In landscape the rows above are lower, so the anchor row may reach the top.
    phone.set_size(844, 390)
    phone.navigator.reset_to("home", "past_games")
    phone.set_size(390, 844)
    assert rows.scroll_y == 1


def test_returning_from_a_game_keeps_the_scroll_position(phone: FastPhone) -> None:
    phone.navigator.reset_to("home", "past_games")
    phone.wait_until_idle()
    rows = phone.page("past_games").ids.list
    for _ in range(12):
        wheel(phone, rows)
    before = visible_rows(phone)
    phone.page("past_games").open_game(sorted(before)[0])
    assert phone.screen == "result"
    assert phone.navigator.back()
    phone.wait_until_idle()
    assert visible_rows(phone) == pytest.approx(before)
    phone.navigator.reset_to("home", "past_games")
    phone.wait_until_idle()
    assert rows.scroll_y == 1


def test_touch_on_a_row_scrolled_away_opens_nothing(phone: FastPhone) -> None:
    phone.navigator.reset_to("home", "past_games")
    phone.wait_until_idle()
    rows = phone.page("past_games").ids.list
    rows.scroll_y = 1
    phone.wait()
    row = next(row for row in phone.visible_widgets() if isinstance(row, PastGameRow))
    held, spot = row.id, row.to_window(*row.center)
    touch = UnitTestTouch(*spot)
    touch.touch_down()
    phone.wait(1)
    assert row.state == "down"
    # To the end and back, several times: heights and order of the rows differ from run to run.
    for step in range(160 * MANY):
        wheel(phone, rows, up=step // (20 * MANY) % 2 == 1)
        if row.parent and row.id != held and row.collide_point(*row.to_widget(*spot)):
            break
    else:
        touch.touch_up()
        pytest.fail("the widget was not used again under the finger")
    touch.touch_up()
    phone.wait_until_idle()
    assert phone.navigator.name == "past_games"


def test_shortened_list_still_fills_the_window(phone: FastPhone) -> None:
    entries = (TurnPassed(("Ana", "Peter")[turn % 2]) for turn in range(100))
    start_game(phone, "europe", 2, *entries)
    phone.navigator.go("log")
    phone.wait_until_idle()
    rows = phone.page("log").ids.list
    rows.scroll_y = 0.1
    phone.wait()
    full = len(shown_in(phone, LogRow))
    phone.press("Ana")
    assert len(rows.data) == 50
    assert len(shown_in(phone, LogRow)) >= full - 1
    assert 0 <= rows.scroll_y <= 1


def shown_in(phone: FastPhone, kind: type[Widget]) -> list[Widget]:
    """The visible rows of a class."""
    return [row for row in phone.visible_widgets() if isinstance(row, kind)]


def walked(phone: FastPhone, rows: VirtualList, up: bool) -> list[str]:
    """Scroll through the list; returns the games in the order in which they appeared."""
    seen: list[str] = []
    for _ in range(40 * MANY):
        before = visible_rows(phone)
        in_order = sorted(before, key=before.__getitem__, reverse=not up)
        seen += [id for id in in_order if id not in seen]
        if rows.scroll_y >= 1 if up else rows.scroll_y <= 0:
            break
        wheel(phone, rows, up)
        after = visible_rows(phone)
        moved = [after[id] - before[id] for id in before.keys() & after.keys()]
        assert moved
        assert max(moved) - min(moved) < 1
        assert (max(moved) <= 0) if up else (min(moved) >= 0)
    return seen


def visible_rows(phone: FastPhone) -> dict[str, float]:
    """The upper edge of each row that is completely visible, apart from rounding, by game id."""
    rows = phone.page("past_games").ids.list
    found = (row for row in phone.visible_widgets() if isinstance(row, PastGameRow))
    tops = {row: row.to_window(row.x, row.top)[1] for row in found}
    lowest, highest = rows.y - 0.3, rows.top + 0.3
    return {row.id: top for row, top in tops.items() if lowest < top - row.height and top < highest}
