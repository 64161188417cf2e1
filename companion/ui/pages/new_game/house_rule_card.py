"""What a table may agree on beyond the rulebook; most games begin without a look at it."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty

from companion.ui.kit.containers import Card
from companion.ui.look.kv import load


class HouseRuleCard(Card):
    """The house rules of a board, folded away until they are asked for."""

    unfolded = BooleanProperty(False)
    longest_route = BooleanProperty(False)
    """Whether that bonus is added."""
    points = NumericProperty(0)
    """How much it is worth on this board."""


load("pages/new_game/house_rule_card")
