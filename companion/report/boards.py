"""Boards by their ids, as lists of games speak of them."""

from __future__ import annotations

from companion.rules.bundle import bundled_boards
from companion.rules.wording import Phrase, verbatim


def board_name(id: str) -> Phrase:
    """A board's name, or its id if the app no longer has it."""
    boards = bundled_boards()
    return boards.cover(id).called if id in boards else verbatim(id)
