"""Rules that only Nordic Countries, Switzerland and India have."""

from __future__ import annotations

import pytest

from companion.rules.board import Board
from companion.rules.errors import Refused
from companion.rules.events import RouteClaimed, Ticket, TicketsTaken
from companion.rules.final_tally import tally
from companion.rules.graph import shortest_distance
from companion.rules.setup import Player, Setup
from tests.support.boards import (
    AFRICA,
    EUROPE,
    INDIA,
    NORDIC,
    SWITZERLAND,
    USA,
    assert_refused,
    claims,
    game,
)

PAIRS = [
    ("mo-i-rana--trondheim-tunnel", 5, "mo-i-rana--trondheim-ferry", 6),
    ("kristiansand--stavanger-tunnel", 2, "kristiansand--stavanger-ferry", 3),
]


def test_only_nordic_countries_has_other_train_colours() -> None:
    assert NORDIC.train_colors == ("black", "purple", "white")
    for board in (USA, EUROPE, AFRICA, SWITZERLAND, INDIA):
        assert board.train_colors == ("blue", "red", "green", "yellow", "black")
    with pytest.raises(Refused, match="Nordic Countries has no such trains"):
        Setup(NORDIC, (Player("Ana", "purple"), Player("Peter", "red")))


def test_nine_spaces_to_murmansk_bring_27_points() -> None:
    state = game(NORDIC, *claims("Ana", "lieksa--murmansk")).state
    assert (state.players["Ana"].route_points, state.players["Ana"].trains) == (27, 31)


@pytest.mark.parametrize(("tunnel", "short", "ferry", "long"), PAIRS)
def test_tunnel_and_a_longer_ferry_are_two_tracks_of_one_route(
    tunnel: str, short: int, ferry: str, long: int
) -> None:
    assert (NORDIC.routes[tunnel].length, NORDIC.routes[ferry].length) == (short, long)
    for one, other in ((tunnel, ferry), (ferry, tunnel)):
        two, three = (game(NORDIC, *claims("Ana", one), count=count) for count in (2, 3))
        assert_refused(two, RouteClaimed("Peter", other), "only one can be claimed", "Peter", "Ana")
        assert_refused(three, RouteClaimed("Ana", other), "two tracks of the same route", "Ana")
        assert three.record(RouteClaimed("Peter", other)).state.players["Peter"].claims


def test_ferries_to_stockholm_need_different_locomotives() -> None:
    route = NORDIC.routes["helsinki--stockholm"]
    assert [(color, route.locomotives(n)) for n, color in enumerate(route.tracks)] == [
        ("grey", 2),
        ("yellow", 1),
    ]
    both = NORDIC.routes["karlskrona--kobenhavn"]
    assert [both.locomotives(track) for track in (0, 1)] == [1, 1]


def test_bonuses_and_tie_breakers_are_the_boards_own() -> None:
    boards = (NORDIC, SWITZERLAND, INDIA)
    assert [board.bonuses.longest_route for board in boards] == [0, 10, 10]
    assert [board.bonuses.globetrotter for board in boards] == [10, 0, 0]
    assert [bool(board.bonuses.grand_tour) for board in boards] == [False, False, True]
    assert [board.tie_breakers[1] for board in boards] == [
        "longest_route_length",
        "longest_route",
        "longest_route",
    ]


@pytest.mark.parametrize(
    ("tours", "points"), [(0, 0), (1, 5), (2, 10), (3, 20), (4, 30), (5, 40), (6, 40), (40, 40)]
)
def test_five_or_more_tours_score_forty(tours: int, points: int) -> None:
    assert INDIA.bonuses.for_grand_tours(tours) == points


def test_eight_cards_of_switzerland_name_several_countries_and_four_of_them_exist_twice() -> None:
    several = [card for card in SWITZERLAND.tickets if card.ticket.other_ends]
    assert sorted(card.ticket.start for card in several if card.copies == 1) == [
        *("bern", "chur", "lugano", "zurich"),
    ]
    assert sorted(card.ticket.start for card in several if card.copies == 2) == [
        *("deutschland", "france", "italia", "osterreich"),
    ]
    assert all(card.copies == 1 for card in SWITZERLAND.tickets if not card.ticket.other_ends)
    assert len({card.ticket.pairs for card in SWITZERLAND.tickets}) == 42


def test_flags_of_a_country_are_not_connected() -> None:
    for country in SWITZERLAND.countries:
        for entrance in SWITZERLAND.ticket_ends[country].places:
            assert len(SWITZERLAND.routes_at[entrance]) == 1
    into_germany = claims(
        "Ana", "basel--deutschland-basel", "deutschland-schaffhausen--schaffhausen"
    )
    card = TicketsTaken("Ana", (Ticket("basel", "schaffhausen", 5),))
    assert tally(game(SWITZERLAND, *into_germany, card).state).players[0].points("tickets") == -5


@pytest.mark.parametrize("board", [NORDIC, SWITZERLAND, INDIA], ids=lambda board: board.id)
def test_ticket_values_are_close_to_shortest_distance(board: Board) -> None:
    for card in board.tickets:
        for end, points in card.ticket.points_by_end.items():
            distance = shortest_distance(board, card.ticket.start, end)
            assert distance is not None
            assert distance / 2 <= points <= 2 * distance, card.id


def test_only_nordic_countries_has_a_boardgamegeek_id() -> None:
    assert [board.bgg_id for board in (NORDIC, SWITZERLAND, INDIA)] == [31627, None, None]
