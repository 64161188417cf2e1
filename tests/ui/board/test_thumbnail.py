"""Thumbnails of boards on cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from companion.drawing.palette import DARK, LIGHT, PLAYERS, Rgba
from companion.rules.board import Board
from companion.rules.boards import bundled_boards as boards
from companion.rules.errors import Refused
from companion.rules.events import RouteClaimed
from companion.rules.game import Game
from companion.rules.setup import Player, Setup
from companion.rules.state import GameState
from companion.rules.wording import phrase
from tests.ui.board.shown_board import EACH_BOARD, late_game, rgb

if TYPE_CHECKING:
    from companion.ui.board.thumbnail import BoardThumbnail, Scene
    from tests.support.touch import Finger

CLAIM = RouteClaimed("Ana", "duluth--helena")


def game(board: str, *events: RouteClaimed) -> GameState:
    setup = Setup(boards()[board], (Player("Ana", "blue"), Player("Peter", "red")))
    return Game.begin(setup, events).state


def scene(state: GameState) -> Scene:
    from companion.ui.board.thumbnail import Scene

    return Scene(repr(state.players), lambda: (state.setup.board, state))


def show(finger: Finger, of: Scene, size: tuple[int, int] = (160, 110)) -> BoardThumbnail:
    from companion.ui.board.thumbnail import BoardThumbnail

    thumbnail = BoardThumbnail(scene=of, size_hint=(None, None), size=size)
    finger.show(thumbnail)
    finger.wait(0.05)
    return thumbnail


def shows(thumbnail: BoardThumbnail, color: Rgba) -> bool:
    pixels = thumbnail.export_as_image().texture.pixels
    colors = {tuple(pixels[at : at + 3]) for at in range(0, len(pixels), 4)}
    return rgb(color) in colors


@pytest.fixture
def rendered(finger: Finger, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the boards that have been rendered."""
    from companion.ui.board import pictures, thumbnail

    # No thumbnail of an earlier test is rendered in this one: it is not in the window.
    finger.wait(0.5)
    while thumbnail._queue:
        finger.wait()
    ids: list[str] = []
    render_board: Callable[..., object] = pictures.render_board

    def count(board: Board, *arguments: object) -> object:
        ids.append(board.id)
        return render_board(board, *arguments)

    monkeypatch.setattr(pictures, "render_board", count)
    return ids


@EACH_BOARD
def test_thumbnail_shows_the_game_without_names(board: str, finger: Finger) -> None:
    state = late_game(board)
    thumbnail = show(finger, scene(state))
    for color in state.setup.colors.values():
        assert shows(thumbnail, PLAYERS[color])
    assert not shows(thumbnail, LIGHT.label_halo)


