"""Turns tracks and places, as they should look, into shapes to draw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.drawing.board_layout import BETWEEN_CARS, CAR, Car, Dot, TrackLayout
from companion.drawing.curves import Point
from companion.drawing.looks import PlaceLook, Tone, TrackLook
from companion.drawing.palette import PLAYERS, ROUTES, Palette, Rgba, contrast, mixed, text_on
from companion.drawing.shapes import box, disc, ring, sign, stroke
from companion.drawing.symbols import HOUSE, LOCOMOTIVE, MARKERS

_FREE = 1.35
"""How broad a free car is: thin and apart, so that what is claimed is seen first."""
_CLAIMED = 2.2
"""How broad a claimed car is; they close up to a band."""
_RIM = 0.26
"""How far the band's rim reaches beyond the cars."""
_SHINE = 0.75
"""How far what shines behind a track reaches beyond a space."""
_CORNER = 0.42
_DISC = 1.85
"""The radius of the disc behind an owner's marker."""
_DISC_OF_TWO = 1.6
"""The same where two of them stand side by side."""
_HOUSE = 1.8
"""How far a station reaches from the middle of its city."""
RECEDING = 0.15
"""How much of a free car's colour gives way to the board's."""
_FADE: Mapping[Tone, float] = {"printed": 0.0, "plain": RECEDING, "lit": 0.0, "faded": 0.62}
"""The same by the tone of the track."""
_FADED = 0.66
"""How much of a claimed car's colour does while something else is to be looked at."""
_PAPER = ROUTES["white"]
_INK = text_on(_PAPER)
_SEEN = 1.6
"""The contrast from which one colour stands out on another."""


@dataclass(frozen=True, slots=True)
class TrackShapes:
    """A track, ready to draw, in layers that lie above those of all other tracks."""

    under: bytes = b""
    """What shines behind the cars."""
    free: bytes = b""
    claimed: bytes = b""
    """The cars, in one of the two."""
    over: bytes = b""
    """The owner's marker."""


def paint_track(track: TrackLayout, look: TrackLook, palette: Palette) -> TrackShapes:
    """A track as it should look."""
    if look.owner is not None:
        return _claimed(track, look, look.owner, palette)
    fade = 0.78 if look.closed else _FADE[look.tone]
    fill = ROUTES[track.route.tracks[track.track]]
    line = mixed(_outline(fill, palette), palette.board, fade)
    ink = mixed(text_on(fill), palette.board, fade)
    fill = mixed(fill, palette.board, fade)
    width = CAR if look.tone == "printed" else _FREE
    cars = [_car(car, width / 2, 0.0, fill, line, 0.14) for car in track.cars]
    if track.route.tunnel:
        cars += _portals(track, mixed(palette.text_muted, palette.board, fade))
    cars += [_locomotive(car, ink) for car in _ferry_spaces(track)]
    return TrackShapes(under=_shine(track, look, palette), free=b"".join(cars))


def _claimed(track: TrackLayout, look: TrackLook, owner: str, palette: Palette) -> TrackShapes:
    def toned(color: Rgba) -> Rgba:
        return mixed(color, palette.board, _FADED) if look.tone == "faded" else color

    own = PLAYERS[owner]
    color, rim = toned(own), toned(_apart_from(own, palette.text, palette.text_muted))
    half, reach, closing = _CLAIMED / 2, _RIM, BETWEEN_CARS * 0.22
    if look.borrowed:
        rim, reach = palette.accent, 0.6
    cars = [_car(car, half + reach, closing + _RIM, rim) for car in track.cars]
    cars += [_car(car, half, closing, color) for car in track.cars]
    radius = _DISC if len(track.route.tracks) == 1 else _DISC_OF_TWO
    paper = toned(_apart_from(own, _PAPER, _INK))
    marker = disc(track.marker, radius + 0.2, rim) + disc(track.marker, radius, paper)
    marker += sign(MARKERS[owner], track.marker, radius * 0.74, color)
    return TrackShapes(_shine(track, look, palette), claimed=b"".join(cars), over=marker)


