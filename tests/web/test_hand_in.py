"""Handing in tickets and the result over HTTP, without a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from companion.rules.events import Event, Ticket, TicketsTaken
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.table.edits import printed_cards
from companion.web.views import MOST_TICKETS
from tests.support.games import recorded_game
from tests.support.guests import Guest, SharedTable, shared_table

GAME = recorded_game("heart-of-africa-full")
NAMES = GAME.setup.names
CARDS = printed_cards(GAME.setup.board)
FREE = [
    id
    for id, card in CARDS.items()
    if card.pairs not in {t.pairs for p in GAME.state.players.values() for t in p.tickets}
]


def without_tickets(game: Game) -> list[Event]:
    return [event for event in game.events if not isinstance(event, TicketsTaken)]


def ids(tickets: tuple[Ticket, ...]) -> list[str]:
    known = {card.pairs: id for id, card in CARDS.items()}
    return [known[ticket.pairs] for ticket in tickets]


def hand(table: SharedTable, player: str) -> list[str]:
    return ids(table.session.now.game.state.players[player].tickets)


def recorded_hand(player: str) -> list[str]:
    return ids(GAME.state.players[player].tickets)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SharedTable]:
    """A game that is over, without tickets."""
    with shared_table(tmp_path) as table:
        table.open(Game.begin(GAME.setup, without_tickets(GAME)))
        yield table


def seated(table: SharedTable, player: str = NAMES[0]) -> Guest:
    guest = Guest(table)
    guest.take_seat(player)
    return guest


def complete(table: SharedTable) -> None:
    """Enter a ticket for everybody."""
    for number, name in enumerate(NAMES, start=20):
        table.session.take_ticket(name, CARDS[FREE[number]])


def ending(guest: Guest) -> Any:
    return guest.get("table")["ending"]


def hand_in(guest: Guest, cards: list[str], last: str | None = None) -> tuple[int, Any]:
    now = ending(guest)
    receipt = now["receipt"] if last is None else last
    return guest.post("hand-in", {"game": now["game"], "tickets": cards, "last": receipt})


def test_hands_of_all_players_give_the_recorded_result(table: SharedTable) -> None:
    guests = {name: seated(table, name) for name in NAMES}
    for name, guest in guests.items():
        assert hand_in(guest, recorded_hand(name))[0] == 200
    expected = {player.name: player.total for player in tally(GAME.state).players}
    assert {player.name: player.total for player in table.session.now.tally.players} == expected


def test_repeated_request_changes_nothing(table: SharedTable) -> None:
    guest = seated(table)
    hand_in(guest, FREE[:3], last="")
    hand_in(guest, FREE[:1])
    assert hand_in(guest, FREE[:3], last="")[0] == 409
    assert hand(table, NAMES[0]) == FREE[:1]


def test_tickets_cannot_be_handed_in_during_the_game(tmp_path: Path) -> None:
    with shared_table(tmp_path) as table:
        table.begin(GAME.setup)
        guest = seated(table)
        assert not ending(guest)["canHandIn"]
        status, answer = hand_in(guest, FREE[:1])
        assert (status, answer["reason"]) == (409, "refused")
        table.session.collect_tickets()
        assert ending(guest)["canHandIn"]
        assert hand_in(guest, FREE[:1])[0] == 200


def test_nothing_can_be_handed_in_once_the_result_is_shown(table: SharedTable) -> None:
    guest = seated(table)
    complete(table)
    assert table.session.show_result().accepted
    assert hand_in(guest, FREE[:1])[0] == 409
    assert hand(table, NAMES[0]) == [FREE[20]]


def test_nothing_can_be_handed_in_once_the_reveal_is_started(table: SharedTable) -> None:
    guest = seated(table)
    table.session.start_reveal()
    assert not ending(guest)["canHandIn"]
    assert hand_in(guest, FREE[:1])[0] == 409
    assert not ending(guest)["result"]
    table.session.collect_tickets()
    assert hand_in(guest, FREE[:1])[0] == 200


def test_guest_sees_with_the_result_which_tickets_counted(table: SharedTable) -> None:
    table.session.take_ticket(NAMES[1], CARDS[FREE[1]])
    guest = seated(table)
    hand_in(guest, FREE[:3])
    assert "held" not in ending(guest)
    table.session.decide(NAMES[0], accept=False, ticket=CARDS[FREE[1]])
    for name in NAMES[2:]:
        table.session.enter_no_tickets(name)
    assert table.session.show_result().accepted
    assert ending(guest)["held"] == [FREE[0], FREE[2]]
    assert NAMES[1] not in json.dumps(ending(guest))
    assert "held" not in ending(Guest(table))


def test_25_tickets_can_be_handed_in(table: SharedTable) -> None:
    guest = seated(table)
    assert ending(guest)["mostTickets"] == MOST_TICKETS == 25
    assert hand_in(guest, list(CARDS)[:25])[0] == 200
    assert len(hand(table, NAMES[0])) == 25


def test_result_is_shown_when_the_keeper_shows_it(table: SharedTable) -> None:
    guest = seated(table)
    first = table.session.now.tally.part_ids[0]
    words = f"lang=en&part={first}&player={NAMES[0]}"
    for path in ("result", f"explanation?{words}"):
        assert guest.send("GET", f"/{table.access.token}/{path}")[0].status == 404
    for name in NAMES:
        hand_in(seated(table, name) if name != NAMES[0] else guest, recorded_hand(name))
    assert table.session.show_result().accepted
    assert ending(guest)["result"]
    totals = [cell["points"] for cell in guest.get("result")["rows"][-1]["cells"]]
    assert totals == [str(player.total) for player in tally(GAME.state).ranking]
    assert guest.get("explanation", part=first, player=NAMES[0])["rows"]
    for part, player in (("nothing", NAMES[0]), (first, "Nobody")):
        path = f"/{table.access.token}/explanation?part={part}&player={player}"
        assert guest.send("GET", path)[0].status == 404
    table.session.drop_ticket(NAMES[0], CARDS[recorded_hand(NAMES[0])[0]])
    corrected = [cell["points"] for cell in guest.get("result")["rows"][-1]["cells"]]
    assert corrected != totals


@pytest.mark.parametrize(
    "posted",
    [
        {},
        {"tickets": FREE[:1]},
        {"tickets": [], "last": ""},
        {"tickets": FREE[0], "last": ""},
        {"tickets": [FREE[0], FREE[0]], "last": ""},
        {"tickets": ["berlin--roma"], "last": ""},
        {"tickets": [7], "last": ""},
        {"tickets": [[FREE[0]]], "last": ""},
        {"tickets": FREE[:1], "last": 0},
        {"tickets": FREE[: MOST_TICKETS + 1], "last": ""},
        {"tickets": FREE[:1] * 1000, "last": ""},
    ],
)
def test_impossible_lists_are_refused(table: SharedTable, posted: object) -> None:
    guest = seated(table)
    before = table.session.now
    assert guest.post("hand-in", posted)[0] == 400
    assert table.session.now is before


def test_only_the_guest_in_the_seat_can_hand_in(table: SharedTable) -> None:
    seated(table)
    before = table.session.now
    for secret in ("", "0" * 32, "x"):
        stranger = Guest(table, secret=secret)
        assert stranger.post("hand-in", {"tickets": FREE[:1], "last": ""})[0] == 409
        assert stranger.post("hand", {"tickets": FREE[:1]})[0] == 409
    assert table.session.now is before


def test_evaluated_tickets_are_not_kept(table: SharedTable) -> None:
    guest = seated(table)
    before = table.session.now
    status, view = guest.post("hand", {"tickets": FREE[:4]})
    assert (status, len(view["tickets"])) == (200, 4)
    assert table.session.now is before
    assert table.session.now.hand_ins == {}


def test_list_for_another_game_is_refused(table: SharedTable) -> None:
    guest = seated(table)
    sent = {"game": "0" * 32, "tickets": FREE[:1], "last": ""}
    assert guest.post("hand-in", sent)[0] == 409
    assert hand(table, NAMES[0]) == []


def test_answer_has_the_receipt_until_the_tickets_are_undone(table: SharedTable) -> None:
    guest = seated(table)
    status, answer = hand_in(guest, FREE[:1])
    assert (status, answer["receipt"]) == (200, ending(guest)["receipt"])
    table.session.undo()
    assert ending(guest)["receipt"] == ""


def test_after_resuming_no_request_returns_a_ticket(table: SharedTable) -> None:
    guest = seated(table)
    complete(table)
    assert table.session.show_result().accepted
    assert table.session.finish().accepted
    assert guest.get("result")["rows"]
    assert table.session.reopen().accepted
    table.session.drop_ticket(NAMES[1], CARDS[FREE[21]])
    secret = Ticket(*ends_of_no_card(), 33)
    table.session.take_ticket(NAMES[1], secret)
    table.reopen_app()
    part = table.session.now.tally.part_ids[0]
    for path in ("result", f"explanation?part={part}&player={NAMES[1]}"):
        assert guest.send("GET", f"/{table.access.token}/{path}")[0].status == 404
    seen = [guest.get("table"), *(guest.get("player", name=name) for name in NAMES)]
    assert not ending(guest)["result"]
    assert GAME.setup.board.ticket_title(secret) not in json.dumps(seen, ensure_ascii=False)
    assert "held" not in ending(guest)
    table.session.drop_ticket(NAMES[0], CARDS[FREE[20]])
    assert hand_in(guest, FREE[:2])[0] == 200
    assert hand(table, NAMES[0]) == FREE[:2]


def ends_of_no_card() -> tuple[str, str]:
    """Two ends that no printed card connects."""
    known = {card.pairs for card in CARDS.values()}
    pairs = combinations(GAME.setup.board.ticket_ends, 2)
    return next(pair for pair in pairs if Ticket(*pair, 9).pairs not in known)
