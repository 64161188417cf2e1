"""Guests follow the game: versions, changes, waiting requests."""

from __future__ import annotations

import re
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
import segno

from companion.bundled import bundled
from companion.drawing.label_placement import SCALE_STEP
from companion.drawing.svg import SCALE
from companion.rules.events import RouteClaimed, Ticket
from companion.rules.setup import Player, Setup
from companion.table.edits import move_player
from companion.web import guest_app
from tests.support.boards import AFRICA
from tests.support.browser import wait_for
from tests.support.games import recorded_game
from tests.support.guests import Guest, SharedTable

ZOOM = 8


class Follower:
    """Keeps a board up to date from the changes it receives, as the page does."""

    def __init__(self, guest: Guest) -> None:
        self.guest = guest
        self.board = guest.get("board")["id"]
        self.version = ""
        self.tracks: dict[str, Any] = {}
        self.places: dict[str, Any] = {}
        self.names: object = None
        self.table: Any = None
        self.received = 0

    def update(self) -> None:
        answer = self.guest.get("table", since=self.version, board=self.board, zoom=ZOOM)
        assert answer["board"] == self.board
        self.version, self.table = answer["version"], answer["table"]
        self.received = len(answer["tracks"])
        self.tracks.update(answer["tracks"])
        self.places.update(answer["places"])
        self.names = answer.get("names", self.names)

    def everything(self) -> tuple[object, ...]:
        return self.tracks, self.places, self.names, self.table


def assert_same_as_a_new_guest(follower: Follower) -> None:
    new = Follower(follower.guest)
    new.update()
    assert follower.everything() == new.everything()


