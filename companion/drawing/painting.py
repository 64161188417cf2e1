"""The look of each track and place (owner, closed, highlighted, faded), painted as shapes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import ceil
from typing import Literal, NamedTuple, TypeVar

from companion.drawing.board_layout import (
    CAR_GAP,
    CAR_WIDTH,
    DOUBLED_BADGE_HALF_SIZE,
    DOUBLED_BADGE_OFFSET,
    Car,
    Dot,
    TrackLayout,
)
from companion.drawing.geometry import Point, Polyline
from companion.drawing.highlight import NO_HIGHLIGHT, Highlight, TrackId
from companion.drawing.palette import PLAYERS, ROUTES, Palette, Rgba, contrast, heat, mixed, text_on
from companion.drawing.shapes import (
    LOCOMOTIVE,
    MARKERS,
    MOUNTAIN,
    STATION,
    TIMES_TWO,
    Shape,
    Shapes,
    disc,
    stroke,
    symbol_shapes,
)
from companion.rules.board import Board
from companion.rules.state import GameState

Emphasis = Literal["printed", "normal", "highlighted", "faded"]
"""printed: on a board without a game; normal: in a game; highlighted and faded: as a `Highlight`
asks for."""


@dataclass(frozen=True, slots=True)
class TrackLook:
    """The appearance of a track."""

    owner: str | None = None
    """The colour of the player who claimed it."""
    doubled: bool = False
    """Whether the claim was doubled."""
    closed: bool = False
    """Whether it is free but cannot be claimed because the other track is taken."""
    emphasis: Emphasis = "normal"
    borrowed: bool = False
    heat: float | None = None
    """On a heat map, the share of the games in which the route was claimed."""


@dataclass(frozen=True, slots=True)
class PlaceLook:
    """The appearance of a place."""

    station: str | None = None
    """The colour of the player who built a station here."""
    faded: bool = False
    """Whether the station fades because another player is highlighted."""
    ringed: bool = False
    filled: bool = False


def track_looks(
    board: Board, state: GameState | None, highlight: Highlight = NO_HIGHLIGHT
) -> dict[TrackId, TrackLook]:
    """The look of every track; without a game, as printed."""
    normal: Emphasis = "normal" if state else "printed"
    nothing_fades = not (highlight.tracks or highlight.trail or highlight.player)
    highlighted, borrowed = set(highlight.tracks), set(highlight.borrowed)
    colors = state.setup.colors if state else {}
    claims = (
        [claim for player in state.players.values() for claim in player.claims] if state else []
    )
    doubled = {(claim.route.id, claim.track) for claim in claims if claim.doubled is not None}
    looks = {}
    for route in board.routes.values():
        owners = state.track_owners(route) if state else (None,) * len(route.tracks)
        closing = state is not None and state.is_closed(route)
        for number, owner in enumerate(owners):
            track = route.id, number
            own = owner is not None and owner == highlight.player
            unfaded = nothing_fades or own or track in highlight.trail
            looks[track] = TrackLook(
                owner=None if owner is None else colors[owner],
                doubled=track in doubled,
                closed=closing and owner is None,
                emphasis="highlighted" if track in highlighted else normal if unfaded else "faded",
                borrowed=track in borrowed and owner is not None,
            )
    return looks


def final_looks(board: Board, state: GameState) -> dict[TrackId, TrackLook]:
    """The look of every track after the game: free tracks fade, because only owners matter."""
    return {
        track: look if look.owner else replace(look, closed=False, emphasis="faded")
        for track, look in track_looks(board, state).items()
    }


def heat_looks(board: Board, heat: Mapping[str, float], chosen: str) -> dict[TrackId, TrackLook]:
    """The look of every track on a heat map: the share of each route, and a ring around one."""
    return {
        (route, number): TrackLook(
            heat=heat.get(route, 0), emphasis="highlighted" if route == chosen else "normal"
        )
        for route in board.routes
        for number in range(len(board.routes[route].tracks))
    }


def place_looks(
    board: Board, state: GameState | None, highlight: Highlight = NO_HIGHLIGHT
) -> dict[str, PlaceLook]:
    """The look of every place, by its id."""
    colors = state.setup.colors if state else {}
    builders = state.station_owners if state else {}
    return {
        place: PlaceLook(
            station=colors[builders[place]] if place in builders else None,
            faded=highlight.player not in (None, builders.get(place)),
            ringed=place in highlight.places,
            filled=place in highlight.targets,
        )
        for place in board.places
    }


# Sizes in board units.
_HEAT_WIDTH = 0.7, 2.2
"""The width of a car on a heat map, for a share of 0 and of 1."""
_FREE_WIDTH = 1.35
"""The width of a free car: narrower than printed, so that claimed tracks stand out."""
_CLAIMED_WIDTH = 2.2
"""The width of a claimed car; claimed cars close up to a band."""
_RIM = 0.26
"""How far the rim of the band extends beyond its cars."""
_BORROWED_RIM = 0.6
_GLOW = 0.75
"""How far the glow behind a highlighted track extends beyond its cars."""
_CONNECTION_WIDTH = 0.3
"""The width of the line that connects cars far apart, as a share of their width."""
_SEA_WIDTH = 2.2
"""The width of the band under a free ferry."""
_CORNER = 0.42
_OUTLINE = 0.14
_MARKER_RADIUS = 1.85
"""The radius of the disc under an owner's marker."""
_DOUBLE_MARKER_RADIUS = 1.6
"""The same on a double route."""
_STATION_SIZE = 1.8
_MOUNTAIN_SIZE = 1.15

