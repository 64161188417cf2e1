"""Players enter their own turns over HTTP, without a browser."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from companion.rules.events import RouteClaimed, StationBuilt, TerrainDrawn, TurnPassed
from companion.rules.setup import Setup
from companion.table.edits import printed_cards
from companion.web import guest_app, guest_server
from tests.support.boards import AFRICA, EUROPE
from tests.support.browser import wait_for
from tests.support.games import recorded_game
from tests.support.guests import Guest, SharedTable, shared_table

SETUP = recorded_game("heart-of-africa-full").setup
FIRST, SECOND = SETUP.names[:2]
CLAIM = {"do": "claim", "route": "bondo--fachoda", "track": 0}
DESERT = {"do": "terrain", "terrain": "desert", "count": 1}
CLAIMED = RouteClaimed(FIRST, "bondo--fachoda")


@pytest.fixture
def table(table: SharedTable, monkeypatch: pytest.MonkeyPatch) -> SharedTable:
    """A game of The Heart of Africa; the limit of entries per second has its own test."""
    monkeypatch.setattr(guest_app, "ENTRIES", 1000)
    table.restart()
    table.begin(SETUP)
    return table


def joined(table: SharedTable, player: str = FIRST) -> Guest:
    guest = Guest(table)
    guest.take_seat(player)
    return guest


def request(table: SharedTable, event: dict[str, Any], id: str = "a") -> dict[str, Any]:
    run = table.sessions.phones.run
    return {"game": table.session.id, "run": run, "id": id, "event": event}


def enter(guest: Guest, event: dict[str, Any], id: str = "a") -> tuple[int, Any]:
    return guest.post("entry", request(guest.table, event, id))


def own(guest: Guest) -> Any:
    return guest.get("table")["own"]


def test_claim_is_entered_and_answered_with_the_new_score(table: SharedTable) -> None:
    assert enter(joined(table), CLAIM) == (
        200,
        {
            "outcome": "entered",
            "text": f"{FIRST}: Bondo – Fachoda +7 · Entered. Your score: 7",
            "entered": "+7 · Entered. Your score: 7",
        },
    )
    assert table.session.now.game.events == (CLAIMED,)
    assert table.session.now.game.phone_ids == ("a",)


def test_every_kind_of_entry_of_a_player_is_accepted(table: SharedTable) -> None:
    guest = joined(table)
    entries = [DESERT, DESERT, {**CLAIM, "double": {"terrain": 0, "locomotives": 2}}]
    for number, event in enumerate(entries):
        assert enter(guest, event, f"a{number}")[0] == 200
    assert enter(joined(table, SECOND), {"do": "pass"}, "b")[0] == 200
    assert [type(event) for event in table.session.now.game.events] == [
        *[TerrainDrawn] * 2,
        RouteClaimed,
        TurnPassed,
    ]
    assert table.session.now.state.players[FIRST].score == 14


def test_station_is_built_from_the_view_of_a_city(table: SharedTable) -> None:
    table.begin(Setup(EUROPE, SETUP.players))
    guest = joined(table)
    cities = {city["id"]: city for city in guest.get("board")["cities"]}
    assert cities["paris"]["title"] == "Paris"
    view = guest.get("city", id="paris")
    assert (view["title"], view["reason"]) == ("Paris", "")
    assert enter(guest, {"do": "station", "city": "paris"})[0] == 200
    assert table.session.now.game.events == (StationBuilt(FIRST, "paris"),)
    assert guest.get("city", id="paris")["reason"] == f"{FIRST} already has a station in Paris."


def test_refusal_is_the_sentence_of_the_rules_in_the_language_of_the_player(
    table: SharedTable,
) -> None:
    table.play(CLAIMED)
    guest = joined(table, SECOND)
    status, answer = enter(guest, CLAIM)
    assert (status, answer["reason"]) == (409, "refused")
    assert answer["text"] == f"{SECOND} cannot claim Bondo – Fachoda: {FIRST} has this track."
    _, german = guest.post("entry?lang=de", request(table, CLAIM, "b"))
    assert german["text"] not in ("", answer["text"])
    assert table.session.now.game.events == (CLAIMED,)


@pytest.mark.parametrize(
    "event",
    [
        {**CLAIM, "player": SECOND},
        {**CLAIM, "by": "phone", "id": "x"},
        {**CLAIM, "track": -1},
        {**CLAIM, "double": {"terrain": -1, "locomotives": 0}},
        {"do": "terrain", "terrain": "desert", "count": 2},
        {"do": "terrain", "terrain": "desert", "count": -1},
        {"do": "tickets", "tickets": []},
        {"do": "extra", "points": 500, "for": "Gift"},
        {"do": "left"},
        {"do": "nothing"},
        {},
        None,
        "claim",
    ],
)
def test_events_that_are_not_the_players_own_are_bad_requests(
    table: SharedTable, event: Any
) -> None:
    assert enter(joined(table), event)[0] == 400
    assert table.session.now.game.events == ()


@pytest.mark.parametrize(
    "wrong", [{"id": ""}, {"id": "a" * 41}, {"id": 1}, {"id": "a b"}, {"run": 3}, {"run": None}]
)
def test_wrong_id_or_run_is_a_bad_request(table: SharedTable, wrong: dict[str, Any]) -> None:
    guest = joined(table)
    assert guest.post("entry", {**request(table, CLAIM), **wrong})[0] == 400
    assert table.session.now.game.events == ()


def test_request_that_is_sent_again_enters_nothing(table: SharedTable) -> None:
    guest = joined(table)
    enter(guest, CLAIM)
    assert enter(guest, CLAIM) == (200, {"outcome": "already"})
    table.session.undo()
    assert enter(guest, CLAIM) == (200, {"outcome": "already"})
    assert table.session.now.game.events == ()


def test_phone_of_another_player_neither_repeats_nor_takes_back_an_entry(
    table: SharedTable,
) -> None:
    enter(joined(table), CLAIM)
    other = joined(table, SECOND)
    for event in (CLAIM, DESERT):
        assert enter(other, event) == (200, {"outcome": "already"})
    status, answer = other.post("take-back", {"game": table.session.id, "id": "a"})
    assert (status, answer["reason"]) == (409, "refused")
    assert table.session.now.game.events == (CLAIMED,)


def test_request_of_an_earlier_run_enters_nothing(table: SharedTable) -> None:
    guest = joined(table)
    kept, lost = request(table, CLAIM), request(table, DESERT, "b")
    guest.post("entry", kept)
    table.reopen_app()
    assert guest.post("entry", kept) == (200, {"outcome": "already"})
    assert guest.post("entry", lost) == (200, {"outcome": "unknown"})
    assert table.session.now.game.events == (CLAIMED,)
    assert guest.get("table")["run"] == table.sessions.phones.run != kept["run"]


def test_entry_for_another_game_is_outdated(table: SharedTable) -> None:
    guest, earlier = joined(table), request(table, CLAIM)
    table.begin(SETUP)
    assert guest.post("entry", earlier) == (409, {"reason": "outdated"})
    assert table.session.now.game.events == ()


def test_own_last_entry_is_taken_back_once(table: SharedTable) -> None:
    guest = joined(table)
    enter(guest, CLAIM)
    assert own(guest)["takeBack"] == {"id": "a", "text": f"{FIRST}: Bondo – Fachoda +7"}
    assert own(joined(table, SECOND))["takeBack"] is None
    back = {"game": table.session.id, "id": "a"}
    for _ in range(2):
        assert guest.post("take-back", back) == (200, {"text": "Taken back."})
    assert own(guest)["takeBack"] is None
    assert not table.session.now.game.events
    assert table.session.undo().accepted
    assert table.session.now.game.events == (CLAIMED,)


def test_phones_only_follow_if_the_score_keeper_switched_entering_off(table: SharedTable) -> None:
    guest = joined(table)
    table.set_guests(can_enter=False)
    why = "The score keeper enters all turns of this game."
    assert (own(guest)["canEnter"], own(guest)["why"]) == (False, why)
    assert enter(guest, CLAIM)[1]["text"] == why
    assert guest.get("route", id="bondo--fachoda")["canEnter"] is False
    assert table.session.now.game.events == ()


def test_finished_game_says_so(table: SharedTable) -> None:
    guest = joined(table)
    table.session.finish()
    assert own(guest)["why"] == "This game is finished. Nothing can be entered any more."


def test_score_keepers_own_player_cannot_be_taken(table: SharedTable) -> None:
    table.set_guests(keeper=FIRST)
    assert Guest(table).post("seat", {"player": FIRST}) == (
        409,
        {"reason": "refused", "text": "The score keeper plays as this player."},
    )
    row = Guest(table).get("table")["table"]["players"][0]
    assert (row["name"], row["joined"]) == (FIRST, "score keeper")
    assert table.seats == {}


def test_removed_phone_enters_nothing_also_with_a_request_under_way(table: SharedTable) -> None:
    guest = joined(table)
    table.ui.sleep()
    table.ui.run(lambda: None)
    wait_for(lambda: table.ui.waiting_calls == 0)
    with ThreadPoolExecutor(1) as thread:
        answer = thread.submit(enter, guest, CLAIM)
        wait_for(lambda: table.ui.waiting_calls > 0)
        table.remove(FIRST)
        table.ui.wake_up()
        assert answer.result() == (409, {"reason": "seat"})
    assert enter(guest, CLAIM) == (409, {"reason": "seat"})
    assert table.session.now.game.events == ()


def test_removed_phone_takes_nothing_back(table: SharedTable) -> None:
    guest = joined(table)
    enter(guest, CLAIM)
    table.remove(FIRST)
    back = {"game": table.session.id, "id": "a"}
    assert guest.post("take-back", back) == (409, {"reason": "seat"})
    # Nor does the next phone of the same player, which did not make the entry with its own id.
    assert joined(table).post("take-back", {**back, "id": "b"})[0] == 409
    assert table.session.now.game.events == (CLAIMED,)


def test_sleeping_phone_enters_nothing_later(
    table: SharedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = joined(table)
    monkeypatch.setattr(guest_server, "UI_TIMEOUT", 0.05)
    table.ui.sleep()
    assert enter(guest, CLAIM) == (503, {"reason": "asleep"})
    monkeypatch.undo()
    table.ui.wake_up()
    assert enter(guest, CLAIM)[1]["outcome"] == "entered"
    assert table.session.now.game.events == (CLAIMED,)


def test_too_many_entries_are_refused_before_the_app_is_asked(tmp_path: Path) -> None:
    with shared_table(tmp_path) as table:
        table.begin(SETUP)
        guest, other = joined(table), joined(table, SECOND)
        for _ in range(guest_app.ENTRIES):
            assert enter(guest, CLAIM)[0] == 200
        game, ticket = table.session.id, next(iter(printed_cards(SETUP.board)))
        table.ui.sleep()
        for status, answer in (
            enter(guest, DESERT, "b"),
            guest.post("take-back", {"game": game, "id": "a"}),
            guest.post("hand-in", {"game": game, "tickets": [ticket], "last": ""}),
        ):
            assert (status, answer["reason"]) == (429, "often")
        table.ui.wake_up()
        assert enter(other, DESERT, "c")[0] == 200
        assert len(table.session.now.game.events) == 2


def test_route_has_the_choices_of_the_score_keepers_claim_sheet(table: SharedTable) -> None:
    table.play(TerrainDrawn(FIRST, "desert"), TerrainDrawn(FIRST, "mountain"))
    guest = joined(table)
    view = guest.get("route", id="cape-town--port-elizabeth")
    assert (view["canEnter"], view["trains"]) == (True, 45)
    (track,) = view["tracks"]
    assert (track["track"], track["trainsAfter"], track["terrain"]) == (0, 42, "mountain")
    assert [(each["points"], each["title"], each["double"]) for each in track["options"]] == [
        ("+4", "Not doubled", None),
        ("+8", "Double with 1 Mountain card", {"terrain": 1, "locomotives": 0}),
        ("+8", "Double with 1 locomotive", {"terrain": 0, "locomotives": 1}),
    ]
    claim = {"do": "claim", "route": "cape-town--port-elizabeth", "track": 0}
    play = track["options"][1]["double"]
    answer = enter(guest, {**claim, "double": play})[1]
    assert answer["entered"] == "+8 · Entered. Your score: 8"
    assert answer["text"] == f"{FIRST}: Cape Town – Port Elizabeth {answer['entered']}"


def test_counted_game_has_claims_and_the_doubled_mark_only(table: SharedTable) -> None:
    table.begin(Setup(AFRICA, SETUP.players, counted=True))
    guest = joined(table)
    assert (own(guest)["terrain"], own(guest)["next"]) == ([], "")
    options = guest.get("route", id="bondo--fachoda")["tracks"][0]["options"]
    assert [each["double"] for each in options] == [None, {}]
    assert enter(guest, {**CLAIM, "double": {}})[1]["entered"].startswith("+14 ·")
    assert enter(guest, DESERT, "b")[0] == 409
    assert enter(guest, {"do": "pass"}, "c")[0] == 409


def test_next_is_possible_on_the_own_turn_only(table: SharedTable) -> None:
    one, other = joined(table), joined(table, SECOND)
    assert (own(one)["canNext"], own(other)["canNext"]) == (True, False)
    assert enter(one, {"do": "pass"})[0] == 200
    assert (own(one)["canNext"], own(other)["canNext"]) == (False, True)
    assert enter(one, {"do": "pass"}, "b")[1]["text"] == f"It is not {FIRST}’s turn."


def test_page_without_a_player_has_nothing_to_enter(table: SharedTable) -> None:
    guest = Guest(table)
    assert own(guest) is None
    assert enter(guest, CLAIM) == (409, {"reason": "seat"})


@pytest.mark.parametrize("entries", [150, pytest.param(2000, marks=pytest.mark.soak)])
def test_confirmed_entries_are_in_the_log_exactly_once(table: SharedTable, entries: int) -> None:
    """Entries that are repeated, lost on the way, undone and sent again after a kill."""
    chance = random.Random(7)
    guests = [joined(table, name) for name in SETUP.names]
    sent: list[tuple[Guest, dict[str, Any]]] = []
    entered: Counter[str] = Counter()
    removed: set[str] = set()
    for number in range(entries):
        guest = chance.choice(guests)
        terrain = chance.choice(("desert", "jungle", "mountain"))
        sent.append((guest, request(table, {**DESERT, "terrain": terrain}, f"n{number}")))
        for again in range(chance.randrange(3)):
            one, posted = chance.choice(sent[-4:]) if again else sent[-1]
            status, answer = one.post("entry", posted)
            entered[posted["id"]] += status == 200 and answer["outcome"] == "entered"
        last = len(table.session.now.game.events) - 1
        id = table.session.now.game.phone_ids[last] if last >= 0 else ""
        if id and chance.random() < 0.15 and table.session.remove(last).accepted:
            removed.add(id)
        if chance.random() < 0.05:
            table.reopen_app()
        for name, player in table.session.now.state.players.items():
            # The keeper puts cards back, so that there are always some to draw.
            if player.terrain[terrain] > 3:
                table.play(TerrainDrawn(name, terrain, -1))
    for guest, posted in sent[-10:]:
        guest.post("entry", posted)
    in_log = Counter(filter(None, table.store.games.open(table.session.id).game.phone_ids))
    assert max(in_log.values()) == 1
    assert max(entered.values()) == 1
    assert {id for id, count in entered.items() if count} - removed <= set(in_log)
    assert len(removed) > 5
    assert not removed & set(in_log)
