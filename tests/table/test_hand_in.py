"""Tickets handed in from a player's own phone, on a real store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.report.words import answers
from companion.report.words.tickets import hand_in_summary, ticket_questions
from companion.rules.boards import bundled_boards
from companion.rules.events import Event, RouteClaimed, Ticket, TicketsTaken, TurnPassed
from companion.rules.record import Record, read_record, write_record
from companion.rules.setup import Player, Setup
from companion.table.edits import handed_in_cards, keeper_edited
from companion.table.session import GameSession
from companion.table.snapshot import Answer
from tests.support.sessions import begin
from tests.support.stores import open_store

USA = bundled_boards()["usa"]
FIRST, SECOND, THIRD, FOURTH = (card.ticket for card in USA.tickets[:4])
IDS = {card.ticket.pairs: card.id for card in USA.tickets}
CLAIM = RouteClaimed("Ana", "duluth--helena")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[GameSession]:
    with open_store(tmp_path) as store:
        session = begin(store, Setup(USA, (Player("Ana", "blue"), Player("Peter", "red"))))
        session.collect_tickets()
        yield session
        saved = store.games.open(session.now.saved.id)
        assert saved.game.events == session.now.game.events


def hand(session: GameSession, player: str) -> tuple[Ticket, ...]:
    return session.now.game.state.players[player].tickets


def receipt(session: GameSession, player: str) -> str:
    hand_in = session.now.hand_ins.get(player)
    return hand_in.receipt if hand_in else ""


def hand_in(session: GameSession, player: str, *tickets: Ticket) -> Answer:
    """Hand in a list as the player's phone does."""
    ids = [IDS[ticket.pairs] for ticket in tickets]
    return session.hand_in(player, receipt(session, player), ids)


def taken(player: str, *tickets: Ticket, handed_in: bool = True) -> Event:
    return TicketsTaken(player, tickets, handed_in)


def test_handing_in_again_replaces_the_first_list_in_one_step(session: GameSession) -> None:
    session.take_ticket("Peter", THIRD)
    assert hand_in(session, "Ana", FIRST, SECOND).accepted
    session.enter(CLAIM)
    before = session.now.game.events
    assert hand_in(session, "Ana", SECOND).accepted
    others = (taken("Peter", THIRD, handed_in=False), CLAIM)
    assert session.now.game.events == (*others, taken("Ana", SECOND))
    session.undo()
    assert session.now.game.events == before
    session.redo()
    assert hand(session, "Ana") == (SECOND,)


def test_keeper_edits_are_recognized(session: GameSession) -> None:
    hand_in(session, "Ana", FIRST, SECOND)
    game = session.now.game
    assert handed_in_cards(game, "Ana") == {FIRST.pairs, SECOND.pairs}
    assert handed_in_cards(game, "Peter") == set()
    assert not keeper_edited(game, "Ana")
    assert not keeper_edited(game, "Peter")
    edits: tuple[Callable[[], Answer], ...] = (
        lambda: session.take_ticket("Ana", THIRD),
        lambda: session.drop_ticket("Ana", FIRST),
        lambda: session.revalue_ticket("Ana", FIRST, FIRST.points + 1),
        lambda: session.move_ticket("Ana", FIRST, "Peter"),
    )
    for edit in edits:
        edit()
        assert keeper_edited(session.now.game, "Ana")
        # The tickets were handed in, also after the keeper has changed them.
        assert receipt(session, "Ana")
        session.undo()
        assert not keeper_edited(session.now.game, "Ana")
        assert receipt(session, "Ana")
    session.move_ticket("Ana", FIRST, "Peter")
    assert keeper_edited(session.now.game, "Peter")


def test_undoing_a_hand_in_makes_its_receipt_void_and_redoing_valid(session: GameSession) -> None:
    hand_in(session, "Ana", FIRST)
    first = receipt(session, "Ana")
    hand_in(session, "Ana", SECOND)
    second = receipt(session, "Ana")
    assert second not in ("", first)
    session.undo()
    assert receipt(session, "Ana") == ""
    session.redo()
    assert receipt(session, "Ana") == second
    session.undo()
    assert hand_in(session, "Ana", SECOND).accepted
    session.remove(len(session.now.game.events) - 1)
    assert receipt(session, "Ana") == ""


