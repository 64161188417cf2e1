"""Something to keep: short games of two players, and a clock to turn."""

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
from companion.store.heads import PastGame
from companion.store.saved_game import SavedGame
from companion.store.store import Store

USA = bundled_boards()["usa"]
AFRICA = bundled_boards()["heart-of-africa"]
ANA, PETER = Player("Ana", "blue"), Player("Peter", "red")
FIRST = RouteClaimed("Ana", "boston--montreal")
SECOND = RouteClaimed("Peter", "calgary--seattle")
SUDAN = Ticket("cape-town", "sudan", 22)


def setup(board: Board = USA, *players: Player) -> Setup:
    return Setup(board, players or (ANA, PETER))


class Clock:
    """A clock that stands still unless it is turned."""

    def __init__(self) -> None:
        self.time = datetime(2026, 3, 7, 19, 30, tzinfo=timezone(timedelta(hours=1)))

    def __call__(self) -> datetime:
        return self.time

    def turn(self, **by: float) -> None:
        self.time += timedelta(**by)


def played(store: Store, *events: Event, board: Board = USA) -> SavedGame:
    """A game in progress with these entries, saved one by one."""
    saved = store.games.begin(setup(board))
    for event in events:
        saved = store.games.save(saved, saved.game.record(event))
    return saved


def finished(store: Store, *events: Event, board: Board = USA) -> PastGame:
    return listed(store, store.games.finish(played(store, *(events or (FIRST,)), board=board)))


def listed(store: Store, saved: SavedGame) -> PastGame:
    """A finished game as the list shows it."""
    (past,) = (past for past in store.history.all() if past.id == saved.id)
    return past


def tickets(player: str, *cards: Ticket) -> TicketsTaken:
    return TicketsTaken(player, cards)


def noted(*games: SavedGame) -> list[dict[str, object]]:
    """Games as they are written: what must be the same after reading them again."""
    return [record_to_json(saved.record) for saved in games]


def told(store: Store) -> list[str]:
    """The notices as the keeper reads them."""
    return [str(notice) for notice in store.notices]


def everything(folder: Path) -> Mapping[str, bytes]:
    """Every file below a folder, but for the lock."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "lock"
    }


def many_entries(count: int) -> list[Game]:
    """A game that grows by one entry at a time."""
    games = [Game.begin(setup(AFRICA))]
    ends = sorted(AFRICA.ticket_ends)
    pairs = ((start, end) for start in ends for end in ends if start < end)
    for (start, end), _ in zip(pairs, range(count), strict=False):
        games.append(games[-1].record(tickets("Ana", Ticket(start, end, 5))))
    return games
