"""What is said of an import is counted from what is there afterwards, however it went."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.store.errors import NotSaved
from companion.store.import_preview import Things
from companion.store.store import Store
from tests.support.games import AFRICA, FIRST, SECOND, SUDAN, USA, finish, notices, play, records
from tests.support.stores import open_store, saved_games


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Three past games, one in progress, two players, a ticket and a setting."""
    with open_store(tmp_path / "old") as old:
        finish(old), finish(old, SECOND), finish(old, FIRST, SECOND)
        play(old, FIRST)
        old.learned.remember_ticket(AFRICA, SUDAN)
        old.settings.change(vibration=False)
        path = tmp_path / "archive.json"
        path.write_bytes(old.exporter.archive().read_bytes())
    return path


ALL = Things(games=4, players=2, tickets=1, settings=1)


def counted(store: Store) -> Things:
    """Everything of the archive that a new shelf has."""
    return Things(
        len(store.games.in_progress()) + len(store.games.finished()),
        len(store.learned.players()),
        len(store.learned.tickets(AFRICA)),
        settings=len(store.settings.changed()),
    )


@contextmanager
def one_place_refused(folder: Path, number: int) -> Iterator[None]:
    """The disk fails at one of the places that a folder has for what comes in."""
    replace, left = Path.replace, iter(range(1, 100))

    def failing(path: Path, target: Path) -> Path:
        if target.parent == folder and next(left) == number:
            raise OSError(errno.EIO, "Input/output error")
        return replace(path, target)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "replace", failing)
        yield


def test_everything_that_came_in_is_counted_and_nothing_comes_twice(
    archive: Path, tmp_path: Path
) -> None:
    with open_store(tmp_path / "new") as new:
        brought = new.importer.run(new.importer.preview(archive))
        assert (brought.things, brought.problem) == (ALL, None)
        assert brought.rest.things == Things()
        assert counted(new) == ALL
        assert new.importer.run(new.importer.preview(archive)).things == Things()


def test_what_came_in_meanwhile_another_way_is_not_counted(archive: Path, tmp_path: Path) -> None:
    with open_store(tmp_path / "new") as new:
        arrivals = new.importer.preview(archive)
        assert new.importer.run(arrivals).things == ALL
        saved = saved_games(new)[0]
        saved = new.games.save(saved, saved.game.record(SECOND))
        assert new.importer.run(arrivals).things == Things()
        assert records(*saved_games(new)) == records(saved)
        assert counted(new) == ALL


@pytest.mark.parametrize("number", [1, 2, 3])
def test_of_an_import_that_fails_halfway_that_half_is_told_and_then_the_other(
    archive: Path, tmp_path: Path, number: int
) -> None:
    with open_store(tmp_path / "new") as new:
        new.games.load_finished()
        with one_place_refused(tmp_path / "new" / "history", number):
            brought = new.importer.run(new.importer.preview(archive))
        assert brought.things == Things(games=number - 1)
        assert [str(brought.problem)] == notices(new)
        assert (
            "the rest follows as soon as it can. Not saved: Input/output error." in notices(new)[0]
        )
        standings = [each.standing for each in brought.rest.games]
        assert (standings.count("there"), standings.count("new")) == (number - 1, 5 - number)
        rest = new.importer.run(brought.rest)
        assert [was + came for was, came in zip(brought.things, rest.things, strict=True)] == [*ALL]
        assert (rest.problem, rest.rest.things) == (None, Things())
        assert counted(new) == ALL


def test_what_found_its_place_before_a_failure_is_listed_like_the_rest(
    archive: Path, tmp_path: Path
) -> None:
    with open_store(tmp_path / "new") as new:
        new.games.load_finished()
        with one_place_refused(tmp_path / "new" / "history", 2):
            new.importer.run(new.importer.preview(archive))
        assert len(new.games.finished()) == 3


def test_past_games_are_told_where_those_in_progress_find_no_place(
    archive: Path, tmp_path: Path
) -> None:
    with open_store(tmp_path / "new") as new:
        (tmp_path / "new" / "games").rename(tmp_path / "aside")
        brought = new.importer.run(new.importer.preview(archive))
        assert brought.things == Things(games=3)
        (tmp_path / "aside").rename(tmp_path / "new" / "games")
        assert counted(new) == ALL


def test_tickets_and_corrections_that_no_board_can_have_are_not_new(tmp_path: Path) -> None:
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
        arrivals = new.importer.preview(path)
        assert arrivals.things == Things()
        assert new.importer.run(arrivals).things == Things()


def test_what_came_in_and_was_parted_with_does_not_come_back_if_nothing_could_be_cleared_away(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "rmtree", lambda *_, **__: None)
    folder = tmp_path / "new"
    with open_store(folder) as new:
        arrivals = new.importer.preview(archive)

        def meanwhile(done: int, _: int) -> None:
            # So that what was prepared is out of date, and stays where it lies.
            if done == 6:
                new.learned.remember_ticket(USA, type(SUDAN)("boston", "denver", 9))

        assert new.importer.run(arrivals, meanwhile).things == ALL
        new.learned.forget_ticket(AFRICA, SUDAN)
        new.learned.forget_player("Ana")
    for _ in range(2):
        with open_store(folder) as new:
            assert [player.name for player in new.learned.players()] == ["Peter"]
            assert new.learned.tickets(AFRICA) == []
            with pytest.raises(NotSaved):
                new.importer.run(arrivals)
            assert new.learned.tickets(AFRICA) == []
