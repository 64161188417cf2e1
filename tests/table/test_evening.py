"""The evening: one owner of the game on the table, on a real shelf, without a screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.report import answers
from companion.rules import (
    Player,
    Refused,
    RouteClaimed,
    RouteCorrection,
    Setup,
    TerrainDrawn,
    Ticket,
    TurnPassed,
    bundled_boards,
)
from companion.store import NotSaved, Shelf
from companion.table.evening import Answer, Evening

HELENA, SEATTLE = (
    RouteClaimed("Ana", "duluth--helena"),
    RouteClaimed("Peter", "helena--seattle"),
)


class Table:
    """An evening on a shelf, and everything it has answered."""

    def __init__(self, folder: Path) -> None:
        self.shelf = Shelf.open(folder)
        self.heard: list[Answer] = []
        self.evening = Evening(self.shelf, self.heard.append)

    def begin(self, board: str = "usa") -> Evening:
        players = (Player("Ana", "blue"), Player("Peter", "red"), Player("Maya", "green"))
        self.evening.begin(Setup(bundled_boards()[board], players))
        return self.evening

    def on_disk(self) -> object:
        return self.shelf.games.open(self.evening.now.kept.id).game.events


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.shelf.close()


def line(answer: Answer) -> str:
    return str(answers.line(answer))


def test_an_entry_is_on_disk_when_it_is_answered(table: Table) -> None:
    evening = table.begin()
    answer = evening.enter(HELENA)
    assert answer.accepted
    assert table.on_disk() == (HELENA,)
    assert line(answer) == "Ana: Duluth – Helena +15"
    assert table.heard == [answer]


def test_what_is_refused_changes_nothing_and_says_why(table: Table) -> None:
    evening = table.begin()
    evening.enter(HELENA)
    before = evening.now
    answer = evening.enter(RouteClaimed("Peter", "duluth--helena"))
    assert not answer.accepted
    assert evening.now is before
    assert table.on_disk() == (HELENA,)
    assert "Peter" in line(answer)


def test_what_cannot_be_saved_is_not_on_the_table_either(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = table.begin()

    def no_room(*_: object) -> None:
        raise NotSaved.because(OSError(28, "No space left on device"))

    monkeypatch.setattr(table.shelf.games, "save", no_room)
    assert not evening.enter(HELENA).accepted
    assert evening.now.game.events == ()


def test_an_older_snapshot_never_changes(table: Table) -> None:
    evening = table.begin()
    before = evening.now
    evening.enter(HELENA)
    assert before.game.events == ()
    assert evening.now.game.events == (HELENA,)


def test_a_correction_begins_with_what_was_entered_and_the_rest_is_checked_again(
    table: Table,
) -> None:
    evening = table.begin()
    evening.enter(HELENA)
    evening.enter(SEATTLE)
    evening.correct(0)
    assert evening.now.entered == HELENA
    assert evening.now.player == "Ana"
    assert evening.now.state.players["Ana"].trains == 45
    refused = evening.enter(RouteClaimed("Ana", "helena--seattle"))
    assert "Entry 2 (Peter: Helena – Seattle) would then break a rule" in line(refused)
    assert evening.now.correcting is not None
    answer = evening.enter(RouteClaimed("Maya", "duluth--helena"))
    assert answer.accepted
    assert evening.now.correcting is None
    assert table.on_disk() == (RouteClaimed("Maya", "duluth--helena"), SEATTLE)


def test_undo_in_a_correction_leaves_it_and_undoes_nothing_else(table: Table) -> None:
    evening = table.begin()
    evening.enter(HELENA)
    evening.correct(0)
    evening.undo()
    assert evening.now.correcting is None
    assert evening.now.game.events == (HELENA,)


def test_undo_says_what_it_undid_and_offers_to_do_it_again(table: Table) -> None:
    evening = table.begin()
    evening.enter(HELENA)
    answer = evening.undo()
    assert line(answer) == "Undone: Ana: Duluth – Helena"
    assert answers.way_back(answer) == "redo"
    assert line(evening.redo()) == "Done again: Ana: Duluth – Helena"


def test_a_turn_given_by_hand_holds_until_something_ends_it(table: Table) -> None:
    evening = table.begin("heart-of-africa")
    evening.choose("Maya")
    evening.enter(TerrainDrawn("Maya", "mountain"))
    assert evening.now.player == "Maya"
    evening.enter(TurnPassed("Maya"))
    assert evening.now.player == "Ana"


def test_players_are_renamed_reseated_and_recoloured_with_the_whole_log(table: Table) -> None:
    evening = table.begin()
    evening.enter(HELENA)
    seats = [("Peter", Player("Pedro", "red")), ("Ana", Player("Ana", "black"))]
    answer = evening.change_players([*seats, ("Maya", Player("Maya", "green"))])
    assert answer.accepted
    assert evening.now.setup.names == ("Pedro", "Ana", "Maya")
    assert evening.now.state.players["Ana"].route_points == 15
    evening.undo()
    assert evening.now.setup.names == ("Ana", "Peter", "Maya")
    refused = evening.change_players(
        [("Ana", Player("peter", "blue")), *((n, Player(n, c)) for n, c in SEATED[1:])]
    )
    assert not refused.accepted


SEATED = (("Ana", "blue"), ("Peter", "red"), ("Maya", "green"))


def test_a_game_is_finished_and_taken_up_again(table: Table) -> None:
    evening = table.begin()
    evening.enter(HELENA)
    assert evening.finish().accepted
    assert evening.now.finished
    assert table.shelf.games.all() == []
    assert [past.id for past in table.shelf.history.all()] == [evening.now.kept.id]
    assert evening.enter(SEATTLE).accepted
    assert table.shelf.history.open(evening.now.kept.id).game.events == (HELENA, SEATTLE)
    assert evening.reopen().accepted
    assert table.on_disk() == (HELENA, SEATTLE)
    assert table.shelf.history.all() == []


def test_a_route_is_corrected_for_this_game_and_every_later_one(table: Table) -> None:
    evening = table.begin()
    answer = evening.correct_board(RouteCorrection("calgary--helena", 5, ("grey",)))
    assert answer.accepted
    assert evening.now.board.routes["calgary--helena"].length == 5
    assert table.begin().now.board.routes["calgary--helena"].length == 5


def test_a_route_that_the_game_needs_as_it_is_stays_so_for_later_games_too(table: Table) -> None:
    evening = table.begin()
    evening.enter(RouteClaimed("Ana", "boston--new-york", 1))
    answer = evening.correct_board(RouteCorrection("boston--new-york", 2, ("grey",)))
    assert not answer.accepted
    assert table.shelf.learned.corrections(bundled_boards()["usa"]) == []


def test_a_correction_that_cannot_be_saved_is_not_learned_either(
    table: Table, tmp_path: Path
) -> None:
    evening = table.begin()
    # A folder where the new version would be written: this game alone cannot be saved.
    (tmp_path / "games" / f"{evening.now.kept.id}.json.new").mkdir()
    before = (tmp_path / "learned.json").read_bytes()
    answer = evening.correct_board(RouteCorrection("calgary--helena", 5, ("grey",)))
    assert not answer.accepted
    assert evening.now.board.routes["calgary--helena"].length == 4
    assert (tmp_path / "learned.json").read_bytes() == before


def test_tickets_are_taken_revalued_moved_and_dropped(table: Table) -> None:
    evening = table.begin()
    card = Ticket("boston", "miami", 12)
    assert evening.take_ticket("Ana", card).accepted
    assert not evening.take_ticket("Peter", card).accepted
    assert line(evening.revalue_ticket("Ana", card, 13)).endswith("is worth 13")
    assert evening.move_ticket("Ana", card, "Peter").accepted
    assert [each.points for each in evening.now.state.players["Peter"].tickets] == [13]
    assert evening.drop_ticket("Peter", card).accepted
    assert evening.now.state.players["Peter"].tickets == ()


def test_the_next_game_begins_with_who_sat_second(table: Table) -> None:
    evening = table.begin()
    assert evening.next_setup().names == ("Peter", "Maya", "Ana")


def test_a_game_that_is_not_there_is_refused(table: Table) -> None:
    with pytest.raises(Refused):
        table.evening.take_up("0" * 32)
    assert table.evening.snapshot is None


def test_a_name_changed_for_good_is_followed_at_the_table(table: Table) -> None:
    evening = table.begin()
    evening.enter(HELENA)
    table.shelf.people.rename("Ana", "Anna")
    evening.read_again()
    assert evening.now.kept == table.shelf.games.open(evening.now.kept.id)
    assert evening.now.setup.names == ("Anna", "Peter", "Maya")
    assert evening.undo().accepted


def test_a_game_that_is_gone_is_not_read_again(table: Table) -> None:
    evening = table.begin()
    table.shelf.games.discard(evening.now.kept.id)
    evening.read_again()
    assert evening.snapshot is None
