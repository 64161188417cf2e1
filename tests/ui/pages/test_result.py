"""The result page: score table, outcome, explanations and score curve."""

from __future__ import annotations

from companion.rules.final_tally import tally
from companion.ui.pages.result.explanation_view import ExplanationView
from companion.ui.pages.result.score_chart import ScoreCell, ScoreColumn
from tests.support.games import shared_game
from tests.support.phone import FastPhone
from tests.support.result import displayed_points, result_page
from tests.support.table import show_game, show_result


def explanation_view(phone: FastPhone) -> ExplanationView:
    return next(widget for widget in phone.visible_widgets() if isinstance(widget, ExplanationView))


def test_table_and_hero_show_the_tally(phone: FastPhone) -> None:
    for name, winner, score, verdict in (
        ("europe-full", "Edith wins", "118", "7 ahead of Clara"),
        ("heart-of-africa-full", "Maya wins", "143", "10 ahead of Ana"),
    ):
        game = show_result(phone, name)
        shown = displayed_points(phone)
        table = result_page(phone).ids.table.table
        rows = (*table.rows, table.total)
        assert len(shown) == len(rows) * len(game.setup.names)
        for row in rows:
            for cell in row.cells:
                text = shown[f"{row.title}, {cell.player}"]
                assert int(text.replace("−", "-").replace("–", "0")) == cell.points
        assert phone.shows(winner)
        assert result_page(phone).ids.headline.score == score
        assert phone.shows(verdict)
    assert result_page(phone).curve_summary == (
        "The lead changed hands 4 times; Maya took it last, in the final tally."
    )


def test_shared_victory_shows_markers_of_all_winners(phone: FastPhone) -> None:
    show_game(phone, shared_game())
    assert phone.shows("Ana and Peter share the victory")
    assert result_page(phone).ids.headline.color_names == ["blue", "red"]
    assert result_page(phone).ids.headline.score == "93"


def test_cell_opens_explanation_and_back_closes_it(phone: FastPhone) -> None:
    show_result(phone, "europe-full")
    cells = {
        cell.name_for_readers
        for cell in result_page(phone).ids.table.walk()
        if isinstance(cell, ScoreCell | ScoreColumn)
    }
    assert len(cells) == 5 * 3
    for cell in sorted(cells):
        part, _, player = cell.rpartition(", ")
        if player != ("Edith" if part == "Routes" else "Bruno"):
            continue
        phone.press(cell)
        assert explanation_view(phone).explanation.player == player
        assert phone.navigator.back()
        phone.wait_until_idle()
        assert phone.screen == "result"
        assert not any(isinstance(widget, ExplanationView) for widget in phone.visible_widgets())


def test_rows_of_an_explanation_are_highlighted_one_by_one(phone: FastPhone) -> None:
    game = show_result(phone, "usa-full")
    phone.press("Routes, Lena")
    claims = game.state.players["Lena"].claims
    assert phone.shows("13 routes · 45 trains used")
    assert phone.shows(f"entry {claims[0].entry + 1}")
    board = explanation_view(phone).ids.board
    assert set(board.highlight.tracks) == {(claim.route.id, claim.track) for claim in claims}
    phone.press(str(game.setup.board.route_title(claims[0].route)))
    assert board.highlight.tracks == ((claims[0].route.id, claims[0].track),)


def test_buttons_step_through_tickets_on_the_board(phone: FastPhone) -> None:
    game = show_result(phone, "europe-full")
    results = next(each for each in tally(game.state).players if each.name == "Clara").tickets
    phone.press("Tickets, Clara")
    board = explanation_view(phone).ids.board
    rows = explanation_view(phone).explanation.rows
    for number, row in enumerate(rows, 1):
        phone.press("Next")
        assert phone.shows(f"{number} of {len(results)}")
        assert board.highlight == row.highlight
    phone.press("Next")
    assert phone.shows(f"1 of {len(results)}")
    phone.press("Previous")
    assert phone.shows(f"{len(results)} of {len(results)}")
    assert phone.shows("not completed: 3 spaces missing")


def test_total_opens_explanations_of_parts_and_the_board_those_of_players(
    phone: FastPhone,
) -> None:
    show_result(phone, "usa-full")
    phone.press("Total, Omar")
    assert phone.shows("Omar: 112 points")
    phone.press("Tickets")
    assert phone.shows("Omar: Tickets, 43 points")
    game = show_result(phone, "usa-shared")
    page = result_page(phone)
    page.ids.scroll.scroll_to(page.ids.board, animate=False)
    phone.wait_until_idle()
    phone.press("The board")
    phone.press("Mikkel")
    claims = game.state.players["Mikkel"].claims
    tracks = {(claim.route.id, claim.track) for claim in claims}
    assert set(explanation_view(phone).ids.board.highlight.tracks) == tracks


def test_columns_show_captions_and_names_on_every_size(phone: FastPhone) -> None:
    show_result(phone, "heart-of-africa-full")
    grid = result_page(phone).ids.table
    for width, height in ((390, 844), (1280, 800)):
        phone.set_size(width, height)
        phone.wait_until_idle()
        assert phone.shows("12 routes")
    phone.set_size(844, 390)
    phone.wait_until_idle()
    column = next(widget for widget in grid.walk() if isinstance(widget, ScoreColumn))
    assert column.to_window(0, column.y)[1] > 0


def test_curve_ends_with_names_and_scores(phone: FastPhone) -> None:
    show_result(phone, "heart-of-africa-full")
    page = result_page(phone)
    page.show_curve()
    phone.wait_until_idle()
    chart = page.ids.curve
    labels = {name: label.text for name, label in chart.labels.items()}
    assert labels == {
        "Tomas": "Tomas 71",
        "Peter": "Peter 86",
        "Ana": "Ana 133",
        "Maya": "Maya 143",
    }
