"""Entries that players make on their phones, as the session takes them."""

from __future__ import annotations

import pytest

from companion.report.words import answers
from companion.rules.events import RouteClaimed, TerrainDrawn, TurnPassed
from companion.rules.setup import Player, Setup
from companion.store.store import Store
from companion.table.session import GameSession
from companion.table.sessions import Sessions
from companion.table.snapshot import Answer
from tests.support.boards import AFRICA, USA
from tests.support.sessions import begin

PLAYERS = (Player("Ana", "blue"), Player("Peter", "red"))
HELENA = RouteClaimed("Ana", "duluth--helena")
SEATTLE = RouteClaimed("Peter", "helena--seattle")


@pytest.fixture
def session(store: Store) -> GameSession:
    return begin(store, Setup(USA, PLAYERS))


def line(answer: Answer) -> str:
    return str(answers.describe_answer(answer))


def on_disk(store: Store, session: GameSession) -> list[tuple[object, str]]:
    game = store.games.open(session.id).game
    return list(zip(game.events, game.phone_ids, strict=True))


def state(session: GameSession, id: str) -> str:
    """The state of a phone's entry that was sent first in this run of the app."""
    return session.phone_entry_state(id, session._phones.run)


def test_entry_and_its_id_are_saved_and_announced(store: Store, session: GameSession) -> None:
    answer = session.enter_from_phone(HELENA, "a")
    assert (answer.accepted, answer.from_phone) == (True, True)
    assert line(answer) == "Ana: Duluth – Helena +15"
    assert on_disk(store, session) == [(HELENA, "a")]
    assert session.now.player == "Peter"


def test_rules_refuse_with_the_sentence_for_the_player_alone(session: GameSession) -> None:
    session.enter_from_phone(HELENA, "a")
    answer = session.enter_from_phone(RouteClaimed("Peter", "duluth--helena"), "b")
    assert str(answer.refusal).startswith("Peter cannot claim Duluth – Helena")
    assert answers.describe_answer(answer) is None
    assert session.now.game.events == (HELENA,)
    assert state(session, "b") == "new"


def test_player_may_claim_out_of_turn_but_not_end_the_turn_of_another(
    session: GameSession,
) -> None:
    assert session.enter_from_phone(SEATTLE, "a").accepted
    assert str(session.enter_from_phone(TurnPassed("Peter"), "b").refusal) == (
        "It is not Peter’s turn."
    )
    assert session.enter_from_phone(TurnPassed("Ana"), "c").accepted


def test_nothing_is_entered_while_the_score_keeper_corrects(session: GameSession) -> None:
    session.enter_from_phone(HELENA, "a")
    session.correct(0)
    for answer in (session.enter_from_phone(SEATTLE, "b"), session.take_back("Ana", "a")):
        assert str(answer.refusal) == (
            "The score keeper is correcting the game. Please try again soon."
        )
    assert session.now.correcting is not None
    assert session.now.game.events == (HELENA,)


def test_nothing_is_entered_in_a_finished_game(session: GameSession) -> None:
    session.finish()
    assert str(session.enter_from_phone(HELENA, "a").refusal) == (
        "This game is finished. Nothing can be entered any more."
    )


def test_last_entry_is_taken_back_and_the_keeper_can_undo_that(
    store: Store, session: GameSession
) -> None:
    session.enter_from_phone(HELENA, "a")
    answer = session.take_back("Ana", "a")
    assert line(answer) == "Taken back: Ana: Duluth – Helena"
    assert on_disk(store, session) == []
    assert answer.revert is not None
    answer.revert()
    assert on_disk(store, session) == [(HELENA, "a")]


@pytest.mark.parametrize(("player", "id"), [("Peter", "a"), ("Ana", "b"), ("Ana", "")])
def test_only_the_phone_that_made_the_last_entry_takes_it_back(
    session: GameSession, player: str, id: str
) -> None:
    session.enter_from_phone(HELENA, "a")
    assert not session.take_back(player, id).accepted
    assert session.now.game.events == (HELENA,)


def test_entry_is_not_taken_back_after_another_one_or_a_change(session: GameSession) -> None:
    session.enter_from_phone(HELENA, "a")
    session.enter(SEATTLE)
    assert not session.take_back("Ana", "a").accepted
    session.undo()
    session.change(0, HELENA)
    assert not session.take_back("Ana", "a").accepted
    assert session.now.game.events == (HELENA,)


def test_keepers_own_entry_is_not_taken_back(session: GameSession) -> None:
    session.enter(HELENA)
    assert not session.take_back("Ana", "").accepted


def test_id_is_remembered_whatever_became_of_the_entry(session: GameSession) -> None:
    assert state(session, "a") == "new"
    session.enter_from_phone(HELENA, "a")
    assert state(session, "a") == "already"
    session.undo()
    assert state(session, "a") == "already"


def test_after_a_restart_only_ids_of_the_log_are_known(store: Store, session: GameSession) -> None:
    for event, id in ((HELENA, "a"), (SEATTLE, "b")):
        session.enter_from_phone(event, id)
    session.undo()
    sessions = Sessions(store)
    sessions.open(session.id)
    again = sessions.current
    assert again is not None
    assert [again.phone_entry_state(id, session._phones.run) for id in "abc"] == [
        "already",
        "unknown",
        "unknown",
    ]
    assert again.phone_entry_state("c", again._phones.run) == "new"


def test_undo_of_a_notification_removes_its_entry_wherever_it_stands(
    session: GameSession,
) -> None:
    answer = session.enter(HELENA)
    session.enter_from_phone(SEATTLE, "a")
    assert answer.revert is not None
    assert line(answer.revert()) == "Removed: Ana: Duluth – Helena"
    assert session.now.game.events == (SEATTLE,)
    assert session.now.game.phone_ids == ("a",)


def test_undo_of_a_notification_names_the_entry_that_would_break_a_rule(store: Store) -> None:
    session = begin(store, Setup(AFRICA, PLAYERS))
    drawn = session.enter_from_phone(TerrainDrawn("Ana", "mountain"), "a")
    session.enter(TerrainDrawn("Ana", "mountain", -1))
    assert drawn.revert is not None
    answer = drawn.revert()
    assert answer.conflict == 1
    assert line(answer).startswith("Entry 2 (Ana: ")
    assert len(session.now.game.events) == 2


def test_undo_of_a_notification_is_refused_if_its_entry_is_gone(session: GameSession) -> None:
    answer = session.enter(HELENA)
    session.undo()
    session.enter_from_phone(SEATTLE, "a")
    assert answer.revert is not None
    assert line(answer.revert()) == "Something was entered since. Please use the log."
    assert session.now.game.events == (SEATTLE,)
