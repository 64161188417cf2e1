"""Board highlights: the tracks that count, and no parallel ones."""

from __future__ import annotations

from companion.report.highlights import ticket_highlight, tracks_of
from companion.report.words.result import explain, explain_board
from companion.rules.boards import bundled_boards
from companion.rules.events import Event, RouteClaimed, StationBuilt, Ticket, TicketsTaken
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.rules.setup import Player, Setup
from companion.rules.state import GameState

PEOPLE = (
    Player("Ana", "blue"),
    Player("Peter", "red"),
    Player("Jo", "green"),
    Player("Ida", "black"),
)


def game(board: str, *events: Event) -> GameState:
    return Game.begin(Setup(bundled_boards()[board], PEOPLE), events).state


def test_only_claimed_track_of_double_route_is_highlighted() -> None:
    state = game("europe", RouteClaimed("Ana", "edinburgh--london", 1))
    result = tally(state)
    for part in ("routes", "longest_route", "total"):
        assert explain(state, result, part, "Ana").highlight.tracks == (("edinburgh--london", 1),)


def test_parallel_track_of_another_player_is_not_highlighted() -> None:
    state = game(
        "europe",
        RouteClaimed("Ana", "edinburgh--london", 1),
        RouteClaimed("Peter", "edinburgh--london", 0),
    )
    rows = explain_board(state, tally(state)).rows
    seen = {row.player: row.highlight.tracks for row in rows}
    assert seen["Ana"] == (("edinburgh--london", 1),)
    assert seen["Peter"] == (("edinburgh--london", 0),)
    assert seen["Jo"] == ()


def test_borrowed_track_is_the_owners_and_missing_ones_are_free() -> None:
    state = game(
        "europe",
        RouteClaimed("Peter", "edinburgh--london", 1),
        StationBuilt("Ana", "london"),
        RouteClaimed("Ana", "amsterdam--london"),
        TicketsTaken("Ana", (Ticket("amsterdam", "edinburgh", 7), Ticket("dieppe", "london", 3))),
    )
    ana = next(player for player in tally(state).players if player.name == "Ana")
    completed, failed = ana.tickets
    highlight = ticket_highlight(state, ana, completed)
    assert highlight.tracks == (("amsterdam--london", 0), ("edinburgh--london", 1))
    assert highlight.borrowed == (("edinburgh--london", 1),)
    assert set(ticket_highlight(state, ana, failed).tracks) == {
        ("dieppe--london", 0),
        ("dieppe--london", 1),
    }
    assert tracks_of(state, ana, ()) == ()


def test_route_that_a_station_could_borrow_is_outlined() -> None:
    state = game(
        "europe",
        RouteClaimed("Peter", "pamplona--paris", 1),
        RouteClaimed("Jo", "brest--pamplona"),
        StationBuilt("Ana", "pamplona"),
        TicketsTaken("Ana", (Ticket("lisboa", "paris", 9),)),
        RouteClaimed("Ida", "pamplona--paris", 0),
    )
    ana = tally(state).players[0]
    highlight = ticket_highlight(state, ana, ana.tickets[0])
    (borrowed,) = highlight.borrowed
    assert borrowed[0] == "pamplona--paris"
    assert [track for track in highlight.tracks if track[0] == borrowed[0]] == [borrowed]
