"""Imports on their way in: interrupted, cancelled, without room, beside other work."""

from __future__ import annotations

import json
import shutil
import threading
import tracemalloc
from pathlib import Path

import pytest

from companion.rules.errors import Refused
from companion.rules.record import LARGEST
from companion.store.errors import NotSaved, Stopped
from companion.store.files import write_file
from companion.store.import_preview import MOST_SHOWN, ImportResult, Things
from companion.store.store import Store
from tests.support.disks import full_disk, without_rights
from tests.support.games import (
    FIRST,
    SECOND,
    files_in,
    finish,
    growing_game,
    notices,
    play,
    records,
)
from tests.support.stores import open_store, saved_games

GAMES = Path(__file__).parents[1] / "games"


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Two past games, one in progress, two players and a setting."""
    with open_store(tmp_path / "old") as old:
        finish(old), finish(old, SECOND)
        play(old, FIRST)
        old.settings.change(vibration=False)
        path = tmp_path / "archive.json"
        path.write_bytes(old.exporter.archive().read_bytes())
    return path


def counts(store: Store) -> tuple[int, int]:
    return len(store.games.in_progress()), len(store.games.finished())


def pending(folder: Path, archive: Path) -> None:
    """Leave an import in a folder that is decided on and has not taken its places yet."""
    stop = folder.parent / "stop"
    with open_store(stop) as store:
        arrivals = store.importer.preview(archive)
        # Where there is no folder, no place can be taken.
        (stop / "history").rename(stop / "elsewhere")
        assert store.importer.run(arrivals).things == Things()
        assert "not complete yet" in notices(store)[0]
    shutil.copytree(stop / "arrived", folder / "arrived")


@pytest.mark.parametrize("letter", ["é", "語", "🚂"])
def test_a_record_as_large_as_one_may_be_comes_in_alone_and_in_an_archive(
    tmp_path: Path, letter: str
) -> None:
    record = json.loads((GAMES / "usa-full.json").read_text(encoding="utf-8"))
    room = LARGEST - 40_000 - len(json.dumps(record))
    record["notes"] = letter * (room // len(letter.encode("utf-8")))
    path = tmp_path / "long.json"
    path.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
    assert path.stat().st_size > LARGEST * 0.95
    with open_store(tmp_path / "one") as one:
        assert one.importer.run(one.importer.preview(path)).things.games == 1
        (past,) = one.games.finished()
        write_file(tmp_path / "alone", one.exporter.record(past.id))
        write_file(tmp_path / "archive", one.exporter.archive().read_bytes())
    for name in ("alone", "archive"):
        with open_store(tmp_path / f"to {name}") as two:
            assert two.importer.run(two.importer.preview(tmp_path / name)).things.games == 1
            assert two.games.open(past.id).extra["notes"] == record["notes"]


def test_a_record_whose_letters_are_escaped_has_room_too(tmp_path: Path) -> None:
    record = json.loads((GAMES / "usa-full.json").read_text(encoding="utf-8"))
    record["notes"] = "🚂" * 1_000_000
    header = {"format": "railkeeper-archive/1", "games": 1}
    path = tmp_path / "archive"
    path.write_text("\n".join([json.dumps(header), json.dumps(record)]))
    with open_store(tmp_path / "new") as new:
        assert new.importer.run(new.importer.preview(path)).things.games == 1


def test_a_first_line_with_thousands_of_long_names_does_not_drop_the_games(
    archive: Path, tmp_path: Path
) -> None:
    header, *games = archive.read_text().splitlines()
    value = json.loads(header)
    row = value["learned"]["players"][0]
    value["learned"]["players"] = [
        {**row, "name": f"{'語' * 50}{number}"} for number in range(13_000)
    ]
    archive.write_text("\n".join([json.dumps(value), *games]))
    assert len(json.dumps(value)) > 4_000_000
    with open_store(tmp_path / "new") as new:
        brought = new.importer.run(new.importer.preview(archive))
        assert brought.things == Things(games=3, players=13_000, settings=1)
        assert counts(new) == (1, 2)


def test_an_import_that_was_decided_on_takes_its_places_when_the_app_opens(
    archive: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    pending(folder, archive)
    with open_store(folder) as new:
        assert notices(new) == []
        assert counts(new) == (1, 2)
        assert not new.settings.read().vibration
        assert len(new.learned.players()) == 2
    assert not (folder / "arrived").exists()


def test_an_import_that_comes_again_after_a_power_cut_changes_nothing(
    archive: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    pending(folder, archive)
    kept_aside = shutil.copytree(folder / "arrived", tmp_path / "aside")
    with open_store(folder) as new:
        saved = saved_games(new)[0]
        saved = new.games.save(saved, saved.game.record(SECOND))
        past = new.games.finished()[0]
        new.games.remove(past.id)
        new.settings.change(vibration=True)
    # The power went before the folder was gone for good.
    shutil.copytree(kept_aside, folder / "arrived")
    with open_store(folder) as new:
        assert records(*saved_games(new)) == records(saved)
        assert new.settings.read().vibration
        assert len(new.learned.players()) == 2
    with open_store(folder) as new:
        assert counts(new)[0] == 1
        assert not (folder / "arrived").exists()


def test_what_was_not_decided_on_has_not_happened(archive: Path, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    pending(folder, archive)
    (folder / "arrived").rename(folder / "arriving")
    with open_store(folder) as new:
        assert notices(new) == []
        assert counts(new) == (0, 0)
        assert new.settings.read().vibration
    assert not (folder / "arriving").exists()


def test_both_count_when_something_is_learned_while_an_import_waits(
    archive: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "new"
    folder.mkdir()
    pending(folder, archive)
    (folder / "arrived").rename(tmp_path / "aside")
    with open_store(folder) as new:
        new.settings.change(theme="dark")
        many = growing_game(1)[-1]
        new.games.begin(many.setup)
        new.learned.forget_player("Peter")
    (tmp_path / "aside").rename(folder / "arrived")
    with open_store(folder) as new:
        assert (new.settings.read().theme, new.settings.read().vibration) == ("dark", False)
        assert {each.name for each in new.learned.players()} == {"Ana", "Peter"}


def test_without_room_nothing_comes_in_and_what_was_here_stays(
    archive: Path, tmp_path: Path
) -> None:
    with full_disk(tmp_path, 60_000) as disk, open_store(disk.folder) as store:
        store.importer.run(store.importer.preview(archive))
        before = counts(store)
        with open_store(tmp_path / "other") as other:
            other.importer.run(other.importer.preview(archive))
            for game in growing_game(60)[::3]:
                other.games.save(other.games.begin(game.setup), game)
            archive.write_bytes(other.exporter.archive().read_bytes())
        arrivals = store.importer.preview(archive)
        assert [each.standing for each in arrivals.games].count("there") == 3
        with disk.full(), pytest.raises(NotSaved, match="no room left"):
            store.importer.run(arrivals)
        assert counts(store) == before
        assert not (disk.folder / "arriving").exists()
        assert [each.standing for each in store.importer.preview(archive).games].count("there") == 3


@pytest.mark.parametrize("name", ["arrived", "arriving.jsonl"])
def test_a_pending_import_in_a_read_only_folder_does_not_keep_the_app_from_starting(
    open_to_others: Path, archive: Path, name: str
) -> None:
    folder = open_to_others
    with open_store(folder) as store:
        saved = play(store, FIRST)
    if name == "arrived":
        pending(folder, archive)
    else:
        shutil.copy(archive, folder / name)
    with without_rights(folder), open_store(folder) as store:
        assert any("cannot be written to" in notice for notice in notices(store))
        assert records(store.games.open(saved.id)) == records(saved)
    with open_store(folder) as store:
        assert counts(store) == (2, 2)


def test_a_folder_that_turns_read_only_refuses_the_import_in_words(
    open_to_others: Path, archive: Path
) -> None:
    archive.chmod(0o644)
    with open_store(open_to_others) as store:
        shutil.copy(archive, open_to_others / "archive.json")
        arrivals = store.importer.preview(open_to_others / "archive.json")
        with without_rights(open_to_others), pytest.raises(NotSaved, match="cannot be written to"):
            store.importer.run(arrivals)
        assert counts(store) == (0, 0)


def test_a_file_that_changed_since_it_was_looked_at_does_not_come_in(
    archive: Path, tmp_path: Path
) -> None:
    with open_store(tmp_path / "new") as new:
        arrivals = new.importer.preview(archive)
        archive.write_text(archive.read_text().replace(FIRST.route, SECOND.route))
        before = files_in(tmp_path / "new")
        with pytest.raises(Refused, match="has changed meanwhile"):
            new.importer.run(arrivals)
        archive.unlink()
        with pytest.raises(NotSaved):
            new.importer.run(arrivals)
        assert files_in(tmp_path / "new") == before


def test_progress_is_told_and_a_cancelled_import_has_not_happened(
    archive: Path, tmp_path: Path
) -> None:
    with open_store(tmp_path / "new") as new:
        looked: list[tuple[int, int]] = []
        arrivals = new.importer.preview(archive, lambda done, of: looked.append((done, of)))
        size = archive.stat().st_size
        assert len(looked) == 3
        assert sorted(looked) == looked
        assert all(0 < done < of == size for done, of in looked)
        with pytest.raises(Stopped):
            new.importer.preview(archive, cancelled=lambda: len(looked) > 0)
        before = files_in(tmp_path / "new")
        taken: list[tuple[int, int]] = []
        for steps in range(1, 9):
            taken.clear()
            with pytest.raises(Stopped, match="Nothing was imported"):
                new.importer.run(
                    arrivals,
                    lambda done, of: taken.append((done, of)),
                    lambda steps=steps: len(taken) >= steps,  # type: ignore[misc]
                )
            assert files_in(tmp_path / "new") == before
            assert taken == sorted(taken)
        assert new.importer.run(arrivals).things.games == 3


def test_an_import_asks_after_every_file_whether_it_should_go_on(
    archive: Path, tmp_path: Path
) -> None:
    with open_store(tmp_path / "new") as new:
        written: list[int] = []

        def cancelled() -> bool:
            written.append(len([*(tmp_path / "new" / "arriving").rglob("*.json")]))
            return False

        new.importer.run(new.importer.preview(archive), cancelled=cancelled)
        files = max(written)
        assert written[:files] == list(range(1, files + 1))


def test_everything_can_be_taken_out_with_progress_and_cancelled(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        finish(store), play(store, FIRST)
        steps: list[tuple[int, int]] = []
        archive = store.exporter.archive(lambda done, of: steps.append((done, of)))
        assert steps == [(0, 2), (1, 2)]
        assert len(archive.read_bytes().splitlines()) == 3
        with pytest.raises(Stopped):
            store.exporter.archive(cancelled=lambda: True)
        assert not archive.exists()


def test_an_archive_is_not_left_lying_about(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        archive = store.exporter.archive()
        assert archive.is_file()
    open_store(tmp_path).close()
    assert not archive.exists()


def test_an_archive_without_a_game_that_cannot_be_read_says_how_many_it_has(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path / "old") as store:
        saved = [finish(store) for _ in range(10)]
        (tmp_path / "old" / "history" / f"{saved[0].id}.json").write_text(
            '{"format": "railkeeper/99"}'
        )
        archive = store.exporter.archive()
        header, *games = archive.read_bytes().splitlines()
        assert (json.loads(header)["games"], len(games)) == (9, 9)
        with open_store(tmp_path / "new") as other:
            assert other.importer.run(other.importer.preview(archive)).things.games == 9


def test_entries_are_made_while_an_import_runs_in_another_thread(
    archive: Path, tmp_path: Path
) -> None:
    with open_store(tmp_path / "new") as new:
        saved = play(new)
        arrivals = new.importer.preview(archive)
        halfway, go_on, brought = threading.Event(), threading.Event(), list[ImportResult]()

        def wait(done: int, _: int) -> None:
            if done == 2:
                halfway.set()
                go_on.wait(10)

        worker = threading.Thread(target=lambda: brought.append(new.importer.run(arrivals, wait)))
        worker.start()
        assert halfway.wait(10)
        saved = new.games.save(saved, saved.game.record(FIRST))
        new.settings.change(theme="dark")
        new.learned.forget_player("Ana")
        mine = finish(new, SECOND)
        go_on.set()
        worker.join(10)
        assert [each.things for each in brought] == [Things(games=3, settings=1)]
        assert counts(new) == (2, 3)
        assert records(new.games.open(saved.id)) == records(saved)
        assert mine in new.games.finished()
        assert (new.settings.read().theme, new.settings.read().vibration) == ("dark", False)
    with open_store(tmp_path / "new") as new:
        assert counts(new) == (2, 3)


@pytest.mark.parametrize(
    "line", ["{}", "[]", '{"format": 1}', '{"format": "railkeeper/1"}'], ids=lambda line: line
)
def test_an_archive_of_nothing_is_refused_soon_and_takes_little_room(
    tmp_path: Path, line: str
) -> None:
    path = tmp_path / "nothing"
    header = '{"format": "railkeeper-archive/1", "games": 1}'
    path.write_text("\n".join([header, *[line] * (6_000_000 // (len(line) + 1))]))
    with open_store(tmp_path / "shelf") as store:
        tracemalloc.start()
        steps: list[int] = []
        with pytest.raises(Refused, match="no game in it can be read"):
            store.importer.preview(path, lambda done, _: steps.append(done))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert len(steps) < 2_000
    assert most < 4_000_000


def test_of_many_broken_games_the_first_are_shown_and_all_are_counted(
    archive: Path, tmp_path: Path
) -> None:
    with archive.open("a", encoding="utf-8") as file:
        file.write("{}\n" * 50_000)
    with open_store(tmp_path / "new") as new:
        tracemalloc.start()
        arrivals = new.importer.preview(archive)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert arrivals.count("broken") == 50_000
        assert len(arrivals.games) == 3 + MOST_SHOWN
        assert most < 4_000_000
        assert new.importer.run(arrivals).things.games == 3


@pytest.mark.parametrize("bracket", ["[]", "{}", '{"a":1}', "1"])
def test_a_record_of_nothing_but_brackets_is_not_taken_apart(tmp_path: Path, bracket: str) -> None:
    path = tmp_path / "brackets"
    count = 3_900_000 // (len(bracket) + 1)
    path.write_text(f'{{"format": "railkeeper/1", "x": [{",".join([bracket] * count)}]}}')
    with open_store(tmp_path / "shelf") as store:
        tracemalloc.start()
        (arrival,) = store.importer.preview(path).games
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert str(arrival.problem) == "of too many parts"
    assert most < 40_000_000
