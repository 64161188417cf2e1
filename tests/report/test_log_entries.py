"""Log entries as text."""

from __future__ import annotations

from companion.report.words.answers import log_entry
from companion.rules.events import OtherPoints, TurnPassed
from tests.support.boards import USA, claims, game


def test_entry_has_its_points_and_the_score_after_it() -> None:
    played = game(
        USA,
        *claims("Ana", "duluth--helena"),
        TurnPassed("Peter"),
        *claims("Ana", "helena--seattle"),
        OtherPoints("Ana", -5, "Wager"),
    )
    found = [log_entry(played, index) for index in range(4)]
    assert not any(each.is_from_phone for each in found)
    phoned = played.record(TurnPassed("Peter"), phone_id="a")
    assert log_entry(phoned, 4).is_from_phone
    assert [each.event for each in found] == list(played.events)
    assert [(str(each.description), each.points, each.score_after) for each in found] == [
        ("Ana: Duluth – Helena", "+15", "15"),
        ("Peter: turn ended", "", ""),
        ("Ana: Helena – Seattle", "+15", "30"),
        (str(found[3].description), "−5", "25"),
    ]
