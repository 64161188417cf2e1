"""The score table has the numbers of the JSON, and explanations add up to its cells."""

from __future__ import annotations

from hypothesis import given, settings

from companion.report.export.score_sheet import score_json
from companion.report.words.result import TOTAL, ScoreTable, explain, score_table
from companion.rules.board import Board
from companion.rules.boards import bundled_boards
from companion.rules.final_tally import tally
from companion.rules.record import Record, read_record, write_record
from tests.support.games import NAMES, recorded_game
from tests.support.random_games import boards, counts, random_game, seeds


def points_in(table: ScoreTable) -> dict[str, dict[str, int]]:
    """The points in a table by player and part."""
    return {
        player.name: {
            row.part: cell.points
            for row in (*table.rows, table.total)
            for cell in row.cells
            if cell.player == player.name
        }
        for player in table.players
    }


def points_in_json(answer: dict[str, object]) -> dict[str, dict[str, int]]:
    players = answer["players"]
    assert isinstance(players, list)
    return {player["name"]: {**player["parts"], TOTAL: player["total"]} for player in players}


def test_table_of_recorded_games_has_the_numbers_and_order_of_the_json() -> None:
    for name in NAMES:
        state = recorded_game(name).state
        result = tally(state)
        table, answer = score_table(state, result), score_json("", state, result)
        assert points_in(table) == points_in_json(answer)
        assert list(result.winners) == answer["winners"]
        assert [player.name for player in table.players] == [each.name for each in result.ranking]
    state = recorded_game("usa-full").state
    names = [player.name for player in score_table(state, tally(state)).players]
    assert names == ["Lena", "Omar", "Iris", "Jack", "Nora"]


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
    assert rows["usa-full"] == ["routes", "tickets", "longest_route"]
    assert rows["europe-full"] == ["routes", "tickets", "stations", "longest_route"]
    assert rows["heart-of-africa-full"] == ["routes", "tickets", "globetrotter"]
