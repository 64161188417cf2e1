"""A header that a list could not show is not used: the record, then its backup copy is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.rules.final_tally import tally
from companion.store.errors import NotUnderstood
from companion.store.files import backup_path
from companion.store.record_header import read_header
from tests.support.games import recorded_game
from tests.support.saved_games import FIRST, SECOND, finish, listed, notices, play
from tests.support.stores import open_store

DAMAGES = {
    "a colour": ('"blue"', '"clue"'),
    "a colour of another box": ('"blue"', '"purple"'),
    "a colour twice": ('"blue"', '"red"'),
    "a board of a later version": ('"usa"', '"moon"'),
    "a board that is no text": ('"usa"', "[]"),
    "a name twice": ('"Ana"', '"Peter"'),
    "no players": ('"players": [', '"players": [], "others": ['),
    "the format": ('"format"', '"gormat"'),
    "the version": ('"railkeeper/1"', '"railkeeper/x"'),
    "an event": ('"claim"', '"clain"'),
}


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("folder", ["in_progress", "finished"])
def test_copy_of_a_damaged_record_is_used(tmp_path: Path, folder: str, damage: str) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST, SECOND)
        if folder == "finished":
            saved = store.games.finish(saved)
    path = tmp_path / folder / f"{saved.id}.json"
    damaged = path.read_text().replace(*DAMAGES[damage])
    path.write_text(damaged)
    with open_store(tmp_path) as store:
        games = store.games.in_progress() if folder == "in_progress" else store.games.finished()
        assert [game.id for game in games] == [saved.id]
        assert [player.color for player in games[0].players] == ["blue", "red"]
        # The header of a finished game is good if only an event is damaged.
        assert store.games.open(saved.id).game.events[:1] == (FIRST,)
        assert "its copy from before the last change is used" in notices(store)[0]
        assert [each.read_text() for each in path.parent.glob("damaged/*")] == [damaged]


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("folder", ["in_progress", "finished"])
def test_damaged_record_without_a_good_copy_is_listed_as_unreadable(
    tmp_path: Path, folder: str, damage: str
) -> None:
    with open_store(tmp_path) as store:
        saved = play(store, FIRST)
        if folder == "finished":
            saved = store.games.finish(saved)
    path = tmp_path / folder / f"{saved.id}.json"
    path.write_text(path.read_text().replace(*DAMAGES[damage]))
    backup_path(path).unlink()
    content = path.read_bytes()
    with open_store(tmp_path) as store:
        if damage == "an event":
            # Events are not read for a list.
            with pytest.raises(NotUnderstood, match="cannot read one of your games"):
                store.games.open(saved.id)
        else:
            assert store.games.finished() == []
        assert store.games.in_progress() == []
        unreadable = (
            store.games.unreadable_in_progress()
            if folder == "in_progress"
            else store.games.unreadable_finished()
        )
        assert [game.id for game in unreadable] == [saved.id]
    assert path.read_bytes() == content


SUMMARY = {
    "entries": 1,
    "scores": [2, 0],
    "final": False,
    "parts": ["routes", "tickets"],
    "players": [[[2, 0], 1, 0, 0, 0, 2], [[0, 0], 2, 0, 0, 0, 0]],
}


@pytest.mark.parametrize(
    "changes",
    [
        {"summary": SUMMARY | {"entries": -1}},
        {"summary": SUMMARY | {"entries": 10**9}},
        {"summary": SUMMARY | {"scores": [2, 10**7]}},
        {"summary": SUMMARY | {"final": 1}},
        {"summary": SUMMARY | {"parts": ["routes", 5]}},
        {"summary": SUMMARY | {"parts": ["routes"]}},
        {"summary": SUMMARY | {"parts": None}},
        {"summary": SUMMARY | {"players": [[[2, 0], 1, 0, 0, 0, 2]]}},
        {"summary": SUMMARY | {"players": [[[1, 0], 1, 0, 0, 0, 2], [[0, 0], 2, 0, 0, 0, 0]]}},
        {"summary": SUMMARY | {"players": [[[2, 0], 2, 0, 0, 0, 2], [[0, 0], 2, 0, 0, 0, 0]]}},
        {"summary": SUMMARY | {"players": [[[2, 0], 0, 0, 0, 0, 2], [[0, 0], 1, 0, 0, 0, 0]]}},
        {"summary": SUMMARY | {"players": [[[2, 0], 1, 0, 0, 0], [[0, 0], 2, 0, 0, 0]]}},
        {"summary": SUMMARY | {"players": [[[2, 0], 1, 0, 0, 0, "2"], [[0, 0], 2, 0, 0, 0, 0]]}},
        {"summary": SUMMARY | {"players": 5}},
        {"summary": SUMMARY | {"minutes": "many"}},
        {"summary": SUMMARY | {"counted": 1}},
        {"forgotten": "Ana"},
        {"forgotten": ["Zoe"]},
        {"title": 5},
        {"note": "\u202e"},
    ],
)
def test_number_or_name_that_no_game_has_is_computed_again(
    tmp_path: Path, changes: dict[str, object]
) -> None:
    with open_store(tmp_path) as store:
        game = finish(store)
    path = tmp_path / "finished" / f"{game.id}.json"
    first, _, rest = path.read_text().partition(",\n")
    path.write_text(f"{json.dumps(json.loads(first + '}') | changes)[:-1]},\n{rest}")
    with open_store(tmp_path) as store:
        assert store.games.finished() == [game]


def test_header_holds_the_summary_that_damaged_ones_are_compared_with(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        game = finish(store)
    header = read_header(tmp_path / "finished", game.id)
    assert header is not None
    assert header["summary"].keys() == SUMMARY.keys()


def test_results_in_the_header_are_those_of_the_tally(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        for name in ("heart-of-africa-full", "europe-full", "usa-mega"):
            saved = store.games.begin(recorded_game(name).setup)
            game = recorded_game(name)
            saved = store.games.finish(store.games.save(saved, game))
            found, result = listed(store, saved), tally(game.state)
            for player in result.players:
                row = found.results[player.name]
                assert row.rank == result.ranks[player.name]
                assert row.parts == {part.id: part.points for part in player.parts}
                assert (row.tickets, row.tickets_completed) == (
                    len(player.tickets),
                    player.tickets_completed,
                )
                lost = sum(each.ticket.penalty for each in player.tickets if not each.completed)
                assert row.ticket_points - lost == row.parts["tickets"]
                assert row.longest_route == player.longest_route.length
                doubled = [claim.points for claim in player.claims if claim.doubled]
                has_terrain = game.setup.board.terrain is not None
                assert row.doubled == (len(doubled) if has_terrain else None)
                assert row.doubled_points == (sum(doubled) if has_terrain else None)


def test_header_of_a_corrected_game_has_the_new_result(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        saved = store.games.finish(play(store, FIRST))
        store.games.save(saved, saved.game.record(SECOND))
        (game,) = store.games.finished()
    with open_store(tmp_path) as store:
        assert store.games.finished() == [game]
        assert game.results["Peter"].parts["routes"] == 7
        reopened = store.games.reopen(store.games.open(game.id))
        assert store.games.finished() == []
        store.games.finish(store.games.save(reopened, reopened.game.undo()))
        assert store.games.finished()[0].results["Peter"].parts["routes"] == 0


def test_results_follow_a_renamed_player(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        before = finish(store)
        store.players.rename("Ana", "Anna")
        (game,) = store.games.finished()
        assert game.results == {
            "Anna": before.results["Ana"],
            "Peter": before.results["Peter"],
        }
        assert game.winners == ("Anna",)
