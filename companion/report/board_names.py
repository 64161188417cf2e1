"""The name of a board by its id, for lists of games."""

from __future__ import annotations

from companion.rules.boards import Boards
from companion.rules.wording import Phrase, untranslated


def board_name(boards: Boards, id: str) -> Phrase:
    """A board's name, or its id if the app does not have the board."""
    return boards.summary(id).display_name if id in boards else untranslated(id)
