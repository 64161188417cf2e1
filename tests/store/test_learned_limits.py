"""Learned tables have limits: rows beyond them are left out, and tables can be cleared."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.rules.errors import Refused
from companion.rules.events import Ticket
from companion.rules.setup import Player
from companion.store.importing import ImportCounts, Importer
from companion.store.learned import ROW_KINDS
from companion.store.store import Store
from tests.support.saved_games import AFRICA, FIRST, SUDAN, USA, FakeClock, play
from tests.support.stores import open_store

MOST_PLAYERS, MOST_CARDS = ROW_KINDS["players"].most, ROW_KINDS["tickets"].most


def player(number: int) -> dict[str, Any]:
    return {
        "name": f"Player {number}",
        "colors": {"red": 1},
        "last_played": f"2026-03-07T19:{number // 60 % 60:02}:{number % 60:02}",
    }


def cards(board: str, count: int) -> list[dict[str, Any]]:
    ends = sorted((AFRICA if board == AFRICA.id else USA).ticket_ends)
    pairs = [(start, end) for start in ends for end in ends if start < end][:count]
    return [{"board": board, "from": start, "to": end, "points": 40} for start, end in pairs]


def archive(folder: Path, **learned: list[dict[str, Any]]) -> Path:
    path = folder / "archive.json"
    header = {"format": "railkeeper-archive/1", "games": 0, "learned": learned}
    path.write_text(json.dumps(header) + "\n")
    return path


def test_import_leaves_out_what_is_too_much(tmp_path: Path) -> None:
    tickets = cards("usa", MOST_CARDS + 20) + cards(AFRICA.id, MOST_CARDS + 7)
    path = archive(tmp_path, players=[player(each) for each in range(1000)], tickets=tickets)
    with open_store(tmp_path / "data") as store:
        preview = Importer(store).preview(path)
        assert preview.excess == 1000 - MOST_PLAYERS + 27
        expected = ImportCounts(players=MOST_PLAYERS, tickets=2 * MOST_CARDS)
        assert preview.counts == expected
        result = Importer(store).run(preview)
        assert (result.counts, result.rest.counts) == (expected, ImportCounts())
        assert len(store.learned.players()) == MOST_PLAYERS
        assert len(store.learned.tickets(USA)) == len(store.learned.tickets(AFRICA)) == MOST_CARDS
        again = Importer(store).preview(path)
        assert (again.counts, again.excess) == (ImportCounts(), preview.excess)


def test_player_who_played_longest_ago_makes_room_for_a_new_one(tmp_path: Path) -> None:
    clock = FakeClock()
    with open_store(tmp_path, now=clock) as store:
        people = tuple(Player(f"Player {number}", "red") for number in range(MOST_PLAYERS))
        store.learned.remember_players(people[:1], "usa", clock.time - timedelta(days=1))
        store.learned.remember_players(people[1:], "usa", clock.time)
        clock.advance(days=1)
        play(store, FIRST)
        names = [each.name for each in store.learned.players()]
        assert len(names) == MOST_PLAYERS
        assert names[:2] == ["Ana", "Peter"]
        assert "Player 0" not in names


def test_card_beyond_the_limit_is_refused_and_a_known_one_can_be_changed(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        Importer(store).run(Importer(store).preview(archive(tmp_path, tickets=cards("usa", 300))))
        own = store.learned.tickets(USA)
        known = {frozenset((card.start, card.end)) for card in own}
        ends = sorted(USA.ticket_ends)
        other = next(
            Ticket(start, end, 40)
            for start in ends
            for end in ends
            if start < end and {start, end} not in known
        )
        with pytest.raises(Refused, match="300 tickets of your own"):
            store.learned.remember_ticket(USA, other)
        store.learned.remember_ticket(USA, own[0].with_points(39))
        store.learned.remember_ticket(AFRICA, SUDAN)
        assert len(store.learned.tickets(USA)) == MOST_CARDS


def learned(store: Store) -> tuple[list[str], list[Ticket]]:
    return sorted(each.name for each in store.learned.players()), store.learned.tickets(AFRICA)


@pytest.mark.parametrize("table", ["players", "tickets"])
def test_cleared_table_can_be_put_back(store: Store, table: str) -> None:
    play(store, FIRST)
    store.learned.remember_ticket(AFRICA, SUDAN)
    before = learned(store)
    removed = store.learned.clear(table)
    assert len(removed) == (2 if table == "players" else 1)
    assert learned(store) == (([], before[1]) if table == "players" else (before[0], []))
    # What was learned since stays.
    store.learned.remember_ticket(AFRICA, SUDAN.with_points(23))
    store.learned.merge({table: removed})
    assert learned(store) == (before[0], [SUDAN.with_points(23)])
