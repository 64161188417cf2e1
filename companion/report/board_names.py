"""The name of a board by its id, for lists of games."""

from __future__ import annotations

from companion.rules.boards import Boards
from companion.rules.wording import Phrase, untranslated


def board_name(boards: Boards, id: str, variant: str = "") -> Phrase:
    """The name of a board and variant, or the board's id if the app does not have the board."""
    if id not in boards:
        return untranslated(id)
    return boards.summary(id).in_variant(variant).display_name
