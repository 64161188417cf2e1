"""The end of a game: decided or not, collecting tickets, decisions, the result, saved privately."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from companion.rules.events import Ticket, TicketsTaken
from companion.rules.game import Game
from companion.rules.record import Record, read_record, write_record
from companion.store.archive import shared_record, write_archive
from companion.store.errors import NotSaved
from companion.table.edits import printed_cards, rename_player
from companion.table.session import GameSession
from companion.table.sessions import Sessions
from tests.support.games import recorded_game
from tests.support.stores import edit, open_store, update

GAME = recorded_game("heart-of-africa-full")
NAMES = GAME.setup.names
BOARD = GAME.setup.board
CARDS = printed_cards(BOARD)
IDS = {card.pairs: id for id, card in CARDS.items()}
WITHOUT_TICKETS = [event for event in GAME.events if not isinstance(event, TicketsTaken)]
FREE = [
    id
    for id, card in CARDS.items()
    if card.pairs not in {t.pairs for p in GAME.state.players.values() for t in p.tickets}
]


class AppOnFolder:
    """The app of the keeper without a window, on a folder that survives a kill."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = open_store(folder)
        self.sessions = Sessions(self.store)

    def open(self, game: Game) -> GameSession:
        games = self.store.games
        assert self.sessions.open(games.save(games.begin(game.setup), game).id).accepted
        return self.session

    @property
    def session(self) -> GameSession:
        assert self.sessions.current is not None
        return self.sessions.current

    def restart(self) -> GameSession:
        """Open the same game in a new store, as after a kill."""
        id = self.session.id
        self.store.close()
        self.store = open_store(self.folder)
        self.sessions = Sessions(self.store)
        assert self.sessions.open(id).accepted
        return self.session

    @property
    def file(self) -> Path:
        return self.folder / "games" / f"{self.session.id}.json"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[AppOnFolder]:
    app = AppOnFolder(tmp_path)
    yield app
    app.store.close()


@pytest.fixture
def over(app: AppOnFolder) -> GameSession:
    """A game that is over, without tickets."""
    return app.open(Game.begin(GAME.setup, WITHOUT_TICKETS))


@pytest.fixture
def shown(app: AppOnFolder) -> GameSession:
    """A decided game whose result is shown."""
    session = app.open(GAME)
    assert session.show_result().accepted
    return session


def hand_in(session: GameSession, player: str, *ids: str) -> bool:
    before = session.now.hand_ins.get(player)
    return session.hand_in(player, before.receipt if before else "", ids).accepted


def hand(session: GameSession, player: str) -> list[str]:
    return [IDS[ticket.pairs] for ticket in session.now.game.state.players[player].tickets]


def some_ticket(session: GameSession, player: str) -> Ticket:
    return session.now.game.state.players[player].tickets[0]


# Decided


def test_game_is_decided_once_nobody_lacks_tickets(over: GameSession) -> None:
    for number, name in enumerate(NAMES):
        assert not over.now.is_decided
        assert not over.now.tally.final
        over.take_ticket(name, CARDS[FREE[number]])
    assert over.now.is_decided
    assert over.now.tally.final


def test_no_tickets_is_an_entry_of_the_keeper(over: GameSession) -> None:
    for number, name in enumerate(NAMES[1:]):
        over.take_ticket(name, CARDS[FREE[number]])
    assert over.enter_no_tickets(NAMES[0]).accepted
    assert over.now.is_decided
    text = write_record(Record(over.now.game))
    assert read_record(text, {BOARD.id: BOARD}).game.state == over.now.game.state
    over.undo()
    assert not over.now.is_decided


def test_removing_the_last_ticket_does_not_mean_that_there_are_none(over: GameSession) -> None:
    for number, name in enumerate(NAMES):
        over.take_ticket(name, CARDS[FREE[number]])
    over.drop_ticket(NAMES[0], CARDS[FREE[0]])
    assert not over.now.is_decided
    over.enter_no_tickets(NAMES[0])
    over.take_ticket(NAMES[0], CARDS[FREE[0]])
    over.drop_ticket(NAMES[0], CARDS[FREE[0]])
    assert not over.now.is_decided


