"""What of a reason is seen on the board: the tracks that count, and no others beside them."""

from __future__ import annotations

from companion.report.highlights import ticket_highlight, tracks_of
from companion.report.reasons import reason, whole_board
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


def test_of_a_double_route_only_the_claimed_track_is_seen() -> None:
    state = game("europe", RouteClaimed("Ana", "edinburgh--london", 1))
    result = tally(state)
    for part in ("routes", "longest_route", "total"):
        assert reason(state, result, part, "Ana").highlight.tracks == (("edinburgh--london", 1),)


def test_what_others_have_beside_it_is_not_seen_either() -> None:
    state = game(
        "europe",
        RouteClaimed("Ana", "edinburgh--london", 1),
        RouteClaimed("Peter", "edinburgh--london", 0),
    )
    grounds = whole_board(tally(state)).grounds
    seen = {ground.player: ground.highlight.tracks for ground in grounds}
    assert seen["Ana"] == (("edinburgh--london", 1),)
    assert seen["Peter"] == (("edinburgh--london", 0),)
    assert seen["Jo"] == ()


def test_a_borrowed_track_is_its_owners_and_a_missing_one_is_free() -> None:
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
