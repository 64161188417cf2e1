"""Guests take seats; the keeper frees them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.rules.errors import Refused
from companion.rules.wording import phrase
from companion.web import guest_server
from tests.support.browser import wait_for
from tests.support.games import recorded_game
from tests.support.guests import Guest, SharedTable


@pytest.fixture
def table(table: SharedTable) -> SharedTable:
    table.begin(recorded_game("heart-of-africa-full").setup)
    return table


def test_guest_takes_a_seat_and_is_known_by_its_secret(table: SharedTable) -> None:
    maya, other = Guest(table), Guest(table)
    maya.take_seat("Maya")
    assert len(maya.secret) >= 32
    assert maya.get("table")["seat"] == "Maya"
    assert other.get("table")["seat"] is None
    joined = {each["name"]: each["joined"] for each in other.get("table")["table"]["players"]}
    assert [name for name in joined if joined[name] == "taken"] == ["Maya"]


def test_taken_seat_is_free_again_only_after_the_keeper_removed_the_guest(
    table: SharedTable,
) -> None:
    maya, other = Guest(table), Guest(table)
    maya.take_seat("Maya")
    status, answer = other.post("seat", {"player": "Maya"})
    assert (status, answer["reason"]) == (409, "refused")
    assert answer["text"].startswith("Another phone has joined as this player.")
    table.remove("Maya")
    assert maya.get("table")["seat"] is None
    other.take_seat("Maya")
    assert other.secret != maya.secret
    assert maya.get("table")["seat"] is None


def test_of_several_guests_at_once_one_gets_the_seat(table: SharedTable) -> None:
    table.ui.sleep()
    with ThreadPoolExecutor(8) as threads:
        answers = [threads.submit(Guest(table).post, "seat", {"player": "Ana"}) for _ in range(8)]
        wait_for(lambda: table.ui.waiting_calls >= 7)
        table.ui.wake_up()
    assert sorted(answer.result()[0] for answer in answers) == [200, *[409] * 7]


def test_unknown_player_is_refused(table: SharedTable) -> None:
    assert Guest(table).post("seat", {"player": "Zoe"}) == (409, {"reason": "unknown"})
    assert table.seats == {}


def test_refusal_of_the_keeper_is_translated(
    table: SharedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: str) -> str:
        raise Refused(phrase("free"))

    monkeypatch.setattr(table, "take_seat", refuse)
    status, answer = Guest(table).post("seat?lang=de", {"player": "Ana"})
    assert (status, answer["reason"]) == (409, "refused")
    assert answer["text"] == "frei"


def test_sleeping_phone_is_reported_and_does_not_give_the_seat_later(
    table: SharedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest_server, "UI_TIMEOUT", 0.05)
    table.ui.sleep()
    assert Guest(table).post("seat", {"player": "Ana"}) == (503, {"reason": "asleep"})
    monkeypatch.undo()
    table.ui.wake_up()
    Guest(table).take_seat("Ana")


def test_seat_survives_a_restart_with_the_same_access(table: SharedTable) -> None:
    maya = Guest(table)
    maya.take_seat("Maya")
    table.restart()
    assert maya.get("table")["seat"] == "Maya"


def test_secrets_are_never_sent_to_anybody_else(table: SharedTable) -> None:
    maya, other = Guest(table), Guest(table)
    maya.take_seat("Maya")
    for path in ("table", "board", "texts", "route?id=bondo--fachoda", "player?name=Maya"):
        _, body = other.send("GET", f"/{table.access.token}/{path}")
        assert maya.secret.encode() not in body
