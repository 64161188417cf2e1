"""The routes that stations borrow: legal, and as good as brute force finds."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.apply import why_refused
from companion.rules.board import Board
from companion.rules.events import Event, RouteClaimed, StationBuilt, Ticket, TicketsTaken
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.rules.state import GameState
from companion.rules.stations import best_borrowing
from tests.support.boards import (
    EUROPE,
    NAMES,
    claims,
    game,
    island_data,
    read_board_data,
    tickets,
    with_cards,
)
from tests.support.random_games import examples, seeds


def borrowed(played: Game, name: str = "Ana") -> list[str | None]:
    """The route each station borrows."""
    uses = best_borrowing(played.state, played.state.players[name])
    return [use.route.id if use.route else None for use in uses]


def test_station_uses_a_route_of_another_player_for_a_ticket() -> None:
    played = game(
        EUROPE,
        *claims("Ana", "paris--zurich"),
        *claims("Peter", "brest--paris"),
        StationBuilt("Ana", "paris"),
        tickets("Ana", ("brest", "zurich", 6)),
    )
    ana = tally(played.state).players[0]
    (use,) = ana.stations
    assert use.borrowed.city == "paris"
    assert use.borrowed.route is EUROPE.routes["brest--paris"]
    assert use.borrowed.owner == "Peter"
    assert use.serves == (Ticket("brest", "zurich", 6),)
    assert ana.tickets[0].completed
    assert ana.tickets[0].walk is not None
    assert ana.tickets[0].walk.routes == ("brest--paris", "paris--zurich")
    assert ana.points("stations") == 8


def test_without_the_station_the_same_ticket_fails() -> None:
    played = game(
        EUROPE,
        *claims("Ana", "paris--zurich"),
        *claims("Peter", "brest--paris"),
        tickets("Ana", ("brest", "zurich", 6)),
    )
    assert tally(played.state).players[0].points("tickets") == -6


def test_station_borrows_only_one_route() -> None:
    played = game(
        EUROPE,
        *claims("Peter", "brest--paris", "paris--zurich"),
        StationBuilt("Ana", "paris"),
        tickets("Ana", ("brest", "zurich", 6)),
    )
    assert tally(played.state).players[0].points("tickets") == -6
    assert borrowed(played) == [None]


def test_station_borrows_only_routes_at_its_city() -> None:
    played = game(
        EUROPE,
        *claims("Peter", "brest--dieppe"),
        StationBuilt("Ana", "paris"),
        tickets("Ana", ("brest", "dieppe", 6)),
    )
    assert tally(played.state).players[0].points("tickets") == -6


def test_station_borrows_no_unclaimed_route() -> None:
    played = game(EUROPE, StationBuilt("Ana", "paris"), tickets("Ana", ("brest", "paris", 3)))
    assert borrowed(played) == [None]


def test_same_borrowed_route_serves_all_tickets() -> None:
    played = game(
        EUROPE,
        *claims("Ana", "paris--zurich"),
        *claims("Peter", "brest--paris"),
        StationBuilt("Ana", "paris"),
        tickets("Ana", ("brest", "zurich", 6), ("paris", "brest", 3)),
    )
    ana = tally(played.state).players[0]
    assert ana.points("tickets") == 9
    assert len(ana.stations[0].serves) == 2


def test_two_stations_can_complete_one_walk() -> None:
    played = game(
        EUROPE,
        *claims("Peter", "brest--paris", "paris--zurich"),
        StationBuilt("Ana", "brest"),
        StationBuilt("Ana", "paris"),
        tickets("Ana", ("brest", "zurich", 6)),
    )
    assert borrowed(played) == ["brest--paris", "paris--zurich"]


def test_two_stations_may_borrow_from_two_players() -> None:
    played = game(
        EUROPE,
        *claims("Peter", "brest--paris"),
        *claims("Maya", "paris--zurich"),
        StationBuilt("Ana", "brest"),
        StationBuilt("Ana", "zurich"),
        tickets("Ana", ("brest", "zurich", 6)),
        count=3,
    )
    uses = best_borrowing(played.state, played.state.players["Ana"])
    assert [use.owner for use in uses] == ["Peter", "Maya"]


def test_station_borrows_for_the_most_valuable_ticket() -> None:
    played = game(
        EUROPE,
        *claims("Peter", "brest--paris", "dieppe--paris"),
        StationBuilt("Ana", "paris"),
        tickets("Ana", ("brest", "paris", 3), ("dieppe", "paris", 4)),
    )
    assert borrowed(played) == ["dieppe--paris"]


def test_equal_scores_prefer_more_completed_tickets() -> None:
    played = game(
        EUROPE,
        *claims("Peter", "brest--paris", "dieppe--paris"),
        *claims("Ana", "dieppe--london"),
        StationBuilt("Ana", "paris"),
        tickets("Ana", ("brest", "paris", 10), ("dieppe", "paris", 4), ("london", "paris", 6)),
    )
    assert borrowed(played) == ["dieppe--paris"]
    assert tally(played.state).players[0].tickets_completed == 2


def test_station_that_helps_no_ticket_borrows_nothing() -> None:
    played = game(EUROPE, *claims("Peter", "brest--paris"), StationBuilt("Ana", "paris"))
    assert borrowed(played) == [None]
    assert tally(played.state).players[0].stations[0].serves == ()


def test_equal_results_prefer_fewest_borrowed_routes() -> None:
    played = game(
        EUROPE,
        *claims("Ana", "dieppe--paris", "frankfurt--munchen", "munchen--zurich"),
        *claims("Peter", "paris--zurich", "bruxelles--dieppe", "bruxelles--frankfurt"),
        *(StationBuilt("Ana", city) for city in ("zurich", "dieppe", "bruxelles")),
        tickets("Ana", ("dieppe", "munchen", 7)),
    )
    assert borrowed(played) == ["paris--zurich", None, None]


def test_stations_never_count_for_the_longest_route() -> None:
    played = game(
        EUROPE,
        *claims("Ana", "paris--zurich"),
        *claims("Peter", "brest--paris"),
        StationBuilt("Ana", "paris"),
        tickets("Ana", ("brest", "zurich", 6)),
    )
    ana, peter = tally(played.state).players
    assert ana.longest_route.length == peter.longest_route.length == 3


def test_borrowed_route_still_serves_its_owner() -> None:
    played = game(
        EUROPE,
        *claims("Peter", "brest--paris"),
        StationBuilt("Ana", "paris"),
        StationBuilt("Maya", "brest"),
        tickets("Ana", ("brest", "paris", 3)),
        tickets("Peter", ("brest", "zurich", 6)),
        *claims("Peter", "paris--zurich"),
        tickets("Maya", ("paris", "dieppe", 4)),
        *claims("Maya", "brest--dieppe"),
        count=3,
    )
    assert [player.points("tickets") for player in tally(played.state).players] == [3, 6, 4]


def test_borrowed_route_can_reach_a_country(tmp_path: Path) -> None:
    played = game(
        read_board_data(tmp_path, island_data()),
        *claims("Peter", "mill--north-gate", "harbour--south-gate"),
        *claims("Ana", "lake--mill"),
        StationBuilt("Ana", "mill"),
        tickets("Ana", ("lake", "beyond", 7)),
    )
    assert borrowed(played) == ["mill--north-gate"]
    assert tally(played.state).players[0].tickets[0].completed


WEST = {
    "amsterdam",
    "barcelona",
    "brest",
    "bruxelles",
    "dieppe",
    "frankfurt",
    "london",
    "madrid",
    "marseille",
    "munchen",
    "pamplona",
    "paris",
    "roma",
    "venezia",
    "zurich",
}


def recorded(played: Game, event: Event) -> Game:
    """The game with the event, if the rules allow it."""
    return played.record(event) if why_refused(played.state, event) is None else played


def crowded(seed: int, count: int) -> Game:
    """A game in western Europe with many short networks, and stations and tickets for all."""
    random = Random(seed)
    cards = []
    for _ in range(random.randint(0, 6 * count)):
        start, *ends = random.sample(sorted(WEST), random.choice((2, 2, 2, 4)))
        cards.append(Ticket.to_one_of(start, {end: random.randint(1, 6) for end in ends}))
    played = game(with_cards(EUROPE, *cards), count=count)
    routes = [route for route in EUROPE.routes.values() if {route.start, route.end} <= WEST]
    for route in random.sample(routes, random.randint(6, len(routes))):
        played = recorded(played, RouteClaimed(random.choice(NAMES[:count]), route.id))
    for city in random.sample(sorted(WEST), random.randint(0, 3 * count)):
        played = recorded(played, StationBuilt(random.choice(NAMES[:count]), city))
    for card in cards:
        played = recorded(played, TicketsTaken(random.choice(NAMES[:count]), (card,)))
    return played


def parts(board: Board, routes: set[str]) -> list[set[str]]:
    """The groups of places that routes connect."""
    found: list[set[str]] = [{place} for place in board.places]
    for id in routes:
        route = board.routes[id]
        joined = [part for part in found if {route.start, route.end} & part]
        found = [part for part in found if part not in joined] + [set().union(*joined)]
    return found


def worth(state: GameState, name: str, borrowed: set[str]) -> tuple[int, int]:
    """Ticket points and tickets completed with these routes besides the player's own."""
    player, board = state.players[name], state.setup.board
    connected = parts(board, {route.id for route in player.routes} | borrowed)
    score = completed = 0
    for ticket in player.tickets:
        start = set(board.ticket_ends[ticket.start].places)
        reached = [
            points
            for end, points in ticket.points_by_end.items()
            if any(part & start and part & set(board.ticket_ends[end].places) for part in connected)
        ]
        score += max(reached) if reached else -min(ticket.points_by_end.values())
        completed += bool(reached)
    return score, completed