def paint_place(dot: Dot, look: PlaceLook, palette: Palette) -> bytes:
    """A place as it should look."""
    at = dot.x, dot.y
    shapes = b""
    if look.marked:
        shapes += disc(at, dot.radius + 1.5, (*palette.accent[:3], 0.3))
        shapes += ring(at, dot.radius + 1.1, palette.accent, 0.55)
    if dot.place.kind == "city":
        shapes += disc(at, dot.radius, palette.city, palette.text, 0.22)
    else:
        shapes += disc(at, dot.radius, palette.surface, palette.text, 0.26)
    if look.station is not None:
        color = PLAYERS[look.station]
        if look.faded:
            color = mixed(color, palette.board, _FADED)
        shapes += sign(HOUSE, at, _HOUSE, palette.text, edge=0.4)
        shapes += sign(HOUSE, at, _HOUSE, _PAPER, edge=0.22)
        shapes += sign(HOUSE, at, _HOUSE, color)
        shapes += sign(MARKERS[look.station], (dot.x, dot.y - 0.5), 0.75, text_on(color))
    return shapes


def paint_trail(places: Sequence[Dot], points: Sequence[Point], palette: Palette) -> bytes:
    """A walk along points from the first of some places to the last."""
    shapes = b""
    for width, color in ((1.3, _INK), (0.8, palette.accent)):
        shapes += b"".join(stroke(one, other, width, color) for one, other in pairwise(points))
    for dot in (places[0], places[-1]):
        shapes += disc((dot.x, dot.y), dot.radius + 1.2, palette.accent, _INK, 0.25)
    return shapes


def paint_drag(
    start: Dot,
    finger: tuple[float, float],
    ends: Iterable[Dot],
    at: Dot | None,
    player: Rgba,
    palette: Palette,
) -> bytes:
    """A finger on its way from a place: the line behind it, and the ends it may go to."""
    shapes = b""
    for end in ends:
        chosen = end is at
        shapes += disc(
            (end.x, end.y),
            end.radius + (2.6 if chosen else 1.7),
            (*palette.accent[:3], 0.45 if chosen else 0.3),
        )
        shapes += disc(
            (end.x, end.y),
            end.radius + (1.0 if chosen else 0.5),
            palette.accent,
            palette.text,
            0.22,
        )
    tip = (at.x, at.y) if at else finger
    shapes += stroke((start.x, start.y), tip, 1.5, palette.surface)
    shapes += stroke((start.x, start.y), tip, 0.95, player)
    shapes += disc((start.x, start.y), start.radius + 0.6, player, palette.surface, 0.35)
    return shapes


def _shine(track: TrackLayout, look: TrackLook, palette: Palette) -> bytes:
    if look.tone != "lit":
        return b""
    shine = mixed(palette.board, palette.accent, 0.5)
    return b"".join(_car(car, CAR / 2 + _SHINE, _SHINE, shine) for car in track.cars)


def _car(
    car: Car,
    half_width: float,
    longer: float,
    fill: Rgba,
    line: Rgba | None = None,
    line_width: float = 0.0,
) -> bytes:
    half = car.length / 2 + longer, half_width
    return box((car.x, car.y), half, _CORNER, fill, line, line_width, (car.cos, car.sin))


def _portals(track: TrackLayout, color: Rgba) -> list[bytes]:
    half = (0.2, CAR / 2 + 0.3)
    portals = []
    for car in track.cars:
        for side in (-1, 1):
            reach = side * (car.length / 2 - 0.12)
            at = car.x + car.cos * reach, car.y + car.sin * reach
            portals.append(box(at, half, 0.2, color, direction=(car.cos, car.sin)))
    return portals


def _ferry_spaces(track: TrackLayout) -> tuple[Car, ...]:
    asked = track.route.locomotives(track.track)
    first = (len(track.cars) - asked) // 2
    return track.cars[first : first + asked] if asked else ()


def _locomotive(car: Car, color: Rgba) -> bytes:
    upright = (car.cos, car.sin) if car.cos >= 0 else (-car.cos, -car.sin)
    return sign(LOCOMOTIVE, (car.x, car.y), min(0.95, car.length / 2.5), color, upright)


def _apart_from(color: Rgba, usual: Rgba, otherwise: Rgba) -> Rgba:
    """The usual colour beside another, unless the two would run into each other."""
    return usual if contrast(color, usual) >= _SEEN else otherwise


def _outline(fill: Rgba, palette: Palette) -> Rgba:
    """A quiet line around a free car, clearer where the car itself is hardly seen on the board."""
    faint = contrast(fill, palette.board) < _SEEN and contrast(fill, palette.text) > 3
    if faint:
        return mixed(palette.car_outline, palette.text_muted, 0.85)
    return mixed(palette.car_outline, palette.board, 0.3)
