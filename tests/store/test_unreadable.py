"""Valid files that this version cannot read stay, are listed and can be exported."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.store.errors import BeyondRepair, NotUnderstood
from companion.store.files import backup_path
from tests.support.saved_games import (
    FIRST,
    SECOND,
    THIRD,
    files_in,
    finish,
    notices,
    play,
    records,
)
from tests.support.stores import open_store, saved_games

NOT_UNDERSTOOD = {
    "a name that is too long": ('"Ana"', json.dumps("A" * 61)),
    "a name that cannot be shown": ('"Ana"', json.dumps("A\u202eb")),
    "an entry that breaks a rule": (SECOND.route, FIRST.route),
    "an entry of another version": ('"do": "claim"', '"do": "conquer"'),
    "a colour of another box": ('"red"', '"mauve"'),
    "half a character in a name": ('"Ana"', '"\\ud800"'),
    "half a character in a note": ('"players"', '"note": "\\ud800", "players"'),
    "a format nobody knows": ('"railkeeper/1"', '"railkeeper/1.1"'),
    "no format": ('"format": "railkeeper/1", ', ""),
}


def rewrite(path: Path, old: str, new: str) -> None:
    for each in (path, backup_path(path)):
        text = each.read_text(encoding="utf-8")
        assert old in text or each != path
        each.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("what", NOT_UNDERSTOOD)
def test_unreadable_game_stays_and_is_listed(tmp_path: Path, what: str) -> None:
    with open_store(tmp_path) as store:
        other, saved = play(store, SECOND), play(store, FIRST, SECOND, THIRD)
    path = tmp_path / "in_progress" / f"{saved.id}.json"
    rewrite(path, *NOT_UNDERSTOOD[what])
    before = files_in(tmp_path)
    for _ in range(2):
        with open_store(tmp_path) as store:
            with pytest.raises(NotUnderstood, match="cannot read one of your games"):
                store.games.open(saved.id)
            (left,) = store.games.unreadable_in_progress()
            assert (left.id, left.file) == (saved.id, path.name)
            assert "cannot read one of your games" in str(left.problem)
            assert store.games.content(left.id) == path.read_bytes()
            assert [game.id for game in store.games.in_progress()] == [other.id]
            assert records(*saved_games(store)) == records(other)
        assert files_in(tmp_path) == before


@pytest.mark.parametrize("name", ["\\ud800", "A" * 61, "A\u202eb"])
def test_game_with_an_invalid_name_is_listed_as_unreadable(tmp_path: Path, name: str) -> None:
    with open_store(tmp_path) as store:
        saved, finished, other = play(store, FIRST), finish(store), finish(store, SECOND)
    for path in (*tmp_path.glob(f"*/{saved.id}.json*"), *tmp_path.glob(f"*/{finished.id}.json*")):
        path.write_text(path.read_text().replace("Ana", name), encoding="utf-8")
    with open_store(tmp_path) as store:
        assert store.games.in_progress() == []
        assert store.games.finished() == [other]
        assert [game.id for game in store.games.unreadable_in_progress()] == [saved.id]
        assert [game.id for game in store.games.unreadable_finished()] == [finished.id]


def test_byte_order_mark_is_ignored(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
    path = tmp_path / "in_progress" / f"{saved.id}.json"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    with open_store(tmp_path) as store:
        assert records(*saved_games(store)) == records(saved)
        assert notices(store) == []


def test_unreadable_game_without_a_header_becomes_one_notice(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    for path in tmp_path.glob("in_progress/*.json*"):
        value = json.loads(path.read_text()) | {"players": [{"name": "A" * 70, "color": "blue"}]}
        path.write_text(json.dumps(value) + "\n")
    with open_store(tmp_path) as store:
        assert store.games.in_progress() == []
        assert [game.id for game in store.games.unreadable_in_progress()] == [saved.id]
        assert len(notices(store)) == 1
        store.notices.clear()
        assert store.games.in_progress() == []
        assert notices(store) == []


def test_unreadable_game_can_be_removed_and_restored(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND, THIRD)
    rewrite(tmp_path / "in_progress" / f"{saved.id}.json", SECOND.route, FIRST.route)
    with open_store(tmp_path) as store:
        with pytest.raises(NotUnderstood):
            store.games.open(saved.id)
        store.games.remove(saved.id)
        assert (store.games.in_progress(), store.games.unreadable_in_progress()) == ([], [])
        store.games.restore(saved.id)
        assert [game.id for game in store.games.unreadable_in_progress()] == [saved.id]


def test_finished_game_with_unreadable_events_stays_in_the_list(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        finished = finish(store, FIRST, SECOND)
    path = tmp_path / "finished" / f"{finished.id}.json"
    rewrite(path, SECOND.route, FIRST.route)
    content = path.read_bytes()
    with open_store(tmp_path) as store:
        assert (store.games.finished(), store.games.unreadable_finished()) == ([finished], [])
        with pytest.raises(NotUnderstood):
            store.games.open(finished.id)
        assert store.games.finished() == [finished]
        (left,) = store.games.unreadable_finished()
        assert (left.id, store.games.content(left.id)) == (finished.id, content)
    assert path.read_bytes() == content


def test_finished_game_on_an_unknown_board_is_listed_as_unreadable(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        game, other = finish(store), finish(store, SECOND)
    for path in tmp_path.glob(f"finished/{game.id}.json*"):
        path.write_text(path.read_text().replace('"usa"', '"atlantis"', 1))
    with open_store(tmp_path) as store:
        assert store.games.finished() == [other]
        (unreadable,) = store.games.unreadable_finished()
        assert unreadable.id == game.id
        assert "atlantis" in str(unreadable.problem)


def test_unreadable_finished_game_without_a_header_is_listed_as_unreadable(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        game = finish(store, FIRST, SECOND)
    path = tmp_path / "finished" / f"{game.id}.json"
    rewrite(path, SECOND.route, FIRST.route)
    path.write_text(json.dumps(json.loads(path.read_text())))
    with open_store(tmp_path) as store:
        assert store.games.finished() == []
        (unreadable,) = store.games.unreadable_finished()
        assert unreadable.id == game.id
        assert store.games.content(unreadable.id) == path.read_bytes()


def test_archive_contains_unreadable_games(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
    rewrite(tmp_path / "in_progress" / f"{saved.id}.json", '"do": "claim"', '"do": "conquer"')
    with open_store(tmp_path) as store:
        _, line = store.exporter.archive().read_text(encoding="utf-8").splitlines()
    assert [event["do"] for event in json.loads(line)["events"]] == ["conquer", "conquer"]


def test_archive_leaves_out_a_game_that_cannot_be_written_as_text(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path) as store:
        saved, finished = play(store, FIRST), finish(store)
    rewrite(
        tmp_path / "in_progress" / f"{saved.id}.json", *NOT_UNDERSTOOD["half a character in a note"]
    )
    with open_store(tmp_path) as store:
        _, line = store.exporter.archive().read_text(encoding="utf-8").splitlines()
        assert json.loads(line)["id"] == finished.id
        assert "incomplete character" in notices(store)[0]


@pytest.mark.parametrize(
    ("field", "value"), [("map", 5), ("map", []), ("players", [{"name": 5, "color": "blue"}])]
)
def test_unreadable_game_is_broken_in_an_import(tmp_path: Path, field: str, value: object) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    path = tmp_path / "in_progress" / f"{saved.id}.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {field: value}))
    with open_store(tmp_path) as store:
        (game,) = store.importer.preview(store.exporter.archive()).games
    assert (game.status, game.players, game.board) == ("broken", (), "")


@pytest.mark.parametrize("folder", ["in_progress", "finished"])
def test_copy_without_its_file_is_a_game(tmp_path: Path, folder: str) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
        if folder == "finished":
            saved = store.games.finish(saved)
            store.games.save(saved, saved.game)
    (tmp_path / folder / f"{saved.id}.json").unlink()
    with open_store(tmp_path) as store:
        if folder == "in_progress":
            assert [game.id for game in store.games.in_progress()] == [saved.id]
            assert store.games.open(saved.id).game.events == (FIRST,)
            store.games.remove(saved.id)
            store.games.restore(saved.id)
            saved = store.games.finish(store.games.open(saved.id))
        assert [finished.id for finished in store.games.finished()] == [saved.id]
        assert store.games.open(saved.id).finished is not None


@pytest.mark.parametrize("operation", ["discard", "finish", "open"])
def test_copy_without_its_file_can_be_removed_finished_and_opened(
    tmp_path: Path, operation: str
) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
    (tmp_path / "in_progress" / f"{saved.id}.json").unlink()
    with open_store(tmp_path) as store:
        if operation == "discard":
            store.games.remove(saved.id)
            assert store.games.in_progress() == []
            store.games.restore(saved.id)
        elif operation == "finish":
            store.games.finish(saved)
            assert store.games.in_progress() == []
            assert len(store.games.finished()) == 1
            return
        assert store.games.open(saved.id).game.events == (FIRST,)


def test_repair_cut_short_by_a_kill_is_completed(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
    # The damaged file has been moved aside, its copy has not replaced it yet.
    aside = tmp_path / "in_progress" / "damaged"
    aside.mkdir()
    (tmp_path / "in_progress" / f"{saved.id}.json").rename(aside / "half.json")
    with open_store(tmp_path) as store:
        assert [game.entries for game in store.games.in_progress()] == [1]
        assert len(notices(store)) == 1
    with open_store(tmp_path) as store:
        assert [game.entries for game in store.games.in_progress()] == [1]
        assert notices(store) == []


def test_finished_game_restored_from_an_earlier_copy_is_still_finished(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = store.games.finish(play(store, FIRST, SECOND))
    (tmp_path / "finished" / f"{saved.id}.json").write_bytes(b"half a fi")
    with open_store(tmp_path) as store:
        assert [finished.id for finished in store.games.finished()] == [saved.id]
        again = store.games.open(saved.id)
        assert (again.game.events, again.finished) == ((FIRST, SECOND), again.changed)
        assert store.games.in_progress() == []


def test_game_beyond_repair_is_listed_and_can_be_exported(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    path = tmp_path / "in_progress" / f"{saved.id}.json"
    path.write_bytes(b'{"format": "railk')
    backup_path(path).unlink()
    before = files_in(tmp_path)
    with open_store(tmp_path) as store:
        with pytest.raises(BeyondRepair, match="no usable copy"):
            store.games.open(saved.id)
        (left,) = store.games.unreadable_in_progress()
        assert store.games.content(left.id) == b'{"format": "railk'
    assert files_in(tmp_path) == before


def test_repaired_finished_game_is_exported_as_finished(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        finished = finish(store, FIRST, SECOND)
    path = tmp_path / "finished" / f"{finished.id}.json"
    path.write_bytes(path.read_bytes()[:-9])
    with open_store(tmp_path) as store:
        _, line = store.exporter.archive().read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["finished"]
    assert '"finished"' not in path.read_text()
