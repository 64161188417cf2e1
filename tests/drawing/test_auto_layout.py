"""Drawings that are computed for boards without drawing data."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from math import hypot

import pytest

from companion.drawing.auto_layout import compute_drawing
from companion.drawing.board_layout import BoardLayout, lay_out
from companion.drawing.drawing_data import (
    DrawingData,
    RouteShape,
    drawing_for,
    drawing_to_json,
    read_drawing,
)
from companion.drawing.label_placement import LabelPlan
from companion.drawing.svg import board_svg
from companion.rules.board import Board
from companion.rules.boards import bundled_boards
from tests.drawing.boards import BOARDS, ORIENTATIONS, finished_drawing
from tests.drawing.contacts import Contacts, contacts, overlapping_cars
from tests.support.generated_boards import generated_board

pytestmark = pytest.mark.slow

DRAWN = [
    id if id == "new-york" else pytest.param(id, marks=pytest.mark.soak) for id in sorted(BOARDS)
]
"""Drawing a large board takes half a minute."""


MOST_OVERLAPS = {"france": 8}
"""Several triple routes meet at its cities, so stretching it leaves less room there."""


def undrawn(id: str) -> Board:
    """A bundled board without its bends and outlines."""
    return replace(bundled_boards()[id], id=f"my-{id}")


@cache
def drawing_of(id: str) -> DrawingData:
    return finished_drawing(undrawn(id))


def count(layout: BoardLayout) -> int:
    return sum(map(len, contacts(layout).values()))


@pytest.mark.parametrize("id", DRAWN)
def test_bundled_board_is_drawn_without_contacts(id: str) -> None:
    board = undrawn(id)
    assert count(lay_out(board, drawing_for(board))) > 20
    assert contacts(lay_out(board, drawing_of(id))) == {}


@pytest.mark.parametrize("id", DRAWN)
def test_cars_hardly_overlap_when_the_board_is_turned_or_stretched(id: str) -> None:
    overlaps: Contacts = set()
    for orientation in ORIENTATIONS:
        overlaps |= overlapping_cars(lay_out(undrawn(id), drawing_of(id), orientation))
    assert len(overlaps) <= MOST_OVERLAPS.get(id, 2), overlaps


@pytest.mark.parametrize("id", DRAWN)
def test_all_names_fit(id: str) -> None:
    layout = lay_out(undrawn(id), drawing_of(id))
    sizes = {
        place.id: (6.4 * len(place.name) + 4, 16.0)
        for place in layout.board.places.values()
        if place.kind != "way_station"
    }
    plan = LabelPlan(layout, sizes, 0, 1.0)
    assert len(plan.labels_at(8)) == len(sizes)
    assert len(plan.labels_at(12, frozenset(layout.tracks))) == len(sizes)


@pytest.mark.soak
@pytest.mark.parametrize(("places", "routes"), [(20, 38), (52, 120)])
def test_made_up_board_is_drawn_without_contacts(places: int, routes: int) -> None:
    board = generated_board(places, routes)
    assert (len(board.places), len(board.routes)) == (places, routes)
    assert contacts(lay_out(board, finished_drawing(board))) == {}


def test_same_routes_give_the_same_drawing() -> None:
    board = undrawn("new-york")
    again = replace(board, id="another", name="Another", places=dict(board.places))
    assert cancelled_after(board, 0.2) == cancelled_after(again, 0.2)


def test_outlines_of_the_board_are_kept() -> None:
    board = bundled_boards()["new-york"]
    drawing = compute_drawing(board, lambda _: None, lambda: True)
    assert drawing.land
    assert (drawing.land, drawing.water) == (drawing_for(board).land, drawing_for(board).water)


@pytest.mark.parametrize("places", [3, 40])
def test_board_without_outlines_gets_a_coast_around_its_places(places: int) -> None:
    board = generated_board(places, 3 * places)
    (coast,) = compute_drawing(board, lambda _: None, lambda: True).land
    for place in board.places.values():
        for (x0, y0), (x1, y1) in pairwise((*coast, coast[0])):
            side = (x1 - x0) * (place.y - y0) - (y1 - y0) * (place.x - x0)
            assert side < -0.02 * hypot(x1 - x0, y1 - y0)


def test_progress_rises_from_0_to_1() -> None:
    shares: list[float] = []
    compute_drawing(generated_board(6, 8), shares.append, lambda: False)
    assert (shares[0], shares[-1]) == (0, 1)
    assert all(one <= other for one, other in pairwise(shares))
    assert len(shares) > 10


def cancelled_after(board: Board, share: float) -> DrawingData:
    """The result if the work is cancelled when this share of it is done."""
    shares: list[float] = []
    return compute_drawing(board, shares.append, lambda: shares[-1] >= share)


def test_cancelling_returns_the_best_drawing_so_far() -> None:
    board = generated_board(8, 13)
    counts = [
        count(lay_out(board, drawing))
        for drawing in (
            DrawingData(),
            cancelled_after(board, 0.0),
            cancelled_after(board, 0.1),
            finished_drawing(board),
        )
    ]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[2] >= counts[3] == 0


@pytest.mark.parametrize(
    "change",
    [
        lambda board: board,
        lambda board: replace(
            board,
            routes={
                id: replace(route, length=99, tracks=("grey",) * 3)
                for id, route in board.routes.items()
            },
        ),
    ],
    ids=["close places", "far too many spaces"],
)
def test_board_without_room_is_drawn_all_the_same(change: Callable[[Board], Board]) -> None:
    board = change(generated_board(20, 38, side=0.12))
    drawing = cancelled_after(board, 0.01)
    assert drawing.routes.keys() == board.routes.keys()
    for orientation in ORIENTATIONS:
        assert len(lay_out(board, drawing, orientation).dots) == 20
    assert board_svg(board, drawing=drawing).endswith("</svg>\n")


def test_routes_that_differ_in_length_bend_apart() -> None:
    board = undrawn("nordic-countries")
    drawing = cancelled_after(board, 0.05)
    pair = ("mo-i-rana--trondheim-ferry", "mo-i-rana--trondheim-tunnel")
    touching = contacts(lay_out(board, drawing)).get("touching_tracks", set())
    assert not any({one.split()[0], other.split()[0]} == set(pair) for one, other in touching)


def test_computed_drawing_is_written_and_read() -> None:
    drawing = drawing_of("new-york")
    assert all(shape != RouteShape() for shape in list(drawing.routes.values())[:3])
    assert read_drawing(json.loads(json.dumps(drawing_to_json(drawing)))) == drawing
