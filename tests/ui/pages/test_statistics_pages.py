"""The pages of a player and of a board, and their charts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.ui.board.pictures import NumberedRoutes
from companion.ui.game.statistics import GameChart
from companion.ui.kit.charts import PointChart
from companion.ui.kit.rows import BarRow
from companion.ui.navigator import ShowBoard, ShowPlayer
from companion.ui.page import Page
from companion.ui.pages.board_statistics import SHOWN
from companion.ui.pages.player import OpponentRow
from tests.support.history import write_history
from tests.support.phone import FastPhone

COUNT = 40


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


def tap_point(phone: FastPhone, chart: GameChart, index: int) -> None:
    """Scroll to a chart and tap one of its points."""
    phone.navigator.page.ids.scroll.scroll_to(chart, animate=False)
    phone.wait_until_idle()
    points: PointChart = chart.ids.chart
    phone.tap_at(*points.to_window(*points.positions[index]))
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


def test_player_page_shows_the_figures_of_the_player(phone: FastPhone) -> None:
    page = open_player(phone, "Ana")
    found = phone.context.history.player("Ana")
    assert found is not None
    assert page.numbers[:2] == [str(len(found.games)), str(found.wins)]
    assert page.numbers[3] == str(found.longest_streak)
    assert page.ids.shares.ids.chart.values == [100 * share for share in found.win_shares]
    titles = [row.title for row in page.ids.facts.children]
    assert ("Doubled claims" in titles) == (found.doubling is not None)
    assert {"Tickets completed", "Longest route held", "Playing time"} <= {*titles}
    rows = {row.name: row.score for row in page.ids.opponents.children}
    assert rows == {each.name: f"{each.ahead} : {each.behind}" for each in found.opponents}
    assert any(isinstance(row, OpponentRow) for row in page.ids.opponents.children)


def test_points_are_charted_per_board_and_a_tap_opens_the_game(phone: FastPhone) -> None:
    page = open_player(phone, "Ana")
    found = phone.context.history.player("Ana")
    assert found is not None
    for board, figures in found.boards[:2]:
        page.show_board(board)
        phone.wait_until_idle()
        played = [each for each in found.games if (each.game.board, each.game.variant) == board]
        assert page.ids.points.ids.chart.values == [each.points for each in played]
        assert len(played) == figures.games
        assert [chip.chosen for chip in page.ids.chips.children].count(True) == 1
        last = played[-1]
        tap_point(phone, page.ids.points, len(played) - 1)
        assert str(last.points) in page.ids.points.chosen
        phone.press(page.ids.points.chosen)
        assert phone.screen == "result"
        assert phone.now.saved.id == last.game.id
        assert phone.navigator.back()
        phone.wait_until_idle()
        assert page.ids.points.chosen


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
        assert page.numbers[0] != "0"
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
    assert page.subtitle == f"{sum(game.final for game in played)} games"
    phone.press("List the games")
    listed = [row["id"] for row in phone.page("past_games").ids.list.data if "id" in row]
    assert listed == [game.id for game in played]


def test_board_page_shows_scores_routes_and_tickets(phone: FastPhone) -> None:
    page = open_board(phone, "usa")
    board = phone.context.history.board("usa", "")
    assert board is not None
    assert phone.shows("Best score")
    assert len(page.ids.averages.children) == len(board.averages)
    assert page.has_frequencies
    found = phone.context.history.frequencies(board)
    assert found is not None
    assert [disc[0] for disc in page.ids.picture.discs] == [
        each.route for each in found.routes[:SHOWN]
    ]
    first = page.ids.routes.children[-1]
    assert isinstance(first, BarRow)
    assert first.number == f"{found.routes[0].games} of {found.games}"
    page.ids.scroll.scroll_to(page.ids.order, animate=False)
    phone.wait_until_idle()
    phone.press("Least often")
    assert page.ids.routes.children[-1].number == f"{found.routes[-1].games} of {found.games}"
    least = found.least_completed[0]
    assert page.ids.tickets.children[-1].number == f"{least.completed} of {least.held}"


def test_board_opened_while_another_is_replayed_shows_its_own_routes(phone: FastPhone) -> None:
    phone.kill()
    phone.start()
    phone.navigator.go("board_statistics", ShowBoard("europe", ""))
    phone.wait_until_idle()
    phone.navigator.reset_to("home")
    page = open_board(phone, "usa")
    assert page.ids.picture.board.id == "usa"
    assert {disc[0] for disc in page.ids.picture.discs} <= set(page.ids.picture.board.routes)


def test_numbers_lie_on_the_board(phone: FastPhone) -> None:
    picture: NumberedRoutes = open_board(phone, "europe").ids.picture
    assert len(picture.discs) == SHOWN
    for _, x, y in picture.discs:
        assert picture.x < x < picture.right
        assert picture.y < y < picture.top


def test_tap_on_a_winning_score_opens_its_game(phone: FastPhone) -> None:
    page = open_board(phone, "usa")
    board = phone.context.history.board("usa", "")
    assert board is not None
    tap_point(phone, page.ids.scores, 0)
    phone.press(page.ids.scores.chosen)
    assert phone.screen == "result"
    assert phone.now.saved.id == board.games[0].id
