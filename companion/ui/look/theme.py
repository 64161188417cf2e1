"""The current theme: colours, text sizes and measures that kv rules bind to."""

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
    contrast,
    player_line,
    player_on_card,
    strong_outline,
    terrain_line,
    text_on,
)

TOUCH = 48
"""Minimum size of a touch target, in dp."""


class Theme(EventDispatcher):
    """All colours of `Palette` as Kivy properties of the same names, and sizes."""

    dark = BooleanProperty(False)
    """Whether the dark palette is used."""
    text_scale = NumericProperty(1.0)
    """The text size of the settings, multiplied with that of the phone."""
    version = NumericProperty(0)
    """Changes after all other properties; for code that draws without kv rules."""

    small = NumericProperty()
    body = NumericProperty()
    large = NumericProperty()
    title = NumericProperty()
    number = NumericProperty()
    """For scores."""

    touch = NumericProperty()
    corner = NumericProperty()

    def __init__(self) -> None:
        super().__init__()
        self.apply_property(**{field.name: ColorProperty() for field in fields(Palette)})
        self.bind(dark=self._set_colors, text_scale=self._set_sizes)
        self._set_colors()
        self._set_sizes()

    def apply(self, dark: bool, text_scale: float) -> None:
        """Change colours and text size."""
        self.dark, self.text_scale = dark, text_scale

    @property
    def palette(self) -> Palette:
        """The current colours as plain values."""
        return DARK if self.dark else LIGHT

    def player(self, color: str) -> Rgba:
        """A player's colour on the board and on large areas."""
        return PLAYERS[color]

    def player_on_card(self, color: str) -> Rgba:
        """The fill of a player's marker on a card."""
        return player_on_card(color, self.palette)

    def player_line(self, color: str) -> Rgba:
        """A player's colour for outlines and lines on a card."""
        return player_line(color, self.palette)

    def route_outline(self, color: str) -> Rgba:
        """The outline of a car on a card; a contrasting one if the car is hardly visible."""
        if contrast(ROUTES[color], self.palette.surface) < 1.5:
            return strong_outline(self.palette)
        return self.palette.car_outline

    def terrain(self, id: str) -> Rgba:
        """The colour of a terrain; the accent colour for an unknown one."""
        return TERRAIN.get(id, self.palette.accent)

    def terrain_line(self, id: str, dark: bool) -> Rgba:
        """The outline of a terrain's chip or button."""
        return terrain_line(self.terrain(id), DARK if dark else LIGHT)

    def text_on(self, color: Rgba) -> Rgba:
        """Black or white, whichever is more readable on a colour."""
        return text_on(color)

    def _set_colors(self, *_: object) -> None:
        for field in fields(Palette):
            setattr(self, field.name, getattr(self.palette, field.name))
        self.version += 1

    def _set_sizes(self, *_: object) -> None:
        scale = self.text_scale
        self.small, self.body, self.large = sp(13) * scale, sp(16) * scale, sp(18) * scale
        self.title, self.number = sp(20) * scale, sp(26) * scale
        self.touch, self.corner = dp(TOUCH), dp(12)
        self.version += 1


theme = Theme()
"""The theme of the running app."""
