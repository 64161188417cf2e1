"""A board to look at."""

from __future__ import annotations

from companion.ui.board import view


class StillBoard(view.BoardView):
    """A board to look at; touches go to what it stands on."""

    def on_touch_down(self, touch: object) -> bool:  # noqa: ARG002
        """Take no touch."""
        return False
