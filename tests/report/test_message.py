"""The result as a text message, BG Stats links and file names."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.report.export.message import (
    BG_STATS,
    bg_stats_link,
    file_name,
    result_message,
)
from companion.rules.boards import PLAYER_COLORS, bundled_boards
from companion.rules.events import OtherPoints, RouteClaimed
from companion.rules.final_tally import tally
from companion.rules.game import Game
from companion.rules.names import name_key
from companion.rules.setup import Player, Setup
from companion.store.saved_game import SavedGame
from tests.rules.test_names import names
from tests.support.games import recorded_game, tally_as_final

PLAYED = datetime(2026, 5, 12, 22, 14, 30, tzinfo=timezone(timedelta(hours=2)))


def saved(game: Game, played: timedelta = timedelta(minutes=74)) -> SavedGame:
    return SavedGame("0123456789abcdef" * 2, game, PLAYED - played, PLAYED, PLAYED, played)


def recorded(name: str) -> SavedGame:
    return saved(recorded_game(name))


def play(link: str) -> dict[str, object]:
    """The play encoded in a BG Stats link."""
    assert link.startswith(BG_STATS)
    found: dict[str, object] = json.loads(unquote(link.removeprefix(BG_STATS)))
    return found


def message_lines(name: str) -> list[str]:
    game = recorded(name)
    return result_message(game, tally_as_final(game.game.state)).splitlines()


def test_message_names_board_date_winner_and_reason() -> None:
    heading, verdict, *_ = message_lines("heart-of-africa-full")
    assert heading.startswith("Ticket to Ride: The Heart of Africa, ")
    assert heading.endswith(" May 2026")
    assert verdict == "Maya wins with 143 points: 10 ahead of Ana, thanks to tickets."


def test_negative_total_has_a_typographic_minus() -> None:
    setup = recorded_game("usa-full").setup
    (first, *_) = setup.names
    game = saved(Game.begin(setup, [OtherPoints(first, -7, "Wager")]))
    message = result_message(game, tally(game.game.state))
    assert f"{first}: −7 (" in message
    assert "-7" not in message


def test_message_names_the_variant() -> None:
    assert message_lines("usa-mega")[0].startswith("Ticket to Ride: USA · Mega Game, ")
    assert play(bg_stats_link(recorded("usa-mega")))["board"] == "USA · Mega Game"


def test_message_names_most_cities_and_attractions() -> None:
    assert message_lines("legendary-asia-full")[3].endswith("Most connected cities +10)")
    assert "Attractions +" in message_lines("new-york-full")[3]


def test_message_lists_players_by_rank_with_score_parts() -> None:
    assert message_lines("heart-of-africa-full")[3:] == [
        "1. Maya: 143 (Routes 81, Tickets +52, Globetrotter +10)",
        "2. Ana: 133 (Routes 100, Tickets +33)",
        "3. Peter: 86 (Routes 65, Tickets +21)",
        "4. Tomas: 71 (Routes 49, Tickets +22)",
    ]


def test_message_names_tie_breaker_and_shared_victory() -> None:
    assert ": most completed tickets (2 to 1)" in message_lines("europe-tickets")[1]
    assert (
        message_lines("usa-shared")[1]
        == "Wanda and Diego share the victory with 24 points: still tied after every tie-breaker."
    )
    assert [line[:2] for line in message_lines("usa-shared")[3:]] == ["1.", "1.", "3."]


def test_message_of_a_game_that_is_not_over_names_no_winner() -> None:
    game = recorded("usa-shared")
    text = result_message(game, tally(game.game.state))
    assert text.splitlines()[1] == "Score so far: nobody has won yet."
    assert "victory" not in text


def test_bg_stats_link_of_a_game_that_is_not_over_has_no_winner() -> None:
    found = play(bg_stats_link(recorded("usa-longest-route")))
    assert found["comments"] == "Score so far: nobody has won yet."
    players = found["players"]
    assert isinstance(players, list)
    assert not any(player["winner"] for player in players)


def test_bg_stats_link_contains_the_play() -> None:
    totals = {each.name: each.total for each in tally(recorded("usa-full").game.state).players}
    assert play(bg_stats_link(recorded("usa-full"))) == {
        "sourceName": "Railkeeper",
        "sourcePlayId": "0123456789abcdef" * 2,
        "playDate": "2026-05-12 20:14:30",
        "durationMin": 74,
        "board": "USA (10th Anniversary)",
        "comments": "Lena wins with 134 points: 22 ahead of Omar, thanks to routes.",
        "game": {
            "name": "Ticket to Ride: USA (10th Anniversary)",
            "sourceGameId": "usa",
            "bggId": 9209,
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": id,
                "score": totals[player.name],
                "rank": rank,
                "role": player.color,
                "winner": rank == 1,
                "startPlayer": number == 0,
            }
            for number, (player, id, rank) in enumerate(
                zip(
                    recorded("usa-full").game.setup.players,
                    player_ids("usa-full"),
                    ranks("usa-full"),
                    strict=True,
                )
            )
        ],
    }


def player_ids(name: str) -> list[str]:
    players = play(bg_stats_link(recorded(name)))["players"]
    assert isinstance(players, list)
    return [player["sourcePlayerId"] for player in players]


def ranks(name: str) -> list[int]:
    game = recorded(name).game
    found = tally(game.state).ranks
    return [found[player.name] for player in game.setup.players]


@pytest.mark.parametrize(
    ("name", "number"), [("usa-full", 9209), ("europe-full", 14996), ("heart-of-africa-full", None)]
)
def test_bg_stats_link_has_board_game_geek_id_if_known(name: str, number: int | None) -> None:
    game = play(bg_stats_link(recorded(name)))["game"]
    assert isinstance(game, dict)
    assert game.get("bggId") == number
    assert ("bggId" in game) is (number is not None)


def test_player_id_is_the_same_in_every_game() -> None:
    setup = recorded("usa-full").game.setup
    again = saved(Game.begin(Setup(bundled_boards()["europe"], setup.players[::-1])))
    ids = player_ids("usa-full")
    players = play(bg_stats_link(again))["players"]
    assert isinstance(players, list)
    assert [player["sourcePlayerId"] for player in players] == ids[::-1]
    assert len(set(ids)) == len(ids)


@given(st.lists(names, min_size=2, max_size=5, unique_by=name_key))
def test_bg_stats_link_is_complete_for_any_names(typed: list[str]) -> None:
    setup = Setup(bundled_boards()["usa"], tuple(map(Player, typed, PLAYER_COLORS)))
    called = list(setup.names)
    route = RouteClaimed(called[0], "boston--montreal")
    link = bg_stats_link(saved(Game.begin(setup, (route,))))
    found = play(link)["players"]
    assert isinstance(found, list)
    assert [player["name"] for player in found] == called
    assert all({"winner", "startPlayer"} <= player.keys() for player in found)
    assert [player["startPlayer"] for player in found] == [True] + [False] * (len(called) - 1)


def test_file_name_is_board_and_date_in_ascii() -> None:
    assert file_name(recorded("usa-full"), "png") == "usa-10th-anniversary-2026-05-12-012345.png"
    africa = file_name(recorded("heart-of-africa-full"), "json")
    assert africa == "the-heart-of-africa-2026-05-12-012345.json"