def test_repeated_list_is_refused(session: GameSession) -> None:
    hand_in(session, "Ana", FIRST)
    before = session.now
    assert not session.hand_in("Ana", "", [IDS[SECOND.pairs]]).accepted
    assert session.now is before


def test_impossible_lists_are_refused_and_change_nothing(session: GameSession) -> None:
    before = session.now
    assert not session.hand_in("Zoe", "", [IDS[FIRST.pairs]]).accepted
    assert not session.hand_in("Ana", "", ["berlin--roma"]).accepted
    session.enter_no_tickets("Ana")
    assert session.undo().accepted
    assert session.now.ending == before.ending
    assert session.now.game.events == before.game.events


def test_correction_in_progress_continues(session: GameSession) -> None:
    hand_in(session, "Ana", FIRST)
    session.enter(CLAIM)
    session.enter(TurnPassed("Peter"))
    session.correct(1)
    session.choose("Peter")
    hand_in(session, "Ana", SECOND)
    now = session.now
    assert now.correcting is not None
    assert now.game.events[now.correcting.entry] == CLAIM
    assert now.player == "Peter"
    session.enter(TurnPassed("Ana"))
    assert session.now.game.events == (TurnPassed("Ana"), TurnPassed("Peter"), taken("Ana", SECOND))


def test_correction_of_replaced_tickets_ends(session: GameSession) -> None:
    hand_in(session, "Ana", FIRST)
    session.correct(0)
    hand_in(session, "Ana", SECOND)
    assert session.now.correcting is None


def test_chosen_player_stays_chosen(session: GameSession) -> None:
    session.enter(CLAIM)
    session.choose("Ana")
    hand_in(session, "Peter", FIRST)
    assert session.now.player == "Ana"


def test_keeper_is_told(session: GameSession) -> None:
    answer = hand_in(session, "Ana", FIRST, SECOND)
    assert str(answers.describe_answer(answer)) == "Ana handed in 2 tickets."
    assert answer.revert is not None
    assert answer.revert().accepted
    assert not session.now.state.players["Ana"].tickets


def test_record_tells_which_tickets_were_handed_in(session: GameSession) -> None:
    hand_in(session, "Ana", FIRST)
    session.take_ticket("Peter", SECOND)
    text = write_record(Record(session.now.game))
    assert read_record(text, {"usa": USA}).game.events == session.now.game.events
    assert text.count("handed_in") == 1


def test_list_that_waits_asks_for_a_decision_once(session: GameSession) -> None:
    assert not hand_in(session, "Peter", FOURTH).needs_decision
    session.take_ticket("Ana", THIRD)
    answer = hand_in(session, "Ana", FIRST, SECOND)
    assert answer.needs_decision
    assert str(answers.describe_answer(answer)) == (
        "Ana handed in 2 tickets, which wait for your decision."
    )
    assert not session.decide("Ana", accept=True).needs_decision
    assert not hand_in(session, "Ana", FIRST).needs_decision


def test_player_whose_tickets_the_keeper_entered_is_not_waited_for(session: GameSession) -> None:
    assert str(hand_in_summary(session.now)) == "Nobody has handed in tickets yet."
    hand_in(session, "Ana", FIRST)
    assert str(hand_in_summary(session.now)) == "Handed in: Ana. Not yet: Peter."
    session.take_ticket("Peter", THIRD)
    assert str(hand_in_summary(session.now)) == "Handed in: Ana."
    hand_in(session, "Peter", FOURTH)
    assert str(hand_in_summary(session.now)) == "Everybody has handed in tickets."


def test_list_that_waits_is_not_questioned_as_missing(session: GameSession) -> None:
    session.enter_no_tickets("Ana")
    hand_in(session, "Ana", FIRST, SECOND)
    now = session.now
    assert [str(each) for each in ticket_questions(now.game.state, now.waiting_players)] == [
        "Ana’s tickets wait for your decision.",
        "Peter has no tickets: not entered yet?",
    ]
