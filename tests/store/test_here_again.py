"""A game that was removed comes in again from a file: one id stays one game."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules.errors import Refused
from companion.rules.events import RouteClaimed
from companion.store.store import Store
from tests.support.games import FIRST, SECOND, finish, play
from tests.support.stores import open_store


def taken_along(store: Store, folder: Path) -> Path:
    """An archive of everything as it is now."""
    path = folder / "all.railkeeper"
    path.write_bytes(store.exporter.archive().read_bytes())
    return path


def bring_in(store: Store, path: Path) -> int:
    return store.importer.run(store.importer.preview(path)).things.games


def test_a_removed_game_that_came_in_again_is_listed_once_and_can_be_removed_again(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path / "shelf") as store:
        past, going = finish(store), play(store, SECOND)
        archive = taken_along(store, tmp_path)
        store.games.remove(past.id)
        store.games.remove(going.id)
        assert bring_in(store, archive) == 2
        assert [game.id for game in store.games.finished()] == [past.id]
        assert (
            [game.id for game in store.games.removed_finished()],
            store.games.removed_in_progress(),
        ) == ((), ())
        with pytest.raises(Refused, match="there already"):
            store.games.restore(past.id)
        with pytest.raises(Refused, match="there already"):
            store.games.restore(going.id)

        store.games.remove(past.id)
        store.games.remove(going.id)
        assert (len(store.games.finished()), store.games.in_progress()) == (0, [])
        store.games.restore(past.id)
        store.games.restore(going.id)
        assert store.games.finished() == [past]
        assert store.games.open(going.id).game == going.game


def test_a_past_game_is_not_brought_back_beside_itself_in_progress(tmp_path: Path) -> None:
    with open_store(tmp_path / "shelf") as store:
        saved = play(store, FIRST)
        archive = taken_along(store, tmp_path)
        store.games.finish(store.games.save(saved, saved.game.record(SECOND)))
        store.games.remove(saved.id)
        assert bring_in(store, archive) == 1
        assert [game.id for game in store.games.removed_finished()] == ()
        with pytest.raises(Refused, match="there already"):
            store.games.restore(saved.id)
        assert ([game.id for game in store.games.in_progress()], len(store.games.finished())) == (
            [saved.id],
            0,
        )


def test_a_game_in_progress_is_not_brought_back_beside_itself_finished(tmp_path: Path) -> None:
    with open_store(tmp_path / "shelf") as store:
        past = finish(store)
        archive = taken_along(store, tmp_path)
        store.games.reopen(store.games.open(past.id))
        store.games.remove(past.id)
        assert bring_in(store, archive) == 1
        assert store.games.removed_in_progress() == ()
        with pytest.raises(Refused, match="there already"):
            store.games.restore(past.id)
        assert (store.games.in_progress(), store.games.finished()) == ([], [past])


def test_finishing_a_game_whose_id_another_has_leaves_the_other_as_it_is(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        other, saved = finish(store), play(store, SECOND)
    # An earlier version could split a game in two, which were played on differently.
    (tmp_path / "games" / f"{saved.id}.json").rename(tmp_path / "games" / f"{other.id}.json")
    with open_store(tmp_path) as store:
        assert len(store.games.finished()) == 1
        done = store.games.finish(store.games.open(other.id))
        assert done.id != other.id
        claim = RouteClaimed("Ana", "atlanta--nashville")
        store.games.save(done, done.game.record(claim))
        assert store.games.open(done.id).game.events == (SECOND, claim)
        assert store.games.open(other.id).game.events == (FIRST,)
    with open_store(tmp_path) as store:
        assert {past.id for past in store.games.finished()} == {done.id, other.id}
        assert other in store.games.finished()
