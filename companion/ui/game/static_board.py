"""A board that cannot be touched."""

from __future__ import annotations

from companion.ui.board.view import BoardView


class StaticBoard(BoardView):
    """A board view that leaves touches to the widgets behind it."""

    def on_touch_down(self, touch: object) -> bool:  # noqa: ARG002
        """Ignore the touch."""
        return False
