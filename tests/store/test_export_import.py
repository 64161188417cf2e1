"""Export of records and archives, preview and import."""

from __future__ import annotations

import json
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from companion.rules.board import RouteCorrection
from companion.rules.boards import bundled_boards
from companion.rules.record import Record, read_record, write_record
from companion.store.archive import shared_record, write_archive
from companion.store.errors import NoSuchFile, NotSaved
from companion.store.files import write_file
from companion.store.importing import GamePreview, Importer
from companion.store.settings import Settings
from companion.store.store import Store
from tests.support.saved_games import (
    AFRICA,
    FIRST,
    SECOND,
    SUDAN,
    USA,
    FakeClock,
    files_in,
    finish,
    growing_game,
    notices,
    play,
    records,
)
from tests.support.stores import copy_of, open_store, saved_games

GAMES = Path(__file__).parents[1] / "games"


def archive(store: Store, folder: Path) -> Path:
    path = folder / "everything.json"
    write_file(path, write_archive(store).read_bytes())
    return path


def statuses(games: list[GamePreview]) -> list[str]:
    return [game.status for game in games]


def test_game_is_exported_as_a_record(store: Store) -> None:
    played, finished = play(store, FIRST), finish(store, SECOND)
    for id, events in ((played.id, (FIRST,)), (finished.id, (SECOND,))):
        record = read_record(shared_record(store.games.open(id)), bundled_boards())
        assert record.game.events == events
    with pytest.raises(NoSuchFile):
        shared_record(store.games.open("0" * 32))


