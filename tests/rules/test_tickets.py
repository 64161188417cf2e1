"""Taking and completing tickets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.rules.apply import apply_event
from companion.rules.events import RouteClaimed, Ticket, TicketsTaken, TurnPassed
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.rules.ticket_results import TicketResult
from companion.rules.wording import format_number
from tests.support.boards import AFRICA, EUROPE, USA, assert_refused, claims, game, tickets


def results(played: Game, player: int = 0) -> tuple[TicketResult, ...]:
    return tally(played.state).players[player].tickets


def test_completed_ticket_adds_its_value_and_shows_its_walk() -> None:
    (result,) = results(
        game(
            USA,
            *claims("Ana", "boston--montreal", "montreal--new-york"),
            tickets("Ana", ("new-york", "boston", 9)),
        )
    )
    assert result.completed
    assert result.points == 9
    assert result.missing == 0
    assert result.walk is not None
    assert result.walk.places == ("new-york", "montreal", "boston")
    assert result.walk.routes == ("montreal--new-york", "boston--montreal")
    assert result.walk.length == 5


def test_failed_ticket_subtracts_value_and_states_missing_spaces() -> None:
    (result,) = results(
        game(USA, *claims("Ana", "boston--montreal"), tickets("Ana", ("boston", "toronto", 9)))
    )
    assert not result.completed
    assert result.points == -9
    assert result.missing == 3
    assert result.walk is not None
    assert result.walk.routes == ("boston--montreal", "montreal--toronto")


def test_routes_of_others_do_not_complete_a_ticket() -> None:
    (result,) = results(
        game(USA, *claims("Peter", "atlanta--miami"), tickets("Ana", ("atlanta", "miami", 5)))
    )
    assert not result.completed
    assert result.walk is not None
    assert "atlanta--miami" not in result.walk.routes


def test_missing_spaces_avoid_closed_tracks() -> None:
    taken = claims("Peter", "seattle--vancouver")
    ticket = tickets("Ana", ("seattle", "vancouver", 5))
    (two,) = results(game(USA, *taken, ticket, count=2))
    (four,) = results(game(USA, *taken, ticket, count=4))
    assert (two.missing, four.missing) == (7, 1)


def test_blocked_ticket_has_no_walk() -> None:
    around_miami = claims("Peter", "atlanta--miami", "charleston--miami", "miami--new-orleans")
    (result,) = results(game(USA, *around_miami, tickets("Ana", ("miami", "boston", 12))))
    assert (result.completed, result.walk, result.points) == (False, None, -12)


@pytest.mark.parametrize(
    ("routes", "end"),
    [
        (("ngaoundere--nigeria-north",), "nigeria"),
        (("douala--ngaoundere", "douala--nigeria-south"), "nigeria"),
        (("ngaoundere--tchad-north",), "tchad"),
        (("ngaoundere--way-station-north-west", "tchad-south--way-station-north-west"), "tchad"),
    ],
)
def test_either_entrance_of_a_country_completes_its_ticket(
    routes: tuple[str, ...], end: str
) -> None:
    played = game(AFRICA, *claims("Ana", *routes), tickets("Ana", ("ngaoundere", end, 7)))
    (result,) = results(played)
    assert result.completed


def test_entrances_of_one_country_are_not_connected() -> None:
    played = game(
        AFRICA,
        *claims("Ana", "douala--nigeria-south", "ngaoundere--nigeria-north"),
        tickets("Ana", ("douala", "ngaoundere", 5), ("douala", "nigeria", 2)),
    )
    assert [result.completed for result in results(played)] == [False, True]


def test_ticket_between_countries_is_completed_by_any_pair_of_entrances() -> None:
    played = game(
        AFRICA,
        *claims("Ana", "ngaoundere--nigeria-north", "ngaoundere--tchad-north"),
        tickets("Ana", ("nigeria", "tchad", 7)),
    )
    assert results(played)[0].completed


@pytest.mark.parametrize(
    ("route", "city"),
    [("madagascar-north--mocambique", "mocambique"), ("durban--madagascar-south", "durban")],
)
def test_either_place_of_madagascar_completes_its_ticket(route: str, city: str) -> None:
    played = game(AFRICA, *claims("Ana", route), tickets("Ana", (city, "madagascar", 3)))
    assert results(played)[0].completed


def test_route_on_madagascar_connects_its_places() -> None:
    across = ("madagascar-north--mocambique", "durban--madagascar-south")
    ticket = tickets("Ana", ("mocambique", "durban", 7))
    apart = game(AFRICA, *claims("Ana", *across), ticket)
    joined = game(AFRICA, *claims("Ana", *across, "madagascar-north--madagascar-south"), ticket)
    assert not results(apart)[0].completed
    assert results(joined)[0].completed


def test_way_stations_connect_routes() -> None:
    played = game(
        AFRICA,
        *claims("Ana", "bangui--way-station-north-west", "bondo--way-station-north-west"),
        tickets("Ana", ("bangui", "bondo", 4)),
    )
    assert results(played)[0].completed


@pytest.mark.parametrize("end", ["way-station-east", "nigeria-north", "madagascar-south", "paris"])
def test_way_stations_and_single_entrances_are_never_ticket_ends(end: str) -> None:
    sentence = assert_refused(game(AFRICA), tickets("Ana", ("luanda", end, 5)), "ticket", "Ana")
    assert AFRICA.name in sentence
    assert_refused(game(AFRICA), tickets("Ana", (end, "luanda", 5)), "ticket", "Ana")


@pytest.mark.parametrize("points", [1, 50])
def test_tickets_have_1_to_50_points(points: int) -> None:
    taken = game(EUROPE, tickets("Ana", ("paris", "wien", points)))
    assert taken.state.players["Ana"].tickets == (Ticket("paris", "wien", points),)


@pytest.mark.parametrize("points", [-1, 0, 51, 10**6])
def test_ticket_value_outside_1_to_50_is_refused(points: int) -> None:
    assert_refused(
        game(EUROPE),
        tickets("Ana", ("paris", "wien", points)),
        "ticket",
        "Ana",
        "Paris – Wien",
        f"cannot be worth {format_number(points)}:",
    )


@pytest.mark.parametrize("name", ["Ana", "Peter"])
@pytest.mark.parametrize("card", [("paris", "wien", 8), ("wien", "paris", 3)])
def test_same_ends_cannot_be_held_twice_in_a_game(name: str, card: tuple[str, str, int]) -> None:
    held = game(EUROPE, tickets("Ana", ("paris", "wien", 8)))
    assert_refused(held, tickets(name, card), "has ", name, "Paris", "Wien")


def test_one_invalid_card_refuses_the_whole_entry() -> None:
    mixed = tickets("Ana", ("paris", "wien", 8), ("berlin", "berlin", 9))
    sentence = assert_refused(game(EUROPE), mixed, "ticket", "Ana", "Berlin")
    assert "Paris" not in sentence


def test_tickets_taken_in_two_entries_add_up() -> None:
    taken = game(
        EUROPE,
        tickets("Ana", ("paris", "wien", 8)),
        tickets("Ana", ("berlin", "roma", 9)),
    )
    assert [ticket.points for ticket in taken.state.players["Ana"].tickets] == [8, 9]
    assert taken.state.turn == "Ana"


def test_double_route_completes_tickets_of_both_owners() -> None:
    played = game(
        USA,
        RouteClaimed("Ana", "boston--montreal", 0),
        RouteClaimed("Peter", "boston--montreal", 1),
        tickets("Peter", ("boston", "montreal", 2)),
        count=4,
    )
    assert results(played, 1)[0].completed


def test_deck_card_is_identified_by_ends_and_value() -> None:
    turned = Ticket("pretoria", "cape-town", 7)
    dearer = Ticket("cape-town", "pretoria", 8)
    strange = Ticket("cape-town", "sudan", 7)
    cards = [AFRICA.card(ticket) for ticket in (turned, dearer, strange)]
    assert [card and card.id for card in cards] == ["cape-town--pretoria"] * 2 + [None]
    assert [AFRICA.has_card(ticket) for ticket in (turned, dearer, strange)] == [True, False, False]


def test_card_outside_the_deck_exists_once() -> None:
    strange = ("cape-town", "sudan", 7)
    held = game(AFRICA, tickets("Ana", strange))
    assert_refused(held, tickets("Peter", strange), "has ", "Ana", "Cape Town – Sudan")


class Hand(tuple[Ticket, ...]):
    """A tuple of cards that counts how often it is iterated."""

    looks = 0

    def __iter__(self) -> Iterator[Ticket]:
        self.looks += 1
        return super().__iter__()


def test_only_new_cards_are_checked_for_duplicates() -> None:
    held = game(USA, tickets("Ana", ("boston", "miami", 12))).state
    hand = Hand(held.players["Ana"].tickets)
    state = held.with_player(replace(held.players["Ana"], tickets=hand))
    apply_event(state, TurnPassed("Ana"))
    apply_event(state, RouteClaimed("Ana", "boston--montreal"))
    apply_event(state, TicketsTaken("Ana", ()))
    assert hand.looks == 0
    apply_event(state, tickets("Peter", ("dallas", "new-york", 11)))
    assert hand.looks == 1
