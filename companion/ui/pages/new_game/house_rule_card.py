"""House rules of the New game page."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty

from companion.ui.kit.containers import Card
from companion.ui.look.kv import load


class HouseRuleCard(Card):
    """A heading that expands to the switch of each house rule."""

    expanded = BooleanProperty(False)
    longest_route = BooleanProperty(False)
    """Whether the longest route scores a bonus."""
    points = NumericProperty(0)
    """The bonus on this board."""

    def toggle_expanded(self) -> None:
        """Show or hide the switches."""
        self.expanded = not self.expanded

    def toggle_longest_route(self) -> None:
        """Switch the bonus for the longest route on or off."""
        self.longest_route = not self.longest_route


load("pages/new_game/house_rule_card")
