"""Short saved games of two players, and a clock under the control of the test."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from pathlib import Path

from companion.rules.board import Board
from companion.rules.boards import bundled_boards
from companion.rules.events import Event, RouteClaimed, Ticket, TicketsTaken
from companion.rules.game import Game
from companion.rules.record import record_to_json
from companion.rules.setup import Player, Setup
from companion.store.saved_game import FinishedGame, SavedGame
from companion.store.store import Store

USA = bundled_boards()["usa"]
AFRICA = bundled_boards()["heart-of-africa"]
ANA, PETER = Player("Ana", "blue"), Player("Peter", "red")
FIRST = RouteClaimed("Ana", "boston--montreal")
SECOND = RouteClaimed("Peter", "calgary--seattle")
THIRD = RouteClaimed("Ana", "atlanta--nashville")
SUDAN = Ticket("cape-town", "sudan", 22)


class FakeClock:
    """A clock that stops until it is advanced."""

    def __init__(self) -> None:
        self.time = datetime(2026, 3, 7, 19, 30, tzinfo=timezone(timedelta(hours=1)))

    def __call__(self) -> datetime:
        return self.time

    def advance(self, **by: float) -> None:
        self.time += timedelta(**by)


def setup(board: Board = USA, *players: Player) -> Setup:
    """The setup of a game of Ana and Peter, or of other players."""
    return Setup(board, players or (ANA, PETER))


def play(store: Store, *events: Event, board: Board = USA) -> SavedGame:
    """A game in progress with these events, saved one by one."""
    saved = store.games.begin(setup(board))
    for event in events:
        saved = store.games.save(saved, saved.game.record(event))
    return saved


def finish(store: Store, *events: Event, board: Board = USA) -> FinishedGame:
    """A finished game with these events."""
    return listed(store, store.games.finish(play(store, *(events or (FIRST,)), board=board)))


def listed(store: Store, saved: SavedGame) -> FinishedGame:
    """A finished game as the list shows it."""
    (game,) = (game for game in store.games.finished() if game.id == saved.id)
    return game


def tickets(player: str, *cards: Ticket) -> TicketsTaken:
    """The event of taking tickets."""
    return TicketsTaken(player, cards)


def records(*games: SavedGame) -> list[dict[str, object]]:
    """The records of games, which must be the same after reading them again."""
    return [record_to_json(saved.record) for saved in games]


def notices(store: Store) -> list[str]:
    """The notices as the keeper reads them."""
    return [str(notice) for notice in store.notices]


def files_in(folder: Path) -> Mapping[str, bytes]:
    """The content of every file below a folder, except the lock."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "lock"
    }


def growing_game(count: int) -> list[Game]:
    """A game after 0, 1, … events."""
    games = [Game.begin(setup(AFRICA))]
    ends = sorted(AFRICA.ticket_ends)
    pairs = ((start, end) for start in ends for end in ends if start < end)
    for (start, end), _ in zip(pairs, range(count), strict=False):
        games.append(games[-1].record(tickets("Ana", Ticket(start, end, 5))))
    return games
