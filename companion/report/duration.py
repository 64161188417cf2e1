"""How long a game took, in words."""

from __future__ import annotations

from companion.rules.wording import Phrase, phrase


def duration(minutes: int | None) -> Phrase | None:
    """A playing time in words: "1 h 5 min"; None if it is unknown."""
    if minutes is None:
        return None
    if minutes < 60:
        # Translators: how long a game took, in minutes.
        return phrase("{minutes} min", minutes=minutes)
    # Translators: how long a game took, in hours and minutes.
    return phrase("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
