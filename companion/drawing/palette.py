"""All colours of the app: the light and the dark theme, players, routes and terrain."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

Rgba = tuple[float, float, float, float]


def rgba(hex: str, alpha: float = 1.0) -> Rgba:
    """A colour written as #RRGGBB, as numbers from 0 to 1."""
    red, green, blue = (int(hex[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue, alpha


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme."""

    background: Rgba
    surface: Rgba
    """Cards and sheets."""
    board: Rgba
    land: Rgba
    """Land on the board, hardly darker than the board."""
    sea: Rgba
    """The band under a free ferry."""
    text: Rgba
    text_muted: Rgba
    """Secondary text."""
    # Text colours are named `bar_text`: Kivy would take a property `on_bar` for a handler.
    bar: Rgba
    bar_text: Rgba
    bar_text_muted: Rgba
    bar_accent: Rgba
    """The accent colour on the bar."""
    bar_secondary: Rgba
    """Secondary buttons on the bar."""
    primary: Rgba
    """The main button of a page."""
    primary_text: Rgba
    secondary: Rgba
    """Secondary buttons and chips."""
    secondary_text: Rgba
    selected: Rgba
    """Background of the selected option."""
    accent: Rgba
    """The accent colour."""
    accent_text: Rgba
    success: Rgba
    error: Rgba
    line: Rgba
    notice: Rgba
    """Background of notifications."""
    notice_text: Rgba
    shadow: Rgba
    car_outline: Rgba
    label_halo: Rgba
    city: Rgba
    player_outline: Rgba
    """Outline of a marker without enough contrast: black on dark, white on light."""


_COLORS = {
    "background": (rgba("#F6F1E7"), rgba("#14191A")),
    "surface": (rgba("#FFFDF8"), rgba("#1F2627")),
    "board": (rgba("#EFE7D6"), rgba("#1A2021")),
    "land": (rgba("#E7DCC5"), rgba("#222A2A")),
    "sea": (rgba("#BFD9EA"), rgba("#26475A")),
    "text": (rgba("#23211C"), rgba("#F1ECE2")),
    "text_muted": (rgba("#6B6558"), rgba("#ABA595")),
    "bar": (rgba("#1F4B40"), rgba("#16332C")),
    "bar_text": (rgba("#FFFDF8"), rgba("#F1ECE2")),
    "bar_text_muted": (rgba("#C9D8D2"), rgba("#B5C7C0")),
    "bar_accent": (rgba("#E0AC4F"), rgba("#E0AC4F")),
    "bar_secondary": (rgba("#2E5A4F"), rgba("#24473E")),
    "primary": (rgba("#1F4B40"), rgba("#6CC2A8")),
    "primary_text": (rgba("#FFFDF8"), rgba("#14191A")),
    "secondary": (rgba("#EDE6D6"), rgba("#2B3435")),
    "secondary_text": (rgba("#1F4B40"), rgba("#9FDCC8")),
    "selected": (rgba("#E8F0EB"), rgba("#203A34")),
    "accent": (rgba("#C58B2A"), rgba("#E0AC4F")),
    "accent_text": (rgba("#23211C"), rgba("#14191A")),
    "success": (rgba("#1E7A46"), rgba("#63C48C")),
    "error": (rgba("#B3382C"), rgba("#F08478")),
    "line": (rgba("#E0D6C2"), rgba("#333C3D")),
    "notice": (rgba("#23211C"), rgba("#37443F")),
    "notice_text": (rgba("#FFFDF8"), rgba("#F1ECE2")),
    "shadow": (rgba("#23211C", 0.16), rgba("#000000", 0.45)),
    "car_outline": (rgba("#5C574C"), rgba("#0E1213")),
    "label_halo": (rgba("#F8F3E8"), rgba("#14191A")),
    "city": (rgba("#6E2B22"), rgba("#B4614F")),
    "player_outline": (rgba("#23211C", 0.75), rgba("#F1ECE2", 0.75)),
}
"""The colours of the light and of the dark theme, by the field of `Palette`."""
LIGHT = Palette(**{name: light for name, (light, _) in _COLORS.items()})
DARK = Palette(**{name: dark for name, (_, dark) in _COLORS.items()})

PLAYERS: Mapping[str, Rgba] = {
    "blue": rgba("#1F5FAE"),
    "red": rgba("#B9261D"),
    "green": rgba("#1E7A46"),
    "yellow": rgba("#D9A400"),
    "black": rgba("#222426"),
    "purple": rgba("#7B3F9A"),
    "white": rgba("#F7F4EC"),
}
"""By the colour of a player's trains."""

_ON_DARK_CARD: Mapping[str, Rgba] = {
    "blue": rgba("#5B9BE6"),
    "red": rgba("#EE6A5F"),
    "green": rgba("#4FB57A"),
    "purple": rgba("#B583D3"),
    "black": rgba("#A6ABAE"),
}
"""Lighter colours of the players whose own colour is too dark for markers on dark cards."""
_YELLOW_LINE = rgba("#A67C00")
"""The yellow player's outlines on light cards."""
VISIBLE = 3.0
"""The least contrast of a marker, an outline or a line to its background."""

ROUTES: Mapping[str, Rgba] = {
    "yellow": rgba("#E6BE2C"),
    "orange": rgba("#E58A34"),
    "red": rgba("#CC4236"),
    "purple": rgba("#B368AE"),
    "blue": rgba("#3B7DC4"),
    "green": rgba("#56A05A"),
    "white": rgba("#FAFAF7"),
    "grey": rgba("#B4B1A8"),
    "black": rgba("#3A3A3C"),
}
"""By the colour of a track."""

TERRAIN: Mapping[str, Rgba] = {
    "desert": rgba("#D59B3A"),
    "jungle": rgba("#3F8F5B"),
    "mountain": rgba("#76808C"),
}

_DARK_INK, _LIGHT_INK = rgba("#0F0E0C"), rgba("#FFFFFF")


def contrast(one: Rgba, other: Rgba) -> float:
    """The WCAG contrast ratio of two colours, from 1 to 21."""
    bright, dim = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def text_on(color: Rgba) -> Rgba:
    """The text colour, dark or light, with the better contrast on a colour."""
    return max(_DARK_INK, _LIGHT_INK, key=lambda ink: contrast(ink, color))


def mixed(one: Rgba, other: Rgba, share: float) -> Rgba:
    """A mix of two colours; `share` is the second one's part, from 0 to 1."""
    red, green, blue, alpha = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return red, green, blue, alpha


_HEAT = tuple(map(rgba, ("#D9CFB9", "#F0CE6E", "#E0902F", "#B4501B", "#5F1B10")))
_HEAT_ON_DARK = tuple(map(rgba, ("#3F4849", "#7A3A22", "#C0562A", "#EB9A3C", "#FBE7A1")))


def heat(share: float, palette: Palette) -> Rgba:
    """The colour of a share from 0, hardly visible on the board, to 1."""
    colors = _HEAT_ON_DARK if palette is DARK else _HEAT
    at = share * (len(colors) - 1)
    index = min(int(at), len(colors) - 2)
    return mixed(colors[index], colors[index + 1], at - index)


def player_on_card(color: str, palette: Palette) -> Rgba:
    """The fill of a player's marker on a card."""
    own = PLAYERS[color]
    return _ON_DARK_CARD.get(color, own) if palette is DARK else own


def player_line(color: str, palette: Palette) -> Rgba:
    """A player's colour for outlines and lines on a card, also around a marker."""
    fill = player_on_card(color, palette)
    if color == "yellow" and palette is LIGHT:
        return _YELLOW_LINE
    return fill if contrast(fill, palette.surface) >= VISIBLE else strong_outline(palette)


def strong_outline(palette: Palette) -> Rgba:
    """The outline of something with too little contrast on a card.

    Opaque, because Kivy draws translucent smooth edges with its stencil, outside a scroll view.
    """
    *edge, share = palette.player_outline
    return mixed(palette.surface, (edge[0], edge[1], edge[2], 1.0), share)


def terrain_line(color: Rgba, palette: Palette) -> Rgba:
    """The outline of a terrain chip: its colour, darker on light cards and lighter on dark ones."""
    return mixed(color, palette.text, 0.35)


def _luminance(color: Rgba) -> float:
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in color[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
