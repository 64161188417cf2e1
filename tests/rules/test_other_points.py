"""Other points: entered at any time, a score part of their own, checked like names."""

from __future__ import annotations

from typing import Any

import pytest

from companion.report.words.answers import log_entry
from companion.report.words.result import explain, score_table
from companion.rules.boards import bundled_boards
from companion.rules.errors import Malformed, Refused
from companion.rules.events import OtherPoints, PlayerLeft, RouteClaimed, TurnPassed
from companion.rules.final_tally import tally
from companion.rules.record import Record, record_from_json, record_to_json
from tests.support.boards import AFRICA, AFRICA_43, USA, claims, game

PASSENGERS = OtherPoints("Ana", 20, "Passengers")
HELENA = RouteClaimed("Ana", "duluth--helena")


def test_other_points_are_a_part_of_the_score_and_of_the_running_score() -> None:
    played = game(USA, HELENA, PASSENGERS, OtherPoints("Ana", -5, "Wager"))
    ana, peter = tally(played.state).players
    assert ana.points("extra") == 15
    assert ana.total == 15 + 15 + 10
    assert peter.points("extra") == 0
    assert played.state.players["Ana"].score == 30
    assert played.state.players["Ana"].route_points == 15
    assert log_entry(played, 1).points == "+20"
    assert log_entry(played, 2).score_after == "30"


def test_games_without_other_points_do_not_have_the_part() -> None:
    assert "extra" not in tally(game(USA, HELENA).state).part_ids


def test_other_points_end_no_turn() -> None:
    assert game(USA, PASSENGERS).state.turn == "Ana"


def test_other_points_can_be_entered_after_the_last_turn_and_after_leaving() -> None:
    over = game(AFRICA, *claims("Ana", *AFRICA_43), TurnPassed("Peter"), TurnPassed("Ana"))
    assert over.state.is_over
    assert over.record(PASSENGERS).state.players["Ana"].score > over.state.players["Ana"].score
    left = game(USA, PlayerLeft("Ana"), count=3)
    assert left.record(PASSENGERS).state.players["Ana"].score == 20


def test_explanation_lists_the_entries() -> None:
    state = game(USA, PASSENGERS, OtherPoints("Ana", 0, "Wager")).state
    result = tally(state)
    rows = explain(state, result, "extra", "Ana").rows
    assert [(str(row.title), row.points) for row in rows] == [("Passengers", "+20"), ("Wager", "0")]
    row = next(row for row in score_table(state, result).rows if row.part == "extra")
    assert [row.text(cell) for cell in row.cells] == ["+20", "–"]


@pytest.mark.parametrize("points", [501, -501])
def test_points_out_of_range_are_refused(points: int) -> None:
    shown = str(points).replace("-", "−")
    with pytest.raises(Refused) as refusal:
        game(USA).record(OtherPoints("Ana", points, "Wager"))
    assert (
        str(refusal.value) == f"Ana cannot get {shown} other points: enter −500 to 500 at a time."
    )


@pytest.mark.parametrize("points", [500, -500, 0])
def test_points_at_the_limit_are_accepted(points: int) -> None:
    assert game(USA, OtherPoints("Ana", points, "Wager")).state.players["Ana"].score == points


@pytest.mark.parametrize("text", ["", "  ", "\u200d", "a\nb", "\u202eabc", "x" * 61, "\ud800"])
def test_descriptions_follow_the_rules_for_names(text: str) -> None:
    with pytest.raises(Refused, match=r"\.$"):
        game(USA).record(OtherPoints("Ana", 1, text))


ENTRY: dict[str, Any] = {"do": "extra", "player": "Ana", "points": 20, "for": "Passengers"}


def read(entry: dict[str, Any]) -> Record:
    record = record_to_json(Record(game(USA)))
    return record_from_json({**record, "events": [entry]}, bundled_boards())


def test_description_is_trimmed() -> None:
    (event,) = read(ENTRY | {"for": "  Wager "}).game.events
    assert event == OtherPoints("Ana", 20, "Wager")


def test_record_has_the_documented_fields() -> None:
    record = read(ENTRY)
    assert record.game.events == (PASSENGERS,)
    assert record_to_json(record)["events"] == [ENTRY]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"points": 501}, "event 1: “points” should be"),
        ({"points": -501}, "event 1: “points” should be"),
        ({"points": 1.5}, "event 1: “points” should be"),
        ({"points": True}, "event 1: “points” should be"),
        ({"points": "20"}, "event 1: “points” should be"),
        ({"points": None}, "event 1: “points” should be"),
        ({"points": 10**400}, "event 1: “points” should be"),
        ({"for": None}, "event 1: “for” should be a single line of text"),
        ({"for": ["Wager"]}, "event 1: “for” should be a single line of text"),
        ({"for": ""}, "event 1: Say in a word or two what the points are for."),
        ({"for": "a\nb"}, "one of its characters cannot be shown."),
        ({"for": "x" * 61}, "it has 61 characters; the limit is 60."),
        ({"player": "Zoe"}, "event 1: There is no player called Zoe in this game."),
        ({"color": "red"}, "event 1: unknown field “color”"),
    ],
)
def test_wrong_fields_are_refused_with_a_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Malformed) as refusal:
        read({**ENTRY, **change})
    assert sentence in str(refusal.value)


@pytest.mark.parametrize("missing", ["points", "for"])
def test_missing_fields_are_refused(missing: str) -> None:
    with pytest.raises(Refused, match=missing):
        read({name: value for name, value in ENTRY.items() if name != missing})
