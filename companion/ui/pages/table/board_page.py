"""A page with a board that shows what is spoken of: what a sheet is about, what was just entered.

Sheets leave part of the board free, and what they are about is brought there; the line that answers
an entry never lies on the route it speaks of.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kivy.metrics import dp
from kivy.properties import NumericProperty

from companion.drawing.area import Area
from companion.drawing.board_layout import Track
from companion.rules.events import Event, RouteClaimed, StationBuilt
from companion.ui.context import AppContext
from companion.ui.kit.sheet import Sheet
from companion.ui.page import Page

EDGE = 8
"""Between the line that answers and the edge of the board, in dp."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What to look at on the board."""

    tracks: tuple[str | Track, ...] = ()
    """Tracks, or whole routes by their id, that shine."""
    places: tuple[str, ...] = ()
    """Places with a ring around them."""
    player: str | None = None
    """Whose routes stand out."""
    trail: tuple[Track, ...] = ()
    """A walk along tracks."""

    @classmethod
    def of(cls, event: Event, player: str | None = None) -> Sight:
        """Where an entry lies."""
        match event:
            case RouteClaimed():
                return cls(tracks=((event.route, event.track),), player=player)
            case StationBuilt():
                return cls(places=(event.city,), player=player)
            case _:
                return cls(player=player)


NOTHING = Sight()


class BoardPage(Page):
    """Its kv rule has a `board`, in a `middle` that also holds the line that answers."""

    covered = NumericProperty(0)
    covered_side = NumericProperty(0)
    """How much of the window's height, or of its width, an open sheet covers."""

    def __init__(self, context: AppContext) -> None:
        self._sight = NOTHING
        self._told_of: Track | None = None
        """The track the line that answers speaks of."""
        super().__init__(context)
        self.ids.board.bind(size=self._refocus, inset_bottom=self._refocus)
        self.ids.notice.bind(height=self._place_notice_soon)
        self.ids.middle.bind(pos=self._place_notice_soon, size=self._place_notice_soon)

    def opening(self) -> None:
        """Come into sight with nothing on the board to look at."""
        self._told_of = None
        self.look_at(NOTHING)

    def look_at(self, sight: Sight) -> None:
        """Let this stand out on the board, and bring it into sight."""
        board = self.ids.board
        self._sight = sight
        board.lit, board.marked_places = sight.tracks, sight.places
        board.highlight_player, board.trail = sight.player, sight.trail
        self._refocus()
        if not (sight.tracks or sight.places or sight.trail):
            board.unfocus()

    def open_sheet_about(self, sheet: Sheet, sight: Sight = NOTHING) -> None:
        """Open a sheet and bring what it speaks of into the part it leaves free."""
        self.open_sheet(sheet)
        sheet.bind(covered=self._covered, covered_side=self._covered)
        self._covered(sheet)
        self.look_at(sight)

    def notice_spot(self) -> tuple[float, float, float]:
        """Over the board: at its lower edge, or at its upper one where that hides a route."""
        middle, line = self.ids.middle, self.ids.notice
        bottom, top = middle.y + dp(EDGE), middle.top - dp(EDGE) - line.height
        if self._told_of is not None and self.ids.board.layout is not None:
            route = self.ids.board.rect_of_route(*self._told_of)
            low, high = (middle.to_window(0, y)[1] for y in (bottom, top))
            if _overlap(route, low, line.height) > _overlap(route, high, line.height):
                return middle.center_x, middle.width, top
        return middle.center_x, middle.width, bottom

    def _closed(self, sheet: Sheet) -> None:
        if sheet is self.sheet:
            self.covered = self.covered_side = 0
            self.look_at(NOTHING)
        super()._closed(sheet)

    def _covered(self, sheet: Sheet, *_: object) -> None:
        if sheet is self.sheet:
            self.covered, self.covered_side = sheet.covered, sheet.covered_side
            self._refocus()

    def _refocus(self, *_: object) -> None:
        """Keep it in sight, also when the phone is turned."""
        board = self.ids.board
        routes: Sequence[str | Track] = self._sight.tracks or self._sight.trail
        if (routes or self._sight.places) and min(board.size) >= 1:
            board.focus(routes=routes, places=self._sight.places)


def _overlap(area: Area, bottom: float, height: float) -> float:
    """How much of an area's height lies behind a line across the board."""
    return max(0.0, min(area.top, bottom + height) - max(area.bottom, bottom))
