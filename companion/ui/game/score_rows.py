"""A player's marker and route points, in one row with or without the name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.look.kv import load

if TYPE_CHECKING:
    from companion.store.record_header import GameInProgress


class PlayerScore(BoxLayout):
    """Base class of the score rows."""

    player = StringProperty("")
    color_name = StringProperty("blue")
    score = NumericProperty(0)


class PlayerScoreRow(PlayerScore):
    """A player's marker, name and score."""


class CompactScoreRow(PlayerScore):
    """A player's marker and score, for cards too narrow for names."""


def score_rows(game: GameInProgress, kind: type[PlayerScore]) -> list[PlayerScore]:
    """Create a row widget of a class for each player of a game, in turn order."""
    return [
        kind(player=player.name, color_name=player.color, score=game.scores[player.name])
        for player in game.players
    ]


load("game/score_rows")
