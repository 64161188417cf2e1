"""What cannot be understood is not damaged: it stays, is listed, and can be taken out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.store.errors import BeyondRepair, NotSaved, NotUnderstood
from companion.store.files import backup_path
from tests.support.disks import without_rights
from tests.support.games import FIRST, SECOND, files_in, finish, notices, play, records
from tests.support.stores import open_store, saved_games

NOT_UNDERSTOOD = {
    "a name that is too long": ('"Ana"', json.dumps("A" * 61)),
    "a name that cannot be shown": ('"Ana"', json.dumps("A\u202eb")),
    "an entry that breaks a rule": (SECOND.route, FIRST.route),
    "an entry of another version": ('"do": "claim"', '"do": "conquer"'),
    "a colour of another box": ('"red"', '"mauve"'),
    "half a character in a name": ('"Ana"', '"\\ud800"'),
    "half a character in a note": ('"house_rules"', '"note": "\\ud800", "house_rules"'),
    "a format nobody knows": ('"railkeeper/1"', '"railkeeper/1.1"'),
    "no format": ('"format": "railkeeper/1", ', ""),
}


def rewrite(path: Path, old: str, new: str) -> None:
    for each in (path, backup_path(path)):
        text = each.read_text(encoding="utf-8")
        assert old in text or each != path
        each.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("what", NOT_UNDERSTOOD)
def test_a_game_that_cannot_be_understood_stays_and_is_listed(tmp_path: Path, what: str) -> None:
    with open_store(tmp_path) as store:
        other, saved = play(store, SECOND), play(store, FIRST, SECOND)
    path = tmp_path / "games" / f"{saved.id}.json"
    rewrite(path, *NOT_UNDERSTOOD[what])
    before = files_in(tmp_path)
    for _ in range(2):
        with open_store(tmp_path) as store:
            with pytest.raises(NotUnderstood, match="cannot be read by this Railkeeper"):
                store.games.open(saved.id)
            (left,) = store.games.unreadable_in_progress()
            assert (left.id, left.file) == (saved.id, path.name)
            assert "cannot be read by this Railkeeper" in str(left.problem)
            assert store.games.content(left.id) == path.read_bytes()
            assert [game.id for game in store.games.in_progress()] == [other.id]
            assert records(*saved_games(store)) == records(other)
        assert files_in(tmp_path) == before


@pytest.mark.parametrize("name", ["\\ud800", "A" * 61, "A\u202eb"])
def test_a_name_nobody_can_show_is_in_no_list(tmp_path: Path, name: str) -> None:
    with open_store(tmp_path) as store:
        saved, past, other = play(store, FIRST), finish(store), finish(store, SECOND)
    for path in (*tmp_path.glob(f"*/{saved.id}.json*"), *tmp_path.glob(f"*/{past.id}.json*")):
        path.write_text(path.read_text().replace("Ana", name), encoding="utf-8")
    (tmp_path / "history.2.jsonl").unlink()
    with open_store(tmp_path) as store:
        assert store.games.in_progress() == []
        assert store.games.finished() == [other]
        assert [game.id for game in store.games.unreadable_in_progress()] == [saved.id]
        assert [game.id for game in store.games.unreadable_finished()] == [past.id]


def test_such_a_name_in_the_list_is_asked_of_the_record(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        past = finish(store)
    path = tmp_path / "history.2.jsonl"
    path.write_text(path.read_text().replace("Ana", "\\ud800"))
    with open_store(tmp_path) as store:
        assert store.games.finished() == [past]


def test_a_mark_that_an_editor_left_in_front_of_a_game_is_no_damage(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
    path = tmp_path / "games" / f"{saved.id}.json"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    with open_store(tmp_path) as store:
        assert records(*saved_games(store)) == records(saved)
        assert notices(store) == []


def test_a_game_of_the_first_version_that_cannot_be_understood_is_listed_at_once(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    path = tmp_path / "games" / f"{saved.id}.json"
    value = json.loads(path.read_text()) | {"players": [{"name": "A" * 70, "color": "blue"}]}
    path.write_text(json.dumps(value) + "\n")
    with open_store(tmp_path) as store:
        assert store.games.in_progress() == []
        assert [game.id for game in store.games.unreadable_in_progress()] == [saved.id]
        assert len(notices(store)) == 1
        store.notices.clear()
        assert store.games.in_progress() == []
        assert notices(store) == []


def test_it_can_be_thrown_away_and_brought_back_like_any_other(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
    rewrite(tmp_path / "games" / f"{saved.id}.json", SECOND.route, FIRST.route)
    with open_store(tmp_path) as store:
        with pytest.raises(NotUnderstood):
            store.games.open(saved.id)
        store.games.remove(saved.id)
        assert (store.games.in_progress(), store.games.unreadable_in_progress()) == ([], [])
        store.games.restore(saved.id)
        assert [game.id for game in store.games.unreadable_in_progress()] == [saved.id]


def test_a_past_game_that_cannot_be_understood_stays_in_the_list(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        past = finish(store, FIRST, SECOND)
    path = tmp_path / "history" / f"{past.id}.json"
    rewrite(path, SECOND.route, FIRST.route)
    content = path.read_bytes()
    with open_store(tmp_path) as store:
        assert (store.games.finished(), store.games.unreadable_finished()) == ([past], [])
        with pytest.raises(NotUnderstood):
            store.games.open(past.id)
        assert store.games.finished() == [past]
        (left,) = store.games.unreadable_finished()
        assert (left.id, store.games.content(left.id)) == (past.id, content)
    assert path.read_bytes() == content


def test_a_listed_game_on_a_board_that_is_not_here_is_not_listed_as_if_it_could_be_opened(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path) as store:
        past, other = finish(store), finish(store, SECOND)
    # The first line of the list is the first game's.
    for path in (tmp_path / "history" / f"{past.id}.json", tmp_path / "history.2.jsonl"):
        path.write_text(path.read_text().replace('"usa"', '"atlantis"', 1))
    with open_store(tmp_path) as store:
        assert store.games.finished() == [other]
        (left,) = store.games.unreadable_finished()
        assert left.id == past.id
        assert "atlantis" in str(left.problem)


def test_a_past_game_without_a_line_that_cannot_be_understood_is_named(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        past = finish(store, FIRST, SECOND)
    path = tmp_path / "history" / f"{past.id}.json"
    value = json.loads(path.read_text().replace(SECOND.route, FIRST.route))
    path.write_text(json.dumps(value))
    (tmp_path / "history.2.jsonl").unlink()
    with open_store(tmp_path) as store:
        assert store.games.finished() == []
        (left,) = store.games.unreadable_finished()
        assert (left.id, store.games.content(left.id)) == (past.id, path.read_bytes())


def test_everything_taken_out_holds_also_what_cannot_be_understood(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
    rewrite(tmp_path / "games" / f"{saved.id}.json", '"do": "claim"', '"do": "conquer"')
    with open_store(tmp_path) as store:
        _, line = store.exporter.archive().read_text(encoding="utf-8").splitlines()
    assert [event["do"] for event in json.loads(line)["events"]] == ["conquer", "conquer"]


def test_what_cannot_be_written_again_stays_behind_and_the_others_are_taken_out(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path) as store:
        saved, past = play(store, FIRST), finish(store)
    rewrite(tmp_path / "games" / f"{saved.id}.json", *NOT_UNDERSTOOD["half a character in a note"])
    with open_store(tmp_path) as store:
        _, line = store.exporter.archive().read_text(encoding="utf-8").splitlines()
        assert json.loads(line)["id"] == past.id
        assert "half a character" in notices(store)[0]


@pytest.mark.parametrize(
    ("field", "value"), [("map", 5), ("map", []), ("players", [{"name": 5, "color": "blue"}])]
)
def test_what_cannot_be_understood_is_broken_when_it_comes_back(
    tmp_path: Path, field: str, value: object
) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    path = tmp_path / "games" / f"{saved.id}.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {field: value}))
    with open_store(tmp_path) as store:
        (arrival,) = store.importer.preview(store.exporter.archive()).games
    assert (arrival.standing, arrival.players, arrival.board) == ("broken", (), "")


@pytest.mark.parametrize("folder", ["games", "history"])
def test_a_lone_copy_is_a_game(tmp_path: Path, folder: str) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
        if folder == "history":
            saved = store.games.finish(saved)
            store.games.save(saved, saved.game)
    (tmp_path / folder / f"{saved.id}.json").unlink()
    with open_store(tmp_path) as store:
        if folder == "games":
            assert [game.id for game in store.games.in_progress()] == [saved.id]
            assert store.games.open(saved.id).game.events == (FIRST,)
            store.games.remove(saved.id)
            store.games.restore(saved.id)
            saved = store.games.finish(store.games.open(saved.id))
        assert [past.id for past in store.games.finished()] == [saved.id]
        assert store.games.open(saved.id).finished is not None


@pytest.mark.parametrize("way", ["discard", "finish", "open"])
def test_a_lone_copy_can_be_treated_like_any_game(tmp_path: Path, way: str) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
    (tmp_path / "games" / f"{saved.id}.json").unlink()
    with open_store(tmp_path) as store:
        if way == "discard":
            store.games.remove(saved.id)
            assert store.games.in_progress() == []
            store.games.restore(saved.id)
        elif way == "finish":
            store.games.finish(saved)
            assert store.games.in_progress() == []
            assert len(store.games.finished()) == 1
            return
        assert store.games.open(saved.id).game.events == (FIRST,)


def test_a_kill_during_the_repair_of_a_damaged_game_hides_nothing(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
    # The damaged file has been moved aside, its copy has not taken the place yet.
    aside = tmp_path / "games" / "damaged"
    aside.mkdir()
    (tmp_path / "games" / f"{saved.id}.json").rename(aside / "half.json")
    with open_store(tmp_path) as store:
        assert [game.entries for game in store.games.in_progress()] == [1]
        assert len(notices(store)) == 1
    with open_store(tmp_path) as store:
        assert [game.entries for game in store.games.in_progress()] == [1]
        assert notices(store) == []


def test_a_past_game_damaged_since_it_was_finished_is_still_finished(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = store.games.finish(play(store, FIRST, SECOND))
    (tmp_path / "history" / f"{saved.id}.json").write_bytes(b"half a fi")
    (tmp_path / "history.2.jsonl").unlink()
    with open_store(tmp_path) as store:
        assert [past.id for past in store.games.finished()] == [saved.id]
        again = store.games.open(saved.id)
        assert (again.game.events, again.finished) == ((FIRST, SECOND), again.changed)
        assert store.games.in_progress() == []


def test_a_game_beyond_repair_is_listed_and_can_be_taken_out(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    path = tmp_path / "games" / f"{saved.id}.json"
    path.write_bytes(b'{"format": "railk')
    backup_path(path).unlink()
    before = files_in(tmp_path)
    with open_store(tmp_path) as store:
        with pytest.raises(BeyondRepair, match="no good copy"):
            store.games.open(saved.id)
        (left,) = store.games.unreadable_in_progress()
        assert store.games.content(left.id) == b'{"format": "railk'
    assert files_in(tmp_path) == before


def test_a_repaired_past_game_is_taken_along_as_a_finished_one(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        past = finish(store, FIRST, SECOND)
    path = tmp_path / "history" / f"{past.id}.json"
    path.write_bytes(path.read_bytes()[:-9])
    with open_store(tmp_path) as store:
        _, line = store.exporter.archive().read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["finished"]
    assert '"finished"' not in path.read_text()


def test_a_refused_reopening_of_a_repaired_game_changes_nothing(open_to_others: Path) -> None:
    with open_store(open_to_others) as store:
        past = finish(store, FIRST, SECOND)
    path = open_to_others / "history" / f"{past.id}.json"
    # As a repair leaves it after which nothing could be written.
    path.write_bytes(backup_path(path).read_bytes())
    before = files_in(open_to_others)
    with open_store(open_to_others) as store, without_rights(open_to_others):
        with pytest.raises(NotSaved):
            store.games.reopen(store.games.open(past.id))
        assert [game.id for game in store.games.finished()] == [past.id]
        assert store.games.in_progress() == []
    assert files_in(open_to_others) == before
