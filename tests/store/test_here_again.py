"""A game that was removed comes in again from a file: one id stays one game."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules import Refused, RouteClaimed
from companion.store import Shelf
from tests.store.evening import FIRST, SECOND, finished, played


def taken_along(shelf: Shelf, folder: Path) -> Path:
    """An archive of everything as it is now."""
    path = folder / "all.railkeeper"
    path.write_bytes(shelf.exchange.everything().read_bytes())
    return path


def bring_in(shelf: Shelf, path: Path) -> int:
    return shelf.exchange.take_in(shelf.exchange.look_at(path)).things.games


def test_a_removed_game_that_came_in_again_is_listed_once_and_can_be_removed_again(
    tmp_path: Path,
) -> None:
    with Shelf.open(tmp_path / "shelf") as shelf:
        past, going = finished(shelf), played(shelf, SECOND)
        archive = taken_along(shelf, tmp_path)
        shelf.history.remove(past.id)
        shelf.games.discard(going.id)
        assert bring_in(shelf, archive) == 2
        assert shelf.history.order() == [past.id]
        assert (shelf.history.removed, shelf.games.discarded) == ((), ())
        with pytest.raises(Refused, match="there already"):
            shelf.history.bring_back(past.id)
        with pytest.raises(Refused, match="there already"):
            shelf.games.bring_back(going.id)

        shelf.history.remove(past.id)
        shelf.games.discard(going.id)
        assert (len(shelf.history), shelf.games.waiting()) == (0, [])
        shelf.history.bring_back(past.id)
        shelf.games.bring_back(going.id)
        assert shelf.history.all() == [past]
        assert shelf.games.open(going.id).game == going.game


def test_a_past_game_is_not_brought_back_beside_itself_in_progress(tmp_path: Path) -> None:
    with Shelf.open(tmp_path / "shelf") as shelf:
        kept = played(shelf, FIRST)
        archive = taken_along(shelf, tmp_path)
        shelf.games.finish(shelf.games.save(kept, kept.game.record(SECOND)))
        shelf.history.remove(kept.id)
        assert bring_in(shelf, archive) == 1
        assert shelf.history.removed == ()
        with pytest.raises(Refused, match="there already"):
            shelf.history.bring_back(kept.id)
        assert ([game.id for game in shelf.games.waiting()], len(shelf.history)) == ([kept.id], 0)


def test_a_game_in_progress_is_not_brought_back_beside_itself_finished(tmp_path: Path) -> None:
    with Shelf.open(tmp_path / "shelf") as shelf:
        past = finished(shelf)
        archive = taken_along(shelf, tmp_path)
        shelf.history.reopen(shelf.history.open(past.id))
        shelf.games.discard(past.id)
        assert bring_in(shelf, archive) == 1
        assert shelf.games.discarded == ()
        with pytest.raises(Refused, match="there already"):
            shelf.games.bring_back(past.id)
        assert (shelf.games.waiting(), shelf.history.all()) == ([], [past])


def test_finishing_a_game_whose_id_another_has_leaves_the_other_as_it_is(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        other, kept = finished(shelf), played(shelf, SECOND)
    # An earlier version could split a game in two, which were played on differently.
    (tmp_path / "games" / f"{kept.id}.json").rename(tmp_path / "games" / f"{other.id}.json")
    with Shelf.open(tmp_path) as shelf:
        assert len(shelf.history) == 1
        done = shelf.games.finish(shelf.games.open(other.id))
        assert done.id != other.id
        claim = RouteClaimed("Ana", "atlanta--nashville")
        shelf.history.change(done, done.game.record(claim))
        assert shelf.history.open(done.id).game.events == (SECOND, claim)
        assert shelf.history.open(other.id).game.events == (FIRST,)
    with Shelf.open(tmp_path) as shelf:
        assert {past.id for past in shelf.history.all()} == {done.id, other.id}
        assert other in shelf.history.all()
