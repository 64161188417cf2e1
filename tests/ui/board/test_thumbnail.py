"""Small pictures of boards, drawn once and kept."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

from companion.drawing.palette import DARK, LIGHT, PLAYERS, Rgba
from companion.rules.board import Board
from companion.rules.boards import bundled_boards as boards
from companion.rules.errors import Refused
from companion.rules.events import RouteClaimed, StationBuilt
from companion.rules.game import Game
from companion.rules.setup import Player, Setup
from companion.rules.state import GameState
from companion.rules.wording import phrase
from tests.ui.board.boards import BOARDS
from tests.ui.board.watched import late_game, rgb

if TYPE_CHECKING:
    from companion.ui.board.thumbnail import BoardThumbnail, Scene
    from tests.support.touch import Finger


def game(board: str, *events: RouteClaimed | StationBuilt) -> GameState:
    setup = Setup(boards()[board], (Player("Ana", "blue"), Player("Peter", "red")))
    return Game.begin(setup, events).state


def scene(state: GameState) -> Scene:
    from companion.ui.board.thumbnail import Scene

    taken = [(name, player.claims) for name, player in state.players.items()]
    name = repr((state.setup.board.id, taken, state.station_owners))
    return Scene(name, lambda: (state.setup.board, state))


def never() -> NoReturn:
    raise AssertionError("a kept picture asks for no board")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    from companion.ui.board.thumbnail import pictures

    # What earlier tests have shown must not be drawn again into this folder.
    gc.collect()
    pictures.folder = tmp_path / "pictures"
    yield pictures.folder
    pictures.folder = None


def show(finger: Finger, of: Scene, size: tuple[int, int] = (160, 110)) -> BoardThumbnail:
    from companion.ui.board.thumbnail import BoardThumbnail

    small = BoardThumbnail(scene=of, size_hint=(None, None), size=size)
    finger.show(small)
    finger.wait(0.05)
    return small


def seen(small: BoardThumbnail) -> set[tuple[int, ...]]:
    pixels = small.export_as_image().texture.pixels
    return {tuple(pixels[at : at + 3]) for at in range(0, len(pixels), 4)}


def shows(small: BoardThumbnail, color: Rgba) -> bool:
    return rgb(color) in seen(small)


def saved(folder: Path) -> list[Path]:
    return sorted(folder.glob("*"))


@pytest.mark.usefixtures("folder")
def test_a_thumbnail_shows_the_game_without_names(finger: Finger) -> None:
    small = show(finger, scene(game("usa", RouteClaimed("Ana", "duluth--helena"))))
    assert shows(small, PLAYERS["blue"])
    assert not shows(small, LIGHT.label_halo)


def test_north_is_up_and_the_corners_are_as_round_as_asked(finger: Finger) -> None:
    small = show(finger, scene(game("usa", RouteClaimed("Ana", "los-angeles--san-francisco"))))
    small.corners = [20, 0, 0, 0]
    finger.wait()
    image = small.export_as_image()
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


@pytest.mark.usefixtures("folder")
def test_until_there_is_a_picture_it_is_as_dark_as_the_board(finger: Finger) -> None:
    from companion.ui.board.thumbnail import BoardThumbnail
    from companion.ui.look.theme import theme

    small = BoardThumbnail(size_hint=(None, None), size=(160, 110))
    finger.show(small)
    assert small._color.rgba == theme.board
    small.scene = scene(game("usa"))
    finger.wait(0.1)
    assert small._color.rgba == [1, 1, 1, 1]


def test_without_a_folder_it_is_drawn_all_the_same(finger: Finger) -> None:
    small = show(finger, scene(game("usa", RouteClaimed("Ana", "duluth--helena"))))
    assert shows(small, PLAYERS["blue"])


@pytest.mark.parametrize("board", BOARDS)
def test_a_kept_picture_looks_as_it_was_drawn_and_asks_for_no_board(
    board: str, finger: Finger, folder: Path
) -> None:
    from companion.ui.board.thumbnail import Scene

    first = scene(late_game(board))
    drawn = show(finger, first)
    assert [path.suffix for path in saved(folder)] == [".png"]
    again = show(finger, Scene(first.name, never))
    assert again.export_as_image().texture.pixels == drawn.export_as_image().texture.pixels
    assert len(saved(folder)) == 1


def test_what_cannot_be_read_now_has_no_picture_and_none_is_kept(
    finger: Finger, folder: Path
) -> None:
    from companion.ui.board.thumbnail import Scene

    state = game("usa", RouteClaimed("Ana", "duluth--helena"))
    readable = False

    def ask() -> tuple[Board, GameState]:
        if not readable:
            raise Refused(phrase("not now"))
        return state.setup.board, state

    show(finger, Scene("a game", ask))
    assert saved(folder) == []
    readable = True
    assert shows(show(finger, Scene("a game", ask)), PLAYERS["blue"])


def test_the_same_picture_is_drawn_once_and_none_for_a_card_that_has_gone(
    finger: Finger, folder: Path
) -> None:
    from kivy.core.window import Window
    from kivy.uix.boxlayout import BoxLayout

    from companion.ui.board.thumbnail import BoardThumbnail, Scene

    asked: list[str] = []

    def scene_named(name: str) -> Scene:
        def ask() -> tuple[Board, None]:
            asked.append(name)
            return boards()["usa"], None

        return Scene(name, ask)

    card = BoxLayout()
    for name, holder in (("same", Window), ("same", Window), ("gone", card)):
        small = BoardThumbnail(scene=scene_named(name), size_hint=(None, None), size=(80, 60))
        holder.add_widget(small)
    finger.wait(0.2)
    assert asked == ["same"]
    assert len(saved(folder)) == 1


def test_each_theme_and_size_has_a_picture_of_its_own(finger: Finger, folder: Path) -> None:
    from companion.ui.look.theme import theme

    of = scene(game("usa"))
    small = show(finger, of)
    large = show(finger, of, (280, 190))
    light = set(saved(folder))
    assert len(light) == 2
    for dark, land, other in ((True, DARK.land, LIGHT.land), (False, LIGHT.land, DARK.land)):
        theme.dark = dark
        finger.wait(0.1)
        for each in (small, large):
            assert shows(each, land)
            assert not shows(each, other)
    # Boards of earlier tests that are still somewhere may have changed with the theme too.
    assert light < set(saved(folder))


def test_a_card_that_changes_its_size_gets_a_new_picture_when_it_rests(
    finger: Finger, folder: Path
) -> None:
    small = show(finger, scene(game("usa")))
    for width in range(161, 200):
        small.width = width
        finger.wait()
    assert len(saved(folder)) == 1
    finger.wait(0.3)
    assert len(saved(folder)) == 2


@pytest.mark.parametrize("content", [b"", b"no picture", b"\x89PNG\r\n\x1a\nhalf"])
def test_a_damaged_picture_is_drawn_anew(content: bytes, finger: Finger, folder: Path) -> None:
    state = game("usa", RouteClaimed("Ana", "duluth--helena"))
    show(finger, scene(state))
    [path] = saved(folder)
    whole = path.read_bytes()
    path.write_bytes(content)
    assert shows(show(finger, scene(state)), PLAYERS["blue"])
    assert path.read_bytes() == whole


def test_a_pipe_in_the_place_of_a_picture_is_not_waited_for_and_no_link_written_through(
    finger: Finger, folder: Path, tmp_path: Path
) -> None:
    import os

    state = game("usa", RouteClaimed("Ana", "duluth--helena"))
    show(finger, scene(state))
    [path] = saved(folder)
    path.unlink()
    os.mkfifo(path)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("somebody else's")
    path.with_suffix(".new").symlink_to(elsewhere)
    assert shows(show(finger, scene(state)), PLAYERS["blue"])
    assert path.is_file()
    assert elsewhere.read_text() == "somebody else's"


def test_where_nothing_can_be_written_pictures_are_still_shown(
    finger: Finger, folder: Path
) -> None:
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("a file where the folder should be")
    small = show(finger, scene(game("usa", RouteClaimed("Ana", "duluth--helena"))))
    assert shows(small, PLAYERS["blue"])


def test_pictures_nobody_looked_at_for_long_go_first(finger: Finger, folder: Path) -> None:
    import os

    from companion.ui.board import thumbnail

    show(finger, scene(game("usa")))
    [first] = saved(folder)
    for number in range(thumbnail._MOST):
        path = folder / f"{number}.png"
        path.write_bytes(b"")
        os.utime(path, (number, number))
    show(finger, scene(game("europe")))
    names = {path.name for path in saved(folder)}
    assert len(names) == thumbnail._MOST
    assert first.name in names
    assert "0.png" not in names


def test_one_picture_is_drawn_in_a_frame(finger: Finger, folder: Path) -> None:
    from kivy.core.window import Window

    from companion.ui.board.thumbnail import BoardThumbnail

    for board in ("usa", "europe", "heart-of-africa"):
        small = BoardThumbnail(scene=scene(game(board)), size_hint=(None, None), size=(80, 60))
        Window.add_widget(small)
    counts = []
    for _ in range(5):
        finger.frame()
        counts.append(len(saved(folder)) if folder.exists() else 0)
    assert counts[-1] == 3
    assert all(after - before <= 1 for before, after in pairwise(counts))
