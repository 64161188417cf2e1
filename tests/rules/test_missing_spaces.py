"""The spaces that a ticket lacks, with the routes that stations could borrow."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from companion.rules.events import StationBuilt
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.rules.state import GameState
from companion.rules.ticket_results import TicketResult
from tests.rules.test_borrowing import choices, crowded
from tests.support.boards import EUROPE, claims, game, tickets
from tests.support.random_games import examples, seeds

LISBOA_TO_PARIS = tickets("Ana", ("lisboa", "paris", 9))


def only_ticket(played: Game) -> TicketResult:
    (result,) = tally(played.state).players[0].tickets
    return result


def could_borrow(result: TicketResult) -> list[tuple[str, str | None, str | None]]:
    return [
        (each.city, each.route.id if each.route else None, each.owner)
        for each in result.could_borrow
    ]


def test_route_that_a_station_could_borrow_is_not_missing() -> None:
    across = claims("Peter", "pamplona--paris")
    without = only_ticket(game(EUROPE, *across, LISBOA_TO_PARIS))
    played = game(EUROPE, *across, StationBuilt("Ana", "pamplona"), LISBOA_TO_PARIS)
    result = only_ticket(played)
    assert result.walk is not None
    assert result.walk.places == ("lisboa", "madrid", "pamplona", "paris")
    assert (result.missing, without.missing) == (6, 13)
    assert could_borrow(result) == [("pamplona", "pamplona--paris", "Peter")]
    assert not without.could_borrow
    assert not result.completed


def test_station_could_borrow_one_route_only() -> None:
    played = game(
        EUROPE,
        *claims("Peter", "pamplona--paris", "madrid--pamplona", "lisboa--madrid"),
        StationBuilt("Ana", "pamplona"),
        LISBOA_TO_PARIS,
        count=4,
    )
    result = only_ticket(played)
    assert len(result.could_borrow) == 1
    two = only_ticket(played.insert(3, StationBuilt("Ana", "madrid")))
    assert two.missing < result.missing
    assert [city for city, *_ in could_borrow(two)] == ["madrid", "pamplona"]


def test_own_and_free_routes_are_preferred_to_borrowed_ones() -> None:
    played = game(
        EUROPE,
        *claims("Peter", "pamplona--paris"),
        *claims("Ana", "brest--pamplona", "brest--paris"),
        StationBuilt("Ana", "pamplona"),
        LISBOA_TO_PARIS,
    )
    result = only_ticket(played)
    assert (result.missing, result.could_borrow) == (6, ())


def test_station_that_completes_another_ticket_is_not_borrowed_twice() -> None:
    played = game(
        EUROPE,
        *claims("Peter", "pamplona--paris", "barcelona--pamplona"),
        StationBuilt("Ana", "pamplona"),
        tickets("Ana", ("barcelona", "pamplona", 5)),
        LISBOA_TO_PARIS,
    )
    done, lacking = tally(played.state).players[0].tickets
    assert done.completed
    assert not lacking.could_borrow


def fewest_spaces(state: GameState, name: str, usable: set[str], start: str) -> dict[str, int]:
    """The fewest spaces to claim on the way from a city to every place that can be reached."""
    spaces = {start: 0}
    for _ in EUROPE.places:
        for route in EUROPE.routes.values():
            owners = state.track_owners(route)
            is_free = None in owners and name not in owners
            if not state.setup.both_tracks_open and any(owners):
                is_free = False
            if route.id not in usable and not is_free:
                continue
            price = 0 if route.id in usable else route.length
            for here, there in ((route.start, route.end), (route.end, route.start)):
                if here in spaces:
                    spaces[there] = min(spaces.get(there, 999), spaces[here] + price)
    return spaces


def test_station_could_borrow_the_same_route_for_all_tickets() -> None:
    played = game(
        EUROPE,
        *claims("Peter", "pamplona--paris", "barcelona--pamplona"),
        StationBuilt("Ana", "pamplona"),
        tickets("Ana", ("brest", "barcelona", 6), ("lisboa", "paris", 9)),
    )
    ana = tally(played.state).players[0]
    other, highest = ana.tickets
    (use,) = ana.stations
    assert could_borrow(highest) == [("pamplona", "pamplona--paris", "Peter")]
    # With Barcelona – Pamplona instead, 4 spaces would be missing.
    assert (other.missing, other.could_borrow) == (8, highest.could_borrow)
    assert (use.borrowed.route, use.could_borrow) == (None, highest.could_borrow[0])


@examples(25)
@given(seeds, st.integers(2, 4))
def test_missing_spaces_match_brute_force(seed: int, count: int) -> None:
    state = crowded(seed, count).state
    for player in tally(state).players:
        used = {use.borrowed.route.id for use in player.stations if use.borrowed.route}
        own = {claim.route.id for claim in player.claims}
        idle = [use for use in player.stations if not use.borrowed.route]
        could = [use.could_borrow.route for use in idle if use.could_borrow]
        # The first ticket may choose any route, the others only those that are decided then.
        any_route = list(product(*(choices(state, player.name, use.borrowed.city) for use in idle)))
        decided = list(product(*((None, route.id) for route in could if route)))
        open_tickets = [result for result in player.tickets if not result.completed]
        open_tickets.sort(key=lambda result: -result.ticket.points)
        for number, result in enumerate(open_tickets):
            found = []
            for chosen in decided if number else any_route:
                usable = own | used | {route for route in chosen if route}
                spaces = fewest_spaces(state, player.name, usable, result.ticket.start)
                found += [
                    (spaces[end], sum(route is not None for route in chosen))
                    for end in result.ticket.points_by_end
                    if end in spaces
                ]
            if result.walk is None:
                assert not found
            else:
                assert (result.missing, len(result.could_borrow)) == min(found)
