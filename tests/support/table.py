"""Opening games on the table page of a phone."""

from __future__ import annotations

from companion.rules.boards import bundled_boards
from companion.rules.events import Event
from companion.rules.game import Game
from companion.rules.setup import Player, Setup
from companion.ui.navigator import PageName
from tests.support.games import recorded_game
from tests.support.phone import Phone
from tests.support.sessions import accepted

NAMES = ("Ana", "Peter", "Maya", "Jo", "Lu")


def setup(board: str, players: int, longest_route_house_rule: bool = False) -> Setup:
    """A setup with the first few of the players in `NAMES`."""
    found = bundled_boards()[board]
    people = tuple(map(Player, NAMES[:players], found.train_colors))
    return Setup(found, people, longest_route_house_rule)


def start_game(phone: Phone, board: str, players: int, *events: Event) -> None:
    """Start a game through the session, enter some events and open the table page."""
    enter_game(phone, setup(board, players), *events)
    phone.navigator.reset_to("home", "table")
    phone.wait_until_idle()


def enter_game(phone: Phone, setup: Setup, *events: Event) -> None:
    """Start a game through the session and enter some events, without opening a page."""
    phone.context.sessions.begin(setup)
    for event in events:
        assert accepted(phone.session.enter, event), event


def save_game(phone: Phone, game: Game) -> None:
    """Save a game to the store and make it the current one, without showing it."""
    games = phone.context.store.games
    phone.context.sessions.open(games.save(games.begin(game.setup), game).id)


def open_game(phone: Phone, game: Game, *pages: PageName) -> None:
    """Save a game to the store and open it on the table page, or on a page above that."""
    save_game(phone, game)
    phone.navigator.reset_to("home", "table", *pages)
    phone.wait_until_idle()


def open_recorded_game(phone: Phone, name: str) -> Game:
    """Open a recorded game on the table page."""
    game = recorded_game(name)
    open_game(phone, game)
    return game


def show_game(phone: Phone, game: Game) -> None:
    """Save and open a game and go to its result."""
    open_game(phone, game, "result")


def show_result(phone: Phone, name: str) -> Game:
    """Open a recorded game and go to its result."""
    game = recorded_game(name)
    show_game(phone, game)
    return game
