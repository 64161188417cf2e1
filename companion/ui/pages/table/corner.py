"""Which corner of a board is free for a button."""

from __future__ import annotations

from math import dist

from companion.ui.board.view import BoardView


def free_corner(board: BoardView) -> tuple[int, int]:
    """The corner farthest from every place while the whole board is shown.

    0 stands for left and bottom, 1 for right and top.
    """
    if board.layout is None:
        return 1, 1
    camera = board.stage.all()
    places = [camera.to_screen((dot.x, dot.y)) for dot in board.layout.dots.values()]

    def room(corner: tuple[int, int]) -> float:
        at = board.x + corner[0] * board.width, board.y + corner[1] * board.height
        return min(dist(at, place) for place in places)

    return max(((1, 1), (0, 1), (1, 0), (0, 0)), key=room)
