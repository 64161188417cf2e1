"""The game session on a real store, without a window."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.report.words import answers
from companion.rules.board import RouteCorrection
from companion.rules.boards import bundled_boards
from companion.rules.events import PlayerLeft, RouteClaimed, TerrainDrawn, Ticket, TurnPassed
from companion.rules.setup import Player, Setup
from companion.store.errors import NotSaved
from companion.table.edits import move_player, recolor_player, rename_player
from companion.table.session import GameSession
from companion.table.sessions import Sessions
from companion.table.snapshot import Answer
from tests.support.boards import SIX_SPACES, claims
from tests.support.stores import open_store

HELENA, SEATTLE = (
    RouteClaimed("Ana", "duluth--helena"),
    RouteClaimed("Peter", "helena--seattle"),
)


class Table:
    """A session on a store, and the answers it has published."""

    def __init__(self, folder: Path) -> None:
        self.store = open_store(folder)
        self.answers: list[Answer] = []
        self.sessions = Sessions(self.store)
        self.sessions.listen(self.answers.append)

    @property
    def session(self) -> GameSession:
        assert self.sessions.current is not None
        return self.sessions.current

    def begin(self, board: str = "usa") -> GameSession:
        players = (Player("Ana", "blue"), Player("Peter", "red"), Player("Maya", "green"))
        assert self.sessions.begin(Setup(bundled_boards()[board], players)).accepted
        return self.session

    def on_disk(self) -> object:
        return self.store.games.open(self.session.now.saved.id).game.events


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.store.close()


def line(answer: Answer) -> str:
    return str(answers.describe_answer(answer))


def test_entry_is_saved_before_it_is_answered(table: Table) -> None:
    session = table.begin()
    answer = session.enter(HELENA)
    assert answer.accepted
    assert table.on_disk() == (HELENA,)
    assert line(answer) == "Ana: Duluth – Helena +15"
    assert table.answers[1:] == [answer]


def test_refused_entry_changes_nothing_and_states_reason(table: Table) -> None:
    session = table.begin()
    session.enter(HELENA)
    before = session.now
    answer = session.enter(RouteClaimed("Peter", "duluth--helena"))
    assert not answer.accepted
    assert session.now is before
    assert table.on_disk() == (HELENA,)
    assert "Peter" in line(answer)


def test_unsaved_entry_does_not_change_the_snapshot(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = table.begin()

    def disk_full(*_: object) -> None:
        raise NotSaved.because(OSError(28, "No space left on device"))

    monkeypatch.setattr(table.store.games, "save", disk_full)
    assert not session.enter(HELENA).accepted
    assert session.now.game.events == ()


def test_snapshot_is_immutable(table: Table) -> None:
    session = table.begin()
    before = session.now
    session.enter(HELENA)
    assert before.game.events == ()
    assert session.now.game.events == (HELENA,)


def test_correction_shows_old_event_and_checks_later_entries(
    table: Table,
) -> None:
    session = table.begin()
    session.enter(HELENA)
    session.enter(SEATTLE)
    session.correct(0)
    assert session.now.entered == HELENA
    assert session.now.player == "Ana"
    assert session.now.state.players["Ana"].trains == 45
    refused = session.enter(RouteClaimed("Ana", "helena--seattle"))
    assert "Entry 2 (Peter: Helena – Seattle) would then break a rule" in line(refused)
    assert session.now.correcting is not None
    answer = session.enter(RouteClaimed("Maya", "duluth--helena"))
    assert answer.accepted
    assert session.now.correcting is None
    assert table.on_disk() == (RouteClaimed("Maya", "duluth--helena"), SEATTLE)


def test_undo_during_correction_only_leaves_it(table: Table) -> None:
    session = table.begin()
    session.enter(HELENA)
    session.correct(0)
    session.undo()
    assert session.now.correcting is None
    assert session.now.game.events == (HELENA,)


def test_undo_names_the_event_and_offers_redo(table: Table) -> None:
    session = table.begin()
    session.enter(HELENA)
    answer = session.undo()
    assert line(answer) == "Undone: Ana: Duluth – Helena"
    assert answer.revert == session.redo
    assert line(session.redo()) == "Redone: Ana: Duluth – Helena"


def test_chosen_player_acts_until_turn_ends(table: Table) -> None:
    session = table.begin("heart-of-africa")
    session.choose("Maya")
    session.enter(TerrainDrawn("Maya", "mountain"))
    assert session.now.player == "Maya"
    session.enter(TurnPassed("Maya"))
    assert session.now.player == "Ana"
    session.choose("Peter")
    session.enter(TerrainDrawn("Peter", "desert"))
    assert session.now.player == "Peter"


def test_chosen_player_is_saved_but_not_an_entry(table: Table) -> None:
    session = table.begin("heart-of-africa")
    session.enter(TerrainDrawn("Ana", "mountain"))
    answer = session.choose("Maya")
    assert line(answer) == "Maya is next."
    assert not answer.changes_game
    assert table.on_disk() == (TerrainDrawn("Ana", "mountain"),)
    session.reload()
    assert session.now.player == "Maya"
    session.enter(TurnPassed("Maya"))
    session.reload()
    assert session.now.player == "Ana"


def test_choosing_the_player_whose_turn_it_is_ends_the_choice(table: Table) -> None:
    session = table.begin()
    session.choose("Maya")
    session.choose("Ana")
    assert session.now.saved.selected == 0
    session.enter(HELENA)
    assert session.now.player == "Peter"


def test_player_chosen_for_a_correction_does_not_act_next(table: Table) -> None:
    session = table.begin()
    session.enter(HELENA)
    session.choose("Maya")
    session.correct(0)
    session.choose("Ana")
    session.cancel_correction()
    assert session.now.player == "Maya"
    session.reload()
    assert session.now.player == "Maya"


def test_changed_players_are_changed_in_the_whole_log(table: Table) -> None:
    session = table.begin()
    session.enter(HELENA)
    players = (Player("Pedro", "red"), Player("Ana", "black"), Player("Maya", "green"))
    assert session.change_players(players).accepted
    assert session.now.setup.names == ("Pedro", "Ana", "Maya")
    assert session.now.state.players["Ana"].route_points == 15
    session.undo()
    assert session.now.setup.names == ("Ana", "Peter", "Maya")
    refused = session.change_players(
        (Player("peter", "blue"), *(Player(*each) for each in SEATED[1:]))
    )
    assert not refused.accepted


SEATED = (("Ana", "blue"), ("Peter", "red"), ("Maya", "green"))


def test_ticket_outside_the_deck_is_known_in_the_next_game_until_it_is_undone(
    table: Table,
) -> None:
    own = Ticket("boston", "new-york", 7)
    session = table.begin()
    assert session.take_ticket("Ana", own).accepted
    assert session.now.cards[69:] == (own,)
    assert own in Sessions(table.store).find(table.begin().id).now.cards
    session.undo()
    assert own not in session.now.cards
    assert own not in table.begin().now.cards


def test_finish_and_reopen(table: Table) -> None:
    session = table.begin()
    session.enter(HELENA)
    assert session.finish().accepted
    assert session.now.is_finished
    assert table.store.games.in_progress() == []
    assert [past.id for past in table.store.games.finished()] == [session.now.saved.id]
    assert session.enter(SEATTLE).accepted
    assert table.store.games.open(session.now.saved.id).game.events == (HELENA, SEATTLE)
    assert session.reopen().accepted
    assert table.on_disk() == (HELENA, SEATTLE)
    assert table.store.games.finished() == []


def test_board_correction_applies_to_later_games(table: Table) -> None:
    session = table.begin()
    answer = session.correct_board(RouteCorrection("calgary--helena", 5, ("grey",)))
    assert answer.accepted
    assert session.now.board.routes["calgary--helena"].length == 5
    assert table.begin().now.board.routes["calgary--helena"].length == 5


def test_refused_board_correction_is_not_learned(table: Table) -> None:
    session = table.begin()
    session.enter(RouteClaimed("Ana", "boston--new-york", 1))
    answer = session.correct_board(RouteCorrection("boston--new-york", 2, ("grey",)))
    assert not answer.accepted
    assert table.store.learned.corrections(bundled_boards()["usa"]) == []


def test_unsaved_board_correction_is_not_learned(table: Table, tmp_path: Path) -> None:
    session = table.begin()
    # A folder where the new version would be written: this game alone cannot be saved.
    (tmp_path / "games" / f"{session.now.saved.id}.json.new").mkdir()
    before = (tmp_path / "learned.json").read_bytes()
    answer = session.correct_board(RouteCorrection("calgary--helena", 5, ("grey",)))
    assert not answer.accepted
    assert session.now.board.routes["calgary--helena"].length == 4
    assert (tmp_path / "learned.json").read_bytes() == before


def test_board_correction_that_cannot_be_learned_becomes_a_notice(
    table: Table, tmp_path: Path
) -> None:
    session = table.begin()
    # A folder where the new version would be written.
    (tmp_path / "learned.json.new").mkdir()
    assert session.correct_board(RouteCorrection("calgary--helena", 5, ("grey",))).accepted
    (notice,) = table.store.notices
    assert str(notice).startswith("Not saved:")


def test_ticket_edits(table: Table) -> None:
    session = table.begin()
    card = Ticket("boston", "miami", 12)
    assert session.take_ticket("Ana", card).accepted
    assert not session.take_ticket("Peter", card).accepted
    assert line(session.revalue_ticket("Ana", card, 13)).endswith("is worth 13")
    assert session.move_ticket("Ana", card, "Peter").accepted
    assert [each.points for each in session.now.state.players["Peter"].tickets] == [13]
    assert session.drop_ticket("Peter", card).accepted
    assert session.now.state.players["Peter"].tickets == ()


def test_rematch_starts_with_second_player(table: Table) -> None:
    session = table.begin()
    assert session.next_setup().names == ("Peter", "Maya", "Ana")


def test_opening_unknown_game_is_refused(table: Table) -> None:
    answer = table.sessions.open("0" * 32)
    assert not answer.accepted
    assert table.answers == [answer]
    assert table.sessions.current is None


def test_reload_shows_renamed_player(table: Table) -> None:
    session = table.begin()
    session.enter(HELENA)
    table.store.players.rename("Ana", "Anna")
    table.sessions.reload()
    assert session.now.saved == table.store.games.open(session.now.saved.id)
    assert session.now.setup.names == ("Anna", "Peter", "Maya")
    assert session.undo().accepted


def test_reload_closes_deleted_game(table: Table) -> None:
    session = table.begin()
    table.store.games.remove(session.now.saved.id)
    table.sessions.reload()
    assert table.sessions.current is None
    assert table.answers[-1].action == "closed"


def offered(table: Table) -> list[str]:
    return sorted(player.name for player in table.store.learned.players())


def test_renamed_player_is_offered_by_the_new_name_only(table: Table) -> None:
    session = table.begin()
    assert session.change_players(rename_player(session.now.setup, "Ana", "Anna")).accepted
    assert offered(table) == ["Anna", "Maya", "Peter"]
    assert session.change_players(rename_player(session.now.setup, "Anna", "anna")).accepted
    assert offered(table) == ["Maya", "Peter", "anna"]
    assert session.undo().accepted
    assert session.undo().accepted
    assert offered(table) == ["Ana", "Maya", "Peter"]
    assert session.redo().accepted
    assert offered(table) == ["Anna", "Maya", "Peter"]


def test_player_of_other_games_is_still_offered_after_a_renaming_in_one_game(table: Table) -> None:
    table.begin()
    session = table.begin()
    assert session.change_players(rename_player(session.now.setup, "Ana", "Zoe")).accepted
    assert offered(table) == ["Ana", "Maya", "Peter", "Zoe"]
    assert session.undo().accepted
    assert offered(table) == ["Ana", "Maya", "Peter"]
    (ana,) = (player for player in table.store.learned.players() if player.name == "Ana")
    assert ana.colors == {"blue": 2}


def test_other_colour_or_seat_changes_nobody_who_is_offered(table: Table) -> None:
    session = table.begin()
    before = table.store.learned.players()
    assert session.change_players(recolor_player(session.now.setup, "Ana", "red")).accepted
    assert session.change_players(move_player(session.now.setup, "Ana", 2)).accepted
    assert table.store.learned.players() == before


def test_player_who_left_cannot_be_chosen(table: Table) -> None:
    session = table.begin()
    assert session.enter(PlayerLeft("Ana")).accepted
    answer = session.choose("Ana")
    assert line(answer) == "Ana has left the game."
    assert session.now.player == "Peter"
    session.insert_before(0)
    assert session.choose("Ana").accepted
    assert session.now.player == "Ana"


def test_player_who_left_is_not_selected_after_the_end(table: Table) -> None:
    session = table.begin()
    assert session.enter(PlayerLeft("Ana")).accepted
    for event in claims("Peter", *SIX_SPACES, "dallas--houston"):
        assert session.enter(event).accepted
    assert session.end_open_turns().accepted
    assert session.now.state.is_over
    assert session.now.player == "Peter"


def test_open_last_turns_end_in_one_undo_step(table: Table) -> None:
    session = table.begin()
    for event in claims("Ana", *SIX_SPACES, "dallas--houston"):
        assert session.enter(event).accepted
    assert session.enter(TurnPassed("Ana")).accepted
    before = session.now.game.events
    answer = session.end_open_turns()
    assert line(answer) == "Peter and Maya: turn ended"
    assert table.on_disk() == (*before, TurnPassed("Peter"), TurnPassed("Maya"))
    assert session.now.state.is_over
    assert answer.revert is not None
    assert line(answer.revert()) == "Undone: Peter and Maya: turn ended"
    assert table.on_disk() == before
    assert line(session.redo()) == "Redone: Peter and Maya: turn ended"


def test_leaving_announces_the_discarded_terrain_cards(table: Table) -> None:
    session = table.begin("heart-of-africa")
    assert line(session.enter(PlayerLeft("Ana"))) == "Ana: left the game"
    assert session.undo().accepted
    assert session.enter(TerrainDrawn("Ana", "desert")).accepted
    assert line(session.enter(PlayerLeft("Ana"))) == (
        "Ana: left the game · their terrain cards are discarded"
    )