@pytest.mark.parametrize(
    "name", [pytest.param("heart-of-africa-full", marks=pytest.mark.soak), "europe-full"]
)
def test_changes_add_up_to_the_whole_board(table: SharedTable, name: str) -> None:
    game = recorded_game(name)
    table.begin(game.setup)
    follower = Follower(Guest(table))
    follower.update()
    for number, event in enumerate(game.events):
        before = follower.version
        table.play(event)
        if table.server._publications.current.version != before:
            follower.update()
            # The other track of a double route may be closed by a claim.
            assert follower.received <= 3
        if number % 10 == 0:
            assert_same_as_a_new_guest(follower)
    assert_same_as_a_new_guest(follower)
    for command in (table.session.undo, table.session.redo):
        for _ in range(len(game.events) // 2):
            assert command().accepted
    assert table.session.remove(_last_claim(table)).accepted
    follower.update()
    assert_same_as_a_new_guest(follower)


def _last_claim(table: SharedTable) -> int:
    events = table.session.now.game.events
    return max(n for n, event in enumerate(events) if isinstance(event, RouteClaimed))


def test_scores_turn_and_last_entry_are_those_of_the_game(table: SharedTable) -> None:
    table.play_recorded("heart-of-africa-full", 60)
    shown = Guest(table).get("table")["table"]
    state = table.session.now.state
    assert shown["title"] == "The Heart of Africa"
    assert shown["status"] == "Tomas’s turn · 30 claims"
    assert {row["name"]: int(row["score"]) for row in shown["players"]} == {
        name: player.score for name, player in state.players.items()
    }
    assert [row["name"] for row in shown["players"] if row["toMove"]] == ["Tomas"]
    maya = next(row for row in shown["players"] if row["name"] == "Maya")
    assert [(each["count"], each["leads"]) for each in maya["terrain"]] == [
        (0, False),
        (0, False),
        (2, True),
    ]
    assert shown["last"] == {
        "text": "Maya: Addis Ababa – Sudan",
        "points": "+4",
        "player": "Maya",
    }


def test_last_three_claims_are_listed_without_other_entries(table: SharedTable) -> None:
    game = recorded_game("heart-of-africa-full")
    table.begin(game.setup)
    assert Guest(table).get("table")["table"]["claims"] == []
    table.play(*game.events[:60])
    claims = [each for each in game.events[:60] if isinstance(each, RouteClaimed)]
    shown = Guest(table).get("table")["table"]["claims"]
    assert [each["player"] for each in shown] == [each.player for each in claims[:-4:-1]]
    assert shown[0] == {"text": "Addis Ababa – Sudan", "points": "+4", "player": "Maya"}


def test_code_to_join_has_the_address_of_the_page(table: SharedTable) -> None:
    code = Guest(table).get("texts")["code"]
    rows = segno.make_qr(table.address).matrix
    dark = {(x, y) for y, row in enumerate(rows) for x, module in enumerate(row) if module}
    drawn = re.findall(r"M(\d+) (\d+)h1v1h-1z", code["path"])
    assert code["width"] == len(rows)
    assert {(int(x), int(y)) for x, y in drawn} == dark


def test_last_round_and_longest_route_are_shown(table: SharedTable) -> None:
    game = recorded_game("europe-full")
    table.begin(game.setup)
    for event in game.events:
        table.play(event)
        state = table.session.now.state
        if state.is_last_round and not state.is_over:
            break
    shown = Guest(table).get("table")["table"]
    assert shown["banner"].startswith("Last round.")
    assert any(row["longest"] for row in shown["players"])


def waiting(guest: Guest, version: str) -> Future[Any]:
    threads = ThreadPoolExecutor(1)
    answer = threads.submit(guest.get, "table", since=version)
    threads.shutdown(wait=False)
    return answer


def test_waiting_request_is_answered_when_the_game_changes(table: SharedTable) -> None:
    table.begin(recorded_game("usa-full").setup)
    guest = Guest(table)
    version = guest.get("table")["version"]
    answer = waiting(guest, version)
    table.play(recorded_game("usa-full").events[0])
    assert answer.result(10)["version"] != version
    assert answer.result()["table"]["last"] is not None


def test_waiting_request_ends_without_a_change(
    table: SharedTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest_app, "LONGEST_WAIT", 0.05)
    version = Guest(table).get("table")["version"]
    assert Guest(table).get("table", since=version) == {"version": version, "seat": None}


def test_waiting_request_is_answered_when_sharing_is_switched_off(table: SharedTable) -> None:
    guest = Guest(table)
    answer = waiting(guest, guest.get("table")["version"])
    wait_for(table.has_waiting_request)
    table.server.stop()
    assert answer.result(10) == {"off": True}
    table.resume()


def test_guest_of_an_earlier_server_gets_everything(table: SharedTable) -> None:
    table.play_recorded("usa-full", 10)
    follower = Follower(Guest(table))
    follower.update()
    table.restart()
    follower.board = follower.guest.get("board")["id"]
    follower.update()
    assert follower.received == len(follower.tracks)
    assert_same_as_a_new_guest(follower)


def test_change_of_the_turn_order_renumbers_the_owners(table: SharedTable) -> None:
    table.play_recorded("usa-full", 20)
    follower = Follower(Guest(table))
    follower.update()
    setup = table.session.now.setup
    assert table.session.change_players(move_player(setup, setup.names[0], 1)).accepted
    follower.update()
    assert_same_as_a_new_guest(follower)


def test_tickets_are_not_published(table: SharedTable) -> None:
    game = recorded_game("usa-full")
    table.play_recorded("usa-full", 10)
    guest = Guest(table)
    before = guest.get("table")
    ticket = Ticket("boston", "miami", 12)
    assert table.session.take_ticket(game.setup.names[0], ticket).accepted
    after = guest.get("table")
    assert after == before


def test_guests_see_the_whole_game_while_the_keeper_corrects_an_entry(table: SharedTable) -> None:
    table.play_recorded("usa-full", 20)
    guest = Guest(table)
    before = guest.get("table")
    table.session.correct(3)
    assert guest.get("table") == before
    table.session.undo()
    table.session.insert_before(5)
    assert guest.get("table") == before


def test_without_a_game_there_is_no_table(table: SharedTable) -> None:
    guest = Guest(table)
    assert guest.get("table")["table"] is None
    assert guest.get("board") == {"id": ""}
    assert guest.send("GET", f"/{table.access.token}/names")[0].status == 404
    table.begin(recorded_game("usa-full").setup)
    assert guest.get("table")["table"]["title"].startswith("USA")
    table.sessions.close(table.session.id)
    assert guest.get("table")["table"] is None


def test_next_game_on_another_board_has_another_picture(table: SharedTable) -> None:
    guest = Guest(table)
    table.begin(recorded_game("usa-full").setup)
    usa = guest.get("board")
    table.begin(recorded_game("europe-full").setup)
    europe = guest.get("board")
    assert usa["id"] != europe["id"]
    answer = guest.get("table", board=usa["id"])
    assert answer["board"] == europe["id"]
    assert "tracks" not in answer


def test_page_gets_its_numbers_from_the_server(table: SharedTable) -> None:
    table.play_recorded("heart-of-africa-full", 60)
    guest = Guest(table)
    board, texts = guest.get("board"), guest.get("texts")
    assert (board["scale"], board["names"]["step"]) == (SCALE, SCALE_STEP)
    assert texts["pollTimeout"] > 1000 * guest_app.LONGEST_WAIT
    tracks = guest.get("table", board=board["id"])["tracks"]
    assert board["free"] in {owner for *_, owner, _ in tracks.values()}
    largest = board["names"]["largestStep"]
    last, further = (guest.get("names", zoom=zoom)["names"] for zoom in (largest, largest + 1))
    assert last == further
    script = bundled("data/web/guest.js").read_text(encoding="utf-8")
    for used in ("picture.scale", "largestStep } = picture.names", "made.free", "page.pollTimeout"):
        assert used in script


def test_names_keep_clear_of_markers_at_every_zoom_step(table: SharedTable) -> None:
    table.play_recorded("heart-of-africa-full", 60)
    guest = Guest(table)
    counts = [len(guest.get("names", zoom=zoom)["names"]) for zoom in (6, 8, 12, 99999)]
    assert counts == sorted(counts)
    assert 0 < counts[0] < counts[-1]


def test_names_of_users_are_text(table: SharedTable) -> None:
    name = "<b>&\u00fc</b>"
    players = (Player(name, "blue"), Player("Bo", "red"))
    table.begin(Setup(AFRICA, players))
    assert Guest(table).get("table")["table"]["players"][0]["name"] == name
    assert Guest(table).get("player", name=name)["title"] == f"{name}: 0 points"
