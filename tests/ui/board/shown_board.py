"""A board view on the window, with its events and the colours of its pixels."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.drawing.highlight import Highlight, tracks_of_routes
from companion.drawing.painting import FREE_FADE
from companion.drawing.palette import LIGHT, ROUTES, Rgba, mixed
from companion.rules.boards import bundled_boards
from companion.rules.events import Event, RouteClaimed
from companion.rules.game import Game
from companion.rules.setup import Player, Setup
from companion.rules.state import GameState
from tests.support.games import recorded_game

if TYPE_CHECKING:
    from companion.ui.board.view import BoardView
    from tests.support.touch import Finger

ShowBoard = Callable[..., "ShownBoard"]
"""Shows a game: the board's id, its events, the number of players, properties of the view."""

PEOPLE = ("Ana", "Peter", "Maya", "Jo")
FEW = ("heart-of-africa", "europe")
EACH_BOARD = pytest.mark.parametrize(
    "board",
    [id if id in FEW else pytest.param(id, marks=pytest.mark.soak) for id in bundled_boards()],
)
"""Runs a test on two boards, and on all with `make soak`."""

EVENTS = ("on_route", "on_city", "on_connect", "on_connect_refused", "on_background")


class ShownBoard:
    """A board view on the window, and the events it has dispatched."""

    def __init__(self, view: BoardView) -> None:
        self.view = view
        self.events: list[tuple[Any, ...]] = []
        for event in EVENTS:
            view.fbind(event, self._record, event)

    def _record(self, event: str, _: BoardView, *arguments: Any) -> None:
        self.events.append((event, *arguments))

    def color_at(self, x: float, y: float) -> tuple[int, ...]:
        """The colour of the pixel at a point of the view."""
        return self.colors_at((x, y))[0]

    def colors_at(self, *points: tuple[float, float]) -> list[tuple[int, ...]]:
        """The colours of the pixels at points of the view, in the same frame."""
        from kivy.clock import Clock

        Clock.tick_draw()
        image = self.view.export_as_image()
        width, height = image.texture.size
        pixels = image.texture.pixels
        starts = (
            4 * (int(x - self.view.x) + width * (height - 1 - int(y - self.view.y)))
            for x, y in points
        )
        return [tuple(pixels[at : at + 3]) for at in starts]


def show_board(
    finger: Finger, board: str, *events: Event, players: int = 4, **properties: object
) -> ShownBoard:
    """Show a game on a window of a phone's size."""
    from companion.ui.board.view import BoardView

    printed = bundled_boards()[board]
    names = PEOPLE[: min(players, printed.most_players)]
    people = zip(names, printed.train_colors, strict=False)
    setup = Setup(printed, tuple(Player(*person) for person in people))
    game = Game.begin(setup)
    for event in events:
        game = game.record(event)
    view = BoardView(
        **{
            "board": setup.board,
            "state": game.state,
            "player": game.state.turn,
            "size_hint": (None, None),
            "size": (390, 520),
            "pos": (0, 100),
            **properties,
        }
    )
    finger.show(view)
    return ShownBoard(view)


def late_game(board: str) -> GameState:
    """The state of a recorded game shortly before its last turns."""
    game = recorded_game(f"{board}-full")
    claims = [event for event in game.events if isinstance(event, RouteClaimed)]
    last = game.events.index(claims[-4])
    return Game.begin(game.setup, game.events[:last]).state


def zoomed_to(finger: Finger, shown: ShownBoard, *routes: str) -> BoardView:
    """The view, focused on some routes."""
    shown.view.focus(whole_routes(shown.view, *routes))
    finger.wait(0.4)
    return shown.view


def whole_routes(view: BoardView, *routes: str) -> Highlight:
    """A highlight of all tracks of some routes."""
    return Highlight(tracks=tracks_of_routes(*(view.board.routes[route] for route in routes)))


def first_car(view: BoardView, route: str, track: int = 0) -> tuple[float, float]:
    """The position of the first car of a track on the window."""
    assert view.layout
    car = view.layout.tracks[route, track].cars[0]
    return view.camera.to_screen((car.x, car.y))


def free(color: str) -> Rgba:
    """The colour of a free track in a game: a little of the board's mixed in."""
    return mixed(ROUTES[color], LIGHT.board, FREE_FADE)


def rgb(color: Rgba) -> tuple[int, ...]:
    """A colour as numbers from 0 to 255."""
    return tuple(round(channel * 255) for channel in color[:3])


def close_to(color: Rgba) -> Any:
    """Equal to a colour except for rounding by blending."""
    return pytest.approx(rgb(color), abs=3)
