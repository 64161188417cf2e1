"""The verdict for every tie-breaker, and the headline."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

import pytest

from companion.report.words.games import past_game_outcome
from companion.report.words.result import (
    headline,
    verdict,
)
from companion.report.words.score_parts import PART_REPORTS
from companion.rules.board import Board
from companion.rules.events import Event, StationBuilt
from companion.rules.final_tally import tally
from companion.rules.score_parts import PARTS, PartRule
from companion.rules.setup import Player
from companion.store.saved_game import FinishedGame
from tests.support.boards import (
    AFRICA,
    EUROPE,
    GERMANY,
    USA,
    claims,
    game,
    island_data,
    read_board_data,
    tickets,
)
from tests.support.games import recorded_game, tally_as_final

FOUR, TWO, ONE = "luanda--mocamedes", "durban--pretoria", "bulawayo--salisbury"
"""Routes of The Heart of Africa by what they are worth: nothing else scores there by itself."""
ALSO_TWO, ALSO_ONE = "mocambique--zomba", "walvis-bay--windhoek"
THIRD_ONE = "elizabethville--ujiji"


def verdict_of(board: Board, *events: Event, count: int = 2, longest_route: bool = False) -> str:
    played = game(board, *events, count=count, longest_route=longest_route)
    return str(verdict(tally_as_final(played.state)))


def test_win_by_one_point() -> None:
    assert verdict_of(AFRICA, *claims("Ana", TWO), *claims("Peter", ONE)) == (
        "Ana wins with 2 points: 1 ahead of Peter, thanks to routes."
    )
    assert (
        verdict_of(AFRICA, *claims("Peter", ONE))
        == "Peter wins with 1 point: 1 ahead of Ana, thanks to routes."
    )


def test_win_by_many_points() -> None:
    assert verdict_of(
        USA, *claims("Peter", "atlanta--miami"), *claims("Ana", "dallas--houston")
    ) == ("Peter wins with 20 points: 19 ahead of Ana, thanks to the longest route.")


def test_win_ahead_of_a_negative_score() -> None:
    failed = tickets("Peter", ("cape-town", "pretoria", 7))
    assert verdict_of(AFRICA, *claims("Ana", TWO), failed) == (
        "Ana wins with 2 points: 9 ahead of Peter, thanks to tickets."
    )


def test_all_runners_up_are_named() -> None:
    played = (*claims("Maya", FOUR), *claims("Ana", TWO), *claims("Tom", ALSO_TWO))
    assert verdict_of(AFRICA, *played, *claims("Peter", ONE), count=4) == (
        "Maya wins with 4 points: 2 ahead of Ana and Tom, thanks to routes."
    )


def test_victory_shared_by_two_of_three() -> None:
    played = (*claims("Ana", TWO), *claims("Maya", ALSO_TWO), *claims("Peter", ONE))
    assert (
        verdict_of(AFRICA, *played, count=3)
        == "Ana and Maya share the victory with 2 points: still tied after every tie-breaker."
    )


def test_victory_shared_by_three() -> None:
    played = (*claims("Ana", ONE), *claims("Peter", ALSO_ONE), *claims("Maya", THIRD_ONE))
    assert verdict_of(AFRICA, *played, count=3) == (
        "Ana, Peter and Maya share the victory with 1 point: still tied after every tie-breaker."
    )


def test_win_by_completed_tickets() -> None:
    played: tuple[Event, ...] = (
        *claims("Ana", TWO, "bulawayo--pretoria"),
        *claims("Peter", FOUR),
        tickets("Ana", ("durban", "pretoria", 3), ("durban", "bulawayo", 4)),
        tickets("Peter", ("luanda", "mocamedes", 17)),
    )
    assert verdict_of(AFRICA, *played) == (
        "Ana wins with 21 points: tied with Peter; tie-breaker: most completed tickets (2 to 1)."
    )


def test_all_players_level_with_the_winner_are_named() -> None:
    played: tuple[Event, ...] = (
        *claims("Peter", TWO),
        tickets("Peter", ("durban", "pretoria", 1)),
        *claims("Maya", "beira--durban", "addis-ababa--sudan-east", ALSO_TWO),
        *claims("Tom", "bangui--douala", "durban--east-london", "salisbury--zomba"),
        *claims("Zoe", "bloemfontein--way-station-kalahari", FOUR, ALSO_ONE),
    )
    assert verdict_of(AFRICA, *played, count=5) == (
        "Peter wins with 13 points: "
        "tied with Maya and Tom; tie-breaker: most completed tickets (1 to 0)."
    )


def test_win_by_fewer_stations() -> None:
    played: tuple[Event, ...] = (
        *claims("Ana", "athina--sarajevo"),
        *claims("Peter", "barcelona--marseille", "brest--paris"),
        StationBuilt("Peter", "wien"),
    )
    assert verdict_of(EUROPE, *played) == (
        "Ana wins with 29 points: tied with Peter; tie-breaker: fewest stations built (0 to 1)."
    )


def test_win_by_holding_the_longest_route() -> None:
    played: tuple[Event, ...] = (
        *claims("Ana", "petrograd--stockholm"),
        *claims("Peter", "budapest--kyiv", "palermo--smyrna", "amsterdam--bruxelles"),
    )
    assert verdict_of(EUROPE, *played) == (
        "Ana wins with 43 points: tied with Peter; tie-breaker: the longest route (Ana 8, Peter 6)."
    )


def test_lengths_are_shown_if_a_third_player_holds_the_longest_route() -> None:
    two_spaces = ("boston--montreal", "dallas--oklahoma-city", "duluth--omaha")
    played: tuple[Event, ...] = (
        *claims("Ana", *two_spaces, "portland--seattle"),
        *claims("Peter", "calgary--helena"),
        *claims("Maya", "miami--new-orleans"),
        tickets("Maya", ("boston", "seattle", 19)),
    )
    result = tally_as_final(game(USA, *played, count=3).state)
    assert str(verdict(result)) == (
        "Ana and Peter share the victory with 7 points: "
        "still tied after every tie-breaker (longest routes: Ana 2, Peter 4)."
    )
    assert str(headline(result).why) == (
        "still tied after every tie-breaker (longest routes: Ana 2, Peter 4)"
    )


def test_win_by_longer_route_length(tmp_path: Path) -> None:
    by_length = {"bonuses": {}, "tie_breakers": ["longest_route_length"]}
    played: tuple[Event, ...] = (
        *claims("Ana", "harbour--hill", "mill--north-gate", "ford--lake"),
        *claims("Peter", "harbour--ford", "hill--lake"),
        tickets("Ana", ("harbour", "hill", 1)),
    )
    assert verdict_of(read_board_data(tmp_path, island_data() | by_length), *played) == (
        "Peter wins with 10 points: "
        "tied with Ana; tie-breaker: the longer route of the tied players (2 to 1)."
    )


def headline_of(name: str) -> tuple[str, str]:
    found = headline(tally_as_final(recorded_game(name).state))
    return str(found.title), str(found.why)


def test_headline_names_the_part_with_the_largest_lead() -> None:
    assert headline_of("usa-full") == (
        "Lena wins",
        "22 ahead of Omar, thanks to routes",
    )
    assert headline_of("nordic-countries-full")[0] == "Ingrid wins"


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.id)
def test_part_has_one_text_as_a_title_and_another_in_a_sentence(part: PartRule) -> None:
    report = PART_REPORTS[part.id]
    assert report.cause.text != report.title.text


def test_largest_lead_is_over_one_of_several_runners_up() -> None:
    played = (*claims("Maya", FOUR), *claims("Ana", TWO), *claims("Tom", ALSO_TWO))
    found = headline(tally_as_final(game(AFRICA, *played, count=4).state))
    assert str(found.why) == "2 ahead of Ana and Tom, thanks to routes"


def test_game_that_is_not_over_has_a_score_so_far_and_no_winner() -> None:
    result = tally(game(USA, *claims("Ana", "boston--montreal")).state)
    assert result.winners == ("Ana",)
    texts = [headline(result).title, headline(result).why, verdict(result)]
    assert [str(text) for text in texts] == [
        "Score so far",
        "Nobody has won yet; Ana leads with 12.",
        "Score so far: nobody has won yet.",
    ]


def test_headline_of_a_shared_victory() -> None:
    assert headline_of("usa-shared") == (
        "Wanda and Diego share the victory",
        "still tied after every tie-breaker",
    )


def test_shared_victory_on_germany_names_passengers() -> None:
    tied = game(GERMANY, *claims("Ana", "dusseldorf--koln"), *claims("Peter", "augsburg--ulm"))
    note = "; the 2017 edition then compares passengers, which the app does not track"
    result = tally_as_final(tied.state)
    assert str(verdict(result)) == (
        f"Ana and Peter share the victory with 1 point: still tied after every tie-breaker{note}."
    )
    assert str(headline(result).why).endswith(f"after every tie-breaker{note}")


def test_past_game_names_winners_and_points() -> None:
    players = (Player("Ana", "blue"), Player("Peter", "red"))
    date = datetime(2026, 5, 12, tzinfo=timezone.utc)
    game = FinishedGame("0" * 32, "usa", players, date, {"Ana": -4, "Peter": -7}, ("Ana",))
    assert str(past_game_outcome(game)) == "Ana won with −4"
    shared = game._replace(scores={"Ana": 5, "Peter": 5}, winners=("Ana", "Peter"))
    assert str(past_game_outcome(shared)) == "Ana and Peter: shared victory with 5"
    stopped = game._replace(final=False)
    assert str(past_game_outcome(stopped)) == "Ana led with −4"
