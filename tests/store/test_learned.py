"""Learned data: players and their colours, boards, tickets and board corrections."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

from companion.rules.board import RouteCorrection
from companion.rules.boards import bundled_boards as boards
from companion.rules.errors import Refused
from companion.rules.events import RouteClaimed, Ticket
from companion.rules.final_tally import tally
from companion.rules.record import read_record
from companion.rules.setup import Player
from companion.store.archive import shared_record
from companion.store.store import Store
from tests.support.saved_games import (
    AFRICA,
    ANA,
    PETER,
    SUDAN,
    USA,
    FakeClock,
    finish,
    notices,
    play,
    setup,
)
from tests.support.stores import open_store

LONGER = RouteCorrection("calgary--helena", 6, ("white", "blue"))


def test_players_are_offered_again_with_their_usual_colour(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        for color in ("blue", "green", "blue", "red"):
            clock.advance(days=1)
            store.games.begin(setup(USA, Player("Ana", color), Player("Tom", "black")))
    with open_store(tmp_path) as store:
        known = {player.name: player for player in store.learned.players()}
        assert known["Ana"].color == "blue"
        assert known["Tom"].color == "black"
        assert known["Tom"].last_played == clock()


def test_latest_of_two_equally_frequent_colours_is_the_usual_one(store: Store) -> None:
    for color in ("blue", "green"):
        store.games.begin(setup(USA, Player("Ana", color), PETER))
    known = {player.name: player.color for player in store.learned.players()}
    assert known["Ana"] == "green"


def test_player_of_the_last_game_is_offered_first(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        store.games.begin(setup(USA, ANA, PETER))
        clock.advance(days=1)
        store.games.begin(setup(USA, Player("Zoe", "green"), PETER))
        assert [player.name for player in store.learned.players()][-1] == "Ana"


def test_board_of_the_last_game_comes_first(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        assert store.learned.boards() == {}
        for board in (USA, AFRICA, USA):
            clock.advance(days=1)
            store.games.begin(setup(board, ANA, PETER))
    with open_store(tmp_path) as store:
        assert list(store.learned.boards()) == ["usa", "heart-of-africa"]


def test_variant_is_remembered_per_board_and_listed(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        for board in (USA.in_variant("mega"), AFRICA):
            store.games.begin(setup(board, ANA, PETER))
    with open_store(tmp_path) as store:
        assert store.learned.boards() == {"heart-of-africa": "", "usa": "mega"}
        assert {game.board: game.variant for game in store.games.in_progress()} == {
            "heart-of-africa": "",
            "usa": "mega",
        }
        store.games.begin(setup(USA, ANA, PETER))
        assert store.learned.boards()["usa"] == ""


def test_forgotten_player_is_not_offered(store: Store) -> None:
    play(store)
    store.players.forget("Ana")
    assert [player.name for player in store.learned.players()] == ["Peter"]


def test_ticket_is_remembered_corrected_and_forgotten(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.learned.remember_ticket(AFRICA, SUDAN)
        turned = Ticket(SUDAN.end, SUDAN.start, 21)
        store.learned.remember_ticket(AFRICA, turned)
        assert store.learned.tickets(AFRICA) == [turned]
    with open_store(tmp_path) as store:
        assert store.learned.tickets(AFRICA) == [turned]
        store.learned.forget_ticket(AFRICA, SUDAN)
        assert store.learned.tickets(AFRICA) == []


def test_card_of_the_bundled_deck_is_not_stored(tmp_path: Path) -> None:
    card = Ticket("miami", "boston", 12)
    with open_store(tmp_path) as store:
        store.learned.remember_ticket(USA, card)
        assert store.learned.tickets(USA) == []


def test_card_with_another_value_than_in_the_bundled_deck_is_stored(tmp_path: Path) -> None:
    card = Ticket("boston", "miami", 33)
    with open_store(tmp_path) as store:
        store.learned.remember_ticket(USA, card)
        assert store.learned.tickets(USA) == [card]
        store.learned.remember_ticket(USA, Ticket("boston", "miami", 12))
        assert store.learned.tickets(USA) == []


def test_card_outside_the_deck_is_stored_on_every_board(store: Store) -> None:
    for board in boards().values():
        ends = sorted(board.ticket_ends)
        pairs = (Ticket(one, other, 7) for one, other in combinations(ends, 2))
        card = next(pair for pair in pairs if board.card(pair) is None)
        store.learned.remember_ticket(board, card)
        assert store.learned.tickets(board) == [card]


def test_learned_card_that_the_bundled_deck_has_is_not_offered(tmp_path: Path) -> None:
    rows = {
        "1": {"board": AFRICA.id, "from": "cape-town", "to": "pretoria", "points": 7},
        "2": {"board": AFRICA.id, "from": "durban", "to": "cape-town", "points": 9},
    }
    (tmp_path / "learned.json").write_text(
        json.dumps({"format": "railkeeper-learned/1", "tickets": rows})
    )
    with open_store(tmp_path) as store:
        assert notices(store) == []
        assert store.learned.tickets(AFRICA) == [Ticket("durban", "cape-town", 9)]


def test_corrected_route_is_used_in_later_games_only(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        earlier = play(store, RouteClaimed("Ana", LONGER.route))
        store.learned.correct(USA, LONGER)
    with open_store(tmp_path) as store:
        later = play(store, RouteClaimed("Ana", LONGER.route))
        assert store.games.open(earlier.id).scores["Ana"] == 7
        assert store.games.open(later.id).scores["Ana"] == 15
        assert store.learned.with_corrections(USA).routes[LONGER.route].tracks == LONGER.tracks


def test_record_carries_the_correction_it_was_played_with(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.learned.correct(USA, LONGER)
        finished = finish(store, RouteClaimed("Ana", LONGER.route))
        record = shared_record(store.games.open(finished.id))
    assert json.loads(record)["board_corrections"] == [
        {"route": LONGER.route, "length": 6, "tracks": ["white", "blue"]}
    ]
    result = tally(read_record(record, boards()).game.state)
    assert {player.name: player.total for player in result.players} == finished.scores


def test_correction_can_be_changed_and_removed(tmp_path: Path) -> None:
    again = RouteCorrection(LONGER.route, 5, ("grey",))
    with open_store(tmp_path) as store:
        store.learned.correct(USA, LONGER)
        store.learned.correct(USA, again)
        assert store.learned.corrections(USA) == [again]
        assert store.learned.corrections(AFRICA) == []
        store.learned.forget_correction(USA, LONGER.route)
        assert store.learned.with_corrections(USA) == USA


@pytest.mark.parametrize(
    "wrong",
    [
        RouteCorrection("nowhere--at-all", 3, ("grey",)),
        RouteCorrection("calgary--helena", 7, ("grey",)),
        RouteCorrection("calgary--helena", 4, ("pink",)),
        RouteCorrection("calgary--helena", 4, ()),
    ],
)
def test_impossible_correction_is_refused(store: Store, wrong: RouteCorrection) -> None:
    with pytest.raises(Refused):
        store.learned.correct(USA, wrong)
    assert store.learned.corrections(USA) == []


def test_malformed_rows_are_ignored_and_the_others_are_offered(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        play(store)
        store.learned.remember_ticket(AFRICA, SUDAN)
        store.learned.correct(USA, LONGER)
    path = tmp_path / "learned.json"
    value = json.loads(path.read_text())
    value["players"]["1"]["colors"] = {"pink": 1}
    value["tickets"]["1"]["points"] = "many"
    value["corrections"]["9"] = {"board": "usa", "route": "nowhere", "length": 3, "tracks": []}
    path.write_text(json.dumps(value))
    with open_store(tmp_path) as store:
        assert [player.name for player in store.learned.players()] == ["Peter"]
        assert store.learned.tickets(AFRICA) == []
        assert store.learned.corrections(USA) == [LONGER]


def test_row_with_the_highest_number_leaves_room_for_others(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        play(store)
    path = tmp_path / "learned.json"
    value = json.loads(path.read_text())
    value["players"]["999999999"] = value["players"].pop("1")
    path.write_text(json.dumps(value))
    with open_store(tmp_path) as store:
        store.games.begin(setup(USA, Player("Max", "green"), Player("Zoe", "black")))
        assert {player.name for player in store.learned.players()} == {"Ana", "Max", "Peter", "Zoe"}
        assert notices(store) == []