_TRAIN_STEP = 1.6
"""The distance of the dots ahead of a train."""
_WAGON = 1.8
"""The length of a wagon between its round ends."""

FREE_FADE = 0.15
"""How much of a free car's colour is replaced by the board's in a game."""
_FADE: Mapping[Emphasis, float] = {
    "printed": 0.0,
    "normal": FREE_FADE,
    "highlighted": 0.0,
    "faded": 0.62,
}
"""The same by the emphasis of the track."""
_CLOSED_FADE = 0.78
_CLAIMED_FADE = 0.66
"""The same for a claimed car that fades."""
_PAPER = ROUTES["white"]
_INK = text_on(_PAPER)
_VISIBLE = 1.6
"""The contrast from which one colour is distinguished from another."""

Layer = TypeVar("Layer")


class TrackLayers(NamedTuple):
    """The drawing of one track in layers; a layer is drawn for all tracks before the next one."""

    glow: Shapes
    """The glow behind a highlighted track."""
    free: Shapes
    """The cars of a free track."""
    claimed: Shapes
    """The cars of a claimed track."""
    marker: Shapes
    """The owner's marker."""


def in_drawing_order(
    tracks: Iterable[tuple[Layer, Layer, Layer, Layer]], trail: Layer, places: Iterable[Layer]
) -> list[Layer]:
    """All layers of a board, as shapes or as vertices, from the bottom to the top."""
    glows, free, claimed, markers = zip(*tracks, strict=True)
    return [*glows, *free, *claimed, trail, *markers, *places]


