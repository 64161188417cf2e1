"""Players renamed, merged and forgotten for good: every game and every figure follows."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Thread

import pytest

from companion.report.statistics import statistics
from companion.rules import Player, Refused, RouteClaimed, Ticket
from companion.store import KeptGame, NotSaved, Shelf
from tests.store.evening import FIRST, PETER, USA, everything, played, setup, tickets, told
from tests.store.scarcity import full_disk


def game_of(shelf: Shelf, *names: str) -> KeptGame:
    """A game in progress in which the first of two players is ahead."""
    colors = ("blue", "red", "green")
    players = map(Player, names, colors)
    kept = shelf.games.begin(setup(USA, *players))
    return shelf.games.save(kept, kept.game.record(RouteClaimed(names[0], FIRST.route)))


def figures(shelf: Shelf) -> dict[str, tuple[int, int]]:
    """Games and wins of everybody."""
    people = statistics(shelf.history.all())
    return {each.name: (each.overall.games, each.overall.wins) for each in people}


def offered(shelf: Shelf) -> list[str]:
    return sorted(player.name for player in shelf.learned.players())


def test_a_new_name_is_everywhere_after_one_write_of_one_file(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        past = shelf.games.finish(game_of(shelf, "Jo", "Peter"))
        going = game_of(shelf, "Peter", "Jo")
        before = everything(tmp_path)
        shelf.people.rename("Jo", "Johanna")
        after = everything(tmp_path)
        assert {name for name in after if after[name] != before.get(name)} == {
            "learned.json",
            "learned.json.before",
        }
    with Shelf.open(tmp_path) as shelf:
        assert offered(shelf) == ["Johanna", "Peter"]
        assert figures(shelf) == {"Johanna": (1, 1), "Peter": (1, 0)}
        (listed,) = shelf.history.all()
        assert listed.winners == ("Johanna",)
        assert listed.scores == {"Johanna": 12, "Peter": 0}
        assert shelf.history.open(past.id).game.setup.names == ("Johanna", "Peter")
        assert shelf.history.open(past.id).game.events == (RouteClaimed("Johanna", FIRST.route),)
        (waiting,) = shelf.games.waiting()
        assert list(waiting.scores) == ["Peter", "Johanna"]
        assert shelf.games.open(going.id).game.setup.names == ("Peter", "Johanna")
        assert "Johanna" in shelf.exchange.game(past.id)
        assert '"Jo"' not in shelf.exchange.everything().read_text(encoding="utf-8")


def test_somebody_else_of_the_old_name_comes_later_and_keeps_it(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        shelf.games.finish(game_of(shelf, "Jo", "Peter"))
        shelf.people.rename("Jo", "Johanna")
        shelf.games.finish(game_of(shelf, "Jo", "Johanna"))
        assert figures(shelf) == {"Johanna": (2, 1), "Jo": (1, 1), "Peter": (1, 0)}
    with Shelf.open(tmp_path) as shelf:
        assert figures(shelf) == {"Johanna": (2, 1), "Jo": (1, 1), "Peter": (1, 0)}


def test_names_can_be_given_on_and_come_back(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        past = shelf.games.finish(game_of(shelf, "Ana", "Peter"))
        for old, new in (("Ana", "Zoe"), ("Peter", "Ana"), ("Zoe", "Peter")):
            shelf.people.rename(old, new)
        assert shelf.history.open(past.id).game.setup.names == ("Peter", "Ana")
        kept = shelf.history.open(past.id)
        shelf.history.change(kept, kept.game.record(tickets("Ana", Ticket("boston", "miami", 12))))
        assert shelf.history.all()[0].winners == ("Peter",)
    with Shelf.open(tmp_path) as shelf:
        assert shelf.history.open(past.id).game.setup.names == ("Peter", "Ana")
        assert shelf.history.all()[0].scores["Ana"] == -12


def test_a_game_opened_before_its_player_was_renamed_follows_when_it_is_saved_later(
    tmp_path: Path,
) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = game_of(shelf, "Jo", "Peter")
        shelf.people.rename("Jo", "Johanna")
        shelf.games.save(kept, kept.game.record(RouteClaimed("Peter", "calgary--seattle")))
        assert shelf.games.open(kept.id).game.setup.names == ("Johanna", "Peter")


def test_games_follow_a_list_of_changes_that_had_to_be_begun_anew(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        past = shelf.games.finish(game_of(shelf, "Jo", "Peter"))
        shelf.people.rename("Jo", "Johanna")
        shelf.history.write(shelf.history.open(past.id))
    # It was followed long ago; then the list was lost.
    path = tmp_path / "history" / f"{past.id}.json"
    value = json.loads(path.read_text())
    path.write_text(json.dumps(value | {"renamed": value["renamed"] - 3600}))
    for path in tmp_path.glob("learned.json*"):
        path.write_bytes(b"")
    with Shelf.open(tmp_path) as shelf:
        assert shelf.learned.renamings() == ()
        shelf.people.rename("Peter", "Petra")
        assert shelf.history.open(past.id).game.setup.names == ("Johanna", "Petra")


def test_a_change_that_cannot_be_read_moves_none_of_the_others(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = game_of(shelf, "Jo", "Peter")
        for old, new in (("Jo", "Johanna"), ("Peter", "Petra")):
            shelf.people.rename(old, new)
        shelf.games.note(shelf.games.open(kept.id), turned=1)
        shelf.people.rename("Petra", "Pia")
    path = tmp_path / "learned.json"
    path.write_text(path.read_text().replace('"to": "Johanna"', '"to": 5'))
    with Shelf.open(tmp_path) as shelf:
        assert shelf.games.open(kept.id).game.setup.names == ("Johanna", "Pia")


def test_a_row_of_the_highest_number_leaves_room_for_the_next_change(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        game_of(shelf, "Jo", "Peter")
    path = tmp_path / "learned.json"
    tables = json.loads(path.read_text())
    tables["renamings"] = {"999999999": {"name": "Zoe", "to": "Zoé"}}
    path.write_text(json.dumps(tables))
    with Shelf.open(tmp_path) as shelf:
        shelf.people.rename("Jo", "Johanna")
    with Shelf.open(tmp_path) as shelf:
        assert told(shelf) == []
        assert [each.to for each in shelf.learned.renamings()] == ["Johanna", "Zoé"]


def test_names_changed_while_somebody_reads_them_are_those_of_now(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        shelf.games.finish(game_of(shelf, "Jo", "Peter"))
        with shelf.learned.database.one_at_a_time:
            reader = Thread(target=shelf.learned.renamings)
            reader.start()
            shelf.people.rename("Jo", "Johanna")
        reader.join()
        assert [each.to for each in shelf.learned.renamings()] == ["Johanna"]


def test_a_name_that_somebody_has_is_not_given_twice(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        shelf.games.finish(game_of(shelf, "Ana", "Peter"))
        shelf.learned.forget_player("Peter")
        before = everything(tmp_path)
        for taken in ("Peter", "PETER", " peter "):
            with pytest.raises(Refused, match="already"):
                shelf.people.rename("Ana", taken)
        with pytest.raises(Refused, match="cannot be a name"):
            shelf.people.rename("Ana", "A\nna")
        assert everything(tmp_path) == before


def test_a_name_can_be_spelled_otherwise(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        shelf.games.finish(game_of(shelf, "ana", "Peter"))
        shelf.people.rename("ana", "Ana")
        assert offered(shelf) == ["Ana", "Peter"]
        assert figures(shelf) == {"Ana": (1, 1), "Peter": (1, 0)}


def test_two_names_of_one_person_become_one(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        shelf.games.finish(game_of(shelf, "Jo", "Peter"))
        shelf.games.finish(game_of(shelf, "Johanna", "Peter"))
        shelf.people.merge("Jo", "Johanna")
        assert offered(shelf) == ["Johanna", "Peter"]
        assert figures(shelf) == {"Johanna": (2, 2), "Peter": (2, 0)}
        colors = {player.name: player.colors for player in shelf.learned.players()}
        assert colors["Johanna"] == {"blue": 2}


def test_who_played_against_each_other_cannot_be_one_person(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        shelf.games.finish(game_of(shelf, "Jo", "Johanna"))
        game_of(shelf, "Ana", "Peter")
        before = everything(tmp_path)
        for one, other in (("Jo", "Johanna"), ("johanna", "JO"), ("Ana", "Peter")):
            with pytest.raises(Refused, match="two people"):
                shelf.people.merge(one, other)
        assert everything(tmp_path) == before


def test_somebody_forgotten_is_neither_offered_nor_counted_and_the_games_stay(
    tmp_path: Path,
) -> None:
    with Shelf.open(tmp_path) as shelf:
        past = shelf.games.finish(game_of(shelf, "Ana", "Peter"))
        shelf.people.forget("Ana")
    for _ in range(2):
        with Shelf.open(tmp_path) as shelf:
            assert offered(shelf) == ["Peter"]
            assert figures(shelf) == {"Peter": (1, 0)}
            assert [each.winners for each in shelf.history.all()] == [("Ana",)]
            # A correction later on does not bring the name back into the figures.
            kept = shelf.history.open(past.id)
            shelf.history.change(kept, kept.game)
            assert figures(shelf) == {"Peter": (1, 0)}


def test_who_plays_again_after_being_forgotten_begins_anew(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        shelf.games.finish(game_of(shelf, "Ana", "Peter"))
        shelf.people.forget("ana")
        shelf.games.finish(game_of(shelf, "Ana", "Peter"))
        assert figures(shelf) == {"Ana": (1, 1), "Peter": (2, 0)}


def test_one_name_is_offered_once_whatever_its_case(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        shelf.games.begin(setup(USA, Player("Ana", "blue"), PETER))
        shelf.games.begin(setup(USA, Player("ANA", "green"), PETER))
        shelf.games.begin(setup(USA, Player("ana", "green"), PETER))
        (ana,) = (each for each in shelf.learned.players() if each.name != "Peter")
        assert (ana.name, ana.color, ana.colors) == ("ana", "green", {"green": 2, "blue": 1})


def test_rows_of_an_earlier_version_that_differ_in_case_are_offered_as_one(tmp_path: Path) -> None:
    with Shelf.open(tmp_path) as shelf:
        played(shelf)
    path = tmp_path / "learned.json"
    value = json.loads(path.read_text())
    value["players"]["9"] = value["players"]["1"] | {"name": "ANA", "colors": {"green": 5}}
    path.write_text(json.dumps(value))
    with Shelf.open(tmp_path) as shelf:
        assert len(shelf.learned.players()) == 2
        assert {each.color for each in shelf.learned.players()} == {"green", "red"}


def test_a_renaming_without_room_changes_nothing(tmp_path: Path) -> None:
    with full_disk(tmp_path, 1_000, mount=False) as disk, Shelf.open(disk.folder) as shelf:
        shelf.games.finish(game_of(shelf, "Jo", "Peter"))
        with disk.full(), pytest.raises(NotSaved):
            shelf.people.rename("Jo", "Johanna")
        assert figures(shelf) == {"Jo": (1, 1), "Peter": (1, 0)}
        assert offered(shelf) == ["Jo", "Peter"]


def test_an_archive_from_before_a_renaming_does_not_come_in_twice(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    with Shelf.open(tmp_path / "shelf") as shelf:
        shelf.games.finish(game_of(shelf, "Jo", "Peter"))
        archive.write_bytes(shelf.exchange.everything().read_bytes())
        shelf.people.rename("Jo", "Johanna")
        assert [each.standing for each in shelf.exchange.look_at(archive).games] == ["there"]


@pytest.mark.parametrize("part", ["players", "events"])
def test_a_game_from_elsewhere_with_space_around_its_names_follows_a_renaming(
    tmp_path: Path, part: str
) -> None:
    with Shelf.open(tmp_path / "old") as old:
        past = old.games.finish(game_of(old, "Jo", "Peter"))
        record = json.loads(old.exchange.game(past.id))
    field = {"players": "name", "events": "player"}[part]
    for each in record[part]:
        each[field] = f" {each[field]}\N{NO-BREAK SPACE}"
    path = tmp_path / "one.json"
    path.write_text(json.dumps(record))
    with Shelf.open(tmp_path / "new") as new:
        new.exchange.take_in(new.exchange.look_at(path))
        new.people.rename("Jo", "Johanna")
        assert new.history.open(past.id).game.events == (RouteClaimed("Johanna", FIRST.route),)
        assert figures(new) == {"Johanna": (1, 1), "Peter": (1, 0)}


def test_a_record_that_lies_here_with_space_around_its_names_follows_a_renaming(
    tmp_path: Path,
) -> None:
    with Shelf.open(tmp_path) as shelf:
        kept = game_of(shelf, "Jo", "Peter")
        path = tmp_path / "games" / f"{kept.id}.json"
        value = json.loads(path.read_text())
        value["players"][0]["name"] = "Jo "
        path.write_text(json.dumps(value))
        shelf.people.rename("Jo", "Johanna")
        assert shelf.games.open(kept.id).game.setup.names == ("Johanna", "Peter")


def test_games_from_elsewhere_do_not_follow_the_renamings_of_this_shelf(tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    with Shelf.open(tmp_path / "old") as old:
        old.games.finish(game_of(old, "Zoe", "Peter"))
        for name, to in (("Zoe", "Zora"), ("Zora", "Jo")):
            old.people.rename(name, to)
        archive.write_bytes(old.exchange.everything().read_bytes())
    with Shelf.open(tmp_path / "new") as new:
        new.games.finish(game_of(new, "Jo", "Maya"))
        new.people.rename("Jo", "Johanna")
        new.exchange.take_in(new.exchange.look_at(archive))
        assert figures(new) == {"Johanna": (1, 1), "Jo": (1, 1), "Maya": (1, 0), "Peter": (1, 0)}
        assert told(new) == []
