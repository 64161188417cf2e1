"""Tickets handed in from a player's own phone, on a real store."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.report import answers
from companion.rules.boards import bundled_boards
from companion.rules.events import Event, RouteClaimed, Ticket, TicketsTaken, TurnPassed
from companion.rules.record import Record, read_record, write_record
from companion.rules.setup import Player, Setup
from companion.table.answer import Answer
from companion.table.session import GameSession
from companion.table.ticket_edits import handed_in_cards, keeper_edited, unavailable_cards
from tests.support.sessions import begin
from tests.support.stores import open_store

USA = bundled_boards()["usa"]
FIRST, SECOND, THIRD, FOURTH = (card.ticket for card in USA.tickets[:4])
CLAIM = RouteClaimed("Ana", "duluth--helena")


@pytest.fixture
def session(tmp_path: Path) -> Iterator[GameSession]:
    with open_store(tmp_path) as store:
        session = begin(store, Setup(USA, (Player("Ana", "blue"), Player("Peter", "red"))))
        yield session
        saved = store.games.open(session.now.saved.id)
        assert saved.game.events == session.now.game.events


def hand(session: GameSession, player: str) -> tuple[Ticket, ...]:
    return session.now.game.state.players[player].tickets


def taken(player: str, *tickets: Ticket, handed_in: bool = True) -> Event:
    return TicketsTaken(player, tickets, handed_in)


def test_tickets_handed_in_replace_all_others_in_one_step(session: GameSession) -> None:
    session.take_ticket("Ana", FIRST)
    session.take_ticket("Peter", SECOND)
    session.enter(CLAIM)
    session.take_ticket("Ana", THIRD)
    before = session.now.game.events
    session.hand_in("Ana", (THIRD, FOURTH))
    assert session.now.game.events == (
        taken("Peter", SECOND, handed_in=False),
        CLAIM,
        taken("Ana", THIRD, FOURTH),
    )
    session.undo()
    assert session.now.game.events == before
    session.redo()
    assert hand(session, "Ana") == (THIRD, FOURTH)


def test_handing_in_again_replaces_the_first_list(session: GameSession) -> None:
    session.hand_in("Ana", (FIRST, SECOND))
    session.hand_in("Ana", (SECOND,))
    assert session.now.game.events == (taken("Ana", SECOND),)


def test_keeper_edits_are_recognized(session: GameSession) -> None:
    session.hand_in("Ana", (FIRST, SECOND))
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
        session.undo()
        assert not keeper_edited(session.now.game, "Ana")
    session.move_ticket("Ana", FIRST, "Peter")
    assert keeper_edited(session.now.game, "Peter")


def test_correction_in_progress_continues(session: GameSession) -> None:
    session.take_ticket("Ana", FIRST)
    session.enter(CLAIM)
    session.enter(TurnPassed("Peter"))
    session.correct(1)
    session.choose("Peter")
    session.hand_in("Ana", (SECOND,))
    now = session.now
    assert now.correcting is not None
    assert now.game.events[now.correcting.entry] == CLAIM
    assert now.player == "Peter"
    session.enter(TurnPassed("Ana"))
    assert session.now.game.events == (TurnPassed("Ana"), TurnPassed("Peter"), taken("Ana", SECOND))


def test_correction_of_replaced_tickets_ends(session: GameSession) -> None:
    session.take_ticket("Ana", FIRST)
    session.correct(0)
    session.hand_in("Ana", (SECOND,))
    assert session.now.correcting is None


def test_chosen_player_stays_chosen(session: GameSession) -> None:
    session.enter(CLAIM)
    session.choose("Ana")
    session.hand_in("Peter", (FIRST,))
    assert session.now.player == "Ana"


def test_card_of_another_player_is_refused_and_nothing_changes(session: GameSession) -> None:
    session.take_ticket("Peter", FIRST)
    session.take_ticket("Ana", SECOND)
    before = session.now
    assert session.hand_in("Ana", (FIRST,)).refusal is not None
    assert session.now is before
    assert unavailable_cards(before.game.state, except_for="Ana") == {FIRST.pairs}


def test_keeper_is_told(session: GameSession) -> None:
    answer = session.hand_in("Ana", (FIRST, SECOND))
    assert str(answers.describe_answer(answer)) == "Ana handed in 2 tickets."
    assert answer.revert == session.undo


def test_record_tells_which_tickets_were_handed_in(session: GameSession) -> None:
    session.hand_in("Ana", (FIRST,))
    session.take_ticket("Peter", SECOND)
    text = write_record(Record(session.now.game))
    assert read_record(text, {"usa": USA}).game.events == session.now.game.events
    assert text.count("handed_in") == 1
