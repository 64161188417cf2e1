"""Export and import: what would come in is shown first, and comes in whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.rules.board import RouteCorrection
from companion.rules.boards import bundled_boards
from companion.rules.record import Record, read_record, write_record
from companion.store.errors import NoSuchGame, NotSaved
from companion.store.files import write_file
from companion.store.import_preview import Arrival
from companion.store.settings import Settings
from companion.store.store import Store
from tests.support.disks import full_disk
from tests.support.games import (
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

GAMES = Path(__file__).parents[1] / "games"


def archive(store: Store, folder: Path) -> Path:
    path = folder / "everything.railkeeper"
    write_file(path, store.exporter.archive().read_bytes())
    return path


def what_counts(folder: Path) -> dict[str, bytes]:
    """Every file but the copies and the list of past games, which is made from the others."""
    files = files_in(folder)
    return {name: files[name] for name in files if not name.endswith((".before", ".jsonl"))}


def standings(games: tuple[Arrival, ...]) -> list[str]:
    return [arrival.standing for arrival in games]


def test_one_game_goes_out_as_a_record(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        going, past = play(store, FIRST), finish(store, SECOND)
        for id, events in ((going.id, (FIRST,)), (past.id, (SECOND,))):
            record = read_record(store.exporter.record(id), bundled_boards())
            assert record.game.events == events
        with pytest.raises(NoSuchGame):
            store.exporter.record("0" * 32)


def test_everything_moves_to_another_device(tmp_path: Path) -> None:
    correction = RouteCorrection("calgary--helena", 5, ("grey",))
    with open_store(tmp_path / "old") as old:
        going, past = play(old, FIRST), finish(old, SECOND)
        old.settings.change(language="fi", text_size=1.5)
        old.learned.remember_ticket(AFRICA, SUDAN)
        old.learned.correct(USA, correction)
        path = archive(old, tmp_path)
        players = old.learned.players()
    with open_store(tmp_path / "new") as new:
        before = files_in(tmp_path / "new")
        arrivals = new.importer.preview(path)
        assert standings(arrivals.games) == ["new", "new"]
        assert files_in(tmp_path / "new") == before
        new.importer.run(arrivals)
    with open_store(tmp_path / "new") as new:
        assert notices(new) == []
        assert records(*saved_games(new)) == records(going)
        assert new.games.finished() == [past]
        assert new.games.open(past.id).game.events == (SECOND,)
        assert new.settings.read() == Settings(language="fi", text_size=1.5)
        assert new.learned.players() == players
        assert new.learned.tickets(AFRICA) == [SUDAN]
        assert new.learned.corrections(USA) == [correction]
        assert new.learned.boards() == ["usa"]


def test_what_is_there_already_does_not_come_twice(tmp_path: Path) -> None:
    with open_store(tmp_path / "shelf") as store:
        play(store, FIRST)
        finish(store)
        path = archive(store, tmp_path)
        before = files_in(tmp_path / "shelf")
        arrivals = store.importer.preview(path)
        assert standings(arrivals.games) == ["there", "there"]
        assert arrivals.coming == ()
        store.importer.run(arrivals)
        assert files_in(tmp_path / "shelf") == before


def test_a_game_that_went_on_since_is_not_overwritten(tmp_path: Path) -> None:
    with open_store(tmp_path / "shelf") as store:
        saved = play(store, FIRST)
        path = archive(store, tmp_path)
        saved = store.games.save(saved, saved.game.record(SECOND))
        arrivals = store.importer.preview(path)
        assert standings(arrivals.games) == ["different"]
        store.importer.run(arrivals)
        assert {game.game.events for game in saved_games(store)} == {(FIRST,), (FIRST, SECOND)}
        assert records(store.games.open(saved.id)) == records(saved)
        assert standings(store.importer.preview(path).games) == ["there"]


def test_what_was_set_and_learned_here_stays(tmp_path: Path) -> None:
    with open_store(tmp_path / "old") as old:
        old.settings.change(theme="light", language="fi")
        old.learned.remember_ticket(AFRICA, SUDAN)
        path = archive(old, tmp_path)
    with open_store(tmp_path / "new") as new:
        new.settings.change(theme="dark")
        better = type(SUDAN)(SUDAN.end, SUDAN.start, 21)
        new.learned.remember_ticket(AFRICA, better)
        arrivals = new.importer.preview(path)
        assert dict(arrivals.settings) == {"language": "fi"}
        assert arrivals.learned["tickets"] == []
        new.importer.run(arrivals)
        assert new.settings.read() == Settings(language="fi", theme="dark")
        assert new.learned.tickets(AFRICA) == [better]


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.json")), ids=lambda path: path.stem)
def test_a_record_from_elsewhere_comes_in_once(tmp_path: Path, path: Path) -> None:
    with open_store(tmp_path) as store:
        arrivals = store.importer.preview(path)
        assert standings(arrivals.games) == ["new"]
        assert arrivals.games[0].players
        store.importer.run(arrivals)
        assert len(store.games.finished()) + len(saved_games(store)) == 1
        assert standings(store.importer.preview(path).games) == ["there"]


def test_a_game_that_is_over_joins_the_history_and_another_is_continued(tmp_path: Path) -> None:
    going, over = tmp_path / "going.json", GAMES / "usa-full.json"
    write_file(going, write_record(Record(growing_game(3)[-1])))
    with open_store(tmp_path / "shelf") as store:
        store.importer.run(store.importer.preview(going))
        store.importer.run(store.importer.preview(over))
        assert [len(saved.game.events) for saved in saved_games(store)] == [3]
        assert [past.board for past in store.games.finished()] == ["usa"]


def test_a_broken_game_in_an_archive_is_shown_and_the_others_come_in(tmp_path: Path) -> None:
    with open_store(tmp_path / "old") as old:
        for events in ((FIRST,), (SECOND,), (FIRST, SECOND)):
            finish(old, *events)
        path = archive(old, tmp_path)
    lines = path.read_text().splitlines()
    lines[2] = lines[2][:-40]
    path.write_text("\n".join(lines))
    with open_store(tmp_path / "new") as new:
        arrivals = new.importer.preview(path)
        assert standings(arrivals.games) == ["new", "broken", "new"]
        assert "cannot be read" in str(arrivals.games[1].problem)
        new.importer.run(arrivals)
        assert len(new.games.finished()) == 2


def test_half_an_archive_says_how_many_games_are_missing(tmp_path: Path) -> None:
    with open_store(tmp_path / "old") as old:
        for _ in range(3):
            finish(old)
        path = archive(old, tmp_path)
    path.write_text("\n".join(path.read_text().splitlines()[:2]))
    with open_store(tmp_path / "new") as new:
        arrivals = new.importer.preview(path)
        assert standings(arrivals.games) == ["new", "broken"]
        assert str(arrivals.games[1].problem) == "The file ends early: 2 games are missing."


def test_a_game_that_stands_twice_in_an_archive_comes_in_once(tmp_path: Path) -> None:
    with open_store(tmp_path / "old") as old:
        finish(old)
        path = archive(old, tmp_path)
    header, game = path.read_text().splitlines()
    path.write_text("\n".join([header, game, game]))
    with open_store(tmp_path / "new") as new:
        arrivals = new.importer.preview(path)
        assert standings(arrivals.games) == ["new", "there"]


def test_an_import_that_finds_no_room_brings_in_nothing(tmp_path: Path) -> None:
    with open_store(tmp_path / "old") as old:
        for game in growing_game(12):
            old.games.save(old.games.begin(game.setup), game)
        finish(old)
        old.settings.change(language="fi")
        path = archive(old, tmp_path)
    outcomes = set()
    for size in range(40_000, 180_000, 4_096):
        (tmp_path / str(size)).mkdir()
        with full_disk(tmp_path / str(size), size) as disk, open_store(disk.folder) as new:
            saved = play(new, FIRST)
            new.settings.change(theme="dark")
            arrivals = new.importer.preview(path)
            before = what_counts(disk.folder)
            with disk.full():
                try:
                    new.importer.run(arrivals)
                except NotSaved as problem:
                    outcomes.add(str(problem))
                    assert what_counts(disk.folder) == before
                    assert records(*saved_games(new)) == records(saved)
                    assert new.settings.read() == Settings(theme="dark")
                else:
                    outcomes.add("all")
                    assert len(saved_games(new)) == 14
                    assert len(new.games.finished()) == 1
                    assert new.settings.read() == Settings(language="fi", theme="dark")
    assert outcomes == {"all", "Not saved: there is no room left on this device."}


def test_an_import_cut_short_is_completed_when_the_app_opens_again(tmp_path: Path) -> None:
    with open_store(tmp_path / "old") as old:
        past = finish(old)
        text = old.exporter.archive().read_text(encoding="utf-8")
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "arriving.jsonl").write_text(text)
    with open_store(tmp_path / "new") as new:
        assert new.games.finished() == [past]
        assert notices(new) == []
    assert not (tmp_path / "new" / "arriving.jsonl").exists()


def test_looking_twice_and_taking_twice_brings_everything_once(tmp_path: Path) -> None:
    with open_store(tmp_path / "old") as old:
        play(old, FIRST)
        past = finish(old)
        path = archive(old, tmp_path)
    with open_store(tmp_path / "new") as new:
        first, second = new.importer.preview(path), new.importer.preview(path)
        new.importer.run(first)
        new.importer.run(second)
        assert new.games.finished() == [past]
        assert len(saved_games(new)) == 1
        assert len(new.learned.players()) == 2


def test_fields_nobody_knows_survive_export_and_import(tmp_path: Path) -> None:
    record = json.loads((GAMES / "usa-full.json").read_text()) | {"title": "Ünder the \U0001f682"}
    path = tmp_path / "titled.json"
    path.write_text(json.dumps(record))
    with open_store(tmp_path / "shelf") as store:
        store.importer.run(store.importer.preview(path))
        text = store.exporter.record(store.games.finished()[0].id)
    write_file(path, text)
    assert json.loads(path.read_text(encoding="utf-8"))["title"] == "Ünder the \U0001f682"


def test_an_archive_holds_everything_or_is_refused(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        finish(store), play(store, FIRST)
        past, aside = tmp_path / "history", tmp_path / "aside"
        past.rename(aside)
        past.write_text("no folder that could be listed")
        with pytest.raises(NotSaved):
            store.exporter.archive()
        past.unlink()
        aside.rename(past)
        assert len(store.exporter.archive().read_bytes().splitlines()) == 3
