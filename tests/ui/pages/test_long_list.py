"""A list of many games: read when it is looked at, and steady while it is scrolled."""

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
from companion.ui.pages.past_games import PastGameRow
from tests.support.stores import open_store
from tests.ui.hasty import HastyPhone
from tests.ui.tables import lay

MANY = 40


def wheel(phone: HastyPhone, rows: VirtualList, up: bool = False) -> None:
    """Scroll a little further."""
    touch = UnitTestTouch(*rows.to_window(*rows.center))
    touch.profile.append("button")
    touch.button = "scrolldown" if up else "scrollup"
    touch.touch_down()
    touch.touch_up()
    phone.wait()


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HastyPhone]:
    """A list of many games, begun anew on a folder whose list is lost; some rows are higher."""
    folder = tmp_path_factory.mktemp("many")
    with open_store(folder) as store:
        for number in range(MANY):
            more = "" if number % 3 else " of the Wide Green Hills by the Sea"
            people = (Player(f"Ana {number}{more}", "blue"), Player("Peter", "red"))
            store.games.finish(store.games.begin(Setup(bundled_boards()["usa"], people)))
    phone = HastyPhone(folder)
    yield phone
    phone.close()


def test_a_long_list_is_read_beside_the_screen_and_every_game_is_in_it(
    phone: HastyPhone,
) -> None:
    phone.navigator.go("past_games")
    page = phone.page("past_games")
    assert page.waiting
    phone.commit()
    assert not page.waiting
    assert phone.reads(f"{MANY} games")
    order = [past.id for past in page.context.store.games.finished()]
    assert [row["id"] for row in page.ids.list.data] == order
    for place in (0, 20, MANY - 1):
        page.delete(order[place])
    phone.navigator.reset_to("home", "past_games")
    phone.commit()
    assert [row["id"] for row in page.ids.list.data] == order
    assert sum(bool(row["deleted"]) for row in page.ids.list.data) == 3
    for place in (0, 20, MANY - 1):
        page.bring_back(order[place])


def test_what_is_in_sight_moves_together_however_high_the_rows_to_come_are(
    phone: HastyPhone,
) -> None:
    phone.navigator.reset_to("home", "past_games")
    phone.commit()
    rows = phone.page("past_games").ids.list
    order = [row["id"] for row in rows.data]
    seen = walked(phone, rows, up=False)
    assert seen == order
    # Begun from the end, the rows above have not been seen before.
    phone.resize(400, 800)
    rows.scroll_y = 0
    phone.wait()
    assert walked(phone, rows, up=True) == order[::-1]


def test_turning_the_phone_there_and_back_leaves_the_list_where_it_was(phone: HastyPhone) -> None:
    phone.navigator.reset_to("home", "past_games")
    phone.turn(390, 844)
    rows = phone.page("past_games").ids.list
    for _ in range(24):
        # Every time another row is cut by the edge, and by another part of it.
        wheel(phone, rows)
        before = in_sight(phone)
        for size in ((844, 390), (390, 844)) * 2:
            phone.turn(*size)
        after = in_sight(phone)
        moved = [after[id] - before[id] for id in before.keys() & after.keys()]
        assert moved
        assert max(map(abs, moved)) < 1


def test_a_list_begun_at_the_top_stays_there_when_the_phone_is_turned(phone: HastyPhone) -> None:
    phone.navigator.reset_to("home", "past_games")
    phone.turn(390, 844)
    rows = phone.page("past_games").ids.list
    wheel(phone, rows)
    # Lying, the rows above are lower: the one that keeps its place may be pushed to the top.
    phone.turn(844, 390)
    phone.navigator.reset_to("home", "past_games")
    phone.turn(390, 844)
    assert rows.scroll_y == 1


def test_the_list_is_where_it_was_when_one_comes_back_from_a_game(phone: HastyPhone) -> None:
    phone.navigator.reset_to("home", "past_games")
    phone.commit()
    rows = phone.page("past_games").ids.list
    for _ in range(12):
        wheel(phone, rows)
    before = in_sight(phone)
    phone.page("past_games").open_game(sorted(before)[0])
    assert phone.screen == "result"
    assert phone.navigator.back()
    phone.commit()
    assert in_sight(phone) == pytest.approx(before)
    phone.navigator.reset_to("home", "past_games")
    phone.commit()
    assert rows.scroll_y == 1


def test_a_finger_on_a_row_that_is_scrolled_away_opens_nothing(phone: HastyPhone) -> None:
    phone.navigator.reset_to("home", "past_games")
    phone.commit()
    rows = phone.page("past_games").ids.list
    rows.scroll_y = 1
    phone.wait()
    row = next(row for row in phone.shown() if isinstance(row, PastGameRow))
    held, spot = row.id, row.to_window(*row.center)
    touch = UnitTestTouch(*spot)
    touch.touch_down()
    phone.wait(1)
    assert row.state == "down"
    for _ in range(40 * MANY):
        wheel(phone, rows)
        if row.parent and row.id != held and row.collide_point(*row.to_widget(*spot)):
            break
    else:
        pytest.fail("the widget was not used again under the finger")
    touch.touch_up()
    phone.commit()
    assert phone.navigator.name == "past_games"


def test_a_list_that_becomes_shorter_is_still_full(phone: HastyPhone) -> None:
    entries = (TurnPassed(("Ana", "Peter")[turn % 2]) for turn in range(100))
    lay(phone, "europe", 2, *entries)
    phone.navigator.go("log")
    phone.commit()
    rows = phone.page("log").ids.list
    rows.scroll_y = 0.1
    phone.wait()
    full = len(shown_in(phone, LogRow))
    phone.press("Ana")
    assert len(rows.data) == 50
    assert len(shown_in(phone, LogRow)) >= full - 1
    assert 0 <= rows.scroll_y <= 1


def shown_in(phone: HastyPhone, kind: type[Widget]) -> list[Widget]:
    """The rows of a kind in sight."""
    return [row for row in phone.shown() if isinstance(row, kind)]


def walked(phone: HastyPhone, rows: VirtualList, up: bool) -> list[str]:
    """Scroll from one end to the other; the games in the order in which they came into sight."""
    seen: list[str] = []
    for _ in range(40 * MANY):
        before = in_sight(phone)
        in_order = sorted(before, key=before.__getitem__, reverse=not up)
        seen += [id for id in in_order if id not in seen]
        if rows.scroll_y >= 1 if up else rows.scroll_y <= 0:
            break
        wheel(phone, rows, up)
        after = in_sight(phone)
        moved = [after[id] - before[id] for id in before.keys() & after.keys()]
        assert moved
        assert max(moved) - min(moved) < 1
        assert (max(moved) <= 0) if up else (min(moved) >= 0)
    return seen


def in_sight(phone: HastyPhone) -> dict[str, float]:
    """The top of every row in sight, by the game."""
    found = (row for row in phone.shown() if isinstance(row, PastGameRow))
    return {row.id: row.to_window(row.x, row.top)[1] for row in found}
