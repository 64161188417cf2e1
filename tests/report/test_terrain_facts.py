"""The notification after a terrain draw."""

from __future__ import annotations

from companion.report.words.answers import describe_draw, too_many_draws
from companion.rules.events import TerrainDrawn, TurnPassed
from tests.support.boards import AFRICA, cards, game

CARD = TerrainDrawn("Ana", "mountain")
STARTED = game(AFRICA, *cards("Ana", mountain=1), *cards("Peter", mountain=1), TurnPassed("Ana"))


def test_draw_names_number_of_cards_after_it() -> None:
    after_draw = STARTED.record(CARD)
    assert str(describe_draw(after_draw.state, CARD)) == "Ana: +1 Mountain, 2 now"
    back = TerrainDrawn("Ana", "mountain", -1)
    assert str(describe_draw(after_draw.record(back).state, back)) == "Ana: −1 Mountain, 1 now"


def test_third_card_in_one_turn_is_accepted_and_reported() -> None:
    two = STARTED.record(CARD).record(CARD)
    assert too_many_draws(two, "Ana") is None
    three = two.record(CARD)
    assert three.state.players["Ana"].terrain["mountain"] == 4
    assert str(too_many_draws(three, "Ana")) == "Ana: third card this turn"
    assert str(too_many_draws(three.record(CARD), "Ana")) == "Ana: 4 cards this turn"
    assert too_many_draws(three, "Peter") is None
