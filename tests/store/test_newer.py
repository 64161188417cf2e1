"""Files as a later version of the app would write them: nothing is lost or changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.rules.errors import NewerVersion
from companion.rules.record import record_to_json
from companion.store.archive import shared_record, write_archive
from companion.store.importing import Importer
from companion.store.settings import Settings
from tests.support.board_files import small_island
from tests.support.saved_games import (
    AFRICA,
    FIRST,
    SECOND,
    SUDAN,
    files_in,
    finish,
    notices,
    play,
)
from tests.support.stores import edit, open_store, update

SENTENCE = "made with a newer version of Railkeeper"
Change = Callable[[dict[str, Any]], object]


def add_event(value: dict[str, Any]) -> None:
    value["events"].append({"do": "ferry", "player": "Ana", "cards": 3})
    value["summary"]["kinds"].append("ferry")


LATER: dict[str, Change] = {
    "an event": add_event,
    "a field of an event": lambda value: value["events"][0].update(ferry=True),
    "a field of a player": lambda value: value["players"][0].update(avatar="🚂"),
    "a number": lambda value: value.update(format="railkeeper/2", actions=value.pop("events")),
    "a house rule": lambda value: value.update(house_rules={"ferries": True}),
    "a board": lambda value: value.update(map="moon"),
    "a colour": lambda value: value["players"][0].update(color="mauve"),
}


@pytest.mark.parametrize("what", LATER)
def test_newer_record_is_listed_shared_and_exported_but_never_touched(
    tmp_path: Path, what: str
) -> None:
    with open_store(tmp_path / "data") as store:
        ids = [play(store, FIRST, SECOND).id, finish(store, FIRST, SECOND).id]
        other = finish(store)
    for path in (tmp_path / "data" / "games").iterdir():
        if path.name[:32] in ids and path.suffix == ".json":
            edit(path, LATER[what], checked=True)
    before = files_in(tmp_path / "data")
    for _ in range(2):
        with open_store(tmp_path / "data") as store:
            games = store.games
            games.in_progress(), games.finished()
            for id in ids:
                with pytest.raises(NewerVersion, match=SENTENCE):
                    games.open(id)
            unreadable = [*games.unreadable_in_progress(), *games.unreadable_finished()]
            assert [game.id for game in unreadable] == ids
            assert all(game.is_newer and SENTENCE in str(game.problem) for game in unreadable)
            assert other in games.finished()
            shared = json.loads(games.content(ids[0]))
            assert "check" not in shared
            archive = tmp_path / "archive.json"
            archive.write_bytes(write_archive(store).read_bytes())
            assert notices(store) == []
        assert {**files_in(tmp_path / "data"), "everything.json.new": b""} == {
            **before,
            "everything.json.new": b"",
        }
    lines = [json.loads(line) for line in archive.read_text(encoding="utf-8").splitlines()]
    exported = next(line for line in lines if line.get("id") == ids[0])
    kept = "actions" if what == "a number" else "events"
    assert (exported[kept], exported["players"]) == (shared[kept], shared["players"])


def test_newer_game_with_an_unknown_event_is_not_offered_to_continue(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    edit(tmp_path / "games" / f"{saved.id}.json", add_event, checked=True)
    with open_store(tmp_path) as store:
        assert store.games.in_progress() == []
        assert [game.id for game in store.games.unreadable_in_progress()] == [saved.id]


def test_added_field_of_a_record_is_kept_when_the_game_continues(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
    path = tmp_path / "games" / f"{saved.id}.json"
    edit(path, lambda value: value.update(weather="rain"), checked=True)
    with open_store(tmp_path) as store:
        opened = store.games.open(saved.id)
        opened = store.games.save(opened, opened.game.record(SECOND))
        assert '"weather": "rain"' in shared_record(opened)
    assert json.loads(path.read_bytes())["weather"] == "rain"


def test_newer_board_is_listed_exported_and_can_be_removed(tmp_path: Path) -> None:
    for change in (
        lambda value: value.update(ferries=[]),
        lambda value: value.update(format="railkeeper-board/2"),
        lambda value: value["routes"][0].update(ferry=True),
    ):
        with open_store(tmp_path) as store:
            store.imported_boards.add(small_island())
        path = tmp_path / "boards" / "small-island.json"
        edit(path, change, checked=True)
        content = path.read_bytes()
        with open_store(tmp_path) as store:
            with pytest.raises(NewerVersion, match=SENTENCE):
                store.boards["small-island"]
            assert SENTENCE in str(store.imported_boards.unreadable()["small-island"])
            with pytest.raises(NewerVersion):
                store.imported_boards.add(small_island())
            line = write_archive(store).read_text(encoding="utf-8").splitlines()[1]
            assert json.loads(line) == json.loads(store.imported_boards.content("small-island"))
            assert path.read_bytes() == content
            store.imported_boards.remove("small-island")
            assert store.imported_boards.unreadable() == {}


def test_newer_files_from_elsewhere_are_refused_with_one_sentence(tmp_path: Path) -> None:
    with open_store(tmp_path / "data") as store:
        saved = play(store, FIRST)
        record = record_to_json(saved.record)
        store.games.remove(saved.id)
        before = files_in(tmp_path / "data")
        path = tmp_path / "file.json"
        path.write_text(json.dumps({**record, "format": "railkeeper/2"}))
        (game,) = Importer(store).preview(path).games
        assert (game.status, SENTENCE in str(game.problem)) == ("newer", True)
        path.write_text(json.dumps({**small_island(), "format": "railkeeper-board/2", "new": 1}))
        (board,) = Importer(store).preview(path).boards
        assert (board.status, [SENTENCE in str(each) for each in board.problems]) == (
            "newer",
            [True],
        )
        path.write_text(json.dumps({"format": "railkeeper-archive/2"}) + "\n{}\n")
        with pytest.raises(NewerVersion, match=SENTENCE):
            Importer(store).preview(path)
        # Without a newer number, what is unknown is an error that names the entry.
        events = [{"do": "ferry", "player": "Ana"}]
        path.write_text(json.dumps({**record, "events": events}))
        (game,) = Importer(store).preview(path).games
        assert (game.status, str(game.problem)) == ("broken", "event 1: unknown event “ferry”")
        assert files_in(tmp_path / "data") == before


def test_archive_with_additions_is_imported(tmp_path: Path) -> None:
    archive = tmp_path / "archive.json"
    with open_store(tmp_path / "one") as store:
        finish(store)
        header, *lines = write_archive(store).read_text(encoding="utf-8").splitlines()
    value = json.loads(header)
    value |= {"leagues": [1], "settings": {"theme": "dark", "sound": 3}}
    value["learned"] |= {"leagues": [{"name": "A"}]}
    value["learned"]["players"][0]["avatar"] = "x"
    value["learned"]["players"].append({"nick": "Zoe"})
    line = json.dumps(json.loads(lines[0]) | {"weather": "rain", "check": "0000000000000000"})
    archive.write_text("\n".join([json.dumps(value), line, '{"format": "railkeeper-league/1"}']))
    with open_store(tmp_path / "two") as store:
        preview = Importer(store).preview(archive)
        statuses = [game.status for game in preview.games]
        assert (statuses.count("new"), statuses.count("broken")) == (1, 1)
        Importer(store).run(preview)
        (game,) = store.games.finished()
        record = record_to_json(store.games.open(game.id).record)
        assert (record["weather"], "check" in record) == ("rain", False)
        assert [player.name for player in store.learned.players()] == ["Ana", "Peter"]
        assert store.settings.read() == Settings(theme="dark")


def test_unknown_tables_rows_and_fields_of_databases_are_kept(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.settings.change(theme="dark")
        play(store, FIRST)
        store.learned.remember_ticket(AFRICA, SUDAN)

    def add(value: dict[str, Any]) -> None:
        value["leagues"] = {"1": {"name": "A"}}
        table = value["settings" if "settings" in value else "players"]
        table["1"]["since"] = 2030
        table["77"] = {"kind": "unknown", "name": "sound", "value": 3}

    for name in ("settings.json", "learned.json"):
        edit(tmp_path / name, add, checked=True)
    with open_store(tmp_path) as store:
        assert store.settings.read() == Settings(theme="dark")
        assert [player.name for player in store.learned.players()] == ["Ana", "Peter"]
        store.settings.change(theme="light")
        play(store, FIRST)
        store.players.rename("Ana", "Anna")
        assert notices(store) == []
    for name, table in (("settings.json", "settings"), ("learned.json", "players")):
        value = json.loads((tmp_path / name).read_bytes())
        assert value["leagues"] == {"1": {"name": "A"}}
        assert value[table]["1"]["since"] == 2030
        assert value[table]["77"]["kind"] == "unknown"


def test_databases_with_a_newer_number_are_not_touched(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.settings.change(theme="dark")
        play(store, FIRST)
    for name in ("settings", "learned"):
        path = tmp_path / f"{name}.json"
        edit(path, partial(update, format=f"railkeeper-{name}/2"), checked=True)
    before = {name: (tmp_path / f"{name}.json").read_bytes() for name in ("settings", "learned")}
    with open_store(tmp_path) as store:
        assert [SENTENCE in notice for notice in notices(store)] == [True, True]
        assert store.settings.read() == Settings()
        with pytest.raises(NewerVersion):
            store.settings.change(theme="light")
        saved = play(store, FIRST)
        assert store.games.finish(saved).id == saved.id
    assert before == {name: (tmp_path / f"{name}.json").read_bytes() for name in before}


def test_later_bundled_board_with_the_id_of_an_imported_one_hides_no_game(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        board = store.imported_boards.add(small_island())
        saved = play(store, board=board)
        other = store.games.finish(play(store, board=board))

    def rename(value: dict[str, Any]) -> None:
        value["map"] = value["board"]["id"] = value["summary"]["board"]["id"] = "usa"

    for name in (f"{saved.id}.json", f"{other.id}.finished.json"):
        edit(tmp_path / "games" / name, rename, checked=True)
    with open_store(tmp_path) as store:
        (game,), (finished,) = store.games.in_progress(), store.games.finished()
        assert None not in (game.own_board, finished.own_board)
        assert store.games.open(saved.id).game.setup.board.source is not None
        assert store.games.open(other.id).game.setup.board.places.keys() == board.places.keys()
