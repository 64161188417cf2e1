"""What a guest reads about a route and a player, in the guest's language."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.report.translation import LANGUAGES, catalog
from companion.report.words.doubling import doubling_obstacle, doubling_title
from companion.rules.claims import doubling_offer
from companion.rules.events import RouteClaimed, TerrainDrawn
from companion.rules.setup import Player, Setup
from companion.web.guest_app import preferred_language
from tests.support.boards import AFRICA, USA
from tests.support.guests import Guest, SharedTable

ROUTE = "bondo--fachoda"


def begin_africa(table: SharedTable) -> None:
    players = (Player("Ana", "blue"), Player("Peter", "red"), Player("Maya", "green"))
    table.begin(Setup(AFRICA, players))
    terrain = table.session.now.board.terrain
    assert terrain is not None
    kind = terrain.type_of(table.session.now.board.routes[ROUTE].tracks[0]).id
    table.play(TerrainDrawn("Ana", kind, 2), TerrainDrawn("Maya", kind, 1))


def test_every_way_to_double_is_offered_to_the_player_of_the_seat(table: SharedTable) -> None:
    begin_africa(table)
    maya = Guest(table)
    maya.take_seat("Maya")
    (to_claim,) = maya.get("route", id=ROUTE)["tracks"]
    table.set_guests(can_enter=False)
    (track,) = maya.get("route", id=ROUTE)["tracks"]
    state, route = table.session.now.state, table.session.now.board.routes[ROUTE]
    offer = doubling_offer(state, "Maya", route, 0)
    assert offer is not None
    assert len(offer.plays) > 1
    doubling = track["doubling"]
    assert doubling["title"] == "If Maya doubles it now"
    assert [each["title"] for each in doubling["options"]] == [
        str(doubling_title(offer.comparison.terrain, play)) for play in offer.plays
    ]
    assert doubling["obstacle"] == str(doubling_obstacle(offer))
    assert to_claim["obstacle"] == doubling["obstacle"]
    assert [each["title"] for each in to_claim["options"]] == [
        "Not doubled",
        *(each["title"] for each in doubling["options"]),
    ]


def test_who_watches_reads_about_the_player_to_move(table: SharedTable) -> None:
    begin_africa(table)
    (track,) = Guest(table).get("route", id=ROUTE)["tracks"]
    assert track["doubling"]["title"] == f"If {table.session.now.player} doubles it now"


def test_claimed_route_names_owner_and_points(table: SharedTable) -> None:
    begin_africa(table)
    player = table.session.now.player
    table.play(RouteClaimed(player, ROUTE))
    details = Guest(table).get("route", id=ROUTE)
    (track,) = details["tracks"]
    assert track["owner"] == player
    assert track["points"].startswith("+")
    assert details["status"] == f"taken by {player}"


def test_closed_track_says_why(table: SharedTable) -> None:
    players = (Player("Ana", "blue"), Player("Peter", "red"))
    board = USA
    table.begin(Setup(board, players))
    double = next(route for route in board.routes.values() if len(route.tracks) == 2)
    table.play(RouteClaimed("Ana", double.id))
    peter = Guest(table)
    peter.take_seat("Peter")
    details = peter.get("route", id=double.id)
    assert "other track closed (2 players)" in details["status"]
    assert details["tracks"][1]["reason"]


def test_player_has_routes_with_points_and_tracks(table: SharedTable) -> None:
    table.play_recorded("europe-full", 90)
    state = table.session.now.state
    for name, player in state.players.items():
        details = Guest(table).get("player", name=name)
        tracks = [each["highlight"]["tracks"] for each in details["rows"] if "+" in each["points"]]
        assert len(tracks) == len(player.claims) + len(player.other_points)
        assert all(tracks)
        assert details["title"] == f"{name}: {player.score} points"


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("pt-BR,es;q=0.6,fr;q=0.4", "es"),
        ("nn-NO", "nb"),
        ("no", "nb"),
        ("zh-CN", "en"),
        ("", "en"),
        ("de;q=x,fr", "de"),
        (",".join(["zz"] * 1000), "en"),
    ],
)
def test_browser_chooses_the_language(accepted: str, language: str) -> None:
    assert preferred_language(accepted) == language


def test_language_of_the_browser_is_used_unless_another_is_chosen(table: SharedTable) -> None:
    table.play_recorded("heart-of-africa-full", 60)
    guest, path = Guest(table), f"/{table.access.token}/texts"
    _, german = guest.send("GET", path, headers={"Accept-Language": "de"})
    _, french = guest.send("GET", f"{path}?lang=fr", headers={"Accept-Language": "de"})
    assert (b'"language":"de"' in german, b'"language":"fr"' in french) == (True, True)


def test_every_guest_gets_the_own_language_at_the_same_time(table: SharedTable) -> None:
    table.play_recorded("heart-of-africa-full", 60)
    wanted = [*LANGUAGES] * 4
    with ThreadPoolExecutor(16) as threads:
        answers = list(threads.map(lambda code: Guest(table, code).get("route", id=ROUTE), wanted))
    facts = {
        code: answer["tracks"][0]["facts"] for code, answer in zip(wanted, answers, strict=True)
    }
    assert facts["de"] != facts["fr"] != facts["en"]
    for code, answer in zip(wanted, answers, strict=True):
        assert answer["tracks"][0]["facts"] == facts[code]
    status = Guest(table, "de").get("table")["table"]["status"]
    assert catalog("de").gettext("{player}’s turn · {claims}").split("{")[0] in status