def test_list_of_which_nothing_could_be_entered_leaves_tickets_missing(over: GameSession) -> None:
    for number, name in enumerate(NAMES[1:]):
        over.take_ticket(name, CARDS[FREE[number]])
    assert hand_in(over, NAMES[0], FREE[0])
    assert over.decide(NAMES[0], accept=False, ticket=CARDS[FREE[0]]).accepted
    assert not over.now.is_decided


def test_undecided_game_is_filed_as_not_played_to_the_end(
    app: AppOnFolder, over: GameSession
) -> None:
    assert over.finish().accepted
    (filed,) = app.store.games.finished()
    assert not filed.final


# Collecting


def test_tickets_are_collected_at_the_end_or_when_the_keeper_says_so(app: AppOnFolder) -> None:
    session = app.open(Game.begin(GAME.setup, WITHOUT_TICKETS[:5]))
    assert not hand_in(session, NAMES[0], FREE[0])
    assert session.collect_tickets().accepted
    assert hand_in(session, NAMES[0], FREE[0])
    session.start_reveal()
    assert not hand_in(session, NAMES[0], FREE[1])
    session.collect_tickets()
    assert hand_in(session, NAMES[0], FREE[1])


def test_filed_game_collects_nothing(over: GameSession) -> None:
    over.finish()
    assert not hand_in(over, NAMES[0], FREE[0])


def test_collected_tickets_and_receipts_survive_a_kill(app: AppOnFolder, over: GameSession) -> None:
    over.take_ticket(NAMES[1], CARDS[FREE[1]])
    hand_in(over, NAMES[0], FREE[0], FREE[1])
    before = over.now
    again = app.restart()
    assert again.now.ending == before.ending
    assert again.now.hand_ins == before.hand_ins
    assert again.now.waiting_tickets(NAMES[0]) == (CARDS[FREE[1]],)


def test_unknown_cards_and_malformed_endings_are_ignored(
    app: AppOnFolder, over: GameSession
) -> None:
    over.take_ticket(NAMES[0], CARDS[FREE[5]])
    hand_in(over, NAMES[0], FREE[0], FREE[1])
    good = json.loads(app.file.read_bytes())["ending"]
    unknown = json.loads(json.dumps(good).replace(FREE[0], f"{FREE[0]}x"))
    edit(app.file, lambda value: value.update(ending=unknown), checked=True)
    assert app.restart().now.waiting_tickets(NAMES[0]) == (CARDS[FREE[1]],)
    malformed: tuple[object, ...] = (7, [], {"stage": 7, "hand_ins": [7]}, {"hand_ins": {"Ana": 7}})
    for each in malformed:
        edit(app.file, partial(update, ending=each), checked=True)
        assert app.restart().now.waiting_players == ()


def test_renamed_player_keeps_the_receipt(over: GameSession) -> None:
    hand_in(over, NAMES[0], FREE[0])
    receipt = over.now.hand_ins[NAMES[0]].receipt
    over.change_players(rename_player(over.now.setup, NAMES[0], "Zoe"))
    assert over.now.hand_ins["Zoe"].receipt == receipt
    over.undo()
    assert over.now.hand_ins[NAMES[0]].receipt == receipt


# Decisions


def test_list_that_differs_from_the_keepers_waits(over: GameSession) -> None:
    over.take_ticket(NAMES[0], CARDS[FREE[5]])
    assert hand_in(over, NAMES[0], *FREE[:2])
    assert hand(over, NAMES[0]) == [FREE[5]]
    assert over.decide(NAMES[0], accept=False).accepted
    assert over.now.waiting_players == ()
    assert hand(over, NAMES[0]) == [FREE[5]]
    hand_in(over, NAMES[0], *FREE[:2])
    answer = over.decide(NAMES[0], accept=True)
    assert hand(over, NAMES[0]) == FREE[:2]
    assert over.now.waiting_players == ()
    assert answer.revert is not None
    answer.revert()
    assert hand(over, NAMES[0]) == [FREE[5]]


def test_same_tickets_as_the_keeper_entered_need_no_decision(over: GameSession) -> None:
    for id in FREE[:2]:
        over.take_ticket(NAMES[0], CARDS[id])
    assert hand_in(over, NAMES[0], FREE[1], FREE[0])
    assert over.now.waiting_players == ()