def paint_track(track: TrackLayout, look: TrackLook, palette: Palette) -> TrackLayers:
    """Paint a track."""
    if look.owner is not None:
        return _claimed_track(track, look, look.owner, palette)
    if look.heat is not None:
        return TrackLayers((), _heat_cars(track, look, look.heat, palette), (), ())
    fade = _CLOSED_FADE if look.closed else _FADE[look.emphasis]
    fill = ROUTES[track.route.tracks[track.track]]
    line = mixed(_outline_color(fill, palette), palette.board, fade)
    ink = mixed(text_on(fill), palette.board, fade)
    fill = mixed(fill, palette.board, fade)
    half_width = (CAR_WIDTH if look.emphasis == "printed" else _FREE_WIDTH) / 2
    cars = _connections(track, half_width, mixed(palette.text_muted, palette.board, max(fade, 0.3)))
    cars += _boxes(track.cars, half_width, 0, fill, line, _OUTLINE)
    if track.route.tunnel:
        cars += _tunnel_portals(track, mixed(palette.text_muted, palette.board, fade))
    for car in _middle_cars(track, track.route.locomotives(track.track)):
        cars += _locomotive(car, ink)
    for car in _middle_cars(track, track.route.mountains(track.track)):
        cars += _mountain(car, mixed(_INK, palette.board, fade), mixed(_PAPER, palette.board, fade))
    below = _glow(track, look, palette)
    if any(track.route.ferry) and not below:
        # Locomotives are hardly visible on a small board; the band shows a ferry.
        below = _car_boxes(track, _SEA_WIDTH / 2, CAR_GAP, mixed(palette.sea, palette.board, fade))
    return TrackLayers(below, tuple(cars), (), ())


def heat_width(share: float) -> float:
    """The width of a car on a heat map: it reads without colour."""
    least, most = _HEAT_WIDTH
    return least + (most - least) * share


def _heat_cars(track: TrackLayout, look: TrackLook, share: float, palette: Palette) -> Shapes:
    is_ringed = look.emphasis == "highlighted"
    ring = ((1.4, palette.text), (0.9, palette.surface)) if is_ringed else ()
    half_width = heat_width(share) / 2
    return tuple(
        box
        for edge, color in (*ring, (0.15, palette.car_outline), (0.0, heat(share, palette)))
        for box in _car_boxes(track, half_width + edge, edge, color)
    )


def _claimed_track(
    track: TrackLayout, look: TrackLook, owner: str, palette: Palette
) -> TrackLayers:
    def shade(color: Rgba) -> Rgba:
        return mixed(color, palette.board, _CLAIMED_FADE) if look.emphasis == "faded" else color

    own = PLAYERS[owner]
    color, rim = shade(own), shade(_distinct_from(own, palette.text, palette.text_muted))
    half_width, rim_width, closing = _CLAIMED_WIDTH / 2, _RIM, CAR_GAP * 0.22
    if look.borrowed:
        rim, rim_width = palette.accent, _BORROWED_RIM
    cars = _car_boxes(track, half_width + rim_width, closing + _RIM, rim)
    cars += _car_boxes(track, half_width, closing, color)
    radius = _MARKER_RADIUS if len(track.route.tracks) == 1 else _DOUBLE_MARKER_RADIUS
    paper = shade(_distinct_from(own, _PAPER, _INK))
    marker = (
        disc(track.marker, radius + 0.2, rim),
        disc(track.marker, radius, paper),
        *symbol_shapes(MARKERS[owner], track.marker, radius * 0.74, color),
    )
    badge = _doubled_badge(track, shade) if look.doubled else ()
    return TrackLayers(_glow(track, look, palette), (), cars, (*marker, *badge))


def _doubled_badge(track: TrackLayout, shade: Callable[[Rgba], Rgba]) -> Shapes:
    """“×2” in a box at the lower right of the marker, in the same colours in every theme."""
    (x, y), (half_width, half_height) = track.marker, DOUBLED_BADGE_HALF_SIZE
    center = x + DOUBLED_BADGE_OFFSET[0], y + DOUBLED_BADGE_OFFSET[1]
    paper, ink = shade(_PAPER), shade(_INK)
    box = Shape(center, (half_width, half_height), half_height * 0.5, paper, ink, 0.2)
    return (box, *symbol_shapes(TIMES_TWO, center, half_height * 0.82, ink))


