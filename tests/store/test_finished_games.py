"""Finished games: listed with their results, opened, corrected, removed."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules.errors import Refused
from companion.rules.events import Ticket, TurnPassed
from companion.rules.final_tally import tally
from companion.store.errors import NoSuchFile
from companion.store.saved_game import FinishedGame
from companion.store.store import Store
from tests.support.saved_games import (
    ANA,
    FIRST,
    PETER,
    SECOND,
    FakeClock,
    finish,
    listed,
    notices,
    play,
    records,
    tickets,
)
from tests.support.stores import open_store, saved_games


def test_finished_game_is_listed_with_its_result(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        saved = play(store, FIRST, SECOND)
        game = listed(store, store.games.finish(saved))
        assert store.games.in_progress() == []
    with open_store(tmp_path) as store:
        assert store.games.finished() == [game]
        assert notices(store) == []
        result = tally(saved.game.state)
        assert game == FinishedGame(
            id=saved.id,
            board="usa",
            players=(ANA, PETER),
            date=clock(),
            scores={player.name: player.total for player in result.players},
            winners=result.winners,
            final=False,
            results=game.results,
        )
        assert store.games.open(game.id).game.events == saved.game.events


def test_finish_save_and_reopen_return_the_game_as_it_is_on_disk(store: Store) -> None:
    saved = store.games.finish(play(store, FIRST))
    assert records(store.games.open(saved.id)) == records(saved)
    saved = store.games.save(saved, saved.game.record(SECOND))
    assert records(store.games.open(saved.id)) == records(saved)
    saved = store.games.reopen(saved)
    assert records(store.games.open(saved.id)) == records(saved)
    assert saved.finished is None


def test_reopened_game_is_in_progress_and_not_finished(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = store.games.reopen(store.games.finish(play(store, FIRST)))
        saved = store.games.save(saved, saved.game.record(SECOND))
        assert store.games.finished() == []
    with open_store(tmp_path) as store:
        assert records(*saved_games(store)) == records(saved)
        assert store.games.finished() == []
        assert notices(store) == []


def test_latest_game_is_listed_first(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        first = finish(store)
        clock.advance(days=1)
        second = finish(store)
        assert store.games.finished() == [second, first]


def test_removed_game_can_be_restored(store: Store) -> None:
    stays, goes = finish(store), finish(store, SECOND)
    store.games.remove(goes.id)
    assert store.games.finished() == [stays]
    assert store.games.removed_finished() == [goes]
    with pytest.raises(NoSuchFile):
        store.games.open(goes.id)
    store.games.restore(goes.id)
    assert store.games.removed_finished() == []
    assert store.games.open(goes.id).game.events == (SECOND,)
    assert sorted(store.games.finished()) == sorted([stays, goes])


def test_game_can_be_removed_and_restored_only_once(store: Store) -> None:
    game = finish(store)
    store.games.remove(game.id)
    with pytest.raises(NoSuchFile):
        store.games.remove(game.id)
    store.games.restore(game.id)
    with pytest.raises(Refused, match="already exists"):
        store.games.restore(game.id)


def test_corrected_ticket_changes_the_listed_result(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        before = finish(store, FIRST, tickets("Peter", Ticket("boston", "montreal", 20)))
        saved = store.games.open(before.id)
        changed = saved.game.change(1, tickets("Peter", Ticket("boston", "montreal", 2)))
        after = listed(store, store.games.save(saved, changed))
        assert after.scores["Peter"] == before.scores["Peter"] + 18
        assert after.date == before.date
        assert store.games.finished() == [after]
    with open_store(tmp_path) as store:
        assert store.games.finished() == [after]
        assert store.games.open(before.id).game.events == changed.events
        assert notices(store) == []


def test_removed_game_cannot_be_corrected_or_reopened(store: Store) -> None:
    saved = store.games.finish(play(store, FIRST))
    store.games.remove(saved.id)
    with pytest.raises(NoSuchFile):
        store.games.save(saved, saved.game.record(TurnPassed("Peter")))
    with pytest.raises(NoSuchFile):
        store.games.reopen(saved)
    assert store.games.in_progress() == []
