"""The pages of a player and of a board, and their charts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from kivy.uix.widget import Widget

from companion.rules.wording import format_number, phrase
from companion.ui.game.statistics import LAST_GAMES, ChartedGame, GameChart
from companion.ui.kit.charts import PointChart
from companion.ui.kit.containers import Column
from companion.ui.kit.rows import BarRow, PointsRow
from companion.ui.look.theme import theme
from companion.ui.navigator import ShowBoard, ShowPlayer
from companion.ui.page import Page
from companion.ui.pages.board_statistics import ROUTES_SHOWN, TICKETS_SHOWN
from companion.ui.pages.player import OpponentRow
from tests.support.history import write_history
from tests.support.phone import FastPhone

COUNT = 50


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastPhone]:
    """A phone with games of several players on several boards."""
    folder = tmp_path_factory.mktemp("data")
    write_history(folder, COUNT)
    phone = FastPhone(folder)
    yield phone
    phone.close()


def open_player(phone: FastPhone, name: str) -> Page:
    phone.navigator.reset_to("home", "players")
    phone.navigator.go("player", ShowPlayer(name))
    phone.wait_until_idle()
    return phone.page("player")


def open_board(phone: FastPhone, board: str, variant: str | None = "") -> Page:
    phone.navigator.reset_to("home", "boards")
    phone.navigator.go("board_statistics", ShowBoard(board, variant))
    # The headers are read in one thread, then the games are replayed in another.
    page = phone.page("board_statistics")
    while not page.has_frequencies:
        phone.wait_until_idle()
    phone.wait_until_idle()
    return page


def rows_of(column: Column, kind: type[Widget]) -> list[Widget]:
    """The rows of a class, from the top."""
    return [each for each in reversed(column.children) if isinstance(each, kind)]


def tap_point(phone: FastPhone, chart: GameChart, index: int) -> None:
    """Scroll to a chart and tap one of its points."""
    phone.navigator.page.ids.scroll.scroll_to(chart, animate=False)
    phone.wait_until_idle()
    points: PointChart = chart.ids.chart
    x, y = points.positions[index]
    phone.tap_at(*points.to_window(points.x + x, points.y + y))
    phone.wait_until_idle()


def test_card_of_a_player_opens_the_page_of_the_player(phone: FastPhone) -> None:
    phone.navigator.reset_to("home", "players")
    phone.wait_until_idle()
    first = phone.page("players").rows[0]["name"]
    phone.press(first)
    assert phone.screen == "player"
    assert phone.page("player").name_of_player == first
    assert phone.navigator.back()
    assert phone.screen == "players"


def numbers_of(page: Page) -> dict[str, str]:
    """The key numbers by their captions."""
    numbers = list(page.ids.numbers.children)
    if "more_numbers" in page.ids:
        numbers += page.ids.more_numbers.children
    return {each.caption: each.number for each in numbers}


def test_player_page_shows_the_figures_of_the_player(phone: FastPhone) -> None:
    page = open_player(phone, "Ana")
    found = phone.context.history.player("Ana")
    assert found is not None
    numbers = numbers_of(page)
    assert numbers["games"] == str(len(found.games))
    assert numbers["wins"] == str(found.overall.wins)
    assert ("doubled claims" in numbers) == (found.doubling is not None)
    assert {"tickets completed", "longest route held", "average playing time"} <= {*numbers}
    rows = {row.name: (row.ahead, row.behind) for row in page.ids.opponents.children}
    assert rows == {each.name: (each.ahead, each.behind) for each in found.opponents}
    assert any(isinstance(row, OpponentRow) for row in page.ids.opponents.children)


def test_latest_games_are_charted_and_a_tap_opens_the_game(phone: FastPhone) -> None:
    name = max(phone.context.history.players(), key=lambda each: each.overall.games).name
    page = open_player(phone, name)
    found = phone.context.history.player(name)
    assert found is not None
    assert len(found.games) > LAST_GAMES
    chart: PointChart = page.ids.points.ids.chart
    last = found.games[-LAST_GAMES:]
    assert chart.values == [each.points for each in last]
    assert chart.marked == [each.won for each in last]
    assert chart.average == found.overall.average
    tap_point(phone, page.ids.points, LAST_GAMES - 1)
    assert str(last[-1].points) in page.ids.points.chosen
    phone.press(page.ids.points.chosen)
    assert phone.screen == "result"
    assert phone.now.saved.id == last[-1].game.id
    assert phone.navigator.back()
    phone.wait_until_idle()
    assert page.ids.points.chosen


@pytest.mark.parametrize("count", [0, 2, 3])
def test_chart_is_hidden_for_fewer_than_three_games(phone: FastPhone, count: int) -> None:
    page = open_player(phone, "Ana")
    found = phone.context.history.player("Ana")
    assert found is not None
    games = [ChartedGame(each.game, each.points, each.won, phrase("")) for each in found.games]
    chart = page.ids.points
    chart.show(games[:count], 50)
    phone.wait_until_idle()
    assert (chart.height > 0) == (count == 3)
    assert len(chart.ids.chart.positions) == (count if count == 3 else 0)
    page.redraw()


@pytest.mark.parametrize("dates", [["7. September"] * 10, ["28. Sept. 2026", "3. Okt. 2026"]])
@pytest.mark.parametrize("width", [260, 320, 600])
def test_dates_of_a_chart_never_overlap(dates: list[str], width: int) -> None:
    size = theme.text_scale
    theme.text_scale = 2.0
    chart = PointChart(size=(width, 160), values=range(len(dates)), marked=[False] * len(dates))
    chart.dates = dates
    chart._draw()
    drawn = chart.fitting_dates(0, width)
    theme.text_scale = size
    assert drawn
    assert all(one[2] < other[1] for one, other in pairwise(drawn))
    assert all(left >= 0 and right <= width for _, left, right in drawn)


def test_tap_on_a_heading_sorts_the_boards(phone: FastPhone) -> None:
    page = open_player(phone, "Ana")
    found = phone.context.history.player("Ana")
    assert found is not None
    figures = [each for _, each in found.boards]

    def column(name: str) -> list[str]:
        return [getattr(row, name) for row in reversed(page.ids.boards.children)]

    page.sort_boards("games")
    assert column("games") == [str(each.games) for each in figures]
    page.ids.scroll.scroll_to(page.ids.headings, animate=False)
    phone.wait_until_idle()
    for heading, name in (("wins", "wins"), ("best", "best")):
        phone.press(heading)
        expected = sorted((getattr(each, name) for each in figures), reverse=True)
        assert column(name) == [format_number(each) for each in expected]
    phone.press("Boards")
    assert column("name") == sorted(column("name"), key=str.casefold)


def test_tap_on_a_record_opens_its_game(phone: FastPhone) -> None:
    page = open_player(phone, "Ana")
    found = phone.context.history.player("Ana")
    assert found is not None
    assert found.best_score is not None
    best = page.ids.records.children[-1]
    assert best.is_best
    assert best.number == format_number(found.best_score.number)
    page.ids.scroll.scroll_to(best, animate=False)
    phone.wait_until_idle()
    phone.press(best.name_for_readers)
    assert phone.screen == "result"
    assert phone.now.saved.id == found.best_score.game.game.id


def test_games_of_a_player_can_be_listed(phone: FastPhone) -> None:
    open_player(phone, "Bruno")
    phone.press("List the games")
    assert phone.screen == "past_games"
    assert ("player", "Bruno", True) in phone.page("past_games").filters


def test_page_follows_a_renamed_player(phone: FastPhone) -> None:
    phone.context.store.players.rename("Clara", "Klara")
    try:
        page = open_player(phone, "Klara")
        assert page.name_of_player == "Klara"
        assert numbers_of(page)["games"] != "0"
        open_player(phone, "Clara")
        assert phone.shows("None of this player’s games are counted.")
    finally:
        phone.context.store.players.rename("Klara", "Clara")


def test_boards_are_listed_and_open_their_page(phone: FastPhone) -> None:
    phone.navigator.reset_to("home", "boards")
    phone.wait_until_idle()
    rows = phone.page("boards").rows
    assert len(rows) == len(phone.context.history.boards())
    phone.press(str(rows[0]["title"]))
    assert phone.screen == "board_statistics"
    assert phone.page("board_statistics").title == rows[0]["title"]


def test_all_variants_of_a_board_have_common_statistics(phone: FastPhone) -> None:
    played = [each for each in phone.context.history.games() if each.board == "usa"]
    assert len({game.variant for game in played}) > 1
    page = open_board(phone, "usa", None)
    assert page.title == "USA · All variants"
    assert numbers_of(page)["games"] == str(sum(game.final for game in played))
    phone.press("List the games")
    listed = [row["id"] for row in phone.page("past_games").ids.list.data if "id" in row]
    assert listed == [game.id for game in played]


def test_board_page_shows_scores_routes_and_tickets(phone: FastPhone) -> None:
    page = open_board(phone, "usa")
    board = phone.context.history.board("usa", "")
    assert board is not None
    assert [(tile.number, tile.caption) for tile in reversed(page.ids.best.children)] == [
        (format_number(each.points), each.player.name) for each in board.best
    ]
    assert len(page.ids.averages.children) == len(board.averages)
    assert page.has_frequencies
    found = phone.context.history.frequencies(board)
    assert found is not None
    looks = page.ids.picture.scene.looks
    assert {route: look.heat * found.games for (route, _), look in looks.items()} == {
        each.route: each.games for each in found.routes
    }
    usa = found.board
    listed = [*found.routes[:ROUTES_SHOWN], *found.routes[: -ROUTES_SHOWN - 1 : -1]]
    assert [(row.title, row.points) for row in rows_of(page.ids.routes, PointsRow)] == [
        (str(usa.route_title(usa.routes[each.route])), str(each.games)) for each in listed
    ]
    shown = [each for each in found.tickets if each.completed][:TICKETS_SHOWN]
    least = [each for each in found.least_completed if each not in shown][:TICKETS_SHOWN]
    assert [(row.label, row.number) for row in rows_of(page.ids.tickets, BarRow)] == [
        (usa.ticket_title(each.ticket), f"{each.completed} of {each.held}")
        for each in (*shown, *least)
    ]


def test_tap_on_a_route_rings_it_on_the_heat_map(phone: FastPhone) -> None:
    page = open_board(phone, "usa")
    row, *_, last = rows_of(page.ids.routes, PointsRow)
    board = phone.context.history.board("usa", "")
    assert board is not None
    found = phone.context.history.frequencies(board)
    assert found is not None

    def ringed() -> set[str]:
        looks = page.ids.picture.scene.looks
        return {route for (route, _), look in looks.items() if look.emphasis == "highlighted"}

    assert ringed() == set()
    page.ids.scroll.scroll_to(row, animate=False)
    phone.wait_until_idle()
    phone.press(row.title)
    assert ringed() == {found.routes[0].route}
    phone.press(row.title)
    assert ringed() == set()
    scroll, picture = page.ids.scroll, page.ids.picture
    phone.set_size(320, 568)
    scroll.scroll_to(last, animate=False)
    phone.wait_until_idle()
    assert picture.to_window(0, picture.top)[1] > scroll.top
    phone.press(last.title)
    phone.wait_until_idle()
    assert ringed() == {found.routes[-ROUTES_SHOWN].route}
    assert scroll.y <= picture.to_window(*picture.pos)[1]
    assert picture.to_window(0, picture.top)[1] <= scroll.top
    phone.set_size(390, 844)


def test_board_opened_while_another_is_replayed_shows_its_own_routes(phone: FastPhone) -> None:
    phone.kill()
    phone.start()
    phone.navigator.go("board_statistics", ShowBoard("europe", ""))
    phone.wait_until_idle()
    phone.navigator.reset_to("home")
    page = open_board(phone, "usa")
    routes = {route for route, _ in page.ids.picture.scene.looks}
    assert routes == set(phone.context.boards["usa"].routes)


def test_tap_on_a_winning_score_opens_its_game(phone: FastPhone) -> None:
    page = open_board(phone, "usa")
    board = phone.context.history.board("usa", "")
    assert board is not None
    tap_point(phone, page.ids.scores, 0)
    phone.press(page.ids.scores.chosen)
    assert phone.screen == "result"
    assert phone.now.saved.id == board.games[-LAST_GAMES:][0].id