def paint_place(dot: Dot, look: PlaceLook, palette: Palette) -> Shapes:
    """Paint a place with its station and ring."""
    center = dot.x, dot.y
    shapes: list[Shape] = []
    if look.ringed:
        shapes.append(disc(center, dot.radius + 1.5, (*palette.accent[:3], 0.3)))
        clear = (*palette.accent[:3], 0.0)
        shapes.append(disc(center, dot.radius + 1.1, clear, palette.accent, 0.55))
    if look.filled:
        shapes += _target(dot, 1.7, 0.35, 0.5, palette)
    elif dot.place.kind == "city":
        shapes.append(disc(center, dot.radius, palette.city, palette.text, 0.22))
    else:
        shapes.append(disc(center, dot.radius, palette.surface, palette.text, 0.26))
    if dot.place.attraction:
        shapes.append(disc(center, dot.radius * 0.55, palette.accent))
    if look.station is not None:
        color = PLAYERS[look.station]
        if look.faded:
            color = mixed(color, palette.board, _CLAIMED_FADE)
        shapes += symbol_shapes(STATION, center, _STATION_SIZE, palette.text, edge=0.4)
        shapes += symbol_shapes(STATION, center, _STATION_SIZE, _PAPER, edge=0.22)
        shapes += symbol_shapes(STATION, center, _STATION_SIZE, color)
        shapes += symbol_shapes(MARKERS[look.station], (dot.x, dot.y - 0.5), 0.75, text_on(color))
    return tuple(shapes)


def paint_trail(places: Sequence[Dot], points: Sequence[Point], palette: Palette) -> Shapes:
    """Paint a line along points, with a disc at the first and the last of its places."""
    if not places:
        return ()
    ends = (
        disc((dot.x, dot.y), dot.radius + 1.2, palette.accent, _INK, 0.25)
        for dot in (places[0], places[-1])
    )
    return (*_trail_line(points, palette), *ends)


def _trail_line(points: Sequence[Point], palette: Palette) -> Shapes:
    return tuple(
        stroke(start, end, width, color)
        for width, color in ((1.3, _INK), (0.8, palette.bar_accent))
        for start, end in pairwise(points)
    )


def paint_train(points: Sequence[Point], share: float, color: str, palette: Palette) -> Shapes:
    """Paint a train that has run a share of the line along points, which is dotted ahead of it."""
    line, own = Polyline(points), PLAYERS[color]
    at = line.length * share
    dots = ceil((line.length - at) / _TRAIN_STEP)
    shapes = [
        disc(line.point_at(line.length - number * _TRAIN_STEP), radius, fill)
        for radius, fill in ((0.55, _INK), (0.38, _PAPER))
        for number in range(dots)
    ]
    steps = ceil(at / _TRAIN_STEP)
    shapes += _trail_line(
        [line.point_at(at * step / max(1, steps)) for step in range(steps + 1)], palette
    )
    fronts = [max(0.0, at - number * (_WAGON + 1.6)) for number in range(3)]
    wagons = [(line.point_at(max(0.0, front - _WAGON)), line.point_at(front)) for front in fronts]
    rim = _distinct_from(own, _PAPER, _INK)
    shapes += [
        stroke(*wagon, width, fill) for width, fill in ((3.0, rim), (2.2, own)) for wagon in wagons
    ]
    return (*shapes, disc(wagons[0][1], 0.6, palette.accent))


def paint_drag(
    start: Dot,
    finger: Point,
    targets: Iterable[Dot],
    target: Dot | None,
    player: Rgba,
    palette: Palette,
) -> Shapes:
    """Paint a drag from a place: its legal targets, and the line to the finger or a target."""
    shapes: list[Shape] = []
    for dot in targets:
        sizes = (2.6, 0.45, 1.0) if dot is target else (1.7, 0.3, 0.5)
        shapes += _target(dot, *sizes, palette)
    origin, tip = (start.x, start.y), (target.x, target.y) if target else finger
    shapes.append(stroke(origin, tip, 1.5, palette.surface))
    shapes.append(stroke(origin, tip, 0.95, player))
    shapes.append(disc(origin, start.radius + 0.6, player, palette.surface, 0.35))
    return tuple(shapes)


