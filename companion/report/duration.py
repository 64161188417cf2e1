"""How long a game took, where the times in its record make sense."""

from __future__ import annotations

from datetime import timedelta

from companion.rules.wording import Phrase, phrase
from companion.store.saved_game import SavedGame

SHORTEST = timedelta(minutes=5)
LONGEST = timedelta(hours=12)
"""Shorter and longer times are not those of a game, but of one that was entered later."""


def minutes_played(saved: SavedGame) -> int | None:
    """The playing time without long breaks, in minutes; None if it is unknown or makes no sense."""
    if saved.game.setup.counted or saved.started is None:
        return None
    possible = min(LONGEST, saved.changed - saved.started)
    if not SHORTEST <= saved.played <= possible:
        return None
    return round(saved.played.total_seconds() / 60)


def duration(saved: SavedGame) -> Phrase | None:
    """The playing time in words: "1 h 5 min"."""
    minutes = minutes_played(saved)
    if minutes is None:
        return None
    if minutes < 60:
        # Translators: how long a game took, in minutes.
        return phrase("{minutes} min", minutes=minutes)
    # Translators: how long a game took, in hours and minutes.
    return phrase("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
