"""The look in force: colours and text sizes that every screen binds to, changed in one place."""

from __future__ import annotations

from dataclasses import fields

from kivy.event import EventDispatcher
from kivy.metrics import dp, sp
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty

from companion.drawing.palette import (
    DARK,
    LIGHT,
    PLAYERS,
    ROUTES,
    TERRAIN,
    Palette,
    Rgba,
    ink_on,
    on_card,
)

TOUCH = 48
"""The smallest side of anything a thumb should hit, in dp."""


class Theme(EventDispatcher):
    """Colours by name, as in `Palette`, and sizes; kv rules bind to them and follow a change."""

    dark = BooleanProperty(False)
    """Whether the evening colours are in force."""
    text_scale = NumericProperty(1.0)
    """The text size chosen in the settings, on top of the phone's own."""
    version = NumericProperty(0)
    """Counts the changes: whoever draws by hand binds to this, and finds all of it changed."""

    small = NumericProperty()
    body = NumericProperty()
    large = NumericProperty()
    title = NumericProperty()
    number = NumericProperty()
    """Scores: large and tabular."""

    gap = NumericProperty()
    """The 4 dp grid's usual step."""
    touch = NumericProperty()
    corner = NumericProperty()

    # `bar_ink` is the ink on `bar`: Kivy would take a property named `on_bar` for a handler.
    background = ColorProperty()
    surface = ColorProperty()
    board = ColorProperty()
    land = ColorProperty()
    ink = ColorProperty()
    quiet = ColorProperty()
    bar = ColorProperty()
    bar_ink = ColorProperty()
    bar_quiet_ink = ColorProperty()
    primary = ColorProperty()
    primary_ink = ColorProperty()
    soft = ColorProperty()
    soft_ink = ColorProperty()
    chosen = ColorProperty()
    brass = ColorProperty()
    brass_ink = ColorProperty()
    completed = ColorProperty()
    failed = ColorProperty()
    line = ColorProperty()
    notice = ColorProperty()
    notice_ink = ColorProperty()
    shade = ColorProperty()
    shadow = ColorProperty()
    car_outline = ColorProperty()
    label_halo = ColorProperty()
    city = ColorProperty()
    player_outline = ColorProperty()

    def __init__(self) -> None:
        self._changing = False
        self._announced = (False, 1.0)
        super().__init__()
        self.bind(dark=self._dress, text_scale=self._measure)
        self._dress()
        self._measure()

    def _announce(self) -> None:
        look = (self.dark, self.text_scale)
        if not self._changing and look != self._announced:
            self._announced = look
            self.version += 1

    def apply(self, dark: bool, text_scale: float) -> None:
        """Change colours and text size together."""
        self._changing = True
        self.dark, self.text_scale = dark, text_scale
        self._changing = False
        self._announce()

    @property
    def palette(self) -> Palette:
        """The colours in force as plain values."""
        return DARK if self.dark else LIGHT

    def player(self, color: str) -> Rgba:
        """A player's colour."""
        return PLAYERS[color]

    def player_on_card(self, color: str) -> Rgba:
        """A player's colour as a line on a card, or the outline's where it is hardly seen."""
        return on_card(PLAYERS[color], self.palette)

    def route(self, color: str) -> Rgba:
        """A track's colour."""
        return ROUTES[color]

    def terrain(self, id: str) -> Rgba:
        """A terrain's colour; brass for one of a board we do not know."""
        return TERRAIN.get(id, self.palette.brass)

    def ink_on(self, color: Rgba) -> Rgba:
        """The ink that reads on a colour."""
        return ink_on(color)

    def _dress(self, *_: object) -> None:
        # Ink first: the rule of a text and that of its base both follow, and the last one stays.
        for field in sorted(fields(Palette), key=lambda field: field.name != "ink"):
            setattr(self, field.name, getattr(self.palette, field.name))
        self._announce()

    def _measure(self, *_: object) -> None:
        scale = self.text_scale
        # Body first, for the same reason as ink.
        self.body = sp(16) * scale
        self.small, self.large = sp(13) * scale, sp(18) * scale
        self.title, self.number = sp(20) * scale, sp(26) * scale
        self.gap, self.touch, self.corner = dp(8), dp(TOUCH), dp(12)
        self._announce()


theme = Theme()
"""The one theme of the running app."""
