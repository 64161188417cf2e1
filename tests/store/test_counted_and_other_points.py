"""Random games, counted or played, with other points: saved, listed, exported, imported, scored."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.__main__ import main
from companion.report.export.message import result_message
from companion.report.words.result import TOTAL, explain, reveal, reveal_column
from companion.rules.board import Board
from companion.rules.boards import bundled_boards
from companion.rules.events import OtherPoints, RouteClaimed, TicketsTaken
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.rules.record import record_to_json
from companion.rules.setup import Player, Setup
from companion.store.archive import shared_record
from companion.store.importing import Importer
from companion.store.store import Store
from tests.support.independent_scorer import IndependentScorer
from tests.support.random_games import boards, counts, examples, random_game, seeds
from tests.support.stores import open_store


@examples(15)
@given(boards, seeds, counts, st.integers(1, 30), st.booleans())
def test_game_is_the_same_on_every_path(
    board: Board, seed: int, count: int, steps: int, counted: bool
) -> None:
    played = random_game(board, seed, count, steps, counted)
    played = played.record(OtherPoints(played.setup.names[-1], seed % 1001 - 500, "Wager № 1"))
    result = tally(played.state)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        with open_store(Path(folder) / "one") as store:
            saved = store.games.save(store.games.begin(played.setup), played)
        with open_store(Path(folder) / "one") as store:
            again = store.games.open(saved.id)
            assert (again.game, again.game.setup.counted) == (played, counted)
            (listed,) = store.games.in_progress()
            assert listed.scores.keys() == {player.name for player in result.players}
            path.write_text(shared_record(again), encoding="utf-8")
            assert result_message(again, result)
        with open_store(Path(folder) / "two") as store:
            preview = Importer(store).preview(path)
            assert [game.status for game in preview.games] == ["new"]
            Importer(store).run(preview)
            (imported,) = store.games.in_progress()
            assert store.games.open(imported.id).game == played
        assert main(["check", str(path)]) == 0
    score = IndependentScorer(json.loads(json.dumps(record_to_json(saved.record))))
    for player in result.players:
        assert {part.id: part.points for part in player.parts} == score.score()[player.name][
            "parts"
        ]
        for part in (*result.part_ids, TOTAL):
            assert explain(played.state, result, part, player.name).title
    assert result.final == score.is_decided()
    revealed = reveal(played.state, result)
    for player in result.players:
        assert sum(points for _, points in reveal_column(revealed, player.name)) == player.total


def test_list_shows_running_scores_of_a_counted_game_until_tickets_are_entered(
    store: Store,
) -> None:
    players = (Player("Ana", "blue"), Player("Peter", "red"))
    counted = Game.begin(Setup(bundled_boards()["usa"], players, counted=True))
    counted = counted.record(RouteClaimed("Ana", "duluth--helena"))
    saved = store.games.save(store.games.begin(counted.setup), counted)
    assert store.games.in_progress()[0].scores == {"Ana": 15, "Peter": 0}
    store.games.save(saved, counted.record(TicketsTaken("Ana", ())))
    assert store.games.in_progress()[0].scores == {"Ana": 25, "Peter": 0}, "with longest route"


def test_command_line_scores_a_counted_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "counted.json"
    events = [
        {"do": "claim", "player": "Ana", "route": "cape-town--port-elizabeth", "double": {}},
        {"do": "extra", "player": "Bo", "points": -20, "for": "Wager"},
        {"do": "tickets", "player": "Ana", "tickets": []},
        {"do": "tickets", "player": "Bo", "tickets": []},
    ]
    people = [{"name": "Ana", "color": "blue"}, {"name": "Bo", "color": "red"}]
    record = {"format": "railkeeper/1", "map": "heart-of-africa", "players": people}
    path.write_text(json.dumps({**record, "counted": True, "events": events}), encoding="utf-8")
    assert main(["score", "--json", str(path)]) == 0
    answer = json.loads(capsys.readouterr().out)
    answer = answer[0] if isinstance(answer, list) else answer
    ana, bo = answer["players"]
    assert answer["final"] is True
    assert (ana["parts"]["routes"], ana["parts"]["extra"], ana["total"]) == (8, 0, 8)
    assert (bo["parts"]["extra"], bo["total"]) == (-20, -20)
    assert main(["score", str(path)]) == 0
    assert "Other points" in capsys.readouterr().out
