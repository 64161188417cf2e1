"""The evening: one owner of the game on the table, on a real shelf, without a screen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.report import answers
from companion.rules.board import RouteCorrection
from companion.rules.boards import bundled_boards
from companion.rules.errors import Refused
from companion.rules.events import RouteClaimed, TerrainDrawn, Ticket, TurnPassed
from companion.rules.setup import Player, Setup
from companion.store.errors import NotSaved
from companion.table.session import Answer, GameSession
from tests.support.sessions import accepted, answer_to
from tests.support.stores import open_store

HELENA, SEATTLE = (
    RouteClaimed("Ana", "duluth--helena"),
    RouteClaimed("Peter", "helena--seattle"),
)


class Table:
    """An evening on a shelf, and everything it has answered."""

    def __init__(self, folder: Path) -> None:
        self.store = open_store(folder)
        self.heard: list[Answer] = []
        self.session = GameSession(self.store)
        self.session.subscribe(self.heard.append)

    def begin(self, board: str = "usa") -> GameSession:
        players = (Player("Ana", "blue"), Player("Peter", "red"), Player("Maya", "green"))
        self.session.begin(Setup(bundled_boards()[board], players))
        return self.session

    def on_disk(self) -> object:
        return self.store.games.open(self.session.now.saved.id).game.events


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.store.close()


def line(answer: Answer) -> str:
    return str(answers.line(answer))


def test_an_entry_is_on_disk_when_it_is_answered(table: Table) -> None:
    session = table.begin()
    answer = answer_to(session.enter, HELENA)
    assert answer.accepted
    assert table.on_disk() == (HELENA,)
    assert line(answer) == "Ana: Duluth – Helena +15"
    assert table.heard == [answer]


def test_what_is_refused_changes_nothing_and_says_why(table: Table) -> None:
    session = table.begin()
    session.enter(HELENA)
    before = session.now
    answer = answer_to(session.enter, RouteClaimed("Peter", "duluth--helena"))
    assert not answer.accepted
    assert session.now is before
    assert table.on_disk() == (HELENA,)
    assert "Peter" in line(answer)


def test_what_cannot_be_saved_is_not_on_the_table_either(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = table.begin()

    def no_room(*_: object) -> None:
        raise NotSaved.because(OSError(28, "No space left on device"))

    monkeypatch.setattr(table.store.games, "save", no_room)
    assert not accepted(session.enter, HELENA)
    assert session.now.game.events == ()


def test_an_older_snapshot_never_changes(table: Table) -> None:
    session = table.begin()
    before = session.now
    session.enter(HELENA)
    assert before.game.events == ()
    assert session.now.game.events == (HELENA,)


def test_a_correction_begins_with_what_was_entered_and_the_rest_is_checked_again(
    table: Table,
) -> None:
    session = table.begin()
    session.enter(HELENA)
    session.enter(SEATTLE)
    session.correct(0)
    assert session.now.entered == HELENA
    assert session.now.player == "Ana"
    assert session.now.state.players["Ana"].trains == 45
    refused = answer_to(session.enter, RouteClaimed("Ana", "helena--seattle"))
    assert "Entry 2 (Peter: Helena – Seattle) would then break a rule" in line(refused)
    assert session.now.correcting is not None
    answer = answer_to(session.enter, RouteClaimed("Maya", "duluth--helena"))
    assert answer.accepted
    assert session.now.correcting is None
    assert table.on_disk() == (RouteClaimed("Maya", "duluth--helena"), SEATTLE)


def test_undo_in_a_correction_leaves_it_and_undoes_nothing_else(table: Table) -> None:
    session = table.begin()
    session.enter(HELENA)
    session.correct(0)
    session.undo()
    assert session.now.correcting is None
    assert session.now.game.events == (HELENA,)


def test_undo_says_what_it_undid_and_offers_to_do_it_again(table: Table) -> None:
    session = table.begin()
    session.enter(HELENA)
    answer = answer_to(session.undo)
    assert line(answer) == "Undone: Ana: Duluth – Helena"
    assert answers.way_back(answer) == "redo"
    assert line(answer_to(session.redo)) == "Done again: Ana: Duluth – Helena"


def test_a_turn_given_by_hand_holds_until_something_ends_it(table: Table) -> None:
    session = table.begin("heart-of-africa")
    session.choose("Maya")
    session.enter(TerrainDrawn("Maya", "mountain"))
    assert session.now.player == "Maya"
    session.enter(TurnPassed("Maya"))
    assert session.now.player == "Ana"


def test_players_are_renamed_reseated_and_recoloured_with_the_whole_log(table: Table) -> None:
    session = table.begin()
    session.enter(HELENA)
    seats = [("Peter", Player("Pedro", "red")), ("Ana", Player("Ana", "black"))]
    answer = answer_to(session.change_players, [*seats, ("Maya", Player("Maya", "green"))])
    assert answer.accepted
    assert session.now.setup.names == ("Pedro", "Ana", "Maya")
    assert session.now.state.players["Ana"].route_points == 15
    session.undo()
    assert session.now.setup.names == ("Ana", "Peter", "Maya")
    refused = answer_to(
        session.change_players,
        [("Ana", Player("peter", "blue")), *((n, Player(n, c)) for n, c in SEATED[1:])],
    )
    assert not refused.accepted


SEATED = (("Ana", "blue"), ("Peter", "red"), ("Maya", "green"))


def test_a_game_is_finished_and_taken_up_again(table: Table) -> None:
    session = table.begin()
    session.enter(HELENA)
    assert accepted(session.finish)
    assert session.now.finished
    assert table.store.games.all() == []
    assert [past.id for past in table.store.history.all()] == [session.now.saved.id]
    assert accepted(session.enter, SEATTLE)
    assert table.store.history.open(session.now.saved.id).game.events == (HELENA, SEATTLE)
    assert accepted(session.reopen)
    assert table.on_disk() == (HELENA, SEATTLE)
    assert table.store.history.all() == []


def test_a_route_is_corrected_for_this_game_and_every_later_one(table: Table) -> None:
    session = table.begin()
    answer = answer_to(session.correct_board, RouteCorrection("calgary--helena", 5, ("grey",)))
    assert answer.accepted
    assert session.now.board.routes["calgary--helena"].length == 5
    assert table.begin().now.board.routes["calgary--helena"].length == 5


def test_a_route_that_the_game_needs_as_it_is_stays_so_for_later_games_too(table: Table) -> None:
    session = table.begin()
    session.enter(RouteClaimed("Ana", "boston--new-york", 1))
    answer = answer_to(session.correct_board, RouteCorrection("boston--new-york", 2, ("grey",)))
    assert not answer.accepted
    assert table.store.learned.corrections(bundled_boards()["usa"]) == []


def test_a_correction_that_cannot_be_saved_is_not_learned_either(
    table: Table, tmp_path: Path
) -> None:
    session = table.begin()
    # A folder where the new version would be written: this game alone cannot be saved.
    (tmp_path / "games" / f"{session.now.saved.id}.json.new").mkdir()
    before = (tmp_path / "learned.json").read_bytes()
    answer = answer_to(session.correct_board, RouteCorrection("calgary--helena", 5, ("grey",)))
    assert not answer.accepted
    assert session.now.board.routes["calgary--helena"].length == 4
    assert (tmp_path / "learned.json").read_bytes() == before


def test_tickets_are_taken_revalued_moved_and_dropped(table: Table) -> None:
    session = table.begin()
    card = Ticket("boston", "miami", 12)
    assert accepted(session.take_ticket, "Ana", card)
    assert not accepted(session.take_ticket, "Peter", card)
    assert line(answer_to(session.revalue_ticket, "Ana", card, 13)).endswith("is worth 13")
    assert accepted(session.move_ticket, "Ana", card, "Peter")
    assert [each.points for each in session.now.state.players["Peter"].tickets] == [13]
    assert accepted(session.drop_ticket, "Peter", card)
    assert session.now.state.players["Peter"].tickets == ()


def test_the_next_game_begins_with_who_sat_second(table: Table) -> None:
    session = table.begin()
    assert session.next_setup().names == ("Peter", "Maya", "Ana")


def test_a_game_that_is_not_there_is_refused(table: Table) -> None:
    with pytest.raises(Refused):
        table.session.open("0" * 32)
    assert table.session.snapshot is None


def test_a_name_changed_for_good_is_followed_at_the_table(table: Table) -> None:
    session = table.begin()
    session.enter(HELENA)
    table.store.people.rename("Ana", "Anna")
    session.read_again()
    assert session.now.saved == table.store.games.open(session.now.saved.id)
    assert session.now.setup.names == ("Anna", "Peter", "Maya")
    assert accepted(session.undo)


def test_a_game_that_is_gone_is_not_read_again(table: Table) -> None:
    session = table.begin()
    table.store.games.discard(session.now.saved.id)
    session.read_again()
    assert session.snapshot is None
