"""One session for each open game, and answers that go to all listeners."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.table.test_session import HELENA, Table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.store.close()


def test_every_command_returns_the_answer_that_listeners_get(table: Table) -> None:
    session = table.begin()
    commands = (
        partial(session.enter, HELENA),
        partial(session.enter, HELENA),
        session.undo,
        partial(session.choose, "Maya"),
        partial(session.insert_before, 0),
        session.cancel_correction,
        session.turn_board,
        partial(session.describe, "Final", ""),
        session.finish,
        partial(table.sessions.close, session.id),
    )
    returned = [table.answers[0], *(command() for command in commands)]
    assert table.answers == returned
    assert [answer.action for answer in returned if not answer.accepted] == ["entered"]
    assert [answer.action for answer in returned if answer.before is None] == ["begun"]
    assert [answer.action for answer in returned if answer.after is None] == ["closed"]
    table.sessions.stop_listening(table.answers.append)
    table.begin()
    assert table.answers == returned


def test_answer_names_the_command_that_reverts_it(table: Table) -> None:
    session = table.begin()
    chosen = session.choose("Maya")
    assert chosen.revert is not None
    assert chosen.revert().accepted
    assert session.now.player == "Ana"
    assert session.finish().revert == session.reopen
    assert session.reopen().revert == session.finish
    assert session.turn_board().revert is None


def test_next_game_on_a_board_begins_with_its_last_rotation(tmp_path: Path) -> None:
    table = Table(tmp_path)
    session = table.begin()
    for _ in range(3):
        assert session.turn_board().accepted
    assert table.begin("europe").now.saved.turned == 0
    table.store.close()
    table = Table(tmp_path)
    assert table.begin().now.saved.turned == 3
    assert table.begin().now.saved.turned == 3, "beginning a game keeps it"
    session = table.begin()
    session.turn_board()
    assert table.begin().now.saved.turned == 0
    table.store.close()


def test_game_has_one_session_as_long_as_it_is_used(table: Table) -> None:
    session = table.begin()
    table.begin("europe")
    assert table.session is not session
    assert table.sessions.find(session.id) is session
    assert table.sessions.open(session.id).after is session.now
    assert table.session is session


def test_session_of_another_game_stays_usable(table: Table) -> None:
    first = table.begin()
    second = table.begin("europe")
    answer = first.enter(HELENA)
    assert answer.accepted
    assert answer.game == first.id
    assert table.answers[-1] == answer
    assert second.now.game.events == ()
    assert table.store.games.open(first.id).game.events == (HELENA,)
