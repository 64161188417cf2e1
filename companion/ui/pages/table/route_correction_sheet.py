"""The sheet that corrects a route's length and track colours to the printed board."""

from __future__ import annotations

from kivy.properties import ListProperty, NumericProperty, StringProperty

from companion.report import color_names, route_facts
from companion.rules.board import Board, Route, RouteCorrection
from companion.rules.colors import ROUTE_COLORS
from companion.ui.game.color_chip import ColorChip
from companion.ui.kit import wrap_row
from companion.ui.kit.buttons import Chip, PrimaryButton
from companion.ui.kit.events import register_events
from companion.ui.kit.sheet import Sheet
from companion.ui.look.kv import load
from companion.ui.look.translator import translator


class LengthChip(Chip):
    """A route length, at least as wide as a touch target."""


@register_events("on_correct")
class RouteCorrectionSheet(Sheet):
    """Dispatches `on_correct` with the route as printed."""

    title = StringProperty("")
    bundled = StringProperty("")
    """The route in the app's data."""
    length = NumericProperty(1)
    tracks = ListProperty(["grey"])

    def __init__(self, board: Board, route: Route) -> None:
        super().__init__()
        self.board, self.route = board, route
        self.title = translator.render(board.route_title(route))
        self.length, self.tracks = route.length, list(route.tracks)
        self.button = PrimaryButton(text=translator.tr("Use for this board from now on"))
        self.button.bind(on_tap=lambda _: self.correct())
        self.pin(self.button)
        self.bind(length=self._fill, tracks=self._fill)
        self._fill()

    def correct(self) -> None:
        """Dispatch the correction."""
        correction = RouteCorrection(self.route.id, int(self.length), tuple(self.tracks))
        self.dispatch("on_correct", correction)

    def set_tracks(self, count: int) -> None:
        """Set the number of tracks, one or two."""
        self.tracks = [self.tracks[0], self.tracks[-1]][:count]

    def set_color(self, track: int, color: str) -> None:
        """Set the colour of a track."""
        self.tracks = [*self.tracks[:track], color, *self.tracks[track + 1 :]]

    def _fill(self, *_: object) -> None:
        self.refuse("")
        self.bundled = translator.tr(
            "In the app: {route}", route=translator.render(route_facts.route_as_printed(self.route))
        )
        printed = (int(self.length), tuple(self.tracks))
        self.button.enabled = printed != (self.route.length, self.route.tracks)
        self._fill_lengths()
        for track, row in enumerate((self.ids.first_track, self.ids.second_track)):
            row.clear_widgets()
            if track < len(self.tracks):
                self._fill_colors(track, row)

    def _fill_lengths(self) -> None:
        row = self.ids.lengths
        row.clear_widgets()
        for length in sorted(self.board.route_points):
            chip = LengthChip(text=str(length), chosen=length == self.length)
            chip.bind(on_tap=lambda _, length=length: setattr(self, "length", length))
            row.add_widget(chip)

    def _fill_colors(self, track: int, row: wrap_row.WrapRow) -> None:
        for color in ROUTE_COLORS:
            chip = ColorChip(
                color_name=color,
                text=translator.render(color_names.ROUTE_COLOR_NAMES[color]),
                chosen=color == self.tracks[track],
            )
            chip.bind(on_tap=lambda chip: self.set_color(track, chip.color_name))
            row.add_widget(chip)


load("pages/table/route_correction_sheet")
