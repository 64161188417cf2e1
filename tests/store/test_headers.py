"""A header that a list could not show is not used: the record, then its backup copy is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.store.errors import NotUnderstood
from companion.store.files import backup_path
from tests.support.saved_games import FIRST, SECOND, finish, notices, play
from tests.support.stores import open_store

DAMAGES = {
    "a colour": ('"blue"', '"clue"'),
    "a colour of another box": ('"blue"', '"purple"'),
    "a colour twice": ('"blue"', '"red"'),
    "a board of a later version": ('"usa"', '"moon"'),
    "a board that is no text": ('"usa"', "[]"),
    "a name twice": ('"Ana"', '"Peter"'),
    "no players": ('"players": [', '"players": [], "others": ['),
    "the format": ('"format"', '"gormat"'),
    "the version": ('"railkeeper/1"', '"railkeeper/x"'),
    "an event": ('"claim"', '"clain"'),
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("folder", ["in_progress", "finished"])
def test_copy_of_a_damaged_record_is_used(tmp_path: Path, folder: str, damage: str) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
        if folder == "finished":
            saved = store.games.finish(saved)
    path = tmp_path / folder / f"{saved.id}.json"
    damaged = path.read_text().replace(*DAMAGES[damage])
    path.write_text(damaged)
    with open_store(tmp_path) as store:
        games = store.games.in_progress() if folder == "in_progress" else store.games.finished()
        assert [game.id for game in games] == [saved.id]
        assert [player.color for player in games[0].players] == ["blue", "red"]
        # The header of a finished game is good if only an event is damaged.
        assert store.games.open(saved.id).game.events[:1] == (FIRST,)
        assert "its copy from before the last change is used" in notices(store)[0]
        assert [each.read_text() for each in path.parent.glob("damaged/*")] == [damaged]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("folder", ["in_progress", "finished"])
def test_damaged_record_without_a_good_copy_is_listed_as_unreadable(
    tmp_path: Path, folder: str, damage: str
) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
        if folder == "finished":
            saved = store.games.finish(saved)
    path = tmp_path / folder / f"{saved.id}.json"
    path.write_text(path.read_text().replace(*DAMAGES[damage]))
    backup_path(path).unlink()
    content = path.read_bytes()
    with open_store(tmp_path) as store:
        if damage == "an event":
            # Events are not read for a list.
            with pytest.raises(NotUnderstood, match="cannot read one of your games"):
                store.games.open(saved.id)
        else:
            assert store.games.finished() == []
        assert store.games.in_progress() == []
        unreadable = (
            store.games.unreadable_in_progress()
            if folder == "in_progress"
            else store.games.unreadable_finished()
        )
        assert [game.id for game in unreadable] == [saved.id]
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    "changes",
    [
        {"summary": {"entries": -1, "scores": [2, 0], "winners": ["Ana"]}},
        {"summary": {"entries": 10**9, "scores": [2, 0], "winners": ["Ana"]}},
        {"summary": {"entries": 1, "scores": [2, 0], "winners": "Ana"}},
        {"summary": {"entries": 1, "scores": [2, 0], "winners": ["Ana", "Ana"]}},
        {"summary": {"entries": 1, "scores": [2, 10**7], "winners": ["Ana"]}},
        {"forgotten": "Ana"},
        {"forgotten": ["Zoe"]},
    ],
)
def test_number_or_name_that_no_game_has_is_computed_again(
    tmp_path: Path, changes: dict[str, object]
) -> None:
    with open_store(tmp_path) as store:
        game = finish(store)
    path = tmp_path / "finished" / f"{game.id}.json"
    first, _, rest = path.read_text().partition(",\n")
    path.write_text(f"{json.dumps(json.loads(first + '}') | changes)[:-1]},\n{rest}")
    with open_store(tmp_path) as store:
        assert store.games.finished() == [game]
