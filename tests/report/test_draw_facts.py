"""What the line after a draw says."""

from __future__ import annotations

from companion.report.draw_facts import drawn, too_many_draws
from companion.rules.events import TerrainDrawn, TurnPassed
from tests.support.boards import AFRICA, cards, game

CARD = TerrainDrawn("Ana", "mountain")
BEGUN = game(
    AFRICA,
    *cards("Ana", mountain=1),
    *cards("Peter", mountain=1),
    TurnPassed("Ana"),
)


def test_a_draw_says_how_many_there_are_now() -> None:
    going = BEGUN.record(CARD)
    assert str(drawn(going.state, CARD)) == "Ana: +1 Mountain, 2 now"
    back = TerrainDrawn("Ana", "mountain", -1)
    assert str(drawn(going.record(back).state, back)) == "Ana: −1 Mountain, 1 now"


def test_a_third_card_in_one_turn_is_accepted_and_told() -> None:
    two = BEGUN.record(CARD).record(CARD)
    assert too_many_draws(two, "Ana") is None
    three = two.record(CARD)
    assert three.state.players["Ana"].terrain["mountain"] == 4
    assert str(too_many_draws(three, "Ana")) == "Ana: third card this turn"
    assert str(too_many_draws(three.record(CARD), "Ana")) == "Ana: 4 cards this turn"
    assert too_many_draws(three, "Peter") is None
