"""Triple routes, mountains, most connected cities, attractions and ticket variants."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.report.words.tickets import hand_questions
from companion.rules.board import Board, Bonuses
from companion.rules.board_file import read_board, read_board_value
from companion.rules.boards import MAPS, bundled_boards
from companion.rules.errors import Malformed, Refused
from companion.rules.events import RouteClaimed
from companion.rules.final_tally import tally
from companion.rules.record import Record, read_record, write_record
from companion.rules.score_parts import AttractionsPart, MostCitiesPart
from tests.support.boards import (
    ASIA,
    EUROPE,
    GERMANY,
    NEW_YORK,
    USA,
    assert_refused,
    game,
    tickets,
)

TRIPLE = "dusseldorf--koln"


def test_triple_route_is_closed_by_one_claim_with_three_players() -> None:
    played = game(GERMANY, RouteClaimed("Ana", TRIPLE, 2), count=3)
    for track in (0, 1):
        assert_refused(played, RouteClaimed("Peter", TRIPLE, track), "only one can be claimed")


def test_triple_route_has_room_for_three_of_four_players() -> None:
    played = game(
        GERMANY,
        RouteClaimed("Ana", TRIPLE, 2),
        RouteClaimed("Peter", TRIPLE, 0),
        RouteClaimed("Maya", TRIPLE, 1),
        count=4,
    )
    assert played.state.track_owners(GERMANY.routes[TRIPLE]) == ("Peter", "Maya", "Ana")


def test_nobody_has_two_tracks_of_a_triple_route() -> None:
    played = game(GERMANY, RouteClaimed("Ana", TRIPLE, 2), count=4)
    assert_refused(played, RouteClaimed("Ana", TRIPLE, 0), "two tracks of the same route")


def test_mountains_take_trains_and_score_two_points_each() -> None:
    played = game(ASIA, RouteClaimed("Ana", "lhasa--mandalay"))
    player = played.state.players["Ana"]
    assert (player.route_points, player.trains) == (2 + 2 * 2, 45 - 2 - 2)


def test_tracks_of_a_route_differ_in_mountains() -> None:
    played = game(
        ASIA,
        RouteClaimed("Ana", "moscow--perm", 0),
        RouteClaimed("Peter", "moscow--perm", 1),
        count=4,
    )
    players = played.state.players
    assert [players[name].route_points for name in ("Ana", "Peter")] == [4, 6]
    assert [players[name].trains for name in ("Ana", "Peter")] == [42, 41]


def test_claim_needs_trains_for_its_mountains() -> None:
    longest_first = sorted(ASIA.routes.values(), key=lambda route: -route.length)
    played = game(ASIA)
    for route in longest_first:
        if route.trains(0) <= played.state.players["Ana"].trains - 3:
            played = played.record(RouteClaimed("Ana", route.id))
    assert played.state.players["Ana"].trains == 3
    assert_refused(played, RouteClaimed("Ana", "lhasa--mandalay"), "it takes", "4 trains")


def test_most_cities_in_one_network_score_for_all_tied_players() -> None:
    result = tally(
        game(
            ASIA,
            RouteClaimed("Ana", "lhasa--mandalay"),
            RouteClaimed("Ana", "lhasa--xian"),
            RouteClaimed("Peter", "ankara--tbilisi"),
            RouteClaimed("Peter", "mecca--shiraz"),
            RouteClaimed("Maya", "agra--bombay"),
            RouteClaimed("Maya", "agra--calcutta"),
            count=3,
        ).state
    )
    parts = [player.part(MostCitiesPart) for player in result.players]
    assert [len(part.cities) for part in parts] == [3, 2, 3]
    assert [player.points("most_cities") for player in result.players] == [10, 0, 10]


def test_nobody_without_a_route_has_most_cities() -> None:
    result = tally(game(ASIA).state)
    assert [player.points("most_cities") for player in result.players] == [0, 0]


def test_each_attraction_reached_scores_once() -> None:
    result = tally(
        game(
            NEW_YORK,
            RouteClaimed("Ana", "central-park--times-square"),
            RouteClaimed("Ana", "central-park--lincoln-center"),
        ).state
    )
    part = result.players[0].part(AttractionsPart)
    assert (part.points, set(part.places)) == (2, {"central-park", "times-square"})


@pytest.mark.parametrize("printed", [USA, EUROPE], ids=lambda board: board.id)
def test_variant_has_as_many_tickets_as_it_says(printed: Board) -> None:
    for variant in printed.variants:
        played = printed.in_variant(variant.id)
        assert len(played.tickets) == played.ticket_count
        assert len(played.tickets) + len(played.other_tickets) == len(printed.all_tickets)


def test_variant_brings_its_bonuses_values_and_tie_breakers() -> None:
    mega, classic = USA.in_variant("mega"), USA.in_variant("classic")
    assert (mega.bonuses.longest_route, mega.bonuses.globetrotter) == (10, 15)
    assert USA.in_variant("usa-1910").tie_breakers == ("tickets_completed",)
    revised = [card for card in USA.tickets if card.points_2004 is not None]
    values = {card.id: card.ticket.points for card in classic.tickets}
    assert revised
    assert all(values[card.id] == card.points_2004 for card in revised)
    assert classic.in_variant("all").tickets == USA.tickets


def test_bonus_of_the_board_counts_in_variants_that_name_none() -> None:
    data: dict[str, Any] = json.loads((MAPS / "usa.json").read_text("utf-8"))
    data |= {"format": "railkeeper-board/1", "id": "my-usa"}
    data["bonuses"]["most_cities"] = 7
    board = read_board_value(data, ())
    changed = {each["id"] for each in data["variants"] if "bonuses" in each}
    assert changed == {"usa-1910", "mega", "big-cities"}
    for variant in board.variants:
        # Also when coming from a variant that replaces the bonuses.
        played = board.in_variant("mega").in_variant(variant.id)
        assert played == board.in_variant(variant.id)
        assert played.bonuses.most_cities == (0 if variant.id in changed else 7), variant.id


def test_variant_is_named_with_the_board_unless_it_is_the_first() -> None:
    assert str(USA.display_name) == "USA (10th Anniversary)"
    assert str(USA.in_variant("mega").display_name) == "USA · Mega Game"


def test_record_keeps_its_variant_and_omits_the_first() -> None:
    played = game(USA.in_variant("mega"), RouteClaimed("Ana", "duluth--helena"))
    text = write_record(Record(played))
    assert json.loads(text)["variant"] == "mega"
    assert read_record(text, bundled_boards()).game.setup == played.setup
    assert "variant" not in json.loads(write_record(Record(game(USA))))


def test_longest_route_breaks_no_tie_in_a_variant_without_the_bonus() -> None:
    without = replace(USA, bonuses=Bonuses(globetrotter=15))
    assert USA.tie_breakers == ("tickets_completed", "longest_route")
    assert game(USA).setup.tie_breakers == USA.tie_breakers
    assert game(without).setup.tie_breakers == ("tickets_completed",)


def test_questions_follow_the_variant() -> None:
    def asked(variant: str, *cards: tuple[str, str, int]) -> list[str]:
        played = game(EUROPE.in_variant(variant), tickets("Ana", *cards), count=2)
        return [str(each) for each in hand_questions(played.state, played.state.players["Ana"])]

    long = (("athina", "edinburgh", 21), ("london", "sochi", 20))
    missing = "Ana has 2 tickets: is one missing?"
    assert asked("classic", *long) == [], "the second card is not of a long deck that is played"
    assert [each for each in asked("mega", *long) if "long tickets" not in each] == [missing]
    assert any("2 long tickets" in each for each in asked("mega", *long))
    assert asked("big-cities", *long) == []


def test_wrong_ticket_count_of_a_variant_is_named(tmp_path: Path) -> None:
    data = json.loads((MAPS / "usa.json").read_text(encoding="utf-8"))
    data["variants"][1]["ticket_count"] = 31
    path = tmp_path / "usa.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(Malformed, match=r"variant “classic”: “ticket_count” is 31, .* 30$"):
        read_board(path)


def test_unknown_variant_is_refused_with_a_sentence() -> None:
    with pytest.raises(Refused, match=r"USA \(10th Anniversary\) has no variant “giga”\."):
        USA.in_variant("giga")
