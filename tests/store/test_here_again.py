"""A game that was removed comes in again from a file: one id stays one game."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules.errors import Refused
from companion.rules.events import RouteClaimed
from companion.store.store import Store
from tests.store.session import FIRST, SECOND, finished, played
from tests.support.stores import open_store


def taken_along(store: Store, folder: Path) -> Path:
    """An archive of everything as it is now."""
    path = folder / "all.railkeeper"
    path.write_bytes(store.exchange.everything().read_bytes())
    return path


def bring_in(store: Store, path: Path) -> int:
    return store.exchange.take_in(store.exchange.look_at(path)).things.games


def test_a_removed_game_that_came_in_again_is_listed_once_and_can_be_removed_again(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path / "shelf") as store:
        past, going = finished(store), played(store, SECOND)
        archive = taken_along(store, tmp_path)
        store.history.remove(past.id)
        store.games.discard(going.id)
        assert bring_in(store, archive) == 2
        assert store.history.order() == [past.id]
        assert (store.history.removed, store.games.discarded) == ((), ())
        with pytest.raises(Refused, match="there already"):
            store.history.bring_back(past.id)
        with pytest.raises(Refused, match="there already"):
            store.games.bring_back(going.id)

        store.history.remove(past.id)
        store.games.discard(going.id)
        assert (len(store.history), store.games.waiting()) == (0, [])
        store.history.bring_back(past.id)
        store.games.bring_back(going.id)
        assert store.history.all() == [past]
        assert store.games.open(going.id).game == going.game


def test_a_past_game_is_not_brought_back_beside_itself_in_progress(tmp_path: Path) -> None:
    with open_store(tmp_path / "shelf") as store:
        saved = played(store, FIRST)
        archive = taken_along(store, tmp_path)
        store.games.finish(store.games.save(saved, saved.game.record(SECOND)))
        store.history.remove(saved.id)
        assert bring_in(store, archive) == 1
        assert store.history.removed == ()
        with pytest.raises(Refused, match="there already"):
            store.history.bring_back(saved.id)
        assert ([game.id for game in store.games.waiting()], len(store.history)) == ([saved.id], 0)


def test_a_game_in_progress_is_not_brought_back_beside_itself_finished(tmp_path: Path) -> None:
    with open_store(tmp_path / "shelf") as store:
        past = finished(store)
        archive = taken_along(store, tmp_path)
        store.history.reopen(store.history.open(past.id))
        store.games.discard(past.id)
        assert bring_in(store, archive) == 1
        assert store.games.discarded == ()
        with pytest.raises(Refused, match="there already"):
            store.games.bring_back(past.id)
        assert (store.games.waiting(), store.history.all()) == ([], [past])


def test_finishing_a_game_whose_id_another_has_leaves_the_other_as_it_is(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        other, saved = finished(store), played(store, SECOND)
    # An earlier version could split a game in two, which were played on differently.
    (tmp_path / "games" / f"{saved.id}.json").rename(tmp_path / "games" / f"{other.id}.json")
    with open_store(tmp_path) as store:
        assert len(store.history) == 1
        done = store.games.finish(store.games.open(other.id))
        assert done.id != other.id
        claim = RouteClaimed("Ana", "atlanta--nashville")
        store.history.change(done, done.game.record(claim))
        assert store.history.open(done.id).game.events == (SECOND, claim)
        assert store.history.open(other.id).game.events == (FIRST,)
    with open_store(tmp_path) as store:
        assert {past.id for past in store.history.all()} == {done.id, other.id}
        assert other in store.history.all()
