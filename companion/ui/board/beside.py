"""The board of the current game beside a list, in a large window."""

from __future__ import annotations

from kivy.properties import BooleanProperty
from kivy.uix.boxlayout import BoxLayout

from companion.drawing.highlight import NO_HIGHLIGHT, Highlight, TrackId
from companion.table.snapshot import Snapshot
from companion.ui.board.view import BoardView
from companion.ui.kit.events import register_events
from companion.ui.look.kv import load_rules


@register_events("on_route", "on_city")
class BoardBeside(BoxLayout):
    """The board, which is made when it is first shown; dispatches what was tapped on it."""

    shown = BooleanProperty(False)
    """Whether there is room; otherwise it takes none."""

    def __init__(self, **properties: object) -> None:
        self._view: BoardView | None = None
        self._content: tuple[Snapshot, Highlight] | None = None
        super().__init__(**properties)

    def show(self, snapshot: Snapshot, highlight: Highlight = NO_HIGHLIGHT) -> None:
        """Show the current state of a game, now or when there is room."""
        self._content = snapshot, highlight
        self.on_shown()

    def on_shown(self, *_: object) -> None:
        """Show what was to be shown."""
        if not self.shown or self._content is None:
            return
        if self._view is None:
            self._view = BoardView()
            self._view.bind(
                on_route=lambda _, tracks: self._tapped(tracks),
                on_city=lambda _, city: self.dispatch("on_city", city),
            )
            self.add_widget(self._view)
        view, (snapshot, view.highlight) = self._view, self._content
        view.state, view.turned = snapshot.state, snapshot.saved.turned
        view.board = snapshot.board

    def _tapped(self, tracks: tuple[TrackId, ...]) -> None:
        """Dispatch the route that is nearest to the tap."""
        assert self._view
        self.dispatch("on_route", self._view.board.routes[tracks[0][0]], tracks[0][1])


load_rules("""
<BoardBeside>:
    size_hint_x: 1 if self.shown else None
    width: self.width if self.shown else 0
""")
