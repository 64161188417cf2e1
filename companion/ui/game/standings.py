"""Who plays, and how many points each has on the scoring track so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.look.kv import load

if TYPE_CHECKING:
    from companion.store.heads import WaitingGame


class Points(BoxLayout):
    """A player's points."""

    player = StringProperty("")
    color_name = StringProperty("blue")
    score = NumericProperty(0)


class Standing(Points):
    """A player's marker, name and score in one line."""


class ShortStanding(Points):
    """A player's marker and score, for where there is no room for names."""


def standings(game: WaitingGame, kind: type[Points]) -> list[Points]:
    """One line for each player, in turn order."""
    return [
        kind(
            player=player.name,
            color_name=player.color,
            score=game.scores[player.name],
        )
        for player in game.players
    ]


load("game/standings")
