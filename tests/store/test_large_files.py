"""Large records and archives, and archives with little or nothing readable in them."""

from __future__ import annotations

import gc
import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules.errors import Refused
from companion.rules.json_reader import OWN_LIMITS, RECORD_LIMITS
from companion.store.archive import shared_record, write_archive
from companion.store.errors import Stopped
from companion.store.files import write_file
from companion.store.importing import Importer
from companion.store.store import Store
from tests.support.saved_games import FIRST, SECOND, finish, play
from tests.support.stores import FINISHED_FILES, IN_PROGRESS_FILES, open_store

pytestmark = pytest.mark.slow

GAMES = Path(__file__).parents[1] / "games"


@pytest.fixture(autouse=True)
def collected_exceptions() -> Iterator[None]:
    """Collect the exceptions of a test: each keeps the content of a large file."""
    yield
    gc.collect(1)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """An archive of two finished games, one in progress, two players and a setting."""
    with open_store(tmp_path / "old") as old:
        finish(old), finish(old, SECOND)
        play(old, FIRST)
        old.settings.change(vibration=False)
        path = tmp_path / "archive.json"
        path.write_bytes(write_archive(old).read_bytes())
    return path


@pytest.mark.parametrize("letter", ["é", "語", "🚂"])
def test_record_of_the_maximal_size_is_imported_alone_and_in_an_archive(
    tmp_path: Path, letter: str
) -> None:
    record = json.loads((GAMES / "usa-full.json").read_text(encoding="utf-8"))
    room = RECORD_LIMITS.bytes - 40_000 - len(json.dumps(record))
    record["notes"] = letter * (room // len(letter.encode("utf-8")))
    path = tmp_path / "long.json"
    path.write_text(json.dumps(record, ensure_ascii=False), encoding="utf-8")
    assert path.stat().st_size > RECORD_LIMITS.bytes * 0.95
    with open_store(tmp_path / "one") as one:
        assert Importer(one).run(Importer(one).preview(path)).counts.games == 1
        (finished,) = one.games.finished()
        write_file(tmp_path / "alone", shared_record(one.games.open(finished.id)))
        write_file(tmp_path / "archive", write_archive(one).read_bytes())
    for name in ("alone", "archive"):
        with open_store(tmp_path / f"to {name}") as two:
            assert Importer(two).run(Importer(two).preview(tmp_path / name)).counts.games == 1
            assert two.games.open(finished.id).unknown_fields["notes"] == record["notes"]


def test_large_record_with_escaped_characters_is_imported(tmp_path: Path) -> None:
    record = json.loads((GAMES / "usa-full.json").read_text(encoding="utf-8"))
    record["notes"] = "🚂" * 150_000
    header = {"format": "railkeeper-archive/1", "games": 1}
    path = tmp_path / "archive"
    path.write_text("\n".join([json.dumps(header), json.dumps(record)]))
    with open_store(tmp_path / "new") as new:
        assert Importer(new).run(Importer(new).preview(path)).counts.games == 1


def test_export_reports_progress_and_can_be_cancelled(store: Store) -> None:
    finish(store), play(store, FIRST)
    steps: list[tuple[int, int]] = []
    archive = write_archive(store, lambda done, of: steps.append((done, of)))
    assert steps == [(0, 2), (1, 2)]
    assert len(archive.read_bytes().splitlines()) == 3
    with pytest.raises(Stopped):
        write_archive(store, cancelled=lambda: True)
    assert not archive.exists()


def test_archive_is_deleted_when_the_store_is_opened_again(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        archive = write_archive(store)
        assert archive.is_file()
    open_store(tmp_path).close()
    assert not archive.exists()


def test_archive_states_how_many_readable_games_it_has(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path / "old") as store:
        saved = [finish(store) for _ in range(10)]
        for path in (tmp_path / "old" / "games").glob(f"{saved[0].id}.*"):
            path.write_text("{")
        archive = write_archive(store)
        header, *games = archive.read_bytes().splitlines()
        assert (json.loads(header)["games"], len(games)) == (9, 9)
        with open_store(tmp_path / "new") as other:
            assert Importer(other).run(Importer(other).preview(archive)).counts.games == 9


def test_archive_of_too_many_lines_is_refused(archive: Path, tmp_path: Path) -> None:
    with archive.open("a", encoding="utf-8") as file:
        file.write("{}\n" * 50_000)
    with open_store(tmp_path / "new") as new, pytest.raises(Refused, match="too large"):
        Importer(new).preview(archive)


def test_many_broken_games_are_listed_and_the_others_imported(
    archive: Path, tmp_path: Path
) -> None:
    with archive.open("a", encoding="utf-8") as file:
        file.write("{}\n" * 5_000)
    with open_store(tmp_path / "new") as new:
        tracemalloc.start()
        preview = Importer(new).preview(archive)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert [game.status for game in preview.games].count("broken") == 5_000
        assert most < 10_000_000
        assert Importer(new).run(preview).counts.games == 3


@pytest.mark.parametrize("bracket", ["[]", "{}", '{"a":1}', "1"])
def test_record_of_brackets_is_not_parsed(tmp_path: Path, bracket: str) -> None:
    path = tmp_path / "brackets"
    count = 1_900_000 // (len(bracket) + 1)
    path.write_text(f'{{"format": "railkeeper/1", "x": [{",".join([bracket] * count)}]}}')
    with open_store(tmp_path / "data") as store:
        tracemalloc.start()
        (game,) = Importer(store).preview(path).games
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert str(game.problem) == "it contains too many values"
    assert most < 40_000_000


@pytest.mark.parametrize("bracket", ["[]", "{}", '{"a":1}', "1"])
@pytest.mark.parametrize("file", [IN_PROGRESS_FILES, FINISHED_FILES, "learned.json"])
def test_own_file_of_brackets_is_not_parsed(tmp_path: Path, file: str, bracket: str) -> None:
    with open_store(tmp_path) as store:
        finish(store), play(store, FIRST)
    (path,) = tmp_path.glob(file)
    stamp = "railkeeper-learned/1" if path.stem == "learned" else "railkeeper/1"
    count = (OWN_LIMITS.bytes - 100) // (len(bracket) + 1)
    path.write_text(f'{{"format": "{stamp}", "x": [{",".join([bracket] * count)}]}}')
    with open_store(tmp_path) as store:
        # The copy is used.
        tracemalloc.start()
        assert (len(store.games.in_progress()), len(store.games.finished())) == (1, 1)
        assert len(store.learned.players()) == 2
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert most < 4 * OWN_LIMITS.bytes


def test_own_file_that_is_too_large_is_not_read_to_its_end(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
    path = tmp_path / "games" / f"{saved.id}.json"
    with path.open("r+b") as file:
        file.truncate(2 * 1024**3)
    with open_store(tmp_path) as store:
        tracemalloc.start()
        assert store.games.open(saved.id).game.events == (FIRST,)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert most < 4 * OWN_LIMITS.bytes


def test_record_of_the_maximal_size_can_be_continued(tmp_path: Path) -> None:
    # Compact numbers become longer when the record is written again.
    numbers = "1e15," * 39_000 + "1"
    notes = "x" * (RECORD_LIMITS.bytes - len(numbers) - 1000)
    path = tmp_path / "compact.json"
    record = {
        "format": "railkeeper/1",
        "map": "usa",
        "players": [{"name": "Ana", "color": "blue"}, {"name": "Peter", "color": "red"}],
        "events": [],
        "notes": notes,
    }
    path.write_text(f'{json.dumps(record)[:-1]},"numbers":[{numbers}]}}')
    with open_store(tmp_path / "data") as store:
        assert Importer(store).run(Importer(store).preview(path)).counts.games == 1
        (game,) = store.games.in_progress()
        saved = store.games.open(game.id)
        store.games.save(saved, saved.game.record(FIRST))
        assert store.games.open(game.id).game.events == (FIRST,)