def test_thumbnail_is_upright_with_the_given_corners(finger: Finger) -> None:
    thumbnail = show(finger, scene(game("usa", RouteClaimed("Ana", "los-angeles--san-francisco"))))
    thumbnail.corners = [20, 0, 0, 0]
    finger.wait()
    image = thumbnail.export_as_image()
    (width, height), pixels = image.texture.size, image.texture.pixels
    # From the top: the west coast is on the left, California in the lower half.
    blue = [
        divmod(at // 4, width)
        for at in range(0, len(pixels), 4)
        if tuple(pixels[at : at + 3]) == rgb(PLAYERS["blue"])
    ]
    assert blue
    assert all(column < width * 0.3 and row > height * 0.45 for row, column in blue)
    corners = [pixels[4 * at + 3] for at in (0, width - 1, width * (height - 1))]
    assert corners == [0, 255, 255]


def test_thumbnail_has_the_colour_of_the_board_until_it_is_rendered(finger: Finger) -> None:
    from companion.ui.board.thumbnail import BoardThumbnail

    thumbnail = BoardThumbnail(size_hint=(None, None), size=(160, 110))
    finger.show(thumbnail)
    assert shows(thumbnail, LIGHT.board)
    assert not shows(thumbnail, LIGHT.land)
    thumbnail.scene = scene(game("usa"))
    finger.wait(0.1)
    assert shows(thumbnail, LIGHT.land)


def test_game_that_cannot_be_read_has_no_picture(finger: Finger) -> None:
    from companion.ui.board.thumbnail import Scene

    def refuse() -> tuple[Board, GameState]:
        raise Refused(phrase("Not now."))

    thumbnail = show(finger, Scene("unreadable", refuse))
    assert shows(thumbnail, LIGHT.board)
    assert not shows(thumbnail, LIGHT.land)


def test_thumbnail_changes_with_the_theme(finger: Finger) -> None:
    from companion.ui.look.theme import theme

    thumbnail = show(finger, scene(game("usa")))
    try:
        theme.dark = True
        finger.wait(0.2)
        assert shows(thumbnail, DARK.land)
        assert not shows(thumbnail, LIGHT.land)
    finally:
        theme.dark = False
    finger.wait(0.2)
    assert shows(thumbnail, LIGHT.land)


def test_thumbnail_is_rendered_again_for_another_game_only(
    finger: Finger, rendered: list[str]
) -> None:
    thumbnail = show(finger, scene(game("usa")))
    thumbnail.scene = scene(game("usa"))
    finger.wait(0.1)
    assert rendered == ["usa"]
    thumbnail.scene = scene(game("usa", CLAIM))
    finger.wait(0.1)
    assert rendered == ["usa", "usa"]
    assert shows(thumbnail, PLAYERS["blue"])


def test_resized_thumbnail_is_rendered_once_its_size_stays(
    finger: Finger, rendered: list[str]
) -> None:
    thumbnail = show(finger, scene(game("usa")))
    for width in range(161, 200):
        thumbnail.width = width
        finger.wait()
    assert len(rendered) == 1
    finger.wait(0.3)
    assert len(rendered) == 2


def test_thumbnail_of_a_removed_card_is_not_rendered(finger: Finger, rendered: list[str]) -> None:
    from kivy.uix.boxlayout import BoxLayout

    from companion.ui.board.thumbnail import BoardThumbnail

    card = BoxLayout()
    card.add_widget(BoardThumbnail(scene=scene(game("usa")), size=(80, 60)))
    finger.wait(0.2)
    assert rendered == []


def test_one_thumbnail_is_rendered_per_frame(finger: Finger, rendered: list[str]) -> None:
    from kivy.core.window import Window

    from companion.ui.board.thumbnail import BoardThumbnail

    for board in ("usa", "europe", "heart-of-africa"):
        thumbnail = BoardThumbnail(scene=scene(game(board)), size_hint=(None, None), size=(80, 60))
        Window.add_widget(thumbnail)
    counts = []
    for _ in range(5):
        finger.frame()
        counts.append(len(rendered))
    assert counts[-1] == 3
    assert all(after - before <= 1 for before, after in zip([0, *counts], counts, strict=False))


def test_thumbnail_is_rendered_again_after_the_opengl_context_was_lost(
    finger: Finger, rendered: list[str]
) -> None:
    from kivy.graphics.context import get_context

    thumbnail = show(finger, scene(game("usa", CLAIM)))
    get_context().reload()
    finger.wait(0.1)
    # Thumbnails of earlier tests may be rendered again too.
    assert "usa" in rendered[1:]
    assert shows(thumbnail, PLAYERS["blue"])


def test_no_thumbnail_is_rendered_while_one_moves(finger: Finger, rendered: list[str]) -> None:
    thumbnail = show(finger, scene(game("usa")))
    for step in range(20):
        thumbnail.y += 3
        thumbnail.scene = scene(game("usa", CLAIM) if step % 2 == 0 else game("usa"))
        finger.frame()
        # The former game is not shown any more.
        assert not shows(thumbnail, LIGHT.land)
    assert len(rendered) == 1
    finger.wait(0.4)
    assert len(rendered) == 2
    assert shows(thumbnail, LIGHT.land)


def test_no_row_of_a_list_is_rendered_while_the_list_is_scrolled(
    finger: Finger, rendered: list[str]
) -> None:
    from kivy.uix.boxlayout import BoxLayout
    from kivy.uix.scrollview import ScrollView

    from companion.ui.board.thumbnail import BoardThumbnail

    column = BoxLayout(orientation="vertical", size_hint_y=None, height=3000)
    scroll = ScrollView(size_hint=(None, None), size=(200, 400))
    scroll.add_widget(column)
    finger.show(scroll)
    column.add_widget(BoardThumbnail(scene=scene(game("usa"))))
    finger.wait(0.1)
    assert rendered == ["usa"]
    # A new row, while the list moves in each frame.
    column.add_widget(BoardThumbnail(scene=scene(game("europe"))))
    for _ in range(20):
        scroll.scroll_y -= 0.01
        finger.frame()
    assert rendered == ["usa"]
    finger.wait(0.5)
    assert "europe" in rendered