def _target(dot: Dot, halo: float, strength: float, edge: float, palette: Palette) -> Shapes:
    """A place that can be chosen, with a halo."""
    center, accent = (dot.x, dot.y), palette.accent
    return (
        disc(center, dot.radius + halo, (*accent[:3], strength)),
        disc(center, dot.radius + edge, accent, palette.text, 0.22),
    )


def _glow(track: TrackLayout, look: TrackLook, palette: Palette) -> Shapes:
    if look.emphasis != "highlighted":
        return ()
    color = mixed(palette.board, palette.accent, 0.5)
    half_width = _CLAIMED_WIDTH / 2 + _RIM if look.owner else CAR_WIDTH / 2
    return _car_boxes(track, half_width + _GLOW, _GLOW, color)


def _car_boxes(track: TrackLayout, half_width: float, longer: float, fill: Rgba) -> Shapes:
    """A box without an outline for every car, longer than the car at both ends."""
    boxes = _boxes(track.cars, half_width, longer, fill, fill, 0.0)
    return (*_connections(track, half_width, fill), *boxes)


def _boxes(
    cars: Iterable[Car],
    half_width: float,
    longer: float,
    fill: Rgba,
    line: Rgba,
    line_width: float,
) -> Iterator[Shape]:
    for car in cars:
        half_size, direction = (car.length / 2 + longer, half_width), (car.cos, car.sin)
        yield Shape((car.x, car.y), half_size, _CORNER, fill, line, line_width, direction)


def _connections(track: TrackLayout, half_width: float, fill: Rgba) -> list[Shape]:
    """The line that connects cars far apart, for cars of that width."""
    if not track.has_gaps:
        return []
    width = 2 * half_width * _CONNECTION_WIDTH
    return [stroke(start, end, width, fill) for start, end in pairwise(track.line)]


def _tunnel_portals(track: TrackLayout, color: Rgba) -> list[Shape]:
    """A bar across both ends of every car."""
    half_size = (0.2, CAR_WIDTH / 2 + 0.3)
    portals = []
    for car in track.cars:
        for side in (-1, 1):
            distance = side * (car.length / 2 - 0.12)
            center = car.x + car.cos * distance, car.y + car.sin * distance
            portals.append(
                Shape(center, half_size, 0.2, color, color, direction=(car.cos, car.sin))
            )
    return portals


def _middle_cars(track: TrackLayout, count: int) -> tuple[Car, ...]:
    """The `count` cars in the middle of a track."""
    first = (len(track.cars) - count) // 2
    return track.cars[first : first + count]


def _locomotive(car: Car, color: Rgba) -> Shapes:
    upright = (car.cos, car.sin) if car.cos >= 0 else (-car.cos, -car.sin)
    return symbol_shapes(LOCOMOTIVE, (car.x, car.y), min(0.95, car.length / 2.5), color, upright)


def _mountain(car: Car, color: Rgba, rim: Rgba) -> Shapes:
    """Upright peaks in the same colour on every track, so that they are recognised when small."""
    center = car.x, car.y
    return (
        *symbol_shapes(MOUNTAIN, center, _MOUNTAIN_SIZE, rim, edge=0.2),
        *symbol_shapes(MOUNTAIN, center, _MOUNTAIN_SIZE, color),
    )


def _distinct_from(color: Rgba, preferred: Rgba, otherwise: Rgba) -> Rgba:
    """The preferred colour if it is distinguished from `color`, else the other one."""
    return preferred if contrast(color, preferred) >= _VISIBLE else otherwise


def _outline_color(fill: Rgba, palette: Palette) -> Rgba:
    """The outline of a free car, stronger where the car has little contrast with the board."""
    faint = contrast(fill, palette.board) < _VISIBLE and contrast(fill, palette.text) > 3
    if faint:
        return mixed(palette.car_outline, palette.text_muted, 0.85)
    return mixed(palette.car_outline, palette.board, 0.3)
