"""Districts, routes that cross, and the names of the pieces."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given

from companion.report.words.routes import describe_connection, find_connection, status
from companion.rules.board import Board
from companion.rules.claims import why_not_track
from companion.rules.errors import EntryRefused
from companion.rules.events import RouteClaimed
from companion.rules.final_tally import PlayerTally, tally
from companion.rules.game import Game
from companion.rules.score_parts import DistrictsPart
from tests.support.boards import (
    FRANCE,
    LONDON,
    NEW_YORK,
    USA,
    assert_refused,
    claims,
    game,
    island_data,
    read_board_data,
    tickets,
)
from tests.support.random_games import examples, random_game, seeds

ACROSS, CROSSED = "grenoble--marseille", ("avignon--briancon", "avignon--nice")


def districts(player: PlayerTally) -> list[int]:
    part = player.part(DistrictsPart)
    assert part.points == sum(each.district.points for each in part.districts)
    return [each.district.points for each in part.districts]


@pytest.mark.parametrize(
    ("routes", "points"),
    [
        ((), []),
        (("british-museum--covent-garden",), [1]),
        (("british-museum--piccadilly-circus",), []),
        (("british-museum--piccadilly-circus", "covent-garden--piccadilly-circus"), [1]),
        (("elephant-castle--waterloo",), []),
        (("elephant-castle--waterloo", "globe-theatre--waterloo"), [3]),
        (("elephant-castle--globe-theatre", "british-museum--covent-garden"), [1]),
    ],
)
def test_district_scores_if_own_routes_connect_its_places(
    routes: tuple[str, ...], points: list[int]
) -> None:
    result = tally(game(LONDON, *claims("Ana", *routes)).state)
    assert districts(result.players[0]) == points


def test_two_pairs_of_places_in_separate_networks_are_not_connected() -> None:
    routes = claims("Ana", "big-ben--buckingham-palace", "piccadilly-circus--trafalgar-square")
    apart = game(LONDON, *routes)
    joined = apart.record(RouteClaimed("Ana", "buckingham-palace--piccadilly-circus"))
    assert districts(tally(apart.state).players[0]) == []
    assert districts(tally(joined.state).players[0]) == [2]


def test_several_players_score_the_same_district() -> None:
    museum = "british-museum--covent-garden"
    both = (RouteClaimed("Ana", museum), RouteClaimed("Peter", museum, 1))
    result = tally(game(LONDON, *both, count=3).state)
    assert [player.points("districts") for player in result.players] == [1, 1, 0]


def test_routes_shown_for_a_district_connect_its_places() -> None:
    routes = ("british-museum--piccadilly-circus", "covent-garden--piccadilly-circus")
    played = game(LONDON, *claims("Ana", *routes, "baker-street--hyde-park"))
    part = tally(played.state).players[0].part(DistrictsPart)
    assert set(part.districts[0].routes) == set(routes)


@examples(20)
@given(seeds)
def test_districts_equal_those_found_by_dividing_the_places(seed: int) -> None:
    """A district is not connected if its places can be divided so that no route leads across."""
    state = random_game(LONDON, seed, 2 + seed % 3, 30).state
    for player in tally(state).players:
        ends = [{claim.route.start, claim.route.end} for claim in player.claims]
        places = sorted({place for pair in ends for place in pair})
        divisions = [
            set(side)
            for size in range(len(places) + 1)
            for side in combinations(places, size)
            if not any(len(pair & set(side)) == 1 for pair in ends)
        ]
        assert districts(player) == [
            district.points
            for district in LONDON.districts
            if set(district.places) <= set(places)
            and not any(
                side & set(district.places) < set(district.places)
                for side in divisions
                if side & set(district.places)
            )
        ]


@pytest.mark.parametrize("count", [2, 5])
def test_claimed_route_closes_those_that_cross_it_for_everybody(count: int) -> None:
    played = game(FRANCE, RouteClaimed("Ana", ACROSS), count=count)
    for route in CROSSED:
        for player in ("Ana", "Peter"):
            assert_refused(
                played,
                RouteClaimed(player, route),
                f"{player} cannot claim Avignon – ",
                ": it crosses Grenoble – Marseille, which Ana has.",
            )
        assert played.state.is_closed(FRANCE.routes[route])
    assert str(status(played.state, "Peter", FRANCE.routes[CROSSED[1]])) == (
        "closed: crosses Grenoble – Marseille, taken by Ana"
    )


def test_route_that_crosses_nothing_claimed_is_free() -> None:
    played = game(FRANCE, RouteClaimed("Ana", "avignon--briancon"))
    assert not played.state.is_closed(FRANCE.routes["avignon--nice"])
    assert_refused(played, RouteClaimed("Ana", ACROSS), "it crosses Avignon – Briançon")


def test_correction_to_a_route_that_a_later_claim_crosses_is_refused() -> None:
    played = game(FRANCE, *claims("Ana", "calais--lille"), *claims("Peter", ACROSS))
    with pytest.raises(EntryRefused) as refused:
        played.change(0, RouteClaimed("Ana", CROSSED[0]))
    assert refused.value.entry == 1
    assert "it crosses Avignon – Briançon, which Ana has" in str(refused.value)
    assert played.remove(1).change(0, RouteClaimed("Ana", CROSSED[0])).state.players["Ana"].claims


def test_closed_route_completes_no_connection() -> None:
    ends = ("Peter", "avignon", "briancon")

    def answer(played: Game) -> str:
        return str(describe_connection("Peter", find_connection(played.state, *ends)))

    assert answer(game(FRANCE)) == "Peter: 3 spaces missing, all free"
    assert answer(game(FRANCE, RouteClaimed("Ana", ACROSS))) == "Peter: 6 spaces missing, all free"


def test_walk_over_free_routes_uses_one_route_of_a_crossing(tmp_path: Path) -> None:
    data = island_data() | {"crossings": [["hill--lake", "lake--mill"]]}
    board = read_board_data(tmp_path, data)
    for each, missing in ((board, 7), (replace(board, crossings=()), 5)):
        state = game(each, tickets("Ana", ("hill", "mill", 9))).state
        assert find_connection(state, "Ana", "hill", "mill").missing == missing
        (ticket,) = tally(state).players[0].tickets
        assert ticket.missing == missing


def test_closed_route_is_no_way_to_complete_a_ticket() -> None:
    played = game(FRANCE, RouteClaimed("Ana", ACROSS), tickets("Peter", ("avignon", "nice", 9)))
    (ticket,) = tally(played.state).players[1].tickets
    assert ticket.walk is not None
    assert ticket.walk.routes == ("avignon--marseille", "marseille--nice")


@examples(6)
@given(seeds)
def test_random_games_never_have_both_routes_of_a_crossing(seed: int) -> None:
    state = random_game(FRANCE, seed, 2 + seed % 4, 60).state
    for one, other in FRANCE.crossings:
        assert one not in state.owners or other not in state.owners
    for route in FRANCE.routes.values():
        if any(id in state.owners for id in FRANCE.crossed_by.get(route.id, ())):
            assert state.is_closed(route)
            assert all(why_not_track(state, name, route, 0) for name in state.players)


@pytest.mark.parametrize(
    ("board", "needed"), [(LONDON, "4 buses"), (NEW_YORK, "3 taxis"), (USA, "6 trains")]
)
def test_too_few_pieces_are_named_as_on_the_board(board: Board, needed: str) -> None:
    length = int(needed.partition(" ")[0])
    played = game(board)
    routes = sorted(board.routes.values(), key=lambda route: -route.length)
    last = next(route for route in routes if route.length == length)
    for route in routes:
        if route.id != last.id and route.length <= played.state.players["Ana"].trains - length + 1:
            played = played.record(RouteClaimed("Ana", route.id))
    assert played.state.players["Ana"].trains < length
    assert_refused(played, RouteClaimed("Ana", last.id), f"it takes {needed}, but Ana has")
