"""Two threads use one store: games are never twice in the lists, and never hidden."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.store.saved_game import SavedGame
from companion.store.store import Store
from tests.store import random_operations
from tests.support.saved_games import FIRST, SECOND, play
from tests.support.stores import open_store

Move = Callable[[Store, SavedGame], object]

MOVES: dict[str, tuple[bool, Move]] = {
    "finish": (False, lambda store, saved: store.games.finish(saved)),
    "reopen": (True, lambda store, saved: store.games.reopen(saved)),
    "remove": (True, lambda store, saved: store.games.remove(saved.id)),
}
"""Whether the game is finished before, and the operation."""


@contextmanager
def pause_at(call: str, number: int) -> Iterator[tuple[threading.Event, threading.Event]]:
    """Stop the thread that makes a call of `os` for the nth time, until it may go on."""
    reached, go_on = threading.Event(), threading.Event()
    original, count = getattr(os, call), 0

    def pausing(*arguments: object, **options: object) -> object:
        nonlocal count
        if threading.current_thread().name == "mover":
            count += 1
            if count == number:
                reached.set()
                go_on.wait(5)
        return original(*arguments, **options)

    setattr(os, call, pausing)
    try:
        yield reached, go_on
    finally:
        setattr(os, call, original)


@pytest.mark.parametrize("number", range(1, 6))
@pytest.mark.parametrize("call", ["replace", "fsync", "open"])
@pytest.mark.parametrize("move", MOVES)
def test_lists_are_complete_while_a_game_moves(
    tmp_path: Path, move: str, call: str, number: int
) -> None:
    is_finished, operation = MOVES[move]
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
        if is_finished:
            saved = store.games.finish(saved)
        with pause_at(call, number) as (reached, go_on):
            mover = threading.Thread(target=operation, args=(store, saved), name="mover")
            mover.start()
            while not reached.wait(0.01) and mover.is_alive():
                pass
            # The lists wait for the mover, which goes on a moment later.
            threading.Timer(0.05, go_on.set).start()
            lists = [
                *(("in progress", game.id) for game in store.games.in_progress()),
                *(("finished", game.id) for game in store.games.finished()),
            ]
            mover.join()
        in_progress, finished = store.games.in_progress(), store.games.finished()
        expected = {"finish": [("finished", saved.id)], "reopen": [("in progress", saved.id)]}
        assert lists == expected.get(move, [])
        assert len(in_progress) + len(finished) == len(lists)


def test_header_read_while_the_game_was_reopened_is_not_listed(store: Store) -> None:
    games = [store.games.finish(play(store, FIRST)) for _ in range(3)]

    def progress(done: int, _: int) -> None:
        if done == 1:
            for saved in games:
                store.games.reopen(saved)

    assert store.games.load_finished_headers(progress)
    assert store.games.finished() == []
    assert len(store.games.in_progress()) == 3


@pytest.mark.parametrize("seed", ["1", "2"])
def test_random_operations_in_two_threads_leave_the_folders_consistent(
    tmp_path: Path, seed: str
) -> None:
    count, wrong = random_operations.run(tmp_path, 2, seed)
    assert wrong == []
    assert count > 50
