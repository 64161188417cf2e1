"""The result for guests equals the recorded score sheets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.report.words.result import TOTAL
from companion.rules.setup import Setup
from companion.rules.wording import ENGLISH, format_number
from companion.table.snapshot import Snapshot
from companion.web.guest_app import json_response
from companion.web.views import explanation_view, result_view
from tests.support.games import recorded_game
from tests.support.sessions import begin
from tests.support.stores import open_store


def played(folder: Path, name: str) -> Snapshot:
    """A recorded game, played again in a session."""
    game = recorded_game(name)
    with open_store(folder) as store:
        setup = Setup(game.setup.board, game.setup.players, game.setup.longest_route_house_rule)
        session = begin(store, setup)
        for event in game.events:
            session.enter(event)
        return session.now


def result(snapshot: Snapshot, viewer: str | None = None) -> Any:
    """The result as the page gets it."""
    return json.loads(json_response(result_view(snapshot, viewer, ENGLISH)).body)


@pytest.mark.parametrize("name", ["heart-of-africa-full", "europe-full"])
def test_result_shows_every_number_of_the_tally(tmp_path: Path, name: str) -> None:
    snapshot = played(tmp_path, name)
    view = result(snapshot)
    assert view["players"] == [player.name for player in snapshot.tally.ranking]
    assert view["winners"] == list(snapshot.tally.winners)
    totals = [cell["points"] for cell in view["rows"][-1]["cells"]]
    assert totals == [format_number(player.total) for player in snapshot.tally.ranking]
    assert all(name in view["message"] for name in view["players"])


@pytest.mark.parametrize("name", ["heart-of-africa-full", "usa-full"])
def test_columns_share_one_scale(tmp_path: Path, name: str) -> None:
    snapshot = played(tmp_path, name)
    view = result(snapshot)
    shares = [
        [row["cells"][number]["share"] for row in view["rows"][:-1]]
        for number in range(len(view["players"]))
    ]
    highest = max(sum(each for each in column if each > 0) for column in shares)
    assert highest + view["below"] == pytest.approx(1, abs=0.001)
    best = snapshot.tally.ranking[0].total
    for column, player in zip(shares, snapshot.tally.ranking, strict=True):
        assert sum(column) / sum(shares[0]) == pytest.approx(player.total / best, abs=0.001)


def test_player_in_second_place_reads_by_how_much(tmp_path: Path) -> None:
    snapshot = played(tmp_path, "heart-of-africa-full")
    first, second, third, _ = (player.name for player in snapshot.tally.ranking)
    texts = {viewer: result(snapshot, viewer)["why"] for viewer in (first, second, third)}
    assert texts[second] == "10 ahead of you, thanks to tickets"
    assert texts[first] == texts[third] == f"10 ahead of {second}, thanks to tickets"


def test_every_number_has_an_explanation(tmp_path: Path) -> None:
    snapshot = played(tmp_path, "europe-full")
    view = result(snapshot)
    for row in view["rows"]:
        for player in view["players"]:
            explanation = explanation_view(snapshot, row["part"], player)
            assert str(explanation["title"])
            assert len(json_response(explanation).body) < 64_000
    total = explanation_view(snapshot, TOTAL, view["players"][0])
    assert [row["part"] for row in total["rows"]] == [row["part"] for row in view["rows"][:-1]]
