"""A player's marker, name and points in one row, large or compact."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.metrics import dp
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.ui.kit.text import line_width
from companion.ui.look.kv import load

if TYPE_CHECKING:
    from companion.store.record_header import GameInProgress


MAX_NAME_WIDTH = 88
"""Longer names are shortened in a compact row; in dp."""


class PlayerScore(BoxLayout):
    """Base class of the score rows."""

    player = StringProperty("")
    color_name = StringProperty("blue")
    score = NumericProperty(0)


class PlayerScoreRow(PlayerScore):
    """A player's marker, name and score."""


class CompactScoreRow(PlayerScore):
    """A player's marker, name and score in small type, as wide as its content."""

    def is_long(self, name: str, font_size: float) -> bool:
        """Whether a name must be shortened."""
        return line_width(name, font_size) > float(dp(MAX_NAME_WIDTH))


def score_rows(game: GameInProgress, kind: type[PlayerScore]) -> list[PlayerScore]:
    """Create a row widget of a class for each player of a game, in turn order."""
    return [
        kind(player=player.name, color_name=player.color, score=game.scores[player.name])
        for player in game.players
    ]


load("game/score_rows")
