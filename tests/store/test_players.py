"""Renaming, merging and forgetting players: every game and the statistics follow."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest

from companion.report.statistics.players import statistics
from companion.rules.errors import Refused
from companion.rules.events import RouteClaimed, Ticket
from companion.rules.setup import Player
from companion.store.archive import shared_record, write_archive
from companion.store.errors import NotSaved
from companion.store.importing import Importer
from companion.store.saved_game import SavedGame
from companion.store.store import Store
from tests.support.disks import full_disk
from tests.support.saved_games import FIRST, PETER, USA, files_in, notices, play, setup, tickets
from tests.support.stores import open_store


def game_of(store: Store, *names: str) -> SavedGame:
    """A game in progress in which the first of two players is ahead."""
    colors = ("blue", "red", "green")
    players = map(Player, names, colors)
    saved = store.games.begin(setup(USA, *players))
    return store.games.save(saved, saved.game.record(RouteClaimed(names[0], FIRST.route)))


def figures(store: Store) -> dict[str, tuple[int, int]]:
    """Games and wins by player, as if all games were played to the end."""
    people = statistics(game._replace(final=True) for game in store.games.finished())
    return {each.name: (each.overall.games, each.overall.wins) for each in people}


def offered(store: Store) -> list[str]:
    return sorted(player.name for player in store.learned.players())


def test_renaming_changes_every_game_with_one_write_of_one_file(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        finished = store.games.finish(game_of(store, "Jo", "Peter"))
        played = game_of(store, "Peter", "Jo")
        before = files_in(tmp_path)
        store.players.rename("Jo", "Johanna")
        after = files_in(tmp_path)
        assert {name for name in after if after[name] != before.get(name)} == {
            "learned.json",
            "learned.before",
        }
    with open_store(tmp_path) as store:
        assert offered(store) == ["Johanna", "Peter"]
        assert figures(store) == {"Johanna": (1, 1), "Peter": (1, 0)}
        (listed,) = store.games.finished()
        assert listed.winners == ("Johanna",)
        assert listed.scores == {"Johanna": 12, "Peter": 0}
        assert store.games.open(finished.id).game.setup.names == ("Johanna", "Peter")
        assert store.games.open(finished.id).game.events == (RouteClaimed("Johanna", FIRST.route),)
        (in_progress,) = store.games.in_progress()
        assert list(in_progress.scores) == ["Peter", "Johanna"]
        assert store.games.open(played.id).game.setup.names == ("Peter", "Johanna")
        assert "Johanna" in shared_record(store.games.open(finished.id))
        assert '"Jo"' not in write_archive(store).read_text(encoding="utf-8")


def test_later_player_of_the_old_name_is_not_renamed(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.games.finish(game_of(store, "Jo", "Peter"))
        store.players.rename("Jo", "Johanna")
        store.games.finish(game_of(store, "Jo", "Johanna"))
        assert figures(store) == {"Johanna": (2, 1), "Jo": (1, 1), "Peter": (1, 0)}
    with open_store(tmp_path) as store:
        assert figures(store) == {"Johanna": (2, 1), "Jo": (1, 1), "Peter": (1, 0)}


def test_names_can_be_swapped(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        finished = store.games.finish(game_of(store, "Ana", "Peter"))
        for old, new in (("Ana", "Zoe"), ("Peter", "Ana"), ("Zoe", "Peter")):
            store.players.rename(old, new)
        assert store.games.open(finished.id).game.setup.names == ("Peter", "Ana")
        saved = store.games.open(finished.id)
        store.games.save(saved, saved.game.record(tickets("Ana", Ticket("boston", "miami", 12))))
        assert store.games.finished()[0].winners == ("Peter",)
    with open_store(tmp_path) as store:
        assert store.games.open(finished.id).game.setup.names == ("Peter", "Ana")
        assert store.games.finished()[0].scores["Ana"] == -12


def test_game_opened_before_a_renaming_follows_when_it_is_saved(
    store: Store,
) -> None:
    saved = game_of(store, "Jo", "Peter")
    store.players.rename("Jo", "Johanna")
    store.games.save(saved, saved.game.record(RouteClaimed("Peter", "calgary--seattle")))
    assert store.games.open(saved.id).game.setup.names == ("Johanna", "Peter")


def test_games_follow_renamings_after_the_file_was_lost(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        finished = store.games.finish(game_of(store, "Jo", "Peter"))
        store.players.rename("Jo", "Johanna")
        saved = store.games.open(finished.id)
        store.games.save(saved, saved.game)
    # The renaming was applied an hour ago; then the file was lost.
    path = tmp_path / "games" / f"{finished.id}.finished.json"
    value = json.loads(path.read_text())
    path.write_text(json.dumps(value | {"renamed": value["renamed"] - 3600}))
    for path in tmp_path.glob("learned.*"):
        path.write_bytes(b"")
    with open_store(tmp_path) as store:
        assert store.learned.renamings() == ()
        store.players.rename("Peter", "Petra")
        assert store.games.open(finished.id).game.setup.names == ("Johanna", "Petra")


def test_malformed_renaming_does_not_affect_the_others(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = game_of(store, "Jo", "Peter")
        for old, new in (("Jo", "Johanna"), ("Peter", "Petra")):
            store.players.rename(old, new)
        store.games.save_metadata(replace(store.games.open(saved.id), turned=1))
        store.players.rename("Petra", "Pia")
    path = tmp_path / "learned.json"
    path.write_text(path.read_text().replace('"to": "Johanna"', '"to": 5'))
    with open_store(tmp_path) as store:
        assert store.games.open(saved.id).game.setup.names == ("Johanna", "Pia")


def test_renaming_during_a_read_in_another_thread_is_not_missed(store: Store) -> None:
    store.games.finish(game_of(store, "Jo", "Peter"))
    with store.learned.database.lock:
        reader = Thread(target=store.learned.renamings)
        reader.start()
        store.players.rename("Jo", "Johanna")
    reader.join()
    assert [each.to for each in store.learned.renamings()] == ["Johanna"]


def test_name_of_another_player_is_refused(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.games.finish(game_of(store, "Ana", "Peter"))
        store.players.forget("Peter")
        before = files_in(tmp_path)
        for taken in ("Peter", "PETER", " peter "):
            with pytest.raises(Refused, match="already"):
                store.players.rename("Ana", taken)
        with pytest.raises(Refused, match="cannot be a name"):
            store.players.rename("Ana", "A\nna")
        assert files_in(tmp_path) == before


def test_spelling_of_a_name_can_be_changed(store: Store) -> None:
    store.games.finish(game_of(store, "ana", "Peter"))
    store.players.rename("ana", "Ana")
    assert offered(store) == ["Ana", "Peter"]
    assert figures(store) == {"Ana": (1, 1), "Peter": (1, 0)}


def test_merged_players_are_counted_as_one(store: Store) -> None:
    store.games.finish(game_of(store, "Jo", "Peter"))
    store.games.finish(game_of(store, "Johanna", "Peter"))
    store.players.merge("Jo", "Johanna")
    assert offered(store) == ["Johanna", "Peter"]
    assert figures(store) == {"Johanna": (2, 2), "Peter": (2, 0)}
    colors = {player.name: player.colors for player in store.learned.players()}
    assert colors["Johanna"] == {"blue": 2}


def test_players_of_one_game_cannot_be_merged(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        store.games.finish(game_of(store, "Jo", "Johanna"))
        game_of(store, "Ana", "Peter")
        before = files_in(tmp_path)
        for one, other in (("Jo", "Johanna"), ("johanna", "JO"), ("Ana", "Peter")):
            with pytest.raises(Refused, match="different people"):
                store.players.merge(one, other)
        assert files_in(tmp_path) == before


def test_forgotten_player_is_neither_offered_nor_counted(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path) as store:
        finished = store.games.finish(game_of(store, "Ana", "Peter"))
        store.players.forget("Ana")
    for _ in range(2):
        with open_store(tmp_path) as store:
            assert offered(store) == ["Peter"]
            assert figures(store) == {"Peter": (1, 0)}
            assert [each.winners for each in store.games.finished()] == [("Ana",)]
            # A correction later on does not bring the name back into the figures.
            saved = store.games.open(finished.id)
            store.games.save(saved, saved.game)
            assert figures(store) == {"Peter": (1, 0)}


def test_forgotten_player_who_plays_again_starts_at_zero(store: Store) -> None:
    store.games.finish(game_of(store, "Ana", "Peter"))
    store.players.forget("ana")
    store.games.finish(game_of(store, "Ana", "Peter"))
    assert figures(store) == {"Ana": (1, 1), "Peter": (2, 0)}


def test_names_that_differ_in_case_are_offered_once(store: Store) -> None:
    store.games.begin(setup(USA, Player("Ana", "blue"), PETER))
    store.games.begin(setup(USA, Player("ANA", "green"), PETER))
    store.games.begin(setup(USA, Player("ana", "green"), PETER))
    (ana,) = (each for each in store.learned.players() if each.name != "Peter")
    assert (ana.name, ana.color, ana.colors) == ("ana", "green", {"green": 2, "blue": 1})


def test_rows_that_differ_in_case_are_offered_as_one(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        play(store)
    path = tmp_path / "learned.json"
    value = json.loads(path.read_text())
    value["players"]["9"] = value["players"]["1"] | {"name": "ANA", "colors": {"green": 5}}
    path.write_text(json.dumps(value))
    with open_store(tmp_path) as store:
        assert len(store.learned.players()) == 2
        assert {each.color for each in store.learned.players()} == {"green", "red"}


def test_renaming_on_a_full_disk_changes_nothing(tmp_path: Path) -> None:
    with full_disk(tmp_path, 100) as disk, open_store(disk.folder) as store:
        store.games.finish(game_of(store, "Jo", "Peter"))
        with disk.full(), pytest.raises(NotSaved):
            store.players.rename("Jo", "Johanna")
        assert figures(store) == {"Jo": (1, 1), "Peter": (1, 0)}
        assert offered(store) == ["Jo", "Peter"]


def test_archive_from_before_a_renaming_is_not_imported_again(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    with open_store(tmp_path / "data") as store:
        store.games.finish(game_of(store, "Jo", "Peter"))
        archive.write_bytes(write_archive(store).read_bytes())
        store.players.rename("Jo", "Johanna")
        assert [each.status for each in Importer(store).preview(archive).games] == ["there"]


@pytest.mark.parametrize("part", ["players", "events"])
def test_imported_game_with_spaces_around_names_follows_a_renaming(
    tmp_path: Path, part: str
) -> None:
    with open_store(tmp_path / "old") as old:
        finished = old.games.finish(game_of(old, "Jo", "Peter"))
        record = json.loads(shared_record(old.games.open(finished.id)))
    field = {"players": "name", "events": "player"}[part]
    for each in record[part]:
        each[field] = f" {each[field]}\N{NO-BREAK SPACE}"
    path = tmp_path / "one.json"
    path.write_text(json.dumps(record))
    with open_store(tmp_path / "new") as new:
        Importer(new).run(Importer(new).preview(path))
        new.players.rename("Jo", "Johanna")
        assert new.games.open(finished.id).game.events == (RouteClaimed("Johanna", FIRST.route),)
        assert figures(new) == {"Johanna": (1, 1), "Peter": (1, 0)}


def test_saved_game_with_spaces_around_names_follows_a_renaming(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path) as store:
        saved = game_of(store, "Jo", "Peter")
        path = tmp_path / "games" / f"{saved.id}.json"
        value = json.loads(path.read_text())
        value["players"][0]["name"] = "Jo "
        path.write_text(json.dumps(value))
        store.players.rename("Jo", "Johanna")
        assert store.games.open(saved.id).game.setup.names == ("Johanna", "Peter")


def test_saved_game_with_names_in_another_case_follows_a_renaming(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = game_of(store, "Zoë", "Peter")
        path = tmp_path / "games" / f"{saved.id}.json"
        value = json.loads(path.read_text())
        value["events"][0]["player"] = "ZOE\N{COMBINING DIAERESIS}"
        path.write_text(json.dumps(value))
        store.players.rename("Zoë", "Zora")
        assert store.games.open(saved.id).game.events == (RouteClaimed("Zora", FIRST.route),)


def test_imported_games_do_not_follow_earlier_renamings(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    with open_store(tmp_path / "old") as old:
        old.games.finish(game_of(old, "Zoe", "Peter"))
        for name, to in (("Zoe", "Zora"), ("Zora", "Jo")):
            old.players.rename(name, to)
        archive.write_bytes(write_archive(old).read_bytes())
    with open_store(tmp_path / "new") as new:
        new.games.finish(game_of(new, "Jo", "Maya"))
        new.players.rename("Jo", "Johanna")
        Importer(new).run(Importer(new).preview(archive))
        assert figures(new) == {"Johanna": (1, 1), "Jo": (1, 1), "Maya": (1, 0), "Peter": (1, 0)}
        assert notices(new) == []
