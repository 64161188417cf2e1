"""Filters, search, wins and months of the past games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.ui.kit.buttons import Chip
from companion.ui.navigator import ShowGames
from companion.ui.pages.past_games.page import PastGamesPage
from companion.ui.pages.past_games.rows import MonthHeading, PastGameRow, WinsSegment
from tests.support.history import write_history
from tests.support.layout_checks import layout_defects
from tests.support.phone import FastPhone
from tests.support.views import SIZES

COUNT = 40


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastPhone]:
    """A phone with games of several players on several boards in two years."""
    folder = tmp_path_factory.mktemp("data")
    write_history(folder, COUNT)
    phone = FastPhone(folder)
    yield phone
    phone.close()


@pytest.fixture(autouse=True)
def page(phone: FastPhone) -> PastGamesPage:
    phone.navigator.reset_to("home", "past_games")
    phone.wait_until_idle()
    page: PastGamesPage = phone.page("past_games")
    return page


def listed(page: PastGamesPage) -> list[str]:
    """The ids of the listed games."""
    return [str(row["id"]) for row in page.ids.list.data if "id" in row]


def test_board_filter_lists_its_games_and_can_be_removed(
    phone: FastPhone, page: PastGamesPage
) -> None:
    phone.press("All boards")
    phone.press("The Heart of Africa")
    expected = [g.id for g in phone.context.history.games() if g.board == "heart-of-africa"]
    assert listed(page) == expected
    assert phone.shows(f"{len(expected)} of {COUNT} games")
    assert phone.button("The Heart of Africa").chosen
    phone.press("Show all")
    assert len(listed(page)) == COUNT
    assert phone.shows(f"{COUNT} games since 2024")


def test_all_variants_of_a_board_are_listed_together(phone: FastPhone, page: PastGamesPage) -> None:
    games = phone.context.history.games()
    phone.press("All boards")
    phone.press("USA · All variants")
    assert listed(page) == [game.id for game in games if game.board == "usa"]
    phone.press("USA · All variants")
    phone.press("USA (10th Anniversary)")
    first = [game.id for game in games if (game.board, game.variant) == ("usa", "")]
    assert listed(page) == first
    assert len(first) < sum(game.board == "usa" for game in games)


def test_filters_apply_together_and_back_removes_them(
    phone: FastPhone, page: PastGamesPage
) -> None:
    page.set_filter("player", "Zoë")
    page.set_filter("year", 2024)
    phone.wait_until_idle()
    expected = [
        game.id
        for game in phone.context.history.games()
        if game.date.astimezone().year == 2024 and "Zoë" in game.scores
    ]
    assert expected
    assert listed(page) == expected
    assert phone.navigator.back()
    assert phone.screen == "past_games"
    assert len(listed(page)) == COUNT


def test_all_filters_are_visible_at_every_size(phone: FastPhone, page: PastGamesPage) -> None:
    for size in SIZES:
        phone.set_size(*size)
        for player, board in ((None, None), ("Maximiliane", ("usa", None))):
            page.set_filter("player", player)
            page.set_filter("board", board)
            phone.wait_until_idle()
            chips = [each for each in page.walk() if isinstance(each, Chip)]
            assert len(chips) == (4 if player else 3)
            for chip in chips:
                left, right = (chip.to_window(x, 0)[0] for x in (chip.x, chip.right))
                assert left >= page.ids.list.margin
                assert right <= size[0] - page.ids.list.margin
            assert layout_defects() == []
    phone.set_size(390, 844)


def test_search_lists_the_games_found(phone: FastPhone, page: PastGamesPage) -> None:
    assert phone.key(ord("f"), "ctrl")
    assert page.searching
    assert page.ids.search.writing
    phone.type("lodz table 15")
    phone.wait_until_idle()
    assert listed(page) == [f"{15:032x}"]
    page.ids.search.clear()
    phone.type("nothing at all")
    phone.wait_until_idle()
    assert phone.shows("No game matches.")
    phone.press("Close the search")
    assert len(listed(page)) == COUNT
    phone.press("Search")
    assert page.searching


def test_wins_are_counted_and_a_tap_lists_the_games_of_the_player(
    phone: FastPhone, page: PastGamesPage
) -> None:
    won = [name for game in phone.context.history.games() for name in game.winners if game.final]
    segments = [each for each in phone.visible_widgets() if isinstance(each, WinsSegment)]
    named = {each.text: each.number for each in segments if each.color_name}
    assert named == {name: str(won.count(name)) for name in named}
    others = sum(won.count(name) for name in {*won} - named.keys())
    assert [each.number for each in segments if not each.color_name] == (
        [f"+{others}"] if others else []
    )
    phone.tap(segments[0])
    phone.wait_until_idle()
    name = page.filters[1][1]
    assert name in named
    assert len(listed(page)) == sum(name in game.scores for game in phone.context.history.games())


def test_each_month_has_one_heading(phone: FastPhone, page: PastGamesPage) -> None:
    headings = [row["text"] for row in page.ids.list.data if row.get("viewclass") == "MonthHeading"]
    months = dict.fromkeys(
        f"{game.date.astimezone():%B %Y}" for game in phone.context.history.games()
    )
    assert headings == list(months)
    assert any(isinstance(each, MonthHeading) for each in phone.visible_widgets())


def test_filters_are_kept_on_the_way_back_from_a_game_only(
    phone: FastPhone, page: PastGamesPage
) -> None:
    page.set_filter("board", ("usa", ""))
    phone.wait_until_idle()
    shown = listed(page)
    page.open_game(shown[0])
    assert phone.navigator.back()
    phone.wait_until_idle()
    assert listed(page) == shown
    phone.navigator.reset_to("home", "past_games")
    phone.wait_until_idle()
    assert len(listed(page)) == COUNT


def test_filter_keeps_its_name_when_its_last_games_are_deleted(
    phone: FastPhone, page: PastGamesPage
) -> None:
    phone.press("All boards")
    phone.press("USA · All variants")
    deleted = listed(page)
    for id in deleted:
        page.delete(id)
    phone.wait_until_idle()
    assert ("board", "USA · All variants", True) in page.filters
    for id in deleted:
        page.restore(id)


def test_request_lists_the_games_of_a_player_or_a_board(
    phone: FastPhone, page: PastGamesPage
) -> None:
    for request, label in (
        (ShowGames(player="Ana"), "Ana"),
        (ShowGames(board=("india", "")), "India"),
    ):
        phone.navigator.reset_to("home")
        phone.navigator.go("past_games", request)
        phone.wait_until_idle()
        assert 0 < len(listed(page)) < COUNT
        assert label in [text for _, text, active in page.filters if active]


def test_corrected_game_gets_a_new_thumbnail(phone: FastPhone, page: PastGamesPage) -> None:
    def scene() -> str:
        row = next(each for each in phone.visible_widgets() if isinstance(each, PastGameRow))
        return str(row.scene.key)

    before = scene()
    page.redraw()
    phone.wait_until_idle()
    assert scene() == before
    saved = phone.context.store.games.open(listed(page)[0])
    phone.context.store.games.save_metadata(saved)
    page.redraw()
    phone.wait_until_idle()
    assert scene() != before
