"""A small picture of a board for the card of a game or a board.

Rendering a board takes longer than a frame, so thumbnails are rendered after the page is shown,
one per frame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import cos, radians, sin
from typing import TYPE_CHECKING, NamedTuple

from kivy.clock import Clock
from kivy.graphics import Color, Mesh
from kivy.graphics.context import get_context
from kivy.graphics.texture import Texture
from kivy.properties import (
    NumericProperty,
    ObjectProperty,
    VariableListProperty,
)
from kivy.uix.widget import Widget

from companion.rules.errors import Refused
from companion.ui.errors import report_exception
from companion.ui.kit.layout import call_when_shown
from companion.ui.look.theme import theme

if TYPE_CHECKING:
    from companion.drawing.highlight import TrackId
    from companion.drawing.painting import TrackLook
    from companion.rules.board import Board
    from companion.rules.boards import BoardSummary
    from companion.rules.state import GameState
    from companion.store.games import GameRepository

_RESIZE_DELAY = 0.2
"""Seconds after the last change of its size until a thumbnail is rendered again."""


_SCROLL_DELAY = 0.15
"""Seconds until it is checked again whether a list is still scrolled."""


class Scene(NamedTuple):
    """The content of a thumbnail."""

    key: str
    """Equal for scenes that look the same."""
    load: Callable[[], tuple[Board, GameState | None]]
    """Returns the board and the game on it, or raises `Refused`; called when rendering."""
    looks: Mapping[TrackId, TrackLook] | None = None
    """The looks of the tracks of a heat map."""


def saved_game_scene(key: str, games: GameRepository, id: str) -> Scene:
    """The board with all claims of a game; its record is only read if no thumbnail is stored."""

    def read() -> tuple[Board, GameState | None]:
        state = games.open(id).game.state
        return state.setup.board, state

    return Scene(key, read)


def empty_board(read: Callable[[str], Board], board: BoardSummary) -> Scene:
    """The scene of a board without a game; `read` returns the board of an id."""
    return Scene(f"{board.id} {board.version}", lambda: (read(board.id), None))


_queue: list[BoardThumbnail] = []
"""Thumbnails waiting to be rendered."""


def _render_next(*_: object) -> None:
    """Render the first thumbnail in the window; the others in later frames.

    None is rendered while one of them moves, because its list is scrolled.
    """
    shown = [each for each in _queue if not each.is_hidden()]
    places = [each.to_window(*each.pos) for each in shown]
    before = [each.place for each in shown]
    for each, place in zip(shown, places, strict=True):
        each.place = place
    if shown and places == before:
        shown.pop(0).render()
    _queue[:] = shown
    if _queue:
        is_moving = any(old not in (None, new) for old, new in zip(before, places, strict=True))
        (_render_later if is_moving else _render_soon)()


_render_soon = Clock.create_trigger(_render_next)
_render_later = Clock.create_trigger(_render_next, _SCROLL_DELAY)


def _same_scene(one: Scene | None, other: Scene | None) -> bool:
    return one is other or (one is not None and other is not None and one.key == other.key)


class BoardThumbnail(Widget):
    """A whole board without names, which ignores touches."""

    scene = ObjectProperty(None, allownone=True, comparator=_same_scene)
    """The `Scene` to show."""
    corners = VariableListProperty([0])
    """Corner radii, clockwise from the top left."""
    inset = NumericProperty(0)
    """Space for the outline of the card around it."""

    def __init__(self, **properties: object) -> None:
        self.place: tuple[float, float] | None = None
        """The position in the window when it was last checked."""
        self._shown = ""
        """The key of the rendered texture."""
        self._texture: Texture | None = None
        super().__init__(**properties)
        with self.canvas:
            self._color = Color()
            self._mesh = Mesh(mode="triangle_fan")
        self._update_mesh_soon = Clock.create_trigger(self._update_mesh, -1)
        self._update_soon = Clock.create_trigger(self._update, -1)
        self._update_later = Clock.create_trigger(self._update, _RESIZE_DELAY)
        for name in ("pos", "size", "corners", "inset"):
            self.fbind(name, self._update_place)
        self.fbind("scene", self._update_scene)
        # Methods, which the theme holds weakly; it would keep a trigger, and so this widget.
        theme.bind(dark=self._update, board=self._update_mesh)
        # A texture that is rendered from instructions is empty after the OpenGL context was lost.
        get_context().add_reload_observer(self._render_again)
        self._update_place()

    def render(self) -> None:
        """Render the board at the current size and theme."""
        key = self._key()
        if key in ("", self._shown):
            return
        # Imported late, because the first frame is shown without boards.
        from companion.ui.board.pictures import render_board

        texture = None
        with report_exception("a thumbnail"), suppress(Refused):
            board, state = self.scene.load()
            size = self._pixels()
            texture = render_board(board, state, size, theme.palette, self.scene.looks)
        self._set_texture(key, texture)

    def is_hidden(self) -> bool:
        """Whether it is not in the window; on a hidden page, it is updated with the page."""
        if self.get_root_window() is not None:
            return False
        call_when_shown(self, self._update_soon)
        return True

    def _update_scene(self, *_: object) -> None:
        is_heat_map = self.scene is not None and self.scene.looks is not None
        if not is_heat_map and self.place not in (None, self.to_window(*self.pos)):
            # Of a row that was scrolled and shows another game now, the board disappears at once.
            self._set_texture("", None)
        self._update_soon()

    def _update_place(self, *_: object) -> None:
        """Move the mesh at once; render for a new size at once only if nothing is shown yet."""
        self._update_mesh_soon()
        update = self._update_later if self._shown else self._update_soon
        update.cancel()
        update()

    def _update_mesh(self, *_: object) -> None:
        width, height = self._pixels()
        x, y = self.x + self.inset, self.y + self.inset
        outline = _rounded(width, height, self.corners)
        texture = self._texture
        corners = texture.tex_coords if texture else (0.0,) * 8
        left, bottom, right, top = corners[0], corners[1], corners[4], corners[5]
        vertices: list[float] = []
        for across, up in ((width / 2, height / 2), *outline, outline[0]):
            u = left + (right - left) * across / width
            v = bottom + (top - bottom) * up / height
            vertices += (x + across, y + up, u, v)
        self._mesh.vertices = vertices
        self._mesh.indices = range(len(vertices) // 4)
        self._mesh.texture = texture
        self._color.rgba = (1, 1, 1, 1) if texture else theme.board

    def _render_again(self, *_: object) -> None:
        self._shown = ""
        self._update_soon()

    def _update(self, *_: object) -> None:
        key = self._key()
        if key and key != self._shown:
            if self not in _queue:
                _queue.append(self)
            if not _render_later.is_triggered:
                _render_soon()
        elif not key:
            self._set_texture("", None)

    def _key(self) -> str:
        """The key of the texture for scene, size and theme; empty if there is nothing to show."""
        width, height = self._pixels()
        if self.scene is None or min(width, height) <= 1:
            return ""
        return f"{self.scene.key} {width}x{height} {'dark' if theme.dark else 'light'}"

    def _pixels(self) -> tuple[int, int]:
        width, height = (max(round(side - 2 * self.inset), 1) for side in self.size)
        return width, height

    def _set_texture(self, key: str, texture: Texture | None) -> None:
        self._shown, self._texture = key, texture
        self._update_mesh()


def _rounded(width: float, height: float, corners: Sequence[float]) -> list[tuple[float, float]]:
    """The outline of a box with rounded corners, clockwise from the top left."""
    top_left, top_right, bottom_right, bottom_left = corners
    middles = (
        (top_left, height - top_left, top_left, 180),
        (width - top_right, height - top_right, top_right, 90),
        (width - bottom_right, bottom_right, bottom_right, 0),
        (bottom_left, bottom_left, bottom_left, -90),
    )
    return [
        (x + radius * cos(radians(angle)), y + radius * sin(radians(angle)))
        for x, y, radius, start in middles
        for angle in (range(start, start - 91, -10) if radius else (start,))
    ]
