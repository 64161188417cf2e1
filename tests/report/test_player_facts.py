"""What a player has, in words: pieces left, routes, stations and other points."""

from __future__ import annotations

import pytest

from companion.drawing.highlight import Highlight
from companion.report.words.players import pieces_left, player_rows
from companion.rules.board import Board
from companion.rules.events import (
    Doubling,
    OtherPoints,
    PlayerLeft,
    RouteClaimed,
    StationBuilt,
    TurnPassed,
)
from companion.rules.game import Game
from tests.support.boards import AFRICA, EUROPE, LONDON, NEW_YORK, USA, claims, game


def entries(played: Game, name: str) -> list[tuple[str, str, str]]:
    """Title, detail and points of each entry of a player."""
    found = player_rows(played, played.state, name)
    return [(str(each.title), str(each.detail or ""), each.points) for each in found]


def test_trains_and_stations_left_are_counted() -> None:
    played = game(EUROPE, StationBuilt("Ana", "paris"), *claims("Peter", "budapest--wien"))
    assert [str(each) for each in pieces_left(played.state, "Ana")] == [
        "45 trains left",
        "2 stations left",
    ]
    assert str(pieces_left(played.state, "Peter")[0]) == "44 trains left"


@pytest.mark.parametrize(
    ("board", "text"), [(LONDON, "16 buses left"), (NEW_YORK, "14 taxis left")]
)
def test_pieces_left_are_named_as_on_the_board(board: Board, text: str) -> None:
    shortest = min(board.routes.values(), key=lambda route: route.length)
    state = game(board, *claims("Ana", shortest.id)).state
    assert str(pieces_left(state, "Ana")[0]) == text


def test_player_who_left_is_said_to_have_left() -> None:
    state = game(USA, PlayerLeft("Ana"), count=3).state
    assert [str(each) for each in pieces_left(state, "Ana")] == [
        "45 trains left",
        "has left the game",
    ]


def test_entries_are_listed_newest_first_after_the_longest_route() -> None:
    played = game(
        EUROPE,
        *claims("Ana", "brest--paris"),
        TurnPassed("Peter"),
        StationBuilt("Ana", "paris"),
        *claims("Peter", "athina--sofia"),
        OtherPoints("Ana", -5, "Wager"),
    )
    assert entries(played, "Ana") == [
        ("Longest route", "the longest so far", "3"),
        ("Wager", "other points", "−5"),
        ("Paris", "station", ""),
        ("Brest – Paris", "3 black", "+4"),
    ]
    longest, points, station, route = player_rows(played, played.state, "Ana")
    assert longest.highlight == Highlight(trail=(("brest--paris", 0),))
    assert route.highlight.tracks == (("brest--paris", 0),)
    assert station.highlight.places == ("paris",)
    assert points.highlight.tracks == ()


def test_doubled_claim_names_its_cards_and_a_board_without_the_bonus_no_longest_route() -> None:
    claim = RouteClaimed("Ana", "cape-town--port-elizabeth", 0, Doubling(0, 1))
    assert entries(game(AFRICA, claim), "Ana") == [
        (
            "Cape Town – Port Elizabeth",
            "3 black · Mountain & Cliff · doubled with 1 locomotive",
            "+8",
        )
    ]
    assert entries(game(AFRICA, claim), "Peter") == []