def test_card_of_another_player_waits(over: GameSession) -> None:
    over.take_ticket(NAMES[1], CARDS[FREE[1]])
    hand_in(over, NAMES[0], *FREE[:3])
    assert hand(over, NAMES[0]) == [FREE[0], FREE[2]]
    assert over.now.waiting_tickets(NAMES[0]) == (CARDS[FREE[1]],)
    over.decide(NAMES[0], accept=False, ticket=CARDS[FREE[1]])
    assert over.now.waiting_players == ()
    assert hand(over, NAMES[1]) == [FREE[1]]
    hand_in(over, NAMES[0], *FREE[:3])
    over.decide(NAMES[0], accept=True, ticket=CARDS[FREE[1]])
    assert hand(over, NAMES[1]) == []
    assert sorted(hand(over, NAMES[0])) == sorted(FREE[:3])
    assert over.now.waiting_players == ()


def test_nothing_to_decide_is_refused(over: GameSession) -> None:
    before = over.now
    assert not over.decide(NAMES[0], accept=True).accepted
    assert over.now is before


def test_result_and_filing_wait_for_the_decision(app: AppOnFolder) -> None:
    session = app.open(GAME)
    session.collect_tickets()
    assert hand_in(session, NAMES[0], *FREE[:2])
    for command in (session.show_result, session.finish):
        answer = command()
        assert str(answer.refusal) == f"First decide about the tickets that {NAMES[0]} handed in."
    assert not session.now.is_result_shown
    assert not session.now.is_finished
    session.decide(NAMES[0], accept=False)
    assert session.show_result().accepted
    assert session.finish().accepted


# The result


def test_result_of_an_undecided_game_is_not_shown(over: GameSession) -> None:
    before = over.now
    assert not over.show_result().accepted
    assert over.now is before


def test_shown_result_stays_after_a_kill_and_after_filing(
    app: AppOnFolder, shown: GameSession
) -> None:
    assert shown.finish().accepted
    assert shown.now.is_result_shown
    assert app.restart().now.is_result_shown


def test_tickets_page_keeps_a_shown_result(shown: GameSession) -> None:
    shown.collect_tickets()
    shown.start_reveal()
    assert shown.now.is_result_shown


@pytest.mark.parametrize("how", ["resumed", "undone", "incomplete"])
def test_result_is_hidden_and_tickets_are_collected_again(
    app: AppOnFolder, shown: GameSession, how: str
) -> None:
    if how == "resumed":
        assert shown.finish().accepted
        assert shown.reopen().accepted
    elif how == "undone":
        while shown.now.is_decided:
            assert shown.undo().accepted
    else:
        while hand(shown, NAMES[0]):
            shown.drop_ticket(NAMES[0], some_ticket(shown, NAMES[0]))
    for session in (shown, app.restart()):
        assert not session.now.is_result_shown
        assert session.now.can_hand_in
    session = app.session
    if not session.now.is_decided:
        session.take_ticket(NAMES[0], CARDS[FREE[0]])
        assert not session.now.is_result_shown
    assert not app.restart().now.is_result_shown


def test_command_that_cannot_be_saved_changes_nothing(
    app: AppOnFolder, shown: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    def disk_full(*_: object) -> None:
        raise NotSaved.because(OSError(28, "No space left on device"))

    before, file = shown.now, app.file.read_bytes()
    monkeypatch.setattr(app.store.games, "save", disk_full)
    tickets = [n for n, e in enumerate(before.game.events) if isinstance(e, TicketsTaken)]
    answer = shown.remove(tickets[0])
    assert not answer.accepted
    assert shown.now is before
    assert app.file.read_bytes() == file
    monkeypatch.undo()
    assert app.restart().now.is_result_shown


def test_ending_is_not_exported(app: AppOnFolder, shown: GameSession) -> None:
    assert b'"stage"' in app.file.read_bytes()
    assert "ending" not in app.store.games.exported_record(shown.id)
    assert "stage" not in write_archive(app.store).read_text(encoding="utf-8")
    record = app.folder / "record.json"
    record.write_text(shared_record(shown.now.saved), encoding="utf-8")
    assert "stage" not in record.read_text(encoding="utf-8")
