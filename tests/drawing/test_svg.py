"""Boards as SVG."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.drawing.palette import DARK, LIGHT, PLAYERS, ROUTES, Palette, Rgba
from companion.drawing.svg import SCALE, board_svg
from companion.rules.board import Board
from companion.rules.boards import bundled_boards
from companion.rules.events import UNCHECKED, RouteClaimed
from companion.rules.game import Game
from companion.rules.record import read_record
from companion.rules.state import GameState
from tests.drawing.boards import BOARDS, board_layout
from tests.support.boards import AFRICA, game

GAMES = Path(__file__).parents[1] / "games"
SVG = "{http://www.w3.org/2000/svg}"
EVERY_BOARD = pytest.mark.parametrize("board", BOARDS)


def finished(board: str) -> GameState:
    text = (GAMES / f"{board}-full.json").read_text("utf-8")
    return read_record(text, bundled_boards()).game.state


def draw(
    board: Board, state: GameState | None = None, palette: Palette = LIGHT
) -> ElementTree.Element:
    return ElementTree.fromstring(board_svg(board, state, palette))


def names(svg: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in svg.iter(f"{SVG}text")]


def hex_of(color: Rgba) -> str:
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in color[:3])


def fills(svg: ElementTree.Element) -> list[str | None]:
    return [element.get("fill") for element in svg.iter()]


@EVERY_BOARD
def test_empty_board_has_all_cars_in_their_colours(board: str) -> None:
    printed = bundled_boards()[board]
    drawn = fills(draw(printed))
    for color, rgba in ROUTES.items():
        cars = sum(route.length * route.tracks.count(color) for route in printed.routes.values())
        assert drawn.count(hex_of(rgba)) >= cars


@EVERY_BOARD
def test_empty_board_has_all_names_with_a_halo(board: str) -> None:
    printed = bundled_boards()[board]
    places = [place.name for place in printed.places.values() if place.kind != "way_station"]
    assert sorted(names(draw(printed))) == sorted(2 * places)


@EVERY_BOARD
def test_game_has_the_cars_and_markers_of_its_players(board: str) -> None:
    state = finished(board)
    drawn = fills(draw(state.setup.board, state))
    for name, player in state.players.items():
        cars = sum(claim.route.length for claim in player.claims)
        color = hex_of(PLAYERS[state.setup.colors[name]])
        assert drawn.count(color) >= cars + len(player.claims)


@EVERY_BOARD
@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_dots_are_at_the_positions_of_the_layout(board: str, palette: Palette) -> None:
    layout = board_layout(board)
    circles = {
        (float(circle.attrib["cx"]), float(circle.attrib["cy"]))
        for circle in draw(layout.board, palette=palette).iter(f"{SVG}circle")
    }
    for dot in layout.dots.values():
        x, y = (dot.x - layout.world.left) * SCALE, (layout.world.top - dot.y) * SCALE
        assert any(abs(cx - x) < 0.01 and abs(cy - y) < 0.01 for cx, cy in circles)


def test_outline_lies_inside_the_edge() -> None:
    layout = board_layout("usa")
    city = next(circle for circle in draw(layout.board).iter(f"{SVG}circle"))
    outer = float(city.attrib["r"]) + float(city.attrib["stroke-width"]) / 2
    assert outer == pytest.approx(layout.dots["atlanta"].radius * SCALE, abs=0.01)


def test_stations_are_drawn() -> None:
    state = finished("europe")
    assert state.station_owners
    with_stations = len(list(draw(state.setup.board, state).iter(f"{SVG}polygon")))
    without = replace(state, station_owners={})
    assert with_stations > len(list(draw(state.setup.board, without).iter(f"{SVG}polygon")))


def test_doubled_claim_has_a_badge() -> None:
    claim = RouteClaimed("Ana", next(iter(AFRICA.routes)))
    setup = replace(game(AFRICA).setup, counted=True)
    plain, doubled = (
        Game.begin(setup, [replace(claim, doubled=how)]).state for how in (None, UNCHECKED)
    )
    assert len(list(draw(AFRICA, doubled).iter())) > len(list(draw(AFRICA, plain).iter()))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ('<script>alert("x")</script> & Co', '<script>alert("x")</script> & Co'),
        ("]]>'\"", "]]>'\""),
        ("a\x00b\x1bc\ud800d\ufffee", "a\ufffdb\ufffdc\ufffdd\ufffde"),
        ("Zürich 東京 😀", "Zürich 東京 😀"),
    ],
)
def test_names_are_escaped(name: str, shown: str) -> None:
    usa = bundled_boards()["usa"]
    denver = replace(usa.places["denver"], name=name)
    board = replace(usa, name=name, places={**usa.places, "denver": denver})
    assert board_svg(board).isascii()
    svg = draw(board)
    assert names(svg).count(shown) == 2
    assert svg.findtext(f"{SVG}title") == shown