def test_ids_of_entries_from_phones_are_kept_here_and_not_exported(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        played = play(store)
        saved = store.games.save(played, played.game.record(FIRST, phone_id="a1"))
        assert store.games.open(saved.id).game.phone_ids == ("a1",)
        assert '"a1"' not in shared_record(store.games.open(saved.id))
        path = archive(store, tmp_path)
        assert b'"a1"' not in path.read_bytes()
        assert statuses(Importer(store).preview(path).games) == ["there"]


def test_archive_moves_all_data_to_another_device(tmp_path: Path) -> None:
    correction = RouteCorrection("calgary--helena", 5, ("grey",))
    with open_store(tmp_path / "old") as old:
        played, finished = play(old, FIRST), finish(old, SECOND)
        old.settings.change(language="fi", text_size=1.5)
        old.learned.remember_ticket(AFRICA, SUDAN)
        old.learned.correct(USA, correction)
        path = archive(old, tmp_path)
        players = old.learned.players()
    with open_store(tmp_path / "new") as new:
        before = files_in(tmp_path / "new")
        preview = Importer(new).preview(path)
        assert statuses(preview.games) == ["new", "new"]
        assert files_in(tmp_path / "new") == before
        Importer(new).run(preview)
    with open_store(tmp_path / "new") as new:
        assert notices(new) == []
        assert records(*saved_games(new)) == records(played)
        assert new.games.finished() == [finished]
        assert new.games.open(finished.id).game.events == (SECOND,)
        assert new.settings.read() == Settings(language="fi", text_size=1.5)
        assert new.learned.players() == players
        assert new.learned.tickets(AFRICA) == [SUDAN]
        assert new.learned.corrections(USA) == [correction]
        assert list(new.learned.boards()) == ["usa"]


def test_games_that_are_here_are_not_imported_again(tmp_path: Path) -> None:
    with open_store(tmp_path / "data") as store:
        play(store, FIRST)
        finish(store)
        path = archive(store, tmp_path)
        before = files_in(tmp_path / "data")
        preview = Importer(store).preview(path)
        assert statuses(preview.games) == ["there", "there"]
        assert preview.importable == []
        Importer(store).run(preview)
        assert files_in(tmp_path / "data") == before


def test_game_continued_since_the_export_is_not_overwritten(tmp_path: Path) -> None:
    with open_store(tmp_path / "data") as store:
        saved = play(store, FIRST)
        path = archive(store, tmp_path)
        saved = store.games.save(saved, saved.game.record(SECOND))
        preview = Importer(store).preview(path)
        assert statuses(preview.games) == ["different"]
        Importer(store).run(preview)
        assert {game.game.events for game in saved_games(store)} == {(FIRST,), (FIRST, SECOND)}
        assert records(store.games.open(saved.id)) == records(saved)
        assert statuses(Importer(store).preview(path).games) == ["there"]


def test_import_keeps_settings_and_learned_data(tmp_path: Path) -> None:
    with open_store(tmp_path / "old") as old:
        old.settings.change(theme="light", language="fi")
        old.learned.remember_ticket(AFRICA, SUDAN)
        path = archive(old, tmp_path)
    with open_store(tmp_path / "new") as new:
        new.settings.change(theme="dark")
        better = type(SUDAN)(SUDAN.end, SUDAN.start, 21)
        new.learned.remember_ticket(AFRICA, better)
        preview = Importer(new).preview(path)
        assert dict(preview.settings) == {"language": "fi"}
        assert preview.learned["tickets"] == []
        Importer(new).run(preview)
        assert new.settings.read() == Settings(language="fi", theme="dark")
        assert new.learned.tickets(AFRICA) == [better]


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.json")), ids=lambda path: path.stem)
def test_record_is_imported_once(store: Store, path: Path) -> None:
    preview = Importer(store).preview(path)
    assert statuses(preview.games) == ["new"]
    assert preview.games[0].game
    Importer(store).run(preview)
    assert len(store.games.finished()) + len(saved_games(store)) == 1
    assert statuses(Importer(store).preview(path).games) == ["there"]


def test_record_of_a_complete_game_is_imported_as_finished(tmp_path: Path) -> None:
    played, over = tmp_path / "in_progress.json", GAMES / "usa-full.json"
    write_file(played, write_record(Record(growing_game(3)[-1])))
    with open_store(tmp_path / "data") as store:
        Importer(store).run(Importer(store).preview(played))
        Importer(store).run(Importer(store).preview(over))
        assert [len(saved.game.events) for saved in saved_games(store)] == [3]
        assert [finished.board for finished in store.games.finished()] == ["usa"]


def test_broken_game_in_an_archive_is_shown_and_the_others_are_imported(tmp_path: Path) -> None:
    with open_store(tmp_path / "old") as old:
        for events in ((FIRST,), (SECOND,), (FIRST, SECOND)):
            finish(old, *events)
        path = archive(old, tmp_path)
    lines = path.read_text().splitlines()
    lines[2] = lines[2][:-40]
    path.write_text("\n".join(lines))
    with open_store(tmp_path / "new") as new:
        preview = Importer(new).preview(path)
        assert statuses(preview.games) == ["new", "broken", "new"]
        assert "cannot be read" in str(preview.games[1].problem)
        Importer(new).run(preview)
        assert len(new.games.finished()) == 2


def test_truncated_archive_is_noticed(tmp_path: Path) -> None:
    with open_store(tmp_path / "old") as old:
        for _ in range(3):
            finish(old)
        path = archive(old, tmp_path)
    path.write_text("\n".join(path.read_text().splitlines()[:2]))
    with open_store(tmp_path / "new") as new:
        preview = Importer(new).preview(path)
        assert statuses(preview.games) == ["new", "broken"]
        assert str(preview.games[1].problem) == "The file ends early: games are missing."


def test_game_that_is_twice_in_an_archive_is_imported_once(tmp_path: Path) -> None:
    with open_store(tmp_path / "old") as old:
        finish(old)
        path = archive(old, tmp_path)
    header, game = path.read_text().splitlines()
    path.write_text("\n".join([header, game, game]))
    with open_store(tmp_path / "new") as new:
        preview = Importer(new).preview(path)
        assert statuses(preview.games) == ["new", "there"]


def test_two_previews_of_one_file_import_each_game_once(tmp_path: Path) -> None:
    with open_store(tmp_path / "old") as old:
        play(old, FIRST)
        finished = finish(old)
        path = archive(old, tmp_path)
    with open_store(tmp_path / "new") as new:
        first, second = Importer(new).preview(path), Importer(new).preview(path)
        Importer(new).run(first)
        Importer(new).run(second)
        assert new.games.finished() == [finished]
        assert len(saved_games(new)) == 1
        assert len(new.learned.players()) == 2


def test_unknown_fields_survive_export_and_import(tmp_path: Path) -> None:
    record = json.loads((GAMES / "usa-full.json").read_text()) | {"title": "Ünder the \U0001f682"}
    path = tmp_path / "titled.json"
    path.write_text(json.dumps(record))
    with open_store(tmp_path / "data") as store:
        Importer(store).run(Importer(store).preview(path))
        text = shared_record(store.games.open(store.games.finished()[0].id))
    write_file(path, text)
    assert json.loads(path.read_text(encoding="utf-8"))["title"] == "Ünder the \U0001f682"


def test_archive_is_complete_or_refused(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        finish(store), play(store, FIRST)
        games, aside = tmp_path / "games", tmp_path / "elsewhere"
        games.rename(aside)
        games.write_text("no folder that could be listed")
        with pytest.raises(NotSaved):
            write_archive(store)
        games.unlink()
        aside.rename(games)
        assert len(write_archive(store).read_bytes().splitlines()) == 3


def test_number_claimed_by_an_archive_is_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "archive"
    path.write_text('{"format": "railkeeper-archive/1", "games": 987654321}\n')
    with open_store(tmp_path / "new") as new:
        (missing,) = Importer(new).preview(path).games
    assert "987654321" not in repr(missing)


def test_shared_record_contains_only_the_game(tmp_path: Path) -> None:
    # A clock that stands still: without playing time.
    with open_store(tmp_path, now=FakeClock()) as store:
        saved = store.games.save_metadata(replace(play(store, FIRST), turned=1))
        store.players.rename("Peter", "Petra")
        store.players.forget("Petra")
        saved = store.games.open(saved.id)
        assert (saved.forgotten, bool(saved.renamed)) == (("Petra",), True)
        record = json.loads(shared_record(saved))
    assert record.keys() == {
        *("format", "map", "players", "events"),
        *("id", "started", "changed"),
    }


@pytest.mark.parametrize("error", [MemoryError, KeyboardInterrupt, UnicodeError, OSError])
def test_failed_export_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", None)

    def progress(done: int, _: int) -> None:
        if done == 1:
            raise error

    with open_store(tmp_path / "data") as store:
        finish(store), finish(store, SECOND)
        with pytest.raises((error, NotSaved)):
            write_archive(store, progress)
    assert list(tmp_path.rglob("everything*")) == []


def test_game_that_is_here_but_cannot_be_read_now_is_not_imported_again(tmp_path: Path) -> None:
    with open_store(tmp_path / "data") as store:
        saved = play(store, FIRST)
        path = archive(store, tmp_path)
        file = tmp_path / "data" / "games" / f"{saved.id}.json"
        copy_of(file).unlink(missing_ok=True)
        file.unlink()
        # Reading a folder fails like reading a file on a broken disk.
        file.mkdir()
        (game,) = Importer(store).preview(path).games
        assert game.status == "broken"
        assert "cannot be read" in str(game.problem)


def test_files_together_are_imported_each_once_and_counted(tmp_path: Path) -> None:
    record = GAMES / "usa-full.json"
    empty = tmp_path / "empty.json"
    empty.touch()
    with open_store(tmp_path / "data") as store:
        importer = Importer(store)
        preview = importer.preview(record, empty, record)
        assert statuses(preview.games) == ["new", "broken", "there"]
        assert [game.file for game in preview.games] == [record.name, empty.name, record.name]
        result = importer.run(preview)
        assert result.counts.games == 1
        assert statuses(result.rest.games) == ["imported", "broken", "there"]
        assert len(store.games.finished()) == 1


def test_two_versions_of_a_game_in_two_files_are_both_imported(tmp_path: Path) -> None:
    paths = [tmp_path / "earlier.json", tmp_path / "later.json"]
    with open_store(tmp_path / "one") as store:
        saved = play(store, FIRST)
        paths[0].write_text(shared_record(saved))
        paths[1].write_text(shared_record(store.games.save(saved, saved.game.record(SECOND))))
    with open_store(tmp_path / "two") as store:
        result = Importer(store).run(Importer(store).preview(*paths))
        assert result.counts.games == len(store.games.in_progress()) == 2
        again = Importer(store).preview(*paths)
        assert statuses(again.games) == ["there", "there"]


def test_cancelled_import_of_several_files_keeps_what_was_imported(tmp_path: Path) -> None:
    paths = [GAMES / f"{name}.json" for name in ("usa-full", "europe-full", "india-full")]
    with open_store(tmp_path / "data") as store:
        preview = Importer(store).preview(*paths)
        result = Importer(store).run(preview, cancelled=lambda: len(store.games.finished()) == 1)
        assert result.counts.games == 1
        assert statuses(result.rest.games) == ["imported", "new", "new"]


def test_folder_of_the_last_import_is_remembered(tmp_path: Path) -> None:
    with open_store(tmp_path / "data") as store:
        assert store.import_folder is None
        store.remember_import_folder(tmp_path)
    with open_store(tmp_path / "data") as store:
        assert store.import_folder == tmp_path
