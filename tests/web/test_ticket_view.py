"""A guest's own tickets: the search and the current value of a hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.rules.boards import bundled_boards
from companion.rules.events import Ticket
from companion.rules.final_tally import tally
from companion.rules.state import GameState
from companion.rules.wording import format_signed
from companion.table.edits import printed_cards
from companion.web.views import hand_view, search_view
from tests.support.games import recorded_game

GAMES = ("heart-of-africa-full", "europe-full", "usa-full", "switzerland-full")


def with_hands(state: GameState, *tickets: Ticket) -> GameState:
    """The state in which every player holds these tickets."""
    for player in tuple(state.players.values()):
        state = state.with_player(replace(player, tickets=tickets))
    return state


def test_every_card_of_the_deck_is_found_by_its_names() -> None:
    board = bundled_boards()["switzerland"]
    for id, card in printed_cards(board).items():
        letters = " ".join(board.ticket_ends[end].name for end in (card.start, card.end))
        assert id in [found["id"] for found in search_view(board, letters)]


def test_search_marks_the_matched_letters() -> None:
    found = search_view(bundled_boards()["usa"], "van mon")
    assert found[0]["names"] == [["Montréal", "11100000"], ["Vancouver", "111000000"]]
    assert found[0]["points"] == "20"


def test_search_finds_nothing_without_letters_or_for_unknown_ones() -> None:
    usa = bundled_boards()["usa"]
    assert search_view(usa, "") == search_view(usa, "xqz") == []


@pytest.mark.parametrize("name", GAMES)
def test_hand_is_worth_what_the_tally_says(name: str) -> None:
    state = recorded_game(name).state
    for player in tally(state).players:
        tickets = [result.ticket for result in player.tickets]
        view = hand_view(state, player.name, tickets)
        assert view["total"] == (format_signed(player.points("tickets")) or "0")
        assert [each["completed"] for each in view["tickets"]] == [
            result.completed for result in player.tickets
        ]


@pytest.mark.parametrize("name", GAMES)
def test_hand_does_not_depend_on_the_tickets_of_others(name: str) -> None:
    game = recorded_game(name)
    cards = tuple(printed_cards(game.setup.board).values())
    for player, hand in ((each.name, each.tickets) for each in game.state.players.values()):
        views = [
            hand_view(with_hands(game.state, *tickets), player, hand)
            for tickets in ((), cards[:3], cards[-5:])
        ]
        assert views[0] == views[1] == views[2]


def test_uncompleted_ticket_says_what_is_missing_and_where() -> None:
    state = recorded_game("usa-full").state
    name, player = next(
        (each.name, each)
        for each in tally(state).players
        if any(not result.completed and result.walk for result in each.tickets)
    )
    result = next(each for each in player.tickets if not each.completed)
    (ticket,) = hand_view(state, name, [result.ticket])["tickets"]
    assert "missing" in str(ticket["details"][0])
    assert ticket["highlight"]["tracks"]
    assert ticket["points"] == f"−{result.ticket.points}"


@pytest.mark.parametrize("name", GAMES)
def test_progress_counts_the_spaces_of_the_walk(name: str) -> None:
    state = recorded_game(name).state
    for player in tally(state).players:
        tickets = [result.ticket for result in player.tickets]
        view = hand_view(state, player.name, tickets)
        for shown, result in zip(view["tickets"], player.tickets, strict=True):
            walked = result.walk.length if result.walk else 0
            assert (shown["spaces"], shown["missing"]) == (walked, result.missing)
            assert (shown["missing"] == 0 < shown["spaces"]) == result.completed


def test_empty_hand_is_worth_nothing() -> None:
    state = recorded_game("usa-full").state
    view = hand_view(state, next(iter(state.players)), [])
    assert (view["tickets"], view["summary"], view["total"]) == ([], "", "0")
