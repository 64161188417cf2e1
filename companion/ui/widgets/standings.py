"""Who plays, and how many points each has on the scoring track so far."""

from __future__ import annotations

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.rules import GameState
from companion.ui.look.kv import load
from companion.ui.widgets import marker, text


class Points(BoxLayout):
    """A player's points."""

    player = StringProperty("")
    color_name = StringProperty("blue")
    score = NumericProperty(0)


class Standing(Points):
    """A player's marker, name and score in one line."""


class ShortStanding(Points):
    """A player's marker and score, for where there is no room for names."""


def standings(state: GameState, kind: type[Points]) -> list[Points]:
    """One line for each player, in turn order."""
    return [
        kind(
            player=player.name,
            color_name=player.color,
            score=state.players[player.name].route_points,
        )
        for player in state.setup.players
    ]


_NEEDED = (marker, text)
"""Modules whose widgets the kv file names."""

load("widgets/standings")
