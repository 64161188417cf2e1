"""A removed game that is imported again is listed once."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules.errors import Refused
from companion.store.store import Store
from tests.support.saved_games import FIRST, SECOND, finish, play
from tests.support.stores import open_store


def export(store: Store, folder: Path) -> Path:
    """An archive of the whole store."""
    path = folder / "all.json"
    path.write_bytes(store.exporter.archive().read_bytes())
    return path


def import_games(store: Store, path: Path) -> int:
    """Import a file; the number of imported games."""
    return store.importer.run(store.importer.preview(path)).counts.games


def test_removed_games_imported_again_are_listed_once_and_can_be_removed_again(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path / "data") as store:
        game, saved = finish(store), play(store, SECOND)
        archive = export(store, tmp_path)
        store.games.remove(game.id)
        store.games.remove(saved.id)
        assert import_games(store, archive) == 2
        assert [each.id for each in store.games.finished()] == [game.id]
        assert store.games.removed_finished() == []
        assert store.games.removed_in_progress() == []
        for id in (game.id, saved.id):
            with pytest.raises(Refused, match="already exists"):
                store.games.restore(id)

        store.games.remove(game.id)
        store.games.remove(saved.id)
        assert (store.games.finished(), store.games.in_progress()) == ([], [])
        store.games.restore(game.id)
        store.games.restore(saved.id)
        assert store.games.finished() == [game]
        assert store.games.open(saved.id).game == saved.game


def test_finished_game_is_not_restored_after_its_import_in_progress(tmp_path: Path) -> None:
    with open_store(tmp_path / "data") as store:
        saved = play(store, FIRST)
        archive = export(store, tmp_path)
        store.games.finish(store.games.save(saved, saved.game.record(SECOND)))
        store.games.remove(saved.id)
        assert import_games(store, archive) == 1
        assert store.games.removed_finished() == []
        with pytest.raises(Refused, match="already exists"):
            store.games.restore(saved.id)
        assert [game.id for game in store.games.in_progress()] == [saved.id]
        assert store.games.finished() == []


def test_game_in_progress_is_not_restored_after_its_import_finished(tmp_path: Path) -> None:
    with open_store(tmp_path / "data") as store:
        game = finish(store)
        archive = export(store, tmp_path)
        store.games.reopen(store.games.open(game.id))
        store.games.remove(game.id)
        assert import_games(store, archive) == 1
        assert store.games.removed_in_progress() == []
        with pytest.raises(Refused, match="already exists"):
            store.games.restore(game.id)
        assert (store.games.in_progress(), store.games.finished()) == ([], [game])
