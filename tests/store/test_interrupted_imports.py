"""Imports that fail, are cancelled or run in a thread: each game is imported or not."""

from __future__ import annotations

import errno
import json
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from time import thread_time

import pytest

from companion.rules.board import RouteCorrection
from companion.rules.errors import Refused
from companion.store.archive import write_archive
from companion.store.errors import NotSaved, Stopped
from companion.store.importing import ImportCounts, Importer, ImportResult
from companion.store.settings import Settings
from companion.store.store import Store
from tests.support.disks import full_disk, without_rights
from tests.support.saved_games import (
    AFRICA,
    FIRST,
    SECOND,
    SUDAN,
    USA,
    files_in,
    finish,
    growing_game,
    notices,
    play,
    records,
)
from tests.support.stores import open_store, saved_games

ALL = ImportCounts(games=4, players=2, tickets=1, settings=1)
"""The content of the archive."""
CORRECTION = RouteCorrection("calgary--helena", 3, ("grey",))


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An archive of three finished games, one in progress, two players, a ticket and a setting."""
    with open_store(tmp_path / "old") as old:
        finish(old), finish(old, SECOND), finish(old, FIRST, SECOND)
        play(old, FIRST)
        old.learned.remember_ticket(AFRICA, SUDAN)
        old.settings.change(vibration=False)
        path = tmp_path / "archive.json"
        path.write_bytes(write_archive(old).read_bytes())
    return path


def content(store: Store) -> ImportCounts:
    """The numbers of games, players, tickets and settings in a store."""
    return ImportCounts(
        len(store.games.in_progress()) + len(store.games.finished()),
        len(store.learned.players()),
        len(store.learned.tickets(AFRICA)),
        settings=len(store.settings.changed()),
    )


@contextmanager
def failing_rename(folder: Path, number: int) -> Iterator[None]:
    """The disk fails at one of the renames into a folder."""
    replace, numbers = Path.replace, iter(range(1, 100))

    def failing(path: Path, target: Path) -> Path:
        if target.parent == folder and next(numbers) == number:
            raise OSError(errno.EIO, "Input/output error")
        return replace(path, target)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "replace", failing)
        yield


def test_result_counts_all_data_and_a_second_import_adds_nothing(
    archive: Path, tmp_path: Path
) -> None:
    with open_store(tmp_path / "new") as new:
        result = Importer(new).run(Importer(new).preview(archive))
        assert (result.counts, result.problem) == (ALL, None)
        assert result.rest.counts == ImportCounts()
        assert content(new) == ALL
        before = files_in(tmp_path / "new")
        assert Importer(new).run(Importer(new).preview(archive)).counts == ImportCounts()
        assert files_in(tmp_path / "new") == before


def test_games_imported_since_the_preview_are_not_imported_again(
    archive: Path, tmp_path: Path
) -> None:
    with open_store(tmp_path / "new") as new:
        preview = Importer(new).preview(archive)
        assert Importer(new).run(preview).counts == ALL
        saved = saved_games(new)[0]
        saved = new.games.save(saved, saved.game.record(SECOND))
        assert Importer(new).run(preview).counts == ImportCounts()
        assert records(*saved_games(new)) == records(saved)
        assert content(new) == ALL


@pytest.mark.parametrize("number", [1, 2, 3])
def test_failed_import_counts_what_it_imported_and_can_be_repeated(
    archive: Path, tmp_path: Path, number: int
) -> None:
    with open_store(tmp_path / "new") as new:
        new.games.finished()
        with failing_rename(tmp_path / "new" / "games", number + 1):
            result = Importer(new).run(Importer(new).preview(archive))
        # The archive begins with the game in progress.
        assert result.counts == ImportCounts(games=number)
        assert str(result.problem) == "Not saved: the device reported an error (EIO)."
        assert len(new.games.finished()) == number - 1
        statuses = [game.status for game in result.rest.games]
        assert (statuses.count("imported"), statuses.count("new")) == (number, 4 - number)
        again = Importer(new).run(result.rest)
        total = [before + added for before, added in zip(result.counts, again.counts, strict=True)]
        assert total == [*ALL]
        assert (again.problem, again.rest.counts) == (None, ImportCounts())
        assert content(new) == ALL
        assert notices(new) == []


def test_import_that_fails_at_the_first_game_is_refused(archive: Path, tmp_path: Path) -> None:
    with open_store(tmp_path / "new") as new:
        with (
            failing_rename(tmp_path / "new" / "games", 1),
            pytest.raises(NotSaved, match=r"the device reported an error \(EIO\)"),
        ):
            Importer(new).run(Importer(new).preview(archive))
        assert content(new) == ImportCounts()


def test_import_on_a_full_disk_leaves_whole_games_and_earlier_data(tmp_path: Path) -> None:
    with open_store(tmp_path / "old") as old:
        for game in growing_game(12):
            old.games.save(old.games.begin(game.setup), game)
        finish(old)
        old.settings.change(language="fi")
        path = tmp_path / "everything.json"
        path.write_bytes(write_archive(old).read_bytes())
    outcomes = set()
    for size in range(40_000, 180_000, 8_192):
        (tmp_path / str(size)).mkdir()
        with (
            full_disk(tmp_path / str(size), size // 100, size) as disk,
            open_store(disk.folder) as new,
        ):
            saved = play(new, FIRST)
            new.settings.change(theme="dark")
            preview = Importer(new).preview(path)
            with disk.full():
                try:
                    problem = Importer(new).run(preview).problem
                except NotSaved as refusal:
                    problem = refusal.phrase
            outcomes.add(str(problem))
            assert records(new.games.open(saved.id)) == records(saved)
            assert new.settings.read().theme == "dark"
            assert len(saved_games(new)) == len(new.games.in_progress())
            assert new.games.unreadable_in_progress() == []
            if problem is None:
                assert len(new.games.in_progress()) == 14
                assert len(new.games.finished()) == 1
                assert new.settings.read() == Settings(language="fi", theme="dark")
    assert outcomes == {"None", "Not saved: there is no space left on this device."}


def test_read_only_folder_refuses_the_import(shared_folder: Path, archive: Path) -> None:
    archive.chmod(0o644)
    with open_store(shared_folder) as store:
        shutil.copy(archive, shared_folder / "archive.json")
        preview = Importer(store).preview(shared_folder / "archive.json")
        with without_rights(shared_folder), pytest.raises(NotSaved, match="cannot be written to"):
            Importer(store).run(preview)
        assert content(store) == ImportCounts()


def test_what_was_previewed_is_imported_also_if_the_file_has_changed(
    archive: Path, tmp_path: Path
) -> None:
    with open_store(tmp_path / "one") as one, open_store(tmp_path / "two") as two:
        Importer(one).run(Importer(one).preview(archive))
        preview = Importer(two).preview(archive)
        archive.write_text(archive.read_text().replace(FIRST.route, SECOND.route))
        Importer(two).run(preview)
        archive.unlink()
    assert files_in(tmp_path / "two" / "games") == files_in(tmp_path / "one" / "games")


def test_preview_reports_progress_and_can_be_cancelled(archive: Path, tmp_path: Path) -> None:
    with open_store(tmp_path / "new") as new:
        progress: list[tuple[int, int]] = []
        Importer(new).preview(archive, progress=lambda done, total: progress.append((done, total)))
        size = archive.stat().st_size
        assert len(progress) == 4
        assert sorted(progress) == progress
        assert all(0 < done < total == size for done, total in progress)
        with pytest.raises(Stopped, match="Nothing was imported"):
            Importer(new).preview(archive, cancelled=lambda: True)


def test_cancelled_import_keeps_the_games_imported_so_far(archive: Path, tmp_path: Path) -> None:
    with open_store(tmp_path / "new") as new:
        preview = Importer(new).preview(archive)
        with pytest.raises(Stopped, match="Nothing was imported"):
            Importer(new).run(preview, cancelled=lambda: True)
        assert content(new) == ImportCounts()
        progress: list[tuple[int, int]] = []
        result = Importer(new).run(
            preview,
            lambda done, total: progress.append((done, total)),
            lambda: len(progress) >= 3,
        )
        assert progress == [(0, 4), (1, 4), (2, 4)]
        assert (result.counts, result.problem) == (ImportCounts(games=3), None)
        assert Importer(new).run(result.rest).counts == ALL._replace(games=1)
        assert content(new) == ALL


def test_entries_are_saved_while_an_import_runs_in_another_thread(
    archive: Path, tmp_path: Path
) -> None:
    with open_store(tmp_path / "new") as new:
        saved = play(new)
        preview = Importer(new).preview(archive)
        halfway, go_on = threading.Event(), threading.Event()
        results: list[ImportResult] = []

        def wait(done: int, _: int) -> None:
            if done == 2:
                halfway.set()
                go_on.wait(10)

        worker = threading.Thread(target=lambda: results.append(Importer(new).run(preview, wait)))
        worker.start()
        assert halfway.wait(10)
        saved = new.games.save(saved, saved.game.record(FIRST))
        new.settings.change(theme="dark")
        new.learned.correct(USA, CORRECTION)
        added = finish(new, SECOND)
        go_on.set()
        worker.join(10)
        assert [result.counts for result in results] == [ALL._replace(players=0)]
        assert content(new).games == 6
        assert records(new.games.open(saved.id)) == records(saved)
        assert added in new.games.finished()
        assert CORRECTION in new.learned.corrections(USA)
        assert (new.settings.read().theme, new.settings.read().vibration) == ("dark", False)
    with open_store(tmp_path / "new") as new:
        assert content(new).games == 6


def test_rows_that_no_board_can_have_are_not_imported(tmp_path: Path) -> None:
    deck = USA.tickets[0].ticket
    learned = {
        "tickets": [
            {"board": "usa", "from": "nowhere", "to": "boston", "points": 7},
            {"board": "usa", "from": "boston", "to": "boston", "points": 7},
            {"board": "atlantis", "from": "a", "to": "b", "points": 7},
            {"board": "usa", "from": deck.start, "to": deck.end, "points": deck.points},
        ],
        "corrections": [
            {"board": "usa", "route": "no--route", "length": 3, "tracks": ["grey"]},
            {"board": "usa", "route": FIRST.route, "length": 99, "tracks": ["nocolour"]},
            {"board": "atlantis", "route": FIRST.route, "length": 3, "tracks": ["grey"]},
        ],
    }
    path = tmp_path / "archive"
    path.write_text(json.dumps({"format": "railkeeper-archive/1", "learned": learned}))
    with open_store(tmp_path / "new") as new:
        preview = Importer(new).preview(path)
        assert preview.counts == ImportCounts()
        assert Importer(new).run(preview).counts == ImportCounts()


def longest_pause(store: Store, path: Path) -> float:
    """The longest time in seconds without a question whether to stop."""
    times = [thread_time()]

    def cancelled() -> bool:
        times.append(thread_time())
        return False

    with suppress(Refused):
        Importer(store).preview(path, cancelled=cancelled)
    times.append(thread_time())
    return max(later - earlier for earlier, later in pairwise(times))


HOSTILE: dict[str, Callable[[], bytes]] = {
    "blank lines": lambda: b"\n" * 20_000_000,
    "lines of spaces": lambda: (b" " * 1_000_000 + b"\n") * 20,
    "one line of spaces": lambda: b" " * 20_000_000,
    "a huge text": lambda: b'{"format": "railkeeper/1", "x": "%s"}' % (b"x" * 20_000_000),
    "a huge list": lambda: b'{"format": "railkeeper/1", "x": [%s1]}' % (b"1," * 8_000_000),
    "huge objects": lambda: b'{"format": "railkeeper/1", "x": [%s1]}' % (b'{"a":1},' * 2_000_000),
    "many empty objects": lambda: b'{"format":0}\n' * 800,
}


@pytest.mark.parametrize("what", HOSTILE)
@pytest.mark.parametrize("is_archive", [True, False])
def test_import_asks_often_whether_to_stop(tmp_path: Path, what: str, is_archive: bool) -> None:
    path = tmp_path / "hostile"
    header = b'{"format": "railkeeper-archive/1", "games": 1}\n'
    path.write_bytes((header if is_archive else b"") + HOSTILE[what]())
    with open_store(tmp_path / "data") as store:
        # Much more than 50 ms, because some machines are slow.
        assert longest_pause(store, path) < 0.25


def test_file_of_blank_lines_is_refused_after_a_part_of_it(tmp_path: Path) -> None:
    path = tmp_path / "blank"
    path.write_bytes(b'{"format": "railkeeper-archive/1"}\n' + b"\n" * 5_000_000)
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return False

    with open_store(tmp_path / "data") as store, pytest.raises(Refused, match="too large"):
        Importer(store).preview(path, cancelled=cancelled)
    assert asked < 60_000
