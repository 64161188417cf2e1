"""What lies over the board until it is answered once: the offer to turn it, how to drag."""

from __future__ import annotations

from math import dist

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty

from companion.drawing.geometry import Area
from companion.drawing.painting import paint_drag
from companion.rules.board import Route
from companion.rules.claims import why_not_claim_route
from companion.rules.events import RouteClaimed
from companion.table.snapshot import Snapshot
from companion.ui.board.view import BoardView
from companion.ui.kit.layout import layout_now
from companion.ui.kit.surface import Panel
from companion.ui.look.theme import theme
from companion.ui.page import Page

MUCH_LARGER = 1.35
"""How much larger the board must become by turning to be worth an offer."""
DRAGS = 3
"""How often the drag is shown."""
DRAG_TIME = 1.6
"""Seconds of one drag, the last third of it at the second city."""
FRAME_TIME = 1 / 30
SHORTEST_DRAG = 60
"""The smallest distance of two cities that shows a drag clearly, in dp."""


class TurnOffer(Panel):
    """Offers once per board to turn it, if it becomes much larger then and no route is hidden."""

    shown = BooleanProperty(False)
    max_text_width = NumericProperty(0)

    def __init__(self, page: Page, board: BoardView) -> None:
        self._page, self._board = page, board
        super().__init__()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Leave touches to the board while it is hidden."""
        return bool(self.shown and super().on_touch_down(touch))

    def update(self, is_free: bool) -> None:
        """Show or hide the offer; `is_free` if nothing else is asked on the page."""
        board, settings = self._board, self._page.context.preferences.settings
        self.max_text_width = board.width - dp(16) - theme.touch
        self.shown = (
            is_free
            and board.board.id not in settings.rotation_offered
            and board.gain_by_turning() >= MUCH_LARGER
            and not self._hides_routes()
        )

    def _hides_routes(self) -> bool:
        layout_now(self.parent)
        own = Area(self.x, self.y, self.right, self.top)
        return any(own.overlaps(each) for each in self._board.hit_areas())

    def turn(self) -> None:
        """Turn the board by a quarter, and do not offer it again."""
        self.dismiss()
        self._page.session.turn_board()

    def dismiss(self) -> None:
        """Do not offer again to turn this board."""
        preferences, id = self._page.context.preferences, self._board.board.id
        offered = preferences.settings.rotation_offered
        if id not in offered:
            self._page.attempt(lambda: preferences.change("rotation_offered", [*offered, id]))
        self.shown = False


class DragHint(Panel):
    """Shows how to drag from city to city, until the first drag or claim; takes no touch."""

    shown = BooleanProperty(False)
    max_width = NumericProperty(0)

    def __init__(self, page: Page, board: BoardView) -> None:
        self._page, self._board = page, board
        self._time = 0.0
        self._route: Route | None = None
        """The route along which the drag is shown."""
        self._frame = Clock.create_trigger(self._show_frame, FRAME_TIME, interval=True)
        super().__init__()
        board.bind(
            on_touch_down=lambda *_: self.stop(),
            on_connect=lambda *_: self.dismiss(),
            on_connect_refused=lambda *_: self.dismiss(),
        )

    def update(self, is_free: bool) -> None:
        """Show or hide the hint; `is_free` if nothing else is asked on the page."""
        self.max_width = self._board.width - dp(16)
        now = self._page.context.snapshot
        was_shown = self.shown
        # A hidden page may still have the board of the game before.
        is_current = now is not None and now.board == self._board.board
        self.shown = is_free and now is not None and is_current and self._is_needed(now)
        if not self.shown:
            self.stop()
        elif now is not None and not was_shown:
            self._route, self._time = self._route_to_show(now), 0.0
            self._frame()

    def _is_needed(self, now: Snapshot) -> bool:
        is_seen = self._page.context.preferences.settings.drag_hint_seen
        has_claim = any(isinstance(event, RouteClaimed) for event in now.game.events)
        return not (is_seen or has_claim or now.is_finished or now.setup.counted)

    def dismiss(self) -> None:
        """Never show the hint again."""
        preferences = self._page.context.preferences
        if not preferences.settings.drag_hint_seen:
            self._page.attempt(lambda: preferences.change("drag_hint_seen", True))
        self.update(is_free=False)

    def stop(self) -> None:
        """Stop showing the drag."""
        self._frame.cancel()
        if self._route is not None:
            self._route = None
            self._board.show_overlay(())

    def _route_to_show(self, now: Snapshot) -> Route | None:
        """The free route nearest to the middle of the board on which a drag is long enough."""
        board = self._board
        away: dict[Route, float] = {}
        for route in now.board.routes.values():
            start, end = map(board.place_on_screen, (route.start, route.end))
            middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
            is_free = why_not_claim_route(now.state, now.player, route) is None
            if is_free and dist(start, end) >= dp(SHORTEST_DRAG):
                away[route] = dist(middle, board.center)
        return min(away, key=lambda route: away[route], default=None)

    def _show_frame(self, seconds: float) -> None:
        """Draw the next frame of the drag, as if a finger made it."""
        self._time += seconds
        board, route, now = self._board, self._route, self._page.context.snapshot
        if route is None or board.layout is None or now is None or self._time > DRAGS * DRAG_TIME:
            self.stop()
            return
        start, end = (board.layout.dots[place] for place in (route.start, route.end))
        share = min(1, self._time % DRAG_TIME / DRAG_TIME * 1.5)
        finger = start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share
        color = theme.player(now.setup.colors[now.player])
        reached = end if share == 1 else None
        board.show_overlay(paint_drag(start, finger, [end], reached, color, theme.palette))
