"""A board page that shows once how to drag from city to city."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from math import hypot

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty

from companion.drawing.area import Area
from companion.drawing.painting import paint_drag
from companion.rules.board import Route
from companion.rules.claims import why_not_claim_route
from companion.rules.events import RouteClaimed
from companion.table.snapshot import Answer, Snapshot
from companion.ui.context import AppContext
from companion.ui.kit.layout import layout_now
from companion.ui.kit.surface import Panel
from companion.ui.look.kv import load
from companion.ui.look.theme import theme
from companion.ui.pages.table.turning_page import TurningBoardPage

DRAGS = 3
"""How often the drag is shown."""
DRAG_TIME = 1.6
"""Seconds of one drag, the last third of it at the second city."""
FRAME_TIME = 1 / 30
SHORTEST_DRAG = 60
"""The smallest distance of two cities that shows a drag clearly, in dp."""


class DragHint(Panel):
    """A sentence over the board; touches pass through it."""

    shown = BooleanProperty(False)
    max_width = NumericProperty(0)

    def on_touch_down(self, _: MotionEvent) -> bool:
        """Take no touch."""
        return False


class DragHintPage(TurningBoardPage):
    """Shows the hint until the first drag or claim; its kv rule has a `drag_hint`."""

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        board = self.ids.board
        self._time = 0.0
        self._drag_route: Route | None = None
        """The route along which the drag is shown."""
        self._frame = Clock.create_trigger(self._show_drag, FRAME_TIME, interval=True)
        update = Clock.create_trigger(self._update_drag_hint)
        board.bind(size=update, board=update, turned=update, state=update)
        self.bind(covered=update, covered_side=update, banner=update)
        self.ids.turn_offer.bind(shown=update)
        board.bind(
            on_touch_down=self._stop_drag,
            on_connect=self._dragged,
            on_connect_refused=self._dragged,
        )

    def handle_answer(self, answer: Answer) -> bool:
        """Show the hint no more after the first claim."""
        if answer.accepted and isinstance(answer.event, RouteClaimed):
            self._dragged()
        return super().handle_answer(answer)

    def obstacles(self) -> Iterable[Area]:
        """Also the hint."""
        hint = self.ids.drag_hint
        own = [Area(hint.x, hint.y, hint.right, hint.top)] if hint.shown else []
        return chain(super().obstacles(), own)

    def closing(self) -> None:
        """Stop the drag that is shown."""
        self._stop_drag()
        super().closing()

    def _dragged(self, *_: object) -> None:
        preferences = self.context.preferences
        if not preferences.settings.drag_hint_seen:
            self.attempt(lambda: preferences.change("drag_hint_seen", True))
            self._update_drag_hint()

    def _update_drag_hint(self, *_: object) -> None:
        hint, snapshot = self.ids.drag_hint, self.context.snapshot
        was_shown, hint.shown = hint.shown, False
        if snapshot is None or not self._needs_hint(snapshot):
            self._stop_drag()
            return
        layout_now(hint)
        self.place_on_board(hint, (hint.size,))
        hint.shown = True
        if not was_shown:
            self._drag_route = self._route_to_show(snapshot)
            self._time = 0.0
            self._frame()

    def _needs_hint(self, snapshot: Snapshot) -> bool:
        is_covered = self.sheet or self.banner or self.ids.starting_cards.height
        return (
            not self.context.preferences.settings.drag_hint_seen
            and self.ids.board.layout is not None
            and not (is_covered or self.ids.turn_offer.shown or snapshot.is_finished)
            and not snapshot.setup.counted
            and not any(isinstance(event, RouteClaimed) for event in snapshot.game.events)
        )

    def _route_to_show(self, snapshot: Snapshot) -> Route | None:
        """The free route nearest to the middle of the board on which a drag is long enough."""
        board = self.ids.board
        best: tuple[float, Route] | None = None
        for route in snapshot.board.routes.values():
            (x1, y1), (x2, y2) = (board.place_on_screen(end) for end in (route.start, route.end))
            length = hypot(x2 - x1, y2 - y1)
            away = hypot((x1 + x2) / 2 - board.center_x, (y1 + y2) / 2 - board.center_y)
            refused = why_not_claim_route(snapshot.state, snapshot.player, route)
            is_best = best is None or away < best[0]
            if length >= dp(SHORTEST_DRAG) and is_best and refused is None:
                best = away, route
        return best[1] if best else None

    def _show_drag(self, seconds: float) -> None:
        """Draw the next frame of the drag, as if a finger made it."""
        self._time += seconds
        board, route = self.ids.board, self._drag_route
        if route is None or board.layout is None or self._time > DRAGS * DRAG_TIME:
            self._stop_drag()
            return
        start, end = (board.layout.dots[place] for place in (route.start, route.end))
        share = min(1, self._time % DRAG_TIME / DRAG_TIME * 1.5)
        finger = start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share
        color = theme.player(self.session.now.setup.colors[self.session.now.player])
        reached = end if share == 1 else None
        board.show_drag(paint_drag(start, finger, [end], reached, color, theme.palette))

    def _stop_drag(self, *_: object) -> None:
        if self._drag_route is not None:
            self._frame.cancel()
            self._drag_route = None
            self.ids.board.show_drag(())


load("pages/table/drag_hint_page")
