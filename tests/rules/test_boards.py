"""Facts about the bundled boards, corrections, and a board that only a file defines."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from companion.report.search.text import names_of_place
from companion.rules.board import Board, RouteCorrection
from companion.rules.board_checks import apply_corrections
from companion.rules.boards import Boards, bundled_boards
from companion.rules.errors import Malformed, Refused
from companion.rules.events import Doubling, RouteClaimed, StationBuilt, TurnPassed
from companion.rules.final_tally import tally
from companion.rules.graph import shortest_distance
from companion.rules.wording import untranslated
from tests.support.boards import (
    AFRICA,
    ASIA,
    EUROPE,
    FRANCE,
    GERMANY,
    INDIA,
    LONDON,
    NEW_YORK,
    NORDIC,
    SWITZERLAND,
    USA,
    cards,
    claims,
    game,
    island_data,
    read_board_data,
    tickets,
)


@pytest.mark.parametrize(
    ("board", "places", "routes", "tracks", "spaces", "deck"),
    [
        (USA, 36, 78, 100, 309, 69),
        (EUROPE, 47, 90, 101, 300, 46),
        (AFRICA, 51, 96, 117, 317, 48),
        (NORDIC, 39, 69, 81, 207, 46),
        (SWITZERLAND, 51, 76, 88, 205, 46),
        (INDIA, 39, 80, 108, 238, 58),
        (GERMANY, 49, 85, 110, 313, 89),
        (ASIA, 39, 70, 100, 268, 36),
        (NEW_YORK, 15, 30, 41, 84, 18),
        (LONDON, 17, 35, 44, 95, 20),
        (FRANCE, 61, 117, 157, 416, 58),
    ],
    ids=lambda value: value.id if isinstance(value, Board) else None,
)
def test_bundled_board_matches_printed_counts(
    board: Board, places: int, routes: int, tracks: int, spaces: int, deck: int
) -> None:
    assert len(board.places) == places
    assert len(board.routes) == routes
    assert sum(len(route.tracks) for route in board.routes.values()) == tracks
    assert sum(route.length * len(route.tracks) for route in board.routes.values()) == spaces
    assert sum(card.copies for card in board.tickets) == board.ticket_count == deck


def test_there_are_eleven_bundled_boards() -> None:
    known = (
        *(EUROPE, FRANCE, GERMANY, AFRICA, INDIA, ASIA),
        *(LONDON, NEW_YORK, NORDIC, SWITZERLAND, USA),
    )
    assert list(bundled_boards().values()) == list(known)


@pytest.mark.parametrize(
    ("board", "trains", "most_players", "both_tracks_from"),
    [
        (USA, 45, 5, 4),
        (EUROPE, 45, 5, 4),
        (AFRICA, 45, 5, 4),
        (NORDIC, 40, 3, 3),
        (SWITZERLAND, 40, 3, 3),
        (INDIA, 45, 4, 4),
        (GERMANY, 45, 5, 4),
        (ASIA, 45, 5, 4),
        (NEW_YORK, 15, 4, 3),
    ],
    ids=lambda value: value.id if isinstance(value, Board) else None,
)
def test_each_board_has_its_trains_and_number_of_players(
    board: Board, trains: int, most_players: int, both_tracks_from: int
) -> None:
    assert board.trains_per_player == trains
    assert (board.fewest_players, board.most_players) == (2, most_players)
    assert board.double_tracks_from_players == both_tracks_from


@pytest.mark.parametrize("board", bundled_boards().values(), ids=lambda board: board.id)
def test_length_scores_the_same_on_every_board(board: Board) -> None:
    worth = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 8: 21, 9: 27}
    assert all(worth[length] == points for length, points in board.route_points.items())
    assert {route.length for route in board.routes.values()} == set(board.route_points)


def test_five_spaces_exist_on_usa_and_africa_and_eight_on_europe() -> None:
    assert [5 in board.route_points for board in (USA, EUROPE, AFRICA)] == [True, False, True]
    assert [8 in board.route_points for board in (USA, EUROPE, AFRICA)] == [False, True, False]


def test_longest_route_is_a_bonus_of_usa_and_europe_and_a_house_rule_of_africa() -> None:
    assert [board.bonuses.longest_route for board in (USA, EUROPE, AFRICA)] == [10, 10, 0]
    assert [board.longest_route_house_rule for board in (USA, EUROPE, AFRICA)] == [0, 0, 10]


def test_globetrotter_is_a_bonus_of_africa_alone() -> None:
    assert [board.bonuses.globetrotter for board in (USA, EUROPE, AFRICA)] == [0, 0, 10]


def test_only_europe_has_stations_three_each_worth_four_unbuilt() -> None:
    assert [board.stations_per_player for board in (USA, EUROPE, AFRICA)] == [0, 3, 0]
    assert [board.bonuses.unused_station for board in (USA, EUROPE, AFRICA)] == [0, 4, 0]


def test_each_board_breaks_ties_in_its_own_order() -> None:
    assert USA.tie_breakers == ("tickets_completed", "longest_route")
    assert EUROPE.tie_breakers == ("tickets_completed", "fewest_stations_built", "longest_route")
    assert AFRICA.tie_breakers == ("tickets_completed",)


def test_europe_has_6_long_and_40_regular_tickets() -> None:
    assert Counter(card.deck for card in EUROPE.tickets) == {"long": 6, "regular": 40}


def test_decks_have_69_46_and_48_cards() -> None:
    assert [board.ticket_count for board in (USA, EUROPE, AFRICA)] == [69, 46, 48]
    assert (AFRICA.start_tickets.deal, AFRICA.start_tickets.keep) == (4, 2)
    assert (AFRICA.draw_tickets.deal, AFRICA.draw_tickets.keep) == (4, 1)


def test_shortest_distance_is_the_printed_value_of_111_of_115_tickets() -> None:
    printed = [
        shortest_distance(board, card.ticket.start, card.ticket.end) == card.ticket.points
        for board in (USA, EUROPE)
        for card in board.tickets
    ]
    assert (sum(printed), len(printed)) == (111, 115)


def test_africa_prints_5_to_27_and_twice_less_than_the_shortest_distance() -> None:
    cards = [card.ticket for card in AFRICA.tickets]
    values = [card.points for card in cards]
    assert (min(values), max(values), sum(values)) == (5, 27, 675)
    below = [
        AFRICA.ticket_title(card)
        for card in cards
        if card.points < (shortest_distance(AFRICA, card.start, card.end) or 0)
    ]
    assert below == ["Madagascar – Pretoria", "Nigeria – Walvis Bay"]


def test_africa_has_ten_way_stations_which_are_no_ticket_ends() -> None:
    way_stations = {place.id for place in AFRICA.places.values() if place.kind == "way_station"}
    assert len(way_stations) == 10
    assert not way_stations & set(AFRICA.ticket_ends)


def test_countries_of_africa_are_reached_through_two_places_each() -> None:
    assert set(AFRICA.countries) == {"nigeria", "tchad", "sudan", "madagascar"}
    for country in AFRICA.countries:
        assert len(AFRICA.ticket_ends[country].places) == 2
        assert not set(AFRICA.ticket_ends[country].places) & set(AFRICA.ticket_ends)


def test_only_the_two_places_of_madagascar_are_joined_by_a_route() -> None:
    joined = {frozenset((route.start, route.end)): route.length for route in AFRICA.routes.values()}
    pairs = {country: frozenset(AFRICA.ticket_ends[country].places) for country in AFRICA.countries}
    assert [country for country, pair in pairs.items() if pair in joined] == ["madagascar"]


@pytest.mark.parametrize("country", ["nigeria", "tchad", "sudan"])
def test_entrances_of_the_other_countries_are_dead_ends(country: str) -> None:
    for entrance in AFRICA.ticket_ends[country].places:
        assert len(AFRICA.routes_at[entrance]) == 1


def test_entrance_is_found_by_names_of_its_country() -> None:
    assert {"Tchad", "Tschad"} <= {*names_of_place(AFRICA, "tchad-north").others}
    assert names_of_place(AFRICA, "durban").printed == ("Durban",)


def test_way_stations_are_named_after_two_neighbours() -> None:
    names = []
    for place in AFRICA.places.values():
        if place.kind == "way_station":
            ends = {route.other_end(place.id) for route in AFRICA.routes_at[place.id]}
            neighbours = {AFRICA.places[end].name for end in ends}
            assert set(place.name.split(" / ")) < neighbours
            names.append(place.name)
    assert len(set(names)) == 10


def test_city_names_stay_and_way_stations_get_a_translated_name() -> None:
    durban, kalahari = (AFRICA.places[id] for id in ("durban", "way-station-kalahari"))
    assert durban.display_name == untranslated("Durban")
    assert str(kalahari.display_name) == "Way station (Bulawayo / Windhoek)"


def test_ferries_and_tunnels_are_marked_on_their_routes() -> None:
    assert EUROPE.routes["palermo--smyrna"].ferry == (2,)
    assert EUROPE.routes["petrograd--stockholm"].tunnel
    assert not any(route.ferry or route.tunnel for route in USA.routes.values())


def test_only_ferry_tracks_need_locomotives() -> None:
    asked = [EUROPE.routes[id].locomotives(0) for id in ("palermo--smyrna", "brest--paris")]
    assert asked == [2, 0]


def test_board_file_is_named_after_board_id(tmp_path: Path) -> None:
    read_board_data(tmp_path, island_data(), "island.json")
    boards = Boards(tmp_path)
    assert boards["island"].name == boards.summary("island").name == "The Island"
    assert all(board.id == id for id, board in bundled_boards().items())


def test_unknown_board_raises_key_error() -> None:
    boards = bundled_boards()
    assert "atlantis" not in boards
    for ask in (boards.__getitem__, boards.summary):
        with pytest.raises(KeyError, match="atlantis"):
            ask("atlantis")


def test_board_is_immutable() -> None:
    with pytest.raises(AttributeError):
        USA.trains_per_player = 50  # type: ignore[misc]
    with pytest.raises(TypeError):
        USA.route_points[1] = 100  # type: ignore[index]
    with pytest.raises(TypeError):
        USA.routes["boston--montreal"] = USA.routes["boston--new-york"]  # type: ignore[index]


def test_new_board_needs_only_its_file(tmp_path: Path) -> None:
    board = read_board_data(tmp_path, island_data())
    played = game(
        board,
        *cards("Ana", sand=3),
        *cards("Peter", sand=1, water=2),
        RouteClaimed("Ana", "lake--mill", 0, Doubling(3, 0)),
        RouteClaimed("Peter", "harbour--hill", 1),
        RouteClaimed("Ana", "mill--north-gate"),
        RouteClaimed("Peter", "hill--mill", 0, Doubling(2, 2)),
        StationBuilt("Ana", "hill"),
        RouteClaimed("Peter", "harbour--ford", 0, Doubling(0, 1)),
        TurnPassed("Ana"),
        TurnPassed("Peter"),
        tickets("Ana", ("lake", "beyond", 7), ("hill", "mill", 9)),
        tickets("Peter", ("harbour", "beyond", 4)),
    )
    assert played.state.is_over
    ana, peter = tally(played.state).players
    assert [claim.points for claim in ana.claims] == [16, 3]
    assert [claim.points for claim in peter.claims] == [3, 80, 10]
    assert (ana.points("tickets"), ana.tickets_completed, ana.points("globetrotter")) == (16, 2, 5)
    assert [use.borrowed.route for use in ana.stations] == [board.routes["hill--mill"]]
    assert (ana.points("stations"), peter.points("stations")) == (0, 2)
    assert (ana.longest_route.length, ana.points("longest_route")) == (4, 0)
    assert (peter.longest_route.length, peter.points("longest_route")) == (10, 6)
    assert (ana.total, peter.total) == (16 + 3 + 16 + 5, 93 - 4 + 2 + 6)
    assert tally(played.state).winners == ("Peter",)


def test_board_can_open_double_routes_to_fewer_players(tmp_path: Path) -> None:
    board = read_board_data(tmp_path, island_data())
    taken = claims("Ana", "harbour--hill")
    assert game(board, *taken, RouteClaimed("Peter", "harbour--hill", 1), count=3).events
    with pytest.raises(Refused, match="only one can be claimed"):
        game(board, *taken, RouteClaimed("Peter", "harbour--hill", 1), count=2)


def test_correction_replaces_bundled_route() -> None:
    correction = RouteCorrection("bloemfontein--cape-town", 4, ("red", "black"))
    board = apply_corrections(AFRICA, [correction])
    route = board.routes["bloemfontein--cape-town"]
    assert (route.length, route.tracks) == (4, ("red", "black"))
    assert board.corrections == (correction,)
    assert AFRICA.routes["bloemfontein--cape-town"].length == 3
    assert game(board, *claims("Ana", route.id)).state.players["Ana"].route_points == 7


def test_later_correction_replaces_earlier_one() -> None:
    first = RouteCorrection("bulawayo--durban", 4, ("black",))
    second = RouteCorrection("bulawayo--durban", 2, ("black",))
    assert apply_corrections(apply_corrections(AFRICA, [first]), [second]).corrections == (second,)


@pytest.mark.parametrize(
    "correction",
    [
        RouteCorrection("nowhere--at-all", 3, ("red",)),
        RouteCorrection("bulawayo--durban", 7, ("black",)),
        RouteCorrection("bulawayo--durban", 3, ()),
        RouteCorrection("bulawayo--durban", 3, ("black",) * 4),
        RouteCorrection("bulawayo--durban", 3, ("pink",)),
        RouteCorrection("durban--madagascar-south", 1, ("grey",)),
    ],
    ids=["no such route", "no points", "no track", "four tracks", "no colour", "ferry"],
)
def test_impossible_correction_is_refused(correction: RouteCorrection) -> None:
    with pytest.raises(Refused, match=correction.route):
        apply_corrections(AFRICA, [correction])


def test_malformed_is_a_refusal() -> None:
    assert issubclass(Malformed, Refused)
