"""The result page: score table, outcome, explanations, score curve and layout."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings

from companion.report.explanation import explain
from companion.report.score_curve import score_curve
from companion.report.score_sheet import score_json
from companion.report.score_table import TOTAL, ScoreTable, score_table
from companion.rules.board import Board
from companion.rules.boards import bundled_boards
from companion.rules.final_tally import tally
from companion.rules.parts.grand_tour import GrandTourPart
from companion.rules.record import Record, read_record, write_record
from companion.store.archive import shared_record
from companion.ui.pages.result.explanation_view import ExplanationView
from companion.ui.pages.result.score_column import ScoreColumn
from companion.ui.pages.result.score_grid import ScoreCell
from tests.support.games import NAMES, recorded_game, shared_game, tally_as_final, tied_game
from tests.support.layout_checks import layout_defects
from tests.support.phone import FastPhone
from tests.support.random_games import boards, counts, random_game, seeds
from tests.support.result import displayed_points, result_page
from tests.support.table import show_game, show_result


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastPhone]:
    """One app for all tests of the module."""
    phone = FastPhone(tmp_path_factory.mktemp("data"))
    yield phone
    phone.close()


@pytest.fixture(autouse=True)
def _upright(phone: FastPhone) -> Iterator[None]:
    yield
    phone.set_size(390, 844)


def explanation_view(phone: FastPhone) -> ExplanationView:
    return next(widget for widget in phone.visible_widgets() if isinstance(widget, ExplanationView))


def scored(folder: Path, text: str) -> dict[str, object]:
    """The JSON the command line prints for a record."""
    path = folder / "record.json"
    path.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "companion", "score", "--json", str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8")
    found: dict[str, object] = json.loads(done.stdout)
    return found


def points_in(table: ScoreTable) -> dict[str, dict[str, int]]:
    """The points in a table by player and part."""
    return {
        player.name: {
            row.part: cell.points
            for row in table.rows
            for cell in row.cells
            if cell.player == player.name
        }
        for player in table.players
    }


def points_in_json(answer: dict[str, object]) -> dict[str, dict[str, int]]:
    players = answer["players"]
    assert isinstance(players, list)
    return {player["name"]: {**player["parts"], TOTAL: player["total"]} for player in players}


# Numbers


@pytest.mark.parametrize("name", NAMES)
def test_table_shows_the_numbers_of_the_command_line(
    phone: FastPhone, tmp_path: Path, name: str
) -> None:
    show_result(phone, name)
    assert phone.now.saved is not None
    answer = scored(tmp_path, shared_record(phone.context.store.games.open(phone.now.saved.id)))
    shown = displayed_points(phone)
    for row in result_page(phone).ids.table.table.rows:
        for player, points in points_in_json(answer).items():
            expected = points[row.part]
            text = shown[f"{row.title}, {player}"]
            assert int(text.replace("−", "-").replace("–", "0")) == expected
    winners = answer["winners"]
    assert isinstance(winners, list)
    assert list(tally(recorded_game(name).state).winners) == winners
    assert all(phone.shows(winner) for winner in winners)


@settings(max_examples=40)
@given(boards, seeds, counts)
def test_table_has_the_numbers_of_the_json(board: Board, seed: int, count: int) -> None:
    game = random_game(board, seed, count, 90)
    again = read_record(write_record(Record(game, {})), bundled_boards()).game.state
    table = score_table(game.state, tally(game.state))
    answer = score_json("", again, tally(again))
    assert points_in(table) == points_in_json(answer)
    assert [player.name for player in table.players][: len(tally(again).winners)] == answer[
        "winners"
    ]


@settings(max_examples=15)
@given(boards, seeds, counts)
def test_rows_of_an_explanation_add_up_to_its_cell(board: Board, seed: int, count: int) -> None:
    state = random_game(board, seed, count, 90).state
    result = tally(state)
    table = score_table(state, result)
    for player in result.players:
        for part in ("routes", "tickets", TOTAL):
            rows = explain(state, result, part, player.name).rows
            points = [row.points.replace("−", "-").replace("–", "0") for row in rows]
            assert sum(map(int, points)) == points_in(table)[player.name][part]


def test_table_has_only_the_parts_of_the_game() -> None:
    rows = {
        name: [
            row.part
            for row in score_table(recorded_game(name).state, tally(recorded_game(name).state)).rows
        ]
        for name in NAMES
    }
    assert rows["usa-full"] == ["routes", "tickets", "longest_route", "total"]
    assert rows["europe-full"] == ["routes", "tickets", "stations", "longest_route", "total"]
    assert rows["heart-of-africa-full"] == ["routes", "tickets", "globetrotter", "total"]


# Winners


def test_headline_names_winner_and_margin(phone: FastPhone) -> None:
    show_result(phone, "heart-of-africa-full")
    assert phone.shows("Maya wins")
    assert result_page(phone).ids.hero.score == "143"
    assert phone.shows("10 ahead of Ana")


def test_headline_names_tie_breaker(phone: FastPhone) -> None:
    show_game(phone, tied_game())
    phone.session.finish()
    phone.wait_until_idle()
    assert phone.shows("Peter wins")
    assert phone.shows("tied with Ana; tie-breaker: more completed tickets (3 to 0)")


def test_shared_victory_shows_markers_of_all_winners(phone: FastPhone) -> None:
    show_game(phone, shared_game())
    assert phone.shows("Ana and Peter share the victory")
    assert result_page(phone).ids.hero.color_names == ["blue", "red"]
    assert result_page(phone).ids.hero.score == "93"


def test_columns_are_sorted_by_rank(phone: FastPhone) -> None:
    show_result(phone, "usa-full")
    names = [player.name for player in result_page(phone).ids.table.table.players]
    assert names == ["Lena", "Omar", "Iris", "Jack", "Nora"]


# Explanations


def test_cell_opens_explanation_and_back_closes_it(phone: FastPhone) -> None:
    show_result(phone, "europe-full")
    cells = [
        cell
        for cell in result_page(phone).ids.table.walk()
        if isinstance(cell, ScoreCell | ScoreColumn)
    ]
    assert len(cells) == 5 * 3
    for cell in cells:
        phone.press(cell.name_for_readers)
        player = cell.name_for_readers.rpartition(", ")[2]
        assert explanation_view(phone).explanation.player == player
        assert phone.navigator.back()
        phone.wait_until_idle()
        assert phone.screen == "result"
        assert not any(isinstance(widget, ExplanationView) for widget in phone.visible_widgets())


def test_routes_are_listed_and_highlighted(phone: FastPhone) -> None:
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
    for number, ticket in enumerate(results, 1):
        phone.press("Next")
        assert phone.shows(f"{number} of {len(results)}")
        assert ticket.walk is not None
        assert (
            tuple(dict.fromkeys(route for route, _ in board.highlight.tracks)) == ticket.walk.routes
        )
        assert board.highlight.places == (ticket.walk.places[0], ticket.walk.places[-1])
    phone.press("Next")
    assert phone.shows(f"1 of {len(results)}")
    phone.press("Previous")
    assert phone.shows(f"{len(results)} of {len(results)}")
    assert phone.shows("not completed: 3 spaces missing")


def test_longest_route_is_highlighted_with_its_length(phone: FastPhone) -> None:
    game = show_result(phone, "europe-full")
    phone.press("Longest route, Clara")
    walk = next(each for each in tally(game.state).players if each.name == "Clara").longest_route
    assert (
        tuple(route for route, _ in explanation_view(phone).ids.board.highlight.tracks)
        == walk.routes
    )
    assert phone.shows("42 spaces in a row, nobody has more")


def test_stations_show_borrowed_route_and_tickets(phone: FastPhone) -> None:
    show_result(phone, "europe-full")
    phone.press("Stations left, Bruno")
    assert phone.shows("1 station not built")
    assert phone.shows("borrows Essen – København from Clara, for Erzurum – København")
    phone.press("Essen")
    board = explanation_view(phone).ids.board
    assert [route for route, _ in board.highlight.borrowed] == ["essen--kobenhavn"]
    assert board.highlight.places == ("essen",)


def test_globetrotter_compares_completed_tickets(phone: FastPhone) -> None:
    show_result(phone, "heart-of-africa-full")
    phone.press("Globetrotter, Ana")
    assert phone.shows("4 completed tickets would have earned the bonus.")
    assert phone.shows("Maya: 4 of 4 completed")
    assert phone.shows("Ana: 3 of 4 completed")


def test_total_opens_explanations_of_parts(phone: FastPhone) -> None:
    show_result(phone, "usa-full")
    phone.press("Total, Omar")
    phone.press("Tickets")
    assert phone.shows("Omar: tickets, 43 points")


def test_board_opens_and_highlights_one_player(phone: FastPhone) -> None:
    game = show_result(phone, "usa-shared")
    phone.press("The board")
    phone.press("Mikkel")
    claims = game.state.players["Mikkel"].claims
    tracks = {(claim.route.id, claim.track) for claim in claims}
    assert set(explanation_view(phone).ids.board.highlight.tracks) == tracks


# Score curve


def test_curve_has_every_claim_and_the_total() -> None:
    for name in NAMES:
        game = recorded_game(name)
        result = tally(game.state)
        curve = score_curve(game, result)
        claims = sum(len(player.claims) for player in game.state.players.values())
        assert curve.steps == claims + 1
        for line, player in zip(curve.players, result.players, strict=True):
            assert line.scores[0] == 0
            assert line.scores[-2:] == (player.points("routes"), player.total)


def test_overtaking_is_a_change_of_lead() -> None:
    game = recorded_game("heart-of-africa-tickets")
    curve = score_curve(game, tally_as_final(game.state))
    assert [change.player for change in curve.lead_changes] == ["Jonas", "Amina"]
    assert curve.lead_changes[-1].step == curve.steps


def test_tie_breaker_changes_no_lead_before_the_game_is_over() -> None:
    game = recorded_game("heart-of-africa-tickets")
    changes = score_curve(game, tally(game.state)).lead_changes
    assert [change.player for change in changes] == ["Jonas"]


def test_drawing_level_is_no_change_of_lead() -> None:
    game = recorded_game("heart-of-africa-shared")
    assert score_curve(game, tally(game.state)).lead_changes == ()


def test_curve_summary_is_shown(phone: FastPhone) -> None:
    show_result(phone, "heart-of-africa-full")
    assert result_page(phone).curve_summary == (
        "The lead changed hands 4 times; Maya took it last, in the final tally."
    )


# Layout


@pytest.mark.parametrize(
    ("name", "size"),
    [
        ("europe-tickets", (320, 568)),
        ("heart-of-africa-shared", (360, 640)),
        ("europe-tickets", (844, 390)),
        ("heart-of-africa-shared", (1280, 800)),
    ],
    ids=str,
)
def test_layout_has_no_defects(phone: FastPhone, size: tuple[int, int], name: str) -> None:
    phone.set_size(*size)
    game = show_result(phone, name)
    assert layout_defects() == []
    player = game.setup.names[0]
    result_page(phone).explain("tickets", player)
    phone.wait_until_idle()
    assert layout_defects() == []
    result_page(phone).step_back()
    for other in ("reveal", "past_games", "players"):
        phone.navigator.go(other)
        phone.wait(0.6)
        assert layout_defects() == [], other


def test_grand_tour_trail_goes_there_and_back(phone: FastPhone) -> None:
    game = show_result(phone, "india-grand-tour")
    phone.press("Grand Tour, Ravi")
    phone.press("Bezwada – Bombay")
    board = explanation_view(phone).ids.board
    part = tally(game.state).players[0].part(GrandTourPart)
    assert part is not None
    ((there, back),) = (tour.walks for tour in part.tours)
    assert [route for route, _ in board.highlight.trail] == [*there.routes, *reversed(back.routes)]
    assert {route for route, _ in board.highlight.tracks} == {*there.routes, *back.routes}
    assert phone.navigator.back()
