"""A board on a real window, with everything it has said and what is drawn on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from companion.drawing.painting import RECEDING
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

Table = Callable[..., "Watched"]
"""Lays a game on the window: the board's id, its entries, how many play, how the view is set."""

PEOPLE = ("Ana", "Peter", "Maya", "Jo")


class Watched:
    """A board on the window, with everything it has said."""

    def __init__(self, view: BoardView) -> None:
        self.view = view
        self.said: list[tuple[Any, ...]] = []
        for event in view.__events__:
            view.fbind(event, self._hear, event)

    def _hear(self, event: str, _: BoardView, *meaning: Any) -> None:
        self.said.append((event, *meaning))

    def color_at(self, x: float, y: float) -> tuple[int, ...]:
        """What is drawn at a point of the view."""
        return self.colors_at((x, y))[0]

    def colors_at(self, *points: tuple[float, float]) -> list[tuple[int, ...]]:
        """What is drawn at points of the view, all at the same moment."""
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


def lay_table(
    finger: Finger, board: str, *events: Event, players: int = 4, **properties: object
) -> Watched:
    """A game on a window of a phone's size."""
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
    return Watched(view)


def late_game(board: str) -> GameState:
    """How the table looks when the last turns of a recorded game are near."""
    game = recorded_game(f"{board}-full")
    claims = [event for event in game.events if isinstance(event, RouteClaimed)]
    last = game.events.index(claims[-4])
    return Game.begin(game.setup, game.events[:last]).state


def zoomed_to(finger: Finger, watched: Watched, *routes: str) -> BoardView:
    """The view, once it has come near to these routes."""
    watched.view.focus(routes=routes)
    finger.wait(0.4)
    return watched.view


def first_car(view: BoardView, route: str, track: int = 0) -> tuple[float, float]:
    """Where the first car of a track is on the window."""
    assert view.layout
    car = view.layout.tracks[route, track].cars[0]
    return view.camera.to_screen((car.x, car.y))


def free(color: str) -> Rgba:
    """A route's colour where nobody has it yet: it gives way to the board a little."""
    return mixed(ROUTES[color], LIGHT.board, RECEDING)


def rgb(color: Rgba) -> tuple[int, ...]:
    """A colour as a screen knows it."""
    return tuple(round(channel * 255) for channel in color[:3])


def close_to(color: Rgba) -> Any:
    """Equal to a colour but for what blending rounds."""
    return pytest.approx(rgb(color), abs=3)
