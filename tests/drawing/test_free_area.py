"""Placing a rectangle where it hides least of the board."""

from __future__ import annotations

from companion.drawing.area import Area
from companion.drawing.camera import freest_area

VIEW = Area(100, 50, 500, 350)
SIZE = (120.0, 40.0)


def test_empty_view_gives_the_lowest_central_place() -> None:
    area = freest_area(VIEW, [SIZE], (), (), 10)
    assert area == Area(240, 50, 360, 90)


def test_routes_are_avoided() -> None:
    routes = [Area(100, 50, 500, 200), Area(100, 260, 500, 350)]
    area = freest_area(VIEW, [SIZE], routes, (), 10)
    assert 200 <= area.bottom < area.top <= 260
    assert not any(area.overlaps(route) for route in routes)


def test_another_size_is_used_if_it_hides_less() -> None:
    routes = [Area(100, 50, 390, 350)]
    area = freest_area(VIEW, [SIZE, (60.0, 80.0)], routes, (), 10)
    assert (area.width, area.height) == (60, 80)
    assert not area.overlaps(routes[0])


def test_name_is_hidden_rather_than_a_route() -> None:
    name, route = Area(100, 50, 500, 150), Area(100, 150, 500, 350)
    assert freest_area(VIEW, [SIZE], [route], [name], 10).top <= 150
