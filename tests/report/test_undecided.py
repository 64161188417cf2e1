"""A game that is over but lacks tickets has no winner, whatever shows it."""

from __future__ import annotations

import csv
import io
import json
from datetime import datetime, timezone
from urllib.parse import unquote

import pytest

from companion.report.export.csv_table import csv_table, finished_game
from companion.report.export.message import BG_STATS, bg_stats_link, result_message
from companion.report.export.score_sheet import score_json
from companion.report.statistics.players import statistics
from companion.report.words.games import past_game_outcome, winner_lacks
from companion.report.words.result import headline, reveal
from companion.rules.boards import bundled_boards
from companion.rules.events import TicketsTaken
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.rules.record import Record
from companion.rules.turns import is_decided
from companion.store.saved_game import SavedGame
from tests.support.games import recorded_game, without_tickets

NAME = "heart-of-africa-full"
LACKING = recorded_game(NAME).setup.names[0]
UNDECIDED = without_tickets(NAME, LACKING)
DECIDED = UNDECIDED.record(TicketsTaken(LACKING, ()))
"""The same game after the keeper entered that the player has no tickets."""


def saved(game: Game) -> SavedGame:
    return SavedGame.new(game, datetime(2026, 3, 1, tzinfo=timezone.utc))


@pytest.mark.parametrize("game", [UNDECIDED, DECIDED], ids=["undecided", "decided"])
def test_everything_names_a_winner_only_of_a_decided_game(game: Game) -> None:
    result, decided = tally(game.state), game is DECIDED
    assert game.state.is_over
    assert is_decided(game.state) == decided
    found = {
        "page": bool(headline(result, winner_lacks(game.state)).winners),
        "message": "wins" in result_message(saved(game), result),
        "reveal": "wins" in str(reveal(game.state, result)[-1].title),
        "JSON": score_json("", game.state, result)["final"],
    }
    play = json.loads(unquote(bg_stats_link(saved(game)).removeprefix(BG_STATS)))
    found["BG Stats"] = any(player["winner"] for player in play["players"])
    found["BG Stats comment"] = "wins" in play["comments"]
    listed, date = finished_game(Record(game), bundled_boards())
    table = csv_table([(listed, date)], bundled_boards()).decode("utf-8-sig")
    found["CSV"] = "yes" in {row["winner"] for row in csv.DictReader(io.StringIO(table))}
    found["list"] = "won" in str(past_game_outcome(listed))
    found["statistics"] = bool(statistics([listed]))
    assert found == dict.fromkeys(found, decided)


def test_removed_ticket_is_missing() -> None:
    assert not without_tickets(NAME, LACKING).state.players[LACKING].has_no_tickets
    assert DECIDED.state.players[LACKING].has_no_tickets
