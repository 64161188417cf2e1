"""Boards by their ids, as lists of games speak of them."""

from __future__ import annotations

from companion.rules import bundled_boards


def board_name(id: str) -> str:
    """A board's name, or its id if the app no longer has it."""
    boards = bundled_boards()
    return boards[id].name if id in boards else id
