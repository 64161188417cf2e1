"""Draws the app icon and the loading screen: five cars in the player colours between two cities.

Run it with `make icons`.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import atan2, cos, hypot, pi, radians, sin, tau
from pathlib import Path

from companion.drawing.palette import LIGHT, PLAYERS, Rgba

FILES = Path(__file__).resolve().parents[1] / "data"

CARS = ("blue", "yellow", "red", "green", "black")
RADIUS, WIDTH, RIM = 0.52, 0.2, 0.022
"""Radius of the curve, width of its cars, and width of the light outline around them."""
MIDDLE: tuple[float, float] = (0.235, 0.25)
"""The centre of the curve, relative to the centre of the square."""
UPWARDS, SPACE = radians(227), radians(22.5)
"""The angle of the third car, clockwise from the right, and the angle between two cars."""

Point = tuple[float, float]
Distance = Callable[[float, float], float]
"""The distance of a point from a shape; negative inside."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape filled with one colour."""

    distance: Distance
    bounds: tuple[float, float, float, float]
    """Left, top, right and bottom."""
    color: Rgba


class Picture:
    """A square image, transparent at first."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.pixels = [(0.0, 0.0, 0.0, 0.0)] * (side * side)

    def draw(self, shape: Shape) -> None:
        """Fill a shape with an anti-aliased edge."""
        side = self.side
        left, top, right, bottom = (round(edge * side) for edge in shape.bounds)
        for y in range(max(top - 1, 0), min(bottom + 2, side)):
            for x in range(max(left - 1, 0), min(right + 2, side)):
                inside = 0.5 - side * shape.distance((x + 0.5) / side, (y + 0.5) / side)
                if inside > 0:
                    index = y * side + x
                    self.pixels[index] = _over(self.pixels[index], shape.color, min(inside, 1))

    def rows(self) -> bytes:
        """The uncompressed image data of a PNG file."""
        numbers = bytearray()
        for index, pixel in enumerate(self.pixels):
            if index % self.side == 0:
                numbers.append(0)
            numbers.extend(round(255 * channel) for channel in pixel)
        return bytes(numbers)

    def png(self) -> bytes:
        """The image as a PNG file."""
        size = struct.pack(">IIBBBBB", self.side, self.side, 8, 6, 0, 0, 0)
        chunks = ((b"IHDR", size), (b"IDAT", zlib.compress(self.rows(), 9)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(content)) + name + content + _checksum(name + content)
            for name, content in chunks
        )


def _checksum(content: bytes) -> bytes:
    return struct.pack(">I", zlib.crc32(content))


def _over(below: Rgba, color: Rgba, share: float) -> Rgba:
    share *= color[3]
    alpha = share + below[3] * (1 - share)
    red, green, blue = (
        (new * share + old * below[3] * (1 - share)) / alpha
        for new, old in zip(color[:3], below[:3], strict=True)
    )
    return red, green, blue, alpha


def _circle(center: Point, radius: float, color: Rgba) -> Shape:
    x, y = center
    bounds = (x - radius, y - radius, x + radius, y + radius)
    return Shape(lambda px, py: hypot(px - x, py - y) - radius, bounds, color)


def _box(half: float, round_by: float, color: Rgba) -> Shape:
    """A square with rounded corners in the centre."""

    def distance(px: float, py: float) -> float:
        return _rounded(abs(px - 0.5) - half, abs(py - 0.5) - half, round_by)

    return Shape(distance, (0.5 - half, 0.5 - half, 0.5 + half, 0.5 + half), color)


def _car(turn: float, size: float, rim: float, color: Rgba) -> Shape:
    """A car on the curve, bent like it."""
    middle_x, middle_y = 0.5 + MIDDLE[0] * size, 0.5 + MIDDLE[1] * size
    radius, gap = RADIUS * size, 0.019 * size
    half_length, half_width = SPACE * radius / 2 - gap + rim, WIDTH * size / 2 + rim

    def distance(px: float, py: float) -> float:
        x, y = px - middle_x, py - middle_y
        turned = (atan2(y, x) - turn + pi) % tau - pi
        along, across = abs(turned) * radius - half_length, abs(hypot(x, y) - radius) - half_width
        return _rounded(along, across, 0.03 * size + rim)

    x, y = middle_x + radius * cos(turn), middle_y + radius * sin(turn)
    far = hypot(half_length, half_width) * 1.2
    return Shape(distance, (x - far, y - far, x + far, y + far), color)


def _rounded(along: float, across: float, by: float) -> float:
    """The distance from a box with rounded corners, given the distances from its sides."""
    along, across = along + by, across + by
    return hypot(max(along, 0), max(across, 0)) + min(max(along, across), 0) - by


def route(size: float) -> list[Shape]:
    """Five cars and two cities in the centre, each after its rim, in a square of width `size`."""
    rim = RIM * size
    shapes = []
    for number, color in enumerate(CARS):
        turn = UPWARDS + SPACE * (number - 2)
        shapes.append(_car(turn, size, rim, LIGHT.surface))
        shapes.append(_car(turn, size, 0, PLAYERS[color]))
    for turn in (UPWARDS - 3.05 * SPACE, UPWARDS + 3.05 * SPACE):
        x, y = MIDDLE[0] + RADIUS * cos(turn), MIDDLE[1] + RADIUS * sin(turn)
        city = 0.5 + x * size, 0.5 + y * size
        shapes.append(_circle(city, 0.092 * size + rim, LIGHT.surface))
        shapes.append(_circle(city, 0.092 * size, LIGHT.accent))
    return shapes


def _picture(side: int, *shapes: Shape) -> Picture:
    picture = Picture(side)
    for shape in shapes:
        picture.draw(shape)
    return picture


def pictures() -> dict[str, Picture]:
    """All images, by file name."""
    # Android fills it with one colour of the theme, so rims would hide the gaps between the cars.
    without_rims = route(0.5)[1::2]
    return {
        # Linux desktops find it by this name.
        "org.railkeeper.railkeeper.png": _picture(192, _box(0.48, 0.2, LIGHT.bar), *route(0.77)),
        # Phones crop the adaptive icon; only the inner two thirds are always visible.
        "foreground.png": _picture(432, *route(0.5)),
        "background.png": _picture(108, _box(0.5, 0, LIGHT.bar)),
        "monochrome.png": _picture(
            432, *(replace(shape, color=LIGHT.surface) for shape in without_rims)
        ),
        # It is scaled to the width of the screen, so most of it stays empty.
        "presplash.png": _picture(512, _box(0.2, 0.085, LIGHT.bar), *route(0.31)),
    }


def draw(folder: Path) -> None:
    """Write all images to a folder."""
    for name, picture in pictures().items():
        (folder / "icons" / name).write_bytes(picture.png())


if __name__ == "__main__":
    draw(FILES)
