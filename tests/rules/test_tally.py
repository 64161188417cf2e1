"""The final tally: score parts, totals, ranking, and what decided the game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given

from companion.report.words.result import verdict
from companion.rules.board import Board
from companion.rules.events import Doubling, Event, RouteClaimed, StationBuilt
from companion.rules.final_tally import Tally, tally
from tests.support.boards import (
    AFRICA,
    EUROPE,
    USA,
    cards,
    claims,
    game,
    island_data,
    read_board_data,
    tickets,
)
from tests.support.random_games import boards, counts, examples, random_game, seeds

TWO_EACH = (*claims("Ana", "boston--montreal"), *claims("Peter", "dallas--oklahoma-city"))
"""Both have one route of two spaces on USA."""


def score(board: Board, *events: Event, count: int = 2, longest_route: bool = False) -> Tally:
    return tally(game(board, *events, count=count, longest_route=longest_route).state)


def longest_bonuses(result: Tally) -> list[int]:
    return [player.points("longest_route") for player in result.players]


def globetrotters(result: Tally) -> list[int]:
    return [player.points("globetrotter") for player in result.players]


def totals(result: Tally) -> list[int]:
    return [player.total for player in result.players]


def test_longest_route_gives_ten_points() -> None:
    result = score(USA, *claims("Ana", "boston--montreal"))
    assert longest_bonuses(result) == [10, 0]
    assert totals(result) == [12, 0]


def test_longest_route_of_one_space_gets_the_bonus() -> None:
    result = score(USA, *claims("Ana", "dallas--houston"))
    assert longest_bonuses(result) == [10, 0]


def test_all_players_tied_for_longest_route_get_the_bonus() -> None:
    result = score(USA, *TWO_EACH, *claims("Maya", "dallas--houston"), count=3)
    assert longest_bonuses(result) == [10, 10, 0]


@pytest.mark.parametrize("board", [USA, EUROPE], ids=["usa", "europe"])
def test_no_longest_route_bonus_without_routes(board: Board) -> None:
    result = score(board)
    assert longest_bonuses(result) == [0, 0]


def test_africa_has_no_longest_route_bonus() -> None:
    played = game(AFRICA, *claims("Ana", "durban--pretoria"))
    assert longest_bonuses(tally(played.state)) == [0, 0]


def test_house_rule_gives_longest_route_bonus_in_africa() -> None:
    played = game(AFRICA, *claims("Ana", "durban--pretoria"), longest_route=True)
    assert longest_bonuses(tally(played.state)) == [10, 0]


def test_doubled_claim_does_not_lengthen_the_longest_route() -> None:
    doubled = RouteClaimed("Ana", "durban--pretoria", 0, Doubling(1, 0))
    played = game(
        AFRICA,
        *cards("Ana", jungle=1),
        doubled,
        *claims("Peter", "bulawayo--pretoria"),
        longest_route=True,
    )
    assert longest_bonuses(tally(played.state)) == [10, 10]


def test_globetrotter_counts_completed_tickets_only() -> None:
    result = score(
        AFRICA,
        *claims("Ana", "durban--pretoria", "bulawayo--pretoria"),
        *claims("Peter", "luanda--mocamedes"),
        tickets(
            "Ana", ("durban", "pretoria", 1), ("durban", "bulawayo", 1), ("luanda", "sudan", 50)
        ),
        tickets("Peter", ("luanda", "mocamedes", 30)),
    )
    assert globetrotters(result) == [10, 0]
    assert [player.tickets_completed for player in result.players] == [2, 1]
    assert totals(result) == [4 + 2 - 50 + 10, 4 + 30]


def test_all_players_tied_for_most_completed_tickets_get_globetrotter() -> None:
    played = game(
        AFRICA,
        *claims("Ana", "durban--pretoria"),
        *claims("Peter", "luanda--mocamedes"),
        tickets("Ana", ("durban", "pretoria", 1)),
        tickets("Peter", ("luanda", "mocamedes", 30)),
        count=3,
    )
    assert globetrotters(tally(played.state)) == [10, 10, 0]


def test_no_globetrotter_without_completed_tickets() -> None:
    played = game(AFRICA, tickets("Ana", ("durban", "pretoria", 1)))
    assert globetrotters(tally(played.state)) == [0, 0]


@pytest.mark.parametrize("board", [USA, EUROPE], ids=["usa", "europe"])
def test_usa_and_europe_have_no_globetrotter(board: Board) -> None:
    start, end = ("boston", "montreal") if board is USA else ("brest", "paris")
    played = game(board, *claims("Ana", f"{start}--{end}"), tickets("Ana", (start, end, 5)))
    assert globetrotters(tally(played.state)) == [0, 0]


def test_total_is_the_sum_of_the_parts() -> None:
    played = game(
        EUROPE,
        *claims("Ana", "brest--paris", "paris--zurich"),
        StationBuilt("Ana", "roma"),
        tickets("Ana", ("brest", "zurich", 6), ("moskva", "roma", 11)),
    )
    ana = tally(played.state).players[0]
    assert (ana.points("routes"), ana.points("tickets"), ana.points("stations")) == (8, -5, 8)
    assert (ana.longest_route.length, ana.points("longest_route")) == (6, 10)
    assert ana.total == 8 - 5 + 8 + 10
    assert ana.trains_left == 39


def test_total_may_be_negative() -> None:
    assert totals(tally(game(USA, tickets("Ana", ("boston", "miami", 12))).state)) == [-12, 0]


def test_most_points_win() -> None:
    result = score(USA, *claims("Peter", "boston--montreal"))
    assert (result.winners, result.decided_by) == (("Peter",), "points")
    assert [player.name for player in result.ranking] == ["Peter", "Ana"]


def test_usa_breaks_tie_by_completed_tickets_first() -> None:
    result = score(
        USA,
        *TWO_EACH,
        tickets("Peter", ("dallas", "oklahoma-city", 5), ("miami", "seattle", 5)),
    )
    assert totals(result) == [12, 12]
    assert (result.winners, result.decided_by) == (("Peter",), "tickets_completed")


def test_usa_breaks_tie_by_longest_route_second() -> None:
    result = score(
        USA,
        *claims("Ana", "atlanta--new-orleans", "calgary--helena"),
        *claims("Ana", "montreal--new-york", "dallas--little-rock"),
        *claims("Peter", "atlanta--miami"),
    )
    assert totals(result) == [20, 20]
    assert (result.winners, result.decided_by) == (("Peter",), "longest_route")


def test_usa_shares_victory_if_all_tie_breakers_are_equal() -> None:
    result = score(USA, *TWO_EACH)
    assert totals(result) == [12, 12]
    assert (result.winners, result.decided_by) == (("Ana", "Peter"), "shared")


def test_europe_breaks_tie_by_tickets_before_stations() -> None:
    result = score(
        EUROPE,
        *claims("Ana", "brest--paris"),
        *claims("Peter", "kyiv--smolensk"),
        StationBuilt("Peter", "roma"),
        tickets("Peter", ("kyiv", "smolensk", 5), ("cadiz", "roma", 1)),
    )
    assert totals(result) == [4 + 12 + 10, 4 + 8 + 10 + 4]
    assert (result.winners, result.decided_by) == (("Peter",), "tickets_completed")


def test_europe_breaks_tie_by_stations_before_longest_route() -> None:
    result = score(
        EUROPE,
        *claims("Ana", "budapest--kyiv"),
        StationBuilt("Ana", "roma"),
        *claims("Peter", "athina--sarajevo", "barcelona--marseille", "berlin--danzig"),
    )
    assert totals(result) == [15 + 8 + 10, 21 + 12]
    assert longest_bonuses(result) == [10, 0]
    assert (result.winners, result.decided_by) == (("Peter",), "fewest_stations_built")


def test_europe_breaks_tie_by_longest_route_last() -> None:
    result = score(
        EUROPE,
        *claims("Ana", "petrograd--stockholm"),
        *claims("Peter", "budapest--kyiv", "palermo--smyrna", "amsterdam--bruxelles"),
    )
    assert totals(result) == [21 + 12 + 10, 31 + 12]
    assert (result.winners, result.decided_by) == (("Ana",), "longest_route")


def test_europe_shares_victory_if_all_tie_breakers_are_equal() -> None:
    assert tally(game(EUROPE, count=3).state).winners == ("Ana", "Peter", "Maya")


def test_africa_breaks_tie_by_completed_tickets() -> None:
    result = score(
        AFRICA,
        *claims("Ana", "durban--pretoria", "bulawayo--pretoria"),
        *claims("Peter", "luanda--mocamedes"),
        tickets("Ana", ("durban", "pretoria", 3), ("durban", "bulawayo", 4)),
        tickets("Peter", ("luanda", "mocamedes", 17)),
    )
    assert totals(result) == [4 + 7 + 10, 4 + 17]
    assert (result.winners, result.decided_by) == (("Ana",), "tickets_completed")


def test_africa_has_no_other_tie_breaker() -> None:
    played = (
        *claims("Ana", "durban--pretoria", "bulawayo--pretoria"),
        *claims("Peter", "luanda--mocamedes"),
    )
    result = score(AFRICA, *played)
    assert totals(result) == [4, 4]
    assert (result.winners, result.decided_by) == (("Ana", "Peter"), "shared")


def test_house_rule_adds_longest_route_as_last_tie_breaker_in_africa() -> None:
    played = game(
        AFRICA,
        *claims("Ana", "durban--pretoria", "bulawayo--pretoria"),
        *claims("Peter", "luanda--mocamedes", "cape-town--port-elizabeth"),
        *claims("Peter", "beira--mocambique", "douala--nigeria-south"),
        longest_route=True,
    )
    result = tally(played.state)
    assert totals(result) == [4 + 10, 14]
    assert (result.winners, result.decided_by) == (("Ana",), "longest_route")
    assert str(verdict(replace(result, final=True))) == (
        "Ana wins with 14 points: tied with Peter; tie-breaker: the longest route (Ana 4, Peter 3)."
    )
    more = played.record(tickets("Peter", ("luanda", "mocamedes", 3), ("durban", "zomba", 13)))
    by_tickets = tally(more.state)
    assert totals(by_tickets) == [14, 14 + 3 - 13 + 10]
    assert (by_tickets.winners, by_tickets.decided_by) == (("Peter",), "tickets_completed")


def test_two_holders_of_the_house_rule_bonus_share_the_victory() -> None:
    result = score(
        AFRICA,
        *claims("Ana", "luanda--mocamedes"),
        *claims("Peter", "cape-town--port-elizabeth"),
        longest_route=True,
    )
    assert totals(result) == [14, 14]
    assert (result.winners, result.decided_by) == (("Ana", "Peter"), "shared")


def test_house_rule_changes_no_tie_breaker_where_the_board_has_the_bonus() -> None:
    for board in (USA, EUROPE):
        setups = [game(board, longest_route=rule).setup for rule in (True, False)]
        assert setups[0].tie_breakers == setups[1].tie_breakers == board.tie_breakers


def test_tie_breakers_are_used_in_the_order_of_the_board(tmp_path: Path) -> None:
    result = score(
        read_board_data(tmp_path, island_data()),
        *claims("Ana", "lake--mill"),
        StationBuilt("Ana", "hill"),
        *claims("Peter", "hill--lake", "harbour--ford"),
        tickets("Ana", ("harbour", "mill", 1)),
        tickets("Peter", ("hill", "lake", 2), ("lake", "beyond", 6)),
    )
    assert totals(result) == [8 + 6 - 1, 10 + 2 + 5 + 2 - 6]
    assert [player.tickets_completed for player in result.players] == [0, 1]
    assert [len(player.stations) for player in result.players] == [1, 0]
    assert (result.winners, result.decided_by) == (("Ana",), "longest_route")


def test_longest_route_length_compares_tied_players_only(
    tmp_path: Path,
) -> None:
    by_length = {"bonuses": {}, "tie_breakers": ["tickets_completed", "longest_route_length"]}
    result = score(
        read_board_data(tmp_path, island_data() | by_length),
        *claims("Ana", "harbour--hill", "mill--north-gate", "ford--lake"),
        *claims("Peter", "harbour--ford", "lake--mill"),
        *claims("Maya", "hill--mill"),
        tickets("Ana", ("harbour", "hill", 5)),
        tickets("Peter", ("lake", "mill", 1)),
        tickets("Maya", ("hill", "lake", 30)),
        count=3,
    )
    assert totals(result) == [9 + 5, 13 + 1, 40 - 30]
    assert [player.longest_route.length for player in result.players] == [1, 3, 7]
    assert (result.winners, result.decided_by) == (("Peter",), "longest_route_length")
    assert "the longer route of the tied players (3 to 1)" in str(
        verdict(replace(result, final=True))
    )


def test_ranks_are_skipped_after_a_tie() -> None:
    result = score(USA, *TWO_EACH, tickets("Tom", ("boston", "miami", 12)), count=4)
    assert result.ranks == {"Ana": 1, "Peter": 1, "Maya": 3, "Tom": 4}
    assert [player.name for player in result.ranking] == ["Ana", "Peter", "Maya", "Tom"]


def test_tie_breaker_among_three_can_leave_two_winners() -> None:
    completed = (("dallas", "oklahoma-city", 5), ("miami", "seattle", 5))
    result = score(
        USA,
        *TWO_EACH,
        *claims("Maya", "denver--santa-fe"),
        tickets("Ana", ("boston", "montreal", 4), ("las-vegas", "miami", 4)),
        tickets("Peter", *completed),
        count=3,
    )
    assert totals(result) == [12, 12, 12]
    assert (result.winners, result.decided_by) == (("Ana", "Peter"), "shared")
    assert result.ranks == {"Ana": 1, "Peter": 1, "Maya": 3}


def test_decided_by_names_what_separates_first_and_second() -> None:
    result = score(
        USA,
        *claims("Ana", "atlanta--new-orleans", "calgary--helena"),
        *claims("Ana", "montreal--new-york", "dallas--little-rock"),
        *claims("Peter", "atlanta--miami"),
        *claims("Maya", "denver--omaha", "duluth--winnipeg", "phoenix--santa-fe"),
        *claims("Maya", "boston--new-york"),
        tickets("Ana", ("calgary", "helena", 4), ("miami", "seattle", 4)),
        tickets("Peter", ("atlanta", "miami", 5), ("boston", "seattle", 5)),
        count=3,
    )
    assert totals(result) == [20, 20, 20]
    assert (result.winners, result.decided_by) == (("Peter",), "longest_route")
    assert result.ranks == {"Peter": 1, "Ana": 2, "Maya": 3}
    assert result.tied == ("Ana", "Peter")


def test_tally_of_a_new_game() -> None:
    assert totals(tally(game(USA).state)) == [0, 0]


@examples(8)
@given(boards, seeds, counts)
def test_ranking_is_sorted_and_parts_add_up(board: Board, seed: int, count: int) -> None:
    state = random_game(board, seed, count, 60).state
    result = tally(state)
    assert [player.total for player in result.ranking] == sorted(totals(result), reverse=True)
    assert result.winners
    best = max(totals(result))
    for player in result.players:
        assert player.name not in result.winners or player.total == best
        assert player.points("routes") == state.players[player.name].route_points
        assert player.total == sum(map(player.points, result.part_ids))
    assert (result.decided_by == "shared") == (len(result.winners) > 1)
    assert (result.decided_by == "points") == (totals(result).count(best) == 1)
    assert set(result.winners) <= set(result.tied)
    if result.decided_by == "points":
        assert result.tied == state.setup.names
    if result.decided_by == "shared":
        assert result.tied == result.winners
