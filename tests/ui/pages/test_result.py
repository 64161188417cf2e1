"""The result: its numbers, its reasons, and what comes after, by real touches."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings

from companion.report.reasons import reason
from companion.report.score_curve import score_curve
from companion.report.score_table import Part, ResultTable, result_table
from companion.report.sheet import answer
from companion.rules.board import Board
from companion.rules.boards import bundled_boards
from companion.rules.final_tally import tally
from companion.rules.record import Record, read_record, write_record
from companion.ui.kit.page_row import PageRow
from companion.ui.pages.result.page import ResultPage
from companion.ui.pages.result.reason_view import ReasonView
from companion.ui.pages.result.score_grid import ScoreCell
from tests.rules.playing import boards, counts, played, seeds
from tests.support.games import NAMES
from tests.support.games import recorded_game as recorded
from tests.support.layout_checks import defects
from tests.support.phone import HastyPhone
from tests.support.table import show_result

PARTS: dict[str, Part] = {
    "routes": "routes",
    "tickets": "tickets",
    "stations": "stations",
    "longest_route_bonus": "longest_route",
    "globetrotter_bonus": "globetrotter",
    "grand_tour_bonus": "grand_tour",
    "total": "total",
}
"""What the score keeper without a screen calls the parts."""


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HastyPhone]:
    """One app for all of it."""
    phone = HastyPhone(tmp_path_factory.mktemp("kept"))
    yield phone
    phone.close()


@pytest.fixture(autouse=True)
def _upright(phone: HastyPhone) -> Iterator[None]:
    yield
    phone.turn(390, 844)


def screen(phone: HastyPhone) -> ResultPage:
    found: ResultPage = phone.page("result")
    return found


def reasons(phone: HastyPhone) -> ReasonView:
    return next(widget for widget in phone.shown() if isinstance(widget, ReasonView))


def scroll_to(phone: HastyPhone, words: str) -> None:
    """Bring a row of the page into sight."""
    page = screen(phone).ids.scroll
    row = next(row for row in page.walk() if isinstance(row, PageRow) and row.text == words)
    page.scroll_to(row, padding=160, animate=False)
    phone.commit()


def numbers_on_screen(phone: HastyPhone) -> dict[str, str]:
    """Every cell by its row and player."""
    return {
        cell.name_for_readers: cell.points
        for cell in screen(phone).ids.table.walk()
        if isinstance(cell, ScoreCell)
    }


def scored(folder: Path, text: str) -> dict[str, object]:
    """What the scorer without a screen says of a record."""
    path = folder / "record.json"
    path.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "companion", "score", "--json", str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8")
    found: dict[str, object] = json.loads(done.stdout)
    return found


def as_answered(table: ResultTable) -> dict[str, dict[str, int]]:
    """A table as the scorer without a screen names its parts."""
    return {
        player.name: {name: table.points(part, player.name) for name, part in PARTS.items()}
        for player in table.players
    }


def answered(answer: dict[str, object]) -> dict[str, dict[str, int]]:
    players = answer["players"]
    assert isinstance(players, list)
    return {player["name"]: {name: player[name] for name in PARTS} for player in players}


# Numbers


@pytest.mark.parametrize("name", NAMES)
def test_the_numbers_on_the_screen_are_those_of_the_exported_record(
    phone: HastyPhone, tmp_path: Path, name: str
) -> None:
    show_result(phone, name)
    assert phone.now.saved is not None
    said = scored(tmp_path, phone.context.store.exchange.game(phone.now.saved.id))
    shown = numbers_on_screen(phone)
    for row in screen(phone).ids.table.table.rows:
        for player, points in answered(said).items():
            expected = points[next(key for key, part in PARTS.items() if part == row.part)]
            text = shown[f"{row.title}, {player}"]
            assert int(text.replace("−", "-").replace("–", "0")) == expected
    winners = said["winners"]
    assert isinstance(winners, list)
    assert list(tally(recorded(name).state).winners) == winners
    assert all(phone.reads(winner) for winner in winners)


@settings(max_examples=40)
@given(boards, seeds, counts)
def test_a_shown_table_is_what_the_record_scores(board: Board, seed: int, count: int) -> None:
    game = played(board, seed, count, 90)
    again = read_record(write_record(Record(game, {})), bundled_boards()).game.state
    table = result_table(game.state, tally(game.state))
    said = answer("", again, tally(again))
    assert as_answered(table) == answered(said)
    assert [player.name for player in table.players][: len(tally(again).winners)] == said["winners"]


@settings(max_examples=15)
@given(boards, seeds, counts)
def test_the_grounds_of_a_reason_add_up_to_its_cell(board: Board, seed: int, count: int) -> None:
    state = played(board, seed, count, 90).state
    result = tally(state)
    table = result_table(state, result)
    for player in result.players:
        for part in ("routes", "tickets", "total"):
            grounds = reason(state, result, part, player.name).grounds
            points = [ground.points.replace("−", "-").replace("–", "0") for ground in grounds]
            assert sum(map(int, points)) == table.points(part, player.name)


def test_rows_are_there_only_for_what_the_game_has() -> None:
    rows = {
        name: [
            row.part for row in result_table(recorded(name).state, tally(recorded(name).state)).rows
        ]
        for name in NAMES
    }
    assert rows["usa-full"] == ["routes", "tickets", "longest_route", "total"]
    assert rows["europe-full"] == ["routes", "tickets", "stations", "longest_route", "total"]
    assert rows["heart-of-africa-full"] == ["routes", "tickets", "globetrotter", "total"]


# Winners


def test_a_winner_is_shown_with_the_margin(phone: HastyPhone) -> None:
    show_result(phone, "heart-of-africa-full")
    assert phone.reads("Maya wins with 143")
    assert phone.reads("10 ahead of Ana")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("europe-tickets", "level with Yann, decided by more completed tickets (2 to 1)"),
        ("europe-fewest-stations", "level with Hugo, decided by fewer stations built (0 to 2)"),
        ("usa-longest-route", "level with Kenji, decided by holding the longest route (8)"),
    ],
)
def test_a_tie_breaker_is_named(phone: HastyPhone, name: str, reason: str) -> None:
    show_result(phone, name)
    assert phone.reads(reason)


def test_a_shared_victory_has_the_markers_of_all_winners(phone: HastyPhone) -> None:
    show_result(phone, "usa-shared")
    assert phone.reads("Wanda and Diego share the victory")
    assert screen(phone).ids.winner.color_names == ["yellow", "blue"]


def test_players_stand_in_the_order_of_their_ranks(phone: HastyPhone) -> None:
    show_result(phone, "usa-full")
    names = [player.name for player in screen(phone).ids.table.table.players]
    assert names == ["Lena", "Omar", "Iris", "Jack", "Nora"]


# Reasons


def test_every_cell_opens_its_reason_and_back_closes_it(phone: HastyPhone) -> None:
    show_result(phone, "europe-full")
    cells = [cell for cell in screen(phone).ids.table.walk() if isinstance(cell, ScoreCell)]
    assert len(cells) == 5 * 3
    for cell in cells:
        phone.press(cell.name_for_readers)
        player = cell.name_for_readers.rpartition(", ")[2]
        assert reasons(phone).reason.player == player
        assert phone.navigator.back()
        phone.commit()
        assert phone.screen == "result"
        assert not any(isinstance(widget, ReasonView) for widget in phone.shown())


def test_routes_are_listed_by_entry_and_lit_on_the_board(phone: HastyPhone) -> None:
    game = show_result(phone, "usa-full")
    phone.press("Routes, Lena")
    claims = game.state.players["Lena"].claims
    assert phone.reads("13 routes · 45 trains used")
    assert phone.reads(f"entry {claims[0].entry + 1}")
    board = reasons(phone).ids.board
    assert set(board.lit) == {(claim.route.id, claim.track) for claim in claims}
    phone.press(str(game.setup.board.title(claims[0].route)))
    assert board.lit == ((claims[0].route.id, claims[0].track),)


def test_all_tickets_of_a_player_are_stepped_through_on_the_board(phone: HastyPhone) -> None:
    game = show_result(phone, "europe-full")
    results = next(each for each in tally(game.state).players if each.name == "Clara").tickets
    phone.press("Tickets, Clara")
    board = reasons(phone).ids.board
    for number, ticket in enumerate(results, 1):
        phone.press("Next")
        assert phone.reads(f"{number} of {len(results)}")
        assert ticket.walk is not None
        assert tuple(dict.fromkeys(route for route, _ in board.lit)) == ticket.walk.routes
        assert board.marked_places == (ticket.walk.places[0], ticket.walk.places[-1])
    phone.press("Next")
    assert phone.reads(f"1 of {len(results)}")
    phone.press("Previous")
    assert phone.reads(f"{len(results)} of {len(results)}")
    assert phone.reads("not completed: 3 spaces missing")


def test_the_longest_route_is_drawn_with_its_length(phone: HastyPhone) -> None:
    game = show_result(phone, "europe-full")
    phone.press("Longest route, Clara")
    walk = next(each for each in tally(game.state).players if each.name == "Clara").longest_route
    assert tuple(route for route, _ in reasons(phone).ids.board.lit) == walk.routes
    assert phone.reads("42 spaces without a break, nobody has more")


def test_each_station_shows_what_it_borrows_and_what_that_earned(phone: HastyPhone) -> None:
    show_result(phone, "europe-full")
    phone.press("Stations left, Bruno")
    assert phone.reads("1 station not built")
    assert phone.reads("borrows Essen – København of Clara, for Erzurum – København")
    phone.press("Essen")
    board = reasons(phone).ids.board
    assert [route for route, _ in board.borrowed] == ["essen--kobenhavn"]
    assert board.marked_places == ("essen",)


def test_globetrotter_counts_everybodys_tickets(phone: HastyPhone) -> None:
    show_result(phone, "heart-of-africa-full")
    phone.press("Globetrotter, Ana")
    assert phone.reads("4 tickets completed would have been enough.")
    assert phone.reads("Maya: 4 of 4 completed")
    assert phone.reads("Ana: 3 of 4 completed")


def test_a_total_leads_on_to_its_parts(phone: HastyPhone) -> None:
    show_result(phone, "usa-full")
    phone.press("Total, Omar")
    phone.press("Tickets")
    assert phone.reads("Omar: tickets, 43 points")


def test_the_board_opens_large_and_shows_one_player_at_a_time(phone: HastyPhone) -> None:
    game = show_result(phone, "usa-shared")
    phone.press("The board")
    phone.press("Mikkel")
    claims = game.state.players["Mikkel"].claims
    tracks = {(claim.route.id, claim.track) for claim in claims}
    assert set(reasons(phone).ids.board.lit) == tracks


# The course of the game


def test_the_curve_runs_from_nothing_over_every_claim_to_the_total() -> None:
    for name in NAMES:
        game = recorded(name)
        result = tally(game.state)
        curve = score_curve(game, result)
        claims = sum(len(player.claims) for player in game.state.players.values())
        assert curve.steps == claims + 1
        for line, player in zip(curve.lines, result.players, strict=True):
            assert line.scores[0] == 0
            assert line.scores[-2:] == (player.route_points, player.total)


def test_the_lead_changes_where_somebody_overtakes() -> None:
    game = recorded("heart-of-africa-tickets")
    changes = score_curve(game, tally(game.state)).lead_changes
    assert [change.player for change in changes] == ["Jonas", "Amina"]
    assert changes[-1].step == score_curve(game, tally(game.state)).steps


def test_drawing_level_is_no_change_of_the_lead() -> None:
    game = recorded("heart-of-africa-shared")
    assert score_curve(game, tally(game.state)).lead_changes == ()


def test_the_curve_is_on_the_screen(phone: HastyPhone) -> None:
    show_result(phone, "heart-of-africa-full")
    assert screen(phone).curve_summary == (
        "The lead changed hands 4 times, last in the tally: Maya."
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
def test_nothing_is_cut_off_or_too_small_to_tap(
    phone: HastyPhone, size: tuple[int, int], name: str
) -> None:
    phone.turn(*size)
    game = show_result(phone, name)
    assert defects() == []
    player = game.setup.names[0]
    screen(phone).explain("tickets", player)
    phone.commit()
    assert defects() == []
    screen(phone).step_back()
    for other in ("reveal", "past_games", "players"):
        phone.navigator.go(other)
        phone.wait(0.6)
        assert defects() == [], other


def test_both_walks_of_a_grand_tour_are_drawn_there_and_back(phone: HastyPhone) -> None:
    game = show_result(phone, "india-grand-tour")
    phone.press("Grand Tour, Ravi")
    phone.press("Bezwada – Bombay")
    board = reasons(phone).ids.board
    (tour,) = (each.tour for each in tally(game.state).players[0].grand_tours)
    assert tour
    there, back = tour
    assert [route for route, _ in board.trail] == [*there.routes, *reversed(back.routes)]
    assert {route for route, _ in board.lit} == {*there.routes, *back.routes}
    assert phone.navigator.back()
