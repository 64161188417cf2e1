"""What is claimed is seen first, and what is free still tells its colour."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from struct import unpack

import pytest

from companion.drawing.board_layout import CAR, TrackLayout
from companion.drawing.looks import TrackLook, track_looks
from companion.drawing.painting import paint_track
from companion.drawing.palette import DARK, LIGHT, PLAYERS, ROUTES, Palette, contrast
from companion.drawing.shapes import FLOATS, SHAPE_BYTES
from tests.ui.board.boards import BOARDS, laid_out

THEMES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])

Rgba = tuple[float, float, float, float]


class Shape:
    """One shape as the graphics chip gets it."""

    def __init__(self, numbers: tuple[float, ...]) -> None:
        corners = [numbers[at : at + 2] for at in range(0, 4 * FLOATS, FLOATS)]
        self.at = sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4
        self.half_length, self.half_width = numbers[4:6]
        red, green, blue, alpha = numbers[8:12]
        self.fill: Rgba = red, green, blue, alpha


def shapes(painted: bytes) -> list[Shape]:
    return [
        Shape(unpack(f"{4 * FLOATS}f", painted[at : at + SHAPE_BYTES]))
        for at in range(0, len(painted), SHAPE_BYTES)
    ]


def alike(one: Rgba, other: Rgba) -> bool:
    return dist(one, other) < 0.01


def tracks(board: str) -> list[TrackLayout]:
    return list(laid_out(board).tracks.values())


@THEMES
@pytest.mark.parametrize("board", BOARDS)
def test_a_free_track_still_tells_its_colour(board: str, palette: Palette) -> None:
    for track in tracks(board):
        color = track.route.tracks[track.track]
        seen = shapes(paint_track(track, TrackLook(), palette).free)[0].fill
        assert min(ROUTES, key=lambda name: dist(ROUTES[name], seen)) == color


@THEMES
@pytest.mark.parametrize("board", BOARDS)
def test_a_claimed_track_is_a_broad_band_in_its_owners_colour(board: str, palette: Palette) -> None:
    for track in tracks(board):
        for owner, color in PLAYERS.items():
            free = shapes(paint_track(track, TrackLook(), palette).free)[0]
            claimed = shapes(paint_track(track, TrackLook(owner), palette).claimed)
            cars = [shape for shape in claimed if alike(shape.fill, color)]
            assert len(cars) == track.route.length
            assert cars[0].half_width > 1.5 * free.half_width
            rims = [shape for shape in claimed if not alike(shape.fill, color)]
            for one, other in pairwise(rims):
                assert dist(one.at, other.at) < one.half_length + other.half_length


@THEMES
def test_without_a_game_a_board_looks_as_printed(palette: Palette) -> None:
    track = tracks("usa")[0]
    looks = track_looks(laid_out("usa").board, None)
    assert {look.tone for look in looks.values()} == {"printed"}
    printed = shapes(paint_track(track, TrackLook(tone="printed"), palette).free)[0]
    assert alike(printed.fill, ROUTES[track.route.tracks[0]])
    assert printed.half_width == pytest.approx(CAR / 2)


@THEMES
@pytest.mark.parametrize("owner", PLAYERS)
def test_every_claimed_track_carries_a_marker_that_stands_out(owner: str, palette: Palette) -> None:
    for board in BOARDS:
        for track in tracks(board):
            marker = shapes(paint_track(track, TrackLook(owner), palette).over)
            rim, paper, *sign = marker
            assert sign
            assert all(alike(part.fill, PLAYERS[owner]) for part in sign)
            assert contrast(paper.fill, PLAYERS[owner]) > 1.6
            assert rim.at == pytest.approx(track.marker, abs=1e-3)


@THEMES
def test_nobodys_colour_runs_into_the_rim_of_the_band(palette: Palette) -> None:
    track = tracks("usa")[0]
    for owner, color in PLAYERS.items():
        rim = shapes(paint_track(track, TrackLook(owner), palette).claimed)[0]
        assert contrast(rim.fill, color) > 1.6, owner
