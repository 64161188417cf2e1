"""Claimed tracks stand out, free ones keep their colour; a train runs along a line."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, dist

import pytest

from companion.drawing.board_layout import CAR_WIDTH, TrackLayout
from companion.drawing.painting import (
    TrackLook,
    final_looks,
    in_drawing_order,
    paint_track,
    paint_train,
    track_looks,
)
from companion.drawing.palette import DARK, LIGHT, PLAYERS, ROUTES, Palette, Rgba, contrast
from tests.drawing.boards import BOARDS, board_layout
from tests.support.games import recorded_game

THEMES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])


def is_same(one: Rgba, other: Rgba) -> bool:
    return dist(one, other) < 0.01


def tracks(board: str) -> list[TrackLayout]:
    return list(board_layout(board).tracks.values())


@THEMES
@pytest.mark.parametrize("board", BOARDS)
def test_free_track_is_recognised_by_its_colour(board: str, palette: Palette) -> None:
    for track in tracks(board):
        color = track.route.tracks[track.track]
        fill = paint_track(track, TrackLook(), palette).free[0].fill
        assert min(ROUTES, key=lambda name: dist(ROUTES[name], fill)) == color


@THEMES
@pytest.mark.parametrize("board", BOARDS)
def test_claimed_track_is_a_wide_band_in_its_owners_colour(board: str, palette: Palette) -> None:
    for track in tracks(board):
        for owner, color in PLAYERS.items():
            free = paint_track(track, TrackLook(), palette).free[0]
            claimed = paint_track(track, TrackLook(owner), palette).claimed
            cars = [shape for shape in claimed if is_same(shape.fill, color)]
            assert len(cars) == track.route.length
            assert cars[0].half_size[1] > 1.5 * free.half_size[1]
            rims = [shape for shape in claimed if not is_same(shape.fill, color)]
            for one, other in pairwise(rims):
                assert dist(one.center, other.center) < one.half_size[0] + other.half_size[0]


@THEMES
def test_route_on_a_heat_map_is_wider_and_more_visible_the_more_often_it_is_claimed(
    palette: Palette,
) -> None:
    track = tracks("usa")[0]
    shapes = [paint_track(track, TrackLook(heat=share / 4), palette).free[-1] for share in range(5)]
    assert all(one.half_size[1] + 0.1 < other.half_size[1] for one, other in pairwise(shapes))
    visible = [contrast(shape.fill, palette.board) for shape in shapes]
    assert visible[0] < 2 < 7 < visible[-1]


@THEMES
def test_board_without_a_game_looks_as_printed(palette: Palette) -> None:
    track = tracks("usa")[0]
    looks = track_looks(board_layout("usa").board, None)
    assert {look.emphasis for look in looks.values()} == {"printed"}
    printed = paint_track(track, TrackLook(emphasis="printed"), palette).free[0]
    assert is_same(printed.fill, ROUTES[track.route.tracks[0]])
    assert printed.half_size[1] == pytest.approx(CAR_WIDTH / 2)


@THEMES
@pytest.mark.parametrize("owner", PLAYERS)
def test_claimed_track_has_a_visible_marker(owner: str, palette: Palette) -> None:
    for board in BOARDS:
        for track in tracks(board):
            rim, paper, *symbol = paint_track(track, TrackLook(owner), palette).marker
            assert symbol
            assert all(is_same(part.fill, PLAYERS[owner]) for part in symbol)
            assert contrast(paper.fill, PLAYERS[owner]) > 1.6
            assert rim.center == track.marker


@THEMES
@pytest.mark.parametrize("owner", PLAYERS)
def test_doubled_claim_has_a_readable_badge_beside_the_symbol(owner: str, palette: Palette) -> None:
    for track in tracks("heart-of-africa"):
        plain = paint_track(track, TrackLook(owner), palette).marker
        doubled = paint_track(track, TrackLook(owner, doubled=True), palette).marker
        assert doubled[: len(plain)] == plain
        box, *glyphs = doubled[len(plain) :]
        assert all(contrast(box.fill, glyph.fill) > 10 for glyph in glyphs)
        for glyph in glyphs:
            half_width, half_height = box.half_size
            assert abs(glyph.center[0] - box.center[0]) < half_width
            assert abs(glyph.center[1] - box.center[1]) < half_height
        assert dist(box.center, track.marker) > max(*box.half_size)


def test_only_doubled_claims_look_doubled() -> None:
    state = recorded_game("heart-of-africa-full").state
    claims = [claim for player in state.players.values() for claim in player.claims]
    doubled = {(claim.route.id, claim.track) for claim in claims if claim.doubled is not None}
    assert 0 < len(doubled) < len(claims)
    for looks in (track_looks, final_looks):
        found = looks(state.setup.board, state)
        assert {track for track, look in found.items() if look.doubled} == doubled


@THEMES
def test_rim_of_the_band_contrasts_with_every_player(palette: Palette) -> None:
    track = tracks("usa")[0]
    for owner, color in PLAYERS.items():
        rim = paint_track(track, TrackLook(owner), palette).claimed[0]
        assert contrast(rim.fill, color) > 1.6, owner


def test_markers_are_above_the_trail_and_the_cars_of_all_tracks() -> None:
    one, other = ((f"glow{n}", f"free{n}", f"claimed{n}", f"marker{n}") for n in (1, 2))
    assert in_drawing_order([one, other], "trail", ["place"]) == [
        *("glow1", "glow2", "free1", "free2", "claimed1", "claimed2"),
        *("trail", "marker1", "marker2", "place"),
    ]


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_train_stands_on_the_line_at_its_share_with_dots_ahead(share: float) -> None:
    *shapes, light = paint_train([(0, 0), (60, 0), (60, 40)], share, "blue", LIGHT)
    at = {0.0: (0, 0), 0.5: (50, 0), 1.0: (60, 40)}[share]
    assert light.center == pytest.approx(at)
    wagons = [shape for shape in shapes if shape.fill == PLAYERS["blue"]]
    assert len(wagons) == 3
    assert all(dist(wagon.center, at) < 12 for wagon in wagons)
    behind = [shape for shape in shapes if shape.fill == LIGHT.bar_accent]
    assert sum(2 * shape.half_size[0] - 0.8 for shape in behind) == pytest.approx(
        100 * share, abs=0.5
    )
    dots = [shape for shape in shapes if shape.half_size == (0.38, 0.38)]
    assert len(dots) == ceil(100 * (1 - share) / 1.6)