def choices(state: GameState, name: str, city: str) -> list[str | None]:
    """Every route that a station can borrow, and None for no route."""
    return [None] + [
        route.id
        for route in state.setup.board.routes_at[city]
        if any(owner not in (None, name) for owner in state.track_owners(route))
    ]


@examples(20)
@given(seeds, st.integers(2, 4))
def test_borrowing_matches_brute_force(seed: int, count: int) -> None:
    state = crowded(seed, count).state
    for name, player in state.players.items():
        uses = best_borrowing(state, player)
        assert tuple(use.city for use in uses) == player.stations
        for use in uses:
            assert (use.route and use.route.id) in choices(state, name, use.city)
            assert (use.route is None) == (use.owner is None)
            if use.route is not None:
                assert use.owner != name
                assert use.owner in state.track_owners(use.route)
        combinations = product(*(choices(state, name, city) for city in player.stations))
        best = max(
            worth(state, name, {route for route in chosen if route}) for chosen in combinations
        )
        assert worth(state, name, {use.route.id for use in uses if use.route}) == best
        result = next(each for each in tally(state).players if each.name == name)
        assert (result.points("tickets"), result.tickets_completed) == best


@examples(20)
@given(seeds, st.integers(2, 4))
def test_every_ticket_has_a_connected_walk(seed: int, count: int) -> None:
    state = crowded(seed, count).state
    for result in tally(state).players:
        own = {claim.route.id for claim in result.claims}
        borrowed_routes = {use.borrowed.route.id for use in result.stations if use.borrowed.route}
        for ticket in result.tickets:
            walk = ticket.walk
            if walk is None:
                assert not ticket.completed
                continue
            for id, start, end in zip(walk.routes, walk.places, walk.places[1:], strict=False):
                route = EUROPE.routes[id]
                assert {route.start, route.end} == {start, end}
            assert len(walk.places) == len(walk.routes) + 1
            assert walk.length == sum(EUROPE.routes[id].length for id in walk.routes)
            assert {walk.places[0], walk.places[-1]} == {ticket.ticket.start, ticket.end}
            could_borrow = {each.route.id for each in ticket.could_borrow if each.route}
            assert could_borrow <= set(walk.routes) - own - borrowed_routes
            usable = own | borrowed_routes | could_borrow
            lacking = [id for id in walk.routes if id not in usable]
            assert ticket.completed == (not lacking)
            assert ticket.missing == sum(EUROPE.routes[id].length for id in lacking)
        for use in result.stations:
            assert bool(use.serves) == (use.borrowed.route is not None)
