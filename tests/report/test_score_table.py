"""The score table has the numbers of the JSON, and explanations add up to its cells."""

from __future__ import annotations

from hypothesis import given

from companion.report.export.score_sheet import score_json
from companion.report.words.result import TOTAL, ScoreTable, explain, score_table
from companion.rules.board import Board
from companion.rules.boards import bundled_boards
from companion.rules.final_tally import tally
from companion.rules.record import Record, read_record, write_record
from tests.support.games import NAMES, recorded_game
from tests.support.random_games import boards, counts, examples, random_game, seeds


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


@examples(8)
@given(boards, seeds, counts)
def test_table_has_the_numbers_of_the_json_and_of_the_explanations(
    board: Board, seed: int, count: int
) -> None:
    game = random_game(board, seed, count, 90)
    again = read_record(write_record(Record(game, {})), bundled_boards()).game.state
    result = tally(game.state)
    table = score_table(game.state, result)
    answer = score_json("", again, tally(again))
    points = points_in(table)
    assert points == points_in_json(answer)
    assert [player.name for player in table.players][: len(result.winners)] == answer["winners"]
    for player in result.players:
        for part in ("routes", "tickets", TOTAL):
            rows = explain(game.state, result, part, player.name).rows
            numbers = [row.points.replace("−", "-").replace("–", "0") for row in rows]
            assert sum(map(int, numbers)) == points[player.name][part]


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
